package result

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
)

// storedLimit is how many bytes of stored records are read; a record has some 50 KiB.
const storedLimit = 256 << 20

// DecodeAll reads a stored record or a stored Set, as strictly as Decode does. A record whose points do not follow from its
// checks is refused as well: it was changed by hand.
func DecodeAll(reader io.Reader) ([]*Record, error) {
	data, err := io.ReadAll(io.LimitReader(reader, storedLimit+1))
	if err != nil {
		return nil, fmt.Errorf("read records: %w", err)
	}
	if len(data) > storedLimit {
		return nil, fmt.Errorf("read records: more than %d bytes", storedLimit)
	}
	parts, err := records(withoutMark(data))
	if err != nil {
		return nil, err
	}
	set := make(Set, len(parts))
	for i, part := range parts {
		if set[i], err = Decode(bytes.NewReader(part)); err != nil {
			return nil, err
		}
		if err := set[i].consistent(); err != nil {
			return nil, err
		}
	}
	return set, nil
}

// records are the records in a document: those of a Set, or the document itself.
func records(data []byte) ([]json.RawMessage, error) {
	var kind struct {
		Schema string `json:"schema"`
	}
	if err := json.Unmarshal(data, &kind); err != nil {
		return nil, fmt.Errorf("parse records: %w", err)
	}
	if kind.Schema != SetSchema {
		return []json.RawMessage{data}, nil
	}
	var set struct {
		Schema   string            `json:"schema"`
		Score    *int              `json:"score"`
		MaxScore int               `json:"max_score"`
		Records  []json.RawMessage `json:"records"`
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&set); err != nil {
		return nil, fmt.Errorf("parse records: %w", err)
	}
	if len(set.Records) == 0 {
		return nil, fmt.Errorf("parse records: the document holds none")
	}
	return set.Records, nil
}

// consistent reports whether Sum would leave the record as it is.
func (r *Record) consistent() error {
	again := withLists(r)
	for i := range again.Tasks {
		again.Tasks[i].Checks = append([]Check{}, again.Tasks[i].Checks...)
	}
	again.Sum()
	if !reflect.DeepEqual(again, withLists(r)) {
		return fmt.Errorf("the record of %s does not add up: its points do not follow from its checks", Clean(r.Lab))
	}
	return nil
}
