package batch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/podium-labs/podium/graders/batch/journal"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// The folders of a batch beside those of its submissions.
const (
	hidden      = journal.Hidden
	recordsName = "records"
)

// store keeps every record that was ever made under the digest of its content, where the journal finds it, and shows those that count
// in the folders of their submissions.
type store struct {
	out string
	// perLab is true if each submission has a folder for each lab.
	perLab bool
	export export.Options
}

// open makes the folders.
func (s *store) open() error {
	if err := os.MkdirAll(filepath.Join(s.out, hidden, recordsName), 0o755); err != nil {
		return fmt.Errorf("make folder of the batch: %w", err)
	}
	return nil
}

func (s *store) path(sum, suffix string) string {
	return filepath.Join(s.out, hidden, recordsName, sum+suffix)
}

// keep writes a record and its log to the disk and returns its digest.
func (s *store) keep(record *result.Record, log []byte) (string, error) {
	var content bytes.Buffer
	if err := result.Encode(&content, record); err != nil {
		return "", err
	}
	digest := sha256.Sum256(content.Bytes())
	sum := hex.EncodeToString(digest[:])
	if len(log) > 0 {
		if err := replace(s.path(sum, ".log"), log, false); err != nil {
			return "", fmt.Errorf("keep log: %w", err)
		}
	}
	if err := replace(s.path(sum, ".json"), content.Bytes(), true); err != nil {
		return "", fmt.Errorf("keep record: %w", err)
	}
	return sum, nil
}

// errLost is returned for a record that is not there any more, or not as it was.
var errLost = errors.New("the record is lost")

// canaryName is the folder for what reference solutions and starters got that they must not get.
const canaryName = "canary"

// keepWitness keeps such a result for those who look for the reason. Its error is what was wrong, and names the file.
func (s *store) keepWitness(lab string, starter bool, got *Testimony) error {
	if got.Record == nil {
		return got.Wrong
	}
	name := filepath.Join(s.out, hidden, canaryName, lab+"-solution")
	if starter {
		name = filepath.Join(s.out, hidden, canaryName, lab+"-starter")
	}
	var content bytes.Buffer
	err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), result.Encode(&content, got.Record))
	if err == nil {
		err = errors.Join(replace(name+".log", got.Log, false), replace(name+".json", content.Bytes(), false))
	}
	if err != nil {
		return errors.Join(got.Wrong, fmt.Errorf("keep record of %s: %w", filepath.Base(name), err))
	}
	return lang.Errorf("%w (its record: %s)", got.Wrong, name+".json")
}

// read returns the bytes of a record. What does not have its digest any more is as good as lost.
func (s *store) read(sum string) ([]byte, error) {
	content, err := os.ReadFile(s.path(sum, ".json"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%w: %w", errLost, err)
	}
	if err != nil {
		return nil, fmt.Errorf("read record: %w", err)
	}
	if digest := sha256.Sum256(content); hex.EncodeToString(digest[:]) != sum {
		return nil, fmt.Errorf("%w: %s is damaged", errLost, s.path(sum, ".json"))
	}
	return content, nil
}

// load returns a record. It was checked when it was made, and its digest says that it is the same.
func (s *store) load(sum string) (*result.Record, error) {
	content, err := s.read(sum)
	if err != nil {
		return nil, err
	}
	var record result.Record
	if err := json.Unmarshal(content, &record); err != nil {
		return nil, fmt.Errorf("parse record: %w", err)
	}
	return &record, nil
}

// folder is where the results of an item are shown.
func (s *store) folder(item journal.Item) string {
	if s.perLab {
		return filepath.Join(s.out, item.ID, item.Lab)
	}
	return filepath.Join(s.out, item.ID)
}

// shown reports whether the record is the one in the folder of its submission.
func (s *store) shown(item journal.Item, content []byte) bool {
	there, err := os.ReadFile(filepath.Join(s.folder(item), "record.json"))
	return err == nil && bytes.Equal(there, content)
}

// show shows a record that was kept in the folder of the submission.
func (s *store) show(item journal.Item, sum string) error {
	content, err := s.read(sum)
	if err != nil {
		return err
	}
	if s.shown(item, content) {
		return nil
	}
	record, err := s.load(sum)
	if err != nil {
		return err
	}
	log, err := os.ReadFile(s.path(sum, ".log"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("read log: %w", err)
	}
	return s.write(item, record, content, log)
}

// showRecord shows a record that was not kept, and no log.
func (s *store) showRecord(item journal.Item, record *result.Record) error {
	var content bytes.Buffer
	if err := result.Encode(&content, record); err != nil {
		return err
	}
	if s.shown(item, content.Bytes()) {
		return nil
	}
	return s.write(item, record, content.Bytes(), nil)
}

// write writes record.json, report.md, junit.xml and log; the record last, so that it stands for all.
func (s *store) write(item journal.Item, record *result.Record, content, log []byte) error {
	if err := os.MkdirAll(s.folder(item), 0o755); err != nil {
		return fmt.Errorf("make folder of %s: %w", item.ID, err)
	}
	write := func(name string, fill func(io.Writer) error) error {
		var text bytes.Buffer
		if err := fill(&text); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		if err := replace(filepath.Join(s.folder(item), name), text.Bytes(), false); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		return nil
	}
	bytesOf := func(b []byte) func(io.Writer) error {
		return func(w io.Writer) error { _, err := w.Write(b); return err }
	}
	return errors.Join(
		write("report.md", func(w io.Writer) error { return export.Markdown(w, []*result.Record{record}, s.export) }),
		write("junit.xml", func(w io.Writer) error { return export.JUnit(w, record) }),
		write("log", bytesOf(log)),
		write("record.json", bytesOf(content)),
	)
}

// replace puts a file in the place of another as a whole. Durable means that it is on the disk when replace returns.
func replace(name string, content []byte, durable bool) error {
	temporary, err := os.CreateTemp(filepath.Dir(name), ".podium-*")
	if err != nil {
		return err
	}
	_, err = temporary.Write(content)
	if err == nil && durable {
		err = temporary.Sync()
	}
	if err = errors.Join(err, temporary.Chmod(0o644), temporary.Close()); err == nil {
		err = os.Rename(temporary.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary.Name()))
	}
	if durable {
		return journal.SyncDir(filepath.Dir(name))
	}
	return nil
}

// sweep removes halves of files that a killed run left.
func (s *store) sweep() error {
	var errs []error
	for _, folder := range []string{filepath.Join(hidden, recordsName), "", "*", filepath.Join("*", "*")} {
		halves, err := filepath.Glob(filepath.Join(s.out, folder, ".podium-*"))
		errs = append(errs, err)
		for _, half := range halves {
			errs = append(errs, os.Remove(half))
		}
	}
	return errors.Join(errs...)
}
