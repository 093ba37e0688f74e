package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
)

// Encode writes the record as indented JSON with a stable order of fields and a final newline.
// Lists without items are written as [], never as null. It does not validate: a grading that was
// done must not get lost over a detail of its record.
func Encode(w io.Writer, r *Record) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	// Records hold manifests and kubectl output; "<" and "&" should stay legible.
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(withLists(r)); err != nil {
		return fmt.Errorf("encode record: %w", err)
	}
	return nil
}

// Decode reads one record. It refuses fields it does not know, whatever the schema refuses, and
// anything that follows the record.
func Decode(reader io.Reader) (*Record, error) {
	data, err := io.ReadAll(reader)
	if err != nil {
		return nil, fmt.Errorf("read record: %w", err)
	}
	if err := Validate(data); err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(withoutMark(data)))
	decoder.DisallowUnknownFields()
	var r Record
	if err := decoder.Decode(&r); err != nil {
		return nil, fmt.Errorf("decode record: %w", err)
	}
	return &r, nil
}

// withLists copies the record so far as is needed to make every list non-nil.
func withLists(r *Record) *Record {
	c := *r
	c.Tasks = orEmpty(slices.Clone(r.Tasks))
	for i := range c.Tasks {
		c.Tasks[i].Checks = orEmpty(c.Tasks[i].Checks)
	}
	c.Phases = orEmpty(r.Phases)
	c.Warnings = orEmpty(r.Warnings)
	c.Integrity.Tampering = orEmpty(r.Integrity.Tampering)
	return &c
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
