// Package result holds the native record of one grading: its shape, its JSON Schema, its scoring and its reports.
package result

import "time"

// Schema is the value of Record.Schema that this package reads and writes.
const Schema = "podium.result/v1"

// Outcome says how a grading ended as a whole.
type Outcome string

// The outcomes. Score is null unless the outcome is Graded or LearnerTimeout.
const (
	Graded            Outcome = "graded"
	LearnerTimeout    Outcome = "learner_timeout"
	InvalidSubmission Outcome = "invalid_submission"
	InfraError        Outcome = "infra_error"
	Tampered          Outcome = "tampered"
)

// Status says how one check ended.
type Status string

// The statuses of a check. Errored means "could not be checked" and costs nothing by itself: it turns the
// outcome into InfraError. Blocked means that an earlier task it needs was not done, or was undone.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Errored Status = "error"
	Blocked Status = "blocked"
)

// TaskStatus sums up the checks of one task.
type TaskStatus string

// The statuses of a task.
const (
	TaskPassed  TaskStatus = "passed"
	TaskPartial TaskStatus = "partial"
	TaskFailed  TaskStatus = "failed"
	TaskBlocked TaskStatus = "blocked"
	TaskErrored TaskStatus = "error"
)

// Record is everything that is known about one grading. Every foreign format is derived from it.
type Record struct {
	Schema      string      `json:"schema"`
	Lab         string      `json:"lab"`
	LabDigest   string      `json:"lab_digest"`
	Podium      string      `json:"podium"`
	Official    bool        `json:"official"`
	Language    string      `json:"language"`
	Submission  Submission  `json:"submission"`
	GradedAt    time.Time   `json:"graded_at"`
	Attempt     int         `json:"attempt"`
	Seed        int64       `json:"seed"`
	Environment Environment `json:"environment"`
	Outcome     Outcome     `json:"outcome"`
	Score       *int        `json:"score"`
	MaxScore    int         `json:"max_score"`
	Tasks       []Task      `json:"tasks"`
	Phases      []Phase     `json:"phases"`
	Integrity   Integrity   `json:"integrity"`
	Warnings    []string    `json:"warnings"`
	Error       *Error      `json:"error"`
}

// Submission says what was graded.
type Submission struct {
	ID          string     `json:"id"`
	Commit      string     `json:"commit,omitempty"`
	TreeSHA256  string     `json:"tree_sha256,omitempty"`
	SubmittedAt *time.Time `json:"submitted_at,omitempty"`
}

// Environment says where it was graded.
type Environment struct {
	Provider   string  `json:"provider"`
	Kubernetes string  `json:"kubernetes"`
	NodeImage  *string `json:"node_image"`
}

// Task is the result of one task; Points is the sum over its checks.
type Task struct {
	ID        string     `json:"id"`
	Title     string     `json:"title"`
	Points    int        `json:"points"`
	MaxPoints int        `json:"max_points"`
	Status    TaskStatus `json:"status"`
	Checks    []Check    `json:"checks"`
	// Note is a sentence for the learner about the task as a whole, in Record.Language; mostly there is none.
	Note string `json:"note,omitempty"`
	// Steps is what the answer's files printed, kept as feedback and never counted.
	Steps []Step `json:"steps,omitempty"`
}

// Check is the result of one check.
type Check struct {
	ID        string `json:"id"`
	Title     string `json:"title"`
	Status    Status `json:"status"`
	Points    int    `json:"points"`
	MaxPoints int    `json:"max_points"`
	// Expected, Actual and Why are sentences for the learner, in Record.Language.
	Expected string  `json:"expected"`
	Actual   string  `json:"actual"`
	Why      *string `json:"why"`
	// When is the moment that decided, if there is one. It differs from run to run.
	When *Moment `json:"when"`
	// Layer is where the chain stopped: api, deployment, replicaset, daemonset, statefulset, job, scheduler, kubelet or service.
	Layer *string `json:"layer"`
	// Hint says what the learner's own deeds have to do with a failure; mostly there is none. It never scores.
	Hint       *Hint  `json:"hint,omitempty"`
	Visibility string `json:"visibility"`
	DurationMS int64  `json:"duration_ms"`
}

// Hint is feedback that reacts to what the learner did.
type Hint struct {
	// ID names it within its task.
	ID string `json:"id"`
	// Text is a sentence or two in Record.Language. It names moments, so it differs from run to run.
	Text string `json:"text"`
}

// Moment is a point in the recorded history.
type Moment struct {
	Time            time.Time `json:"time"`
	ResourceVersion string    `json:"resource_version,omitempty"`
	// Object is "kind/name" of what changed at that moment.
	Object string `json:"object,omitempty"`
}

// Step is one file of an answer as it was run.
type Step struct {
	File     string `json:"file"`
	ExitCode int    `json:"exit_code"`
	TimedOut bool   `json:"timed_out,omitempty"`
	// Output is what a file that ended with another exit code than 0 printed, head and tail kept.
	Output string `json:"output,omitempty"`
}

// Phase is one stage of a grading and how long it took.
type Phase struct {
	Name    string `json:"name"`
	MS      int64  `json:"ms"`
	Outcome string `json:"outcome"`
}

// Integrity says under what guard the answers ran and what tampering was seen.
type Integrity struct {
	Sandbox   string   `json:"sandbox"`
	Tampering []string `json:"tampering"`
}

// Error says what ended a grading that has no score.
type Error struct {
	Phase   string `json:"phase"`
	Message string `json:"message"`
	// Next is what to do about it: a command to type or a file to read.
	Next string `json:"next,omitempty"`
}
