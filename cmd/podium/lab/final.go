package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/live"
	"github.com/podium-labs/podium/graders/result"
)

// final is how the last exam of a lab ended. It is kept in a file beside the progress, which outlives the cluster.
type final struct {
	Exam   live.Exam       `json:"exam"`
	Record json.RawMessage `json:"record"`
}

func (s *session) finalPath() string {
	return filepath.Join(filepath.Dir(s.progress().Path), s.lab.ID+".exam.json")
}

// record is the report.
func (f *final) record() (*result.Record, error) { return result.Decode(bytes.NewReader(f.Record)) }

// final is how this exam ended, or the last one if there is none now; nil if that is not known yet.
func (s *session) final(exam *live.Exam) (*final, error) {
	if exam.Sealed() {
		return nil, nil //nolint:nilnil // what is there is about an earlier exam
	}
	content, err := os.ReadFile(s.finalPath())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // see above
	}
	last := &final{}
	if err == nil {
		err = json.Unmarshal(content, last)
	}
	if err == nil {
		_, err = last.record()
	}
	if err != nil {
		return nil, exit.Advise(exit.Infrastructure, lang.Errorf("read the report of the exam: %w", err), lang.M("remove it: rm %s", ui.Quote(s.finalPath())))
	}
	if exam != nil && !last.Exam.Submitted.Equal(exam.Submitted) {
		return nil, nil //nolint:nilnil // see above
	}
	return last, nil
}

// keepFinal writes down how an exam ended.
func (s *session) keepFinal(exam *live.Exam, record *result.Record) error {
	var encoded, content bytes.Buffer
	err := result.Encode(&encoded, record)
	if err == nil {
		err = json.NewEncoder(&content).Encode(final{Exam: *exam, Record: encoded.Bytes()})
	}
	if err == nil {
		err = live.WriteFile(s.finalPath(), content.Bytes())
	}
	if err != nil {
		return exit.With(exit.Infrastructure, lang.Errorf("keep the report of the exam: %w", err), "")
	}
	return nil
}

// reported refuses to delete the cluster of an exam that is over and has no report: without its cluster there never would be one.
func (s *session) reported(exam *live.Exam) error {
	if exam == nil || exam.Sealed() || !s.exists() {
		return nil
	}
	last, err := s.final(exam)
	if err != nil || last != nil {
		return err
	}
	return exit.Advise(exit.Usage, lang.Errorf("the exam of %s was handed in and has no report yet, and its cluster would be deleted", s.lab.ID),
		lang.M("get the report: podium lab finish %s; do without: podium lab stop %s --yes", s.lab.ID, s.lab.ID))
}
