package lab

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/replay"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
)

// submitFlags are those of "podium submit".
type submitFlags struct {
	out   string
	force bool
}

// NewSubmit returns "podium submit".
func NewSubmit(settings *ui.Settings, podium string) *cobra.Command {
	f := &submitFlags{}
	cmd := &cobra.Command{
		Use:   "submit LAB",
		Short: "Write what you did in a running lab into a file that can be handed in",
		Long: `Submit writes your requests to the cluster of a running lab, and nothing else, into one file. Committed in the
place of answers it is graded like them: the requests are sent again to a fresh cluster, which settles where yours had.
Reads are left out. Names and UIDs that the cluster made up become references to the objects that they belonged to.`,
		Example: "  podium submit lab-2\n  podium replay answers/lab-2/attempt.jsonl",
		Args:    cobra.ExactArgs(1), ValidArgsFunction: labscmd.Complete,
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := openSession(args[0])
			if err != nil {
				return err
			}
			return f.run(cmd, s, settings, podium)
		},
	}
	cmd.Flags().StringVar(&f.out, "out", "", "the file to write, - for standard output (default: answers/LAB/"+replay.FileName+" under the current folder)")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace a file that exists")
	return cmd
}

// stdout is the name of standard output where a file is asked for.
const stdout = "-"

func (f *submitFlags) run(cmd *cobra.Command, s *session, settings *ui.Settings, podium string) error {
	path := f.out
	if path == "" {
		path = filepath.Join("answers", s.lab.ID, replay.FileName)
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() && path != stdout {
		return exit.Advise(exit.Usage, lang.Errorf("%s is a folder", path), lang.M("name a file: --out %s", filepath.Join(path, replay.FileName)))
	}
	if _, err := os.Lstat(path); err == nil && !f.force && path != stdout {
		return exit.Advise(exit.Usage, lang.Errorf("%s exists", path), lang.M("to replace it: podium submit %s --force; or choose another --out", s.lab.ID))
	}
	printer, err := settings.Printer()
	if err != nil {
		return err
	}
	options, err := s.liveOptions(cmd.Context(), printer, podium)
	if err != nil {
		return err
	}
	sealed, err := s.limitToExam(&options)
	if err != nil {
		return err
	}
	content, written, err := s.attempt(cmd.Context(), options)
	if err != nil {
		return err
	}
	if path == stdout {
		_, err := cmd.OutOrStdout().Write(content)
		return err
	}
	if err := writeFile(path, content); err != nil {
		return exit.With(exit.Usage, err, "choose another --out")
	}
	out := cmd.OutOrStdout()
	fmt.Fprintln(out, printer.Sprintf("%s: %d requests", path, written.Requests))
	if written.Lost > 0 {
		fmt.Fprintln(out, printer.Sprintf("%d requests are not in it: the audit log does not hold what they said", written.Lost))
	}
	tellIgnored(out, printer, path)
	if !sealed {
		if err := tellScore(cmd.Context(), out, options); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, printer.Sprintf("Grade it on a fresh cluster: podium replay %s", path))
	return nil
}

// limitToExam leaves out what was done after an exam was handed in or had ended, and says whether results are sealed.
func (s *session) limitToExam(options *run.LiveOptions) (sealed bool, err error) {
	exam, err := s.exam()
	if err != nil || exam == nil {
		return false, err
	}
	options.Until = exam.Submitted
	if exam.Sealed() {
		options.Until = earlier(time.Now(), exam.Deadline())
	}
	return exam.Sealed(), nil
}

// attempt is the content of the file.
func (s *session) attempt(ctx context.Context, options run.LiveOptions) ([]byte, replay.Written, error) {
	recorded, err := run.Recorded(ctx, options)
	if err != nil {
		return nil, replay.Written{}, exit.With(exit.Infrastructure, err, "see: podium doctor")
	}
	var content bytes.Buffer
	written, err := replay.Write(&content, recorded.Requests, recorded.History, replay.Options{
		Lab: s.lab.ID, Namespace: s.lab.Namespace(), User: cluster.Learner, Fixture: cluster.Fixture, Podium: options.Version, Kubernetes: recorded.Kubernetes,
	})
	if errors.Is(err, replay.ErrEmpty) {
		return nil, written, exit.With(exit.Usage, lang.Errorf("submit %s: %w", s.lab.ID, err), "what there is to do: podium lab task "+s.lab.ID+" "+s.lab.TaskIDs()[0])
	}
	if err == nil {
		_, err = replay.Read(content.Bytes(), replay.Limits{}) // a file that nobody could grade must not be handed in
	}
	if err != nil {
		return nil, written, exit.With(exit.Infrastructure, lang.Errorf("submit %s: %w", s.lab.ID, err), "hand in manifests and scripts instead")
	}
	return content.Bytes(), written, nil
}

func writeFile(path string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return lang.Errorf("make folder: %w", err)
	}
	temporary := path + ".new"
	if err := os.WriteFile(temporary, content, 0o644); err != nil {
		return lang.Errorf("write attempt: %w", err)
	}
	if err := os.Rename(temporary, path); err != nil {
		return lang.Errorf("write attempt: %w", err)
	}
	return nil
}

// tellIgnored names what lies beside the file and is not graded because of it.
func tellIgnored(out io.Writer, printer *lang.Printer, path string) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || filepath.Base(path) != replay.FileName {
		return
	}
	var others []string
	for _, entry := range entries {
		if name := entry.Name(); name != replay.FileName && !strings.HasPrefix(name, ".") && !strings.HasPrefix(strings.ToLower(name), "readme") {
			others = append(others, name)
		}
	}
	if len(others) > 0 {
		fmt.Fprintln(out, printer.Sprintf("Not graded as long as it lies beside them: %s", result.Clean(strings.Join(others, ", "))))
	}
}

// tellScore says which tasks pass on the running cluster.
func tellScore(ctx context.Context, out io.Writer, options run.LiveOptions) error {
	record, err := run.Live(ctx, options)
	if err != nil {
		return err
	}
	if record.Score == nil {
		return exit.With(exit.Infrastructure, lang.Errorf("check %s: %s", record.Lab, result.Clean(record.Error.Message)), "podium lab check "+record.Lab)
	}
	for _, task := range record.Tasks {
		fmt.Fprintf(out, "  %3d/%-3d %s\n", task.Points, task.MaxPoints, task.ID)
	}
	_, err = fmt.Fprintf(out, "  %3d/%-3d %s\n", *record.Score, record.MaxScore, record.Lab)
	return err
}
