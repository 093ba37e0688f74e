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

// DecodeAll reads a stored record or a list of them, as strictly as Decode does. A record whose points do not follow from its
// checks is refused as well: it was changed by hand.
func DecodeAll(reader io.Reader) ([]*Record, error) {
	data, err := io.ReadAll(io.LimitReader(reader, storedLimit+1))
	if err != nil {
		return nil, fmt.Errorf("read records: %w", err)
	}
	if len(data) > storedLimit {
		return nil, fmt.Errorf("read records: more than %d bytes", storedLimit)
	}
	parts := []json.RawMessage{data}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("[")) {
		if err := json.Unmarshal(data, &parts); err != nil {
			return nil, fmt.Errorf("parse records: %w", err)
		}
	}
	if len(parts) == 0 {
		return nil, fmt.Errorf("parse records: the list is empty")
	}
	records := make([]*Record, len(parts))
	for i, part := range parts {
		if records[i], err = Decode(bytes.NewReader(part)); err != nil {
			return nil, err
		}
		if err := records[i].consistent(); err != nil {
			return nil, err
		}
	}
	return records, nil
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
