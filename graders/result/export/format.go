package export

import (
	"io"
	"slices"

	"github.com/podium-labs/podium/graders/result"
)

// Format is one way to write records for another system.
type Format struct {
	// Name is what people type.
	Name string
	// About is one line for help and completion.
	About string
	// Variable is the environment variable that names the file when nobody does. Such a file belongs to the system that
	// set the variable, and is appended to.
	Variable string
	// Needs are the environment variables that a document cannot be written without.
	Needs []string
	// Write writes one document about all the records. What cannot be said in the format is an error, and nothing is
	// written then; see UngradedError.
	Write func(io.Writer, []*result.Record, Options) error
}

// Options are what a document is made from beside its records; the zero value works for every format that does not need
// to know where it runs.
type Options struct {
	// Words translates the fixed words; English if nil.
	Words result.Words
	// Hint returns the first hint of a task in Markdown, or "" if there is none; nil gives no hints. Hints are the lab's own
	// text, and not escaped.
	Hint func(lab, task string) string
	// Getenv looks up what Classroom 50 tells its graders; nil knows nothing.
	Getenv func(string) string
}

func (o Options) words() result.Words {
	if o.Words == nil {
		return english{}
	}
	return o.Words
}

func (o Options) hint(lab, task string) string {
	if o.Hint == nil {
		return ""
	}
	return o.Hint(lab, task)
}

func (o Options) getenv(name string) string {
	if o.Getenv == nil {
		return ""
	}
	return o.Getenv(name)
}

// Formats are all formats, in the order in which help lists them.
func Formats() []Format {
	return []Format{
		{Name: "markdown", About: "feedback for the student", Write: Markdown},
		{Name: "junit", About: "JUnit XML", Write: junitFormat},
		{Name: "github-summary", About: "step summary of a GitHub Actions job", Variable: "GITHUB_STEP_SUMMARY", Write: GitHubSummary},
		{Name: "github-annotations", About: "at most ten annotations of a GitHub Actions job", Write: GitHubAnnotations},
		{Name: "csv", About: "one row a submission, one column a task", Write: CSV},
		{Name: "gradescope", About: "results.json of a Gradescope autograder", Write: Gradescope},
		{Name: "classroom50", About: "result.json of a Classroom 50 autograder", Needs: classroom50Variables(), Write: Classroom50},
		{Name: "classroom-resources", About: "step output for classroom-resources' reporter", Variable: "GITHUB_OUTPUT", Write: ClassroomResources},
		{Name: "ctrf", About: "Common Test Report Format", Write: CTRF},
		{Name: "prairielearn", About: "results.json of a PrairieLearn external grader", Write: PrairieLearn},
		{Name: "lti-ags", About: "score document of LTI Assignment and Grade Services", Write: LTI},
	}
}

// Names are the names of all formats.
func Names() []string {
	var names []string
	for _, format := range Formats() {
		names = append(names, format.Name)
	}
	return names
}

// Find returns the format of that name.
func Find(name string) (Format, bool) {
	formats := Formats()
	i := slices.IndexFunc(formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return formats[i], true
}
