package result

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// scored is a record of one lab with one check.
func scored(lab string, status Status) *Record {
	r := &Record{Schema: Schema, Lab: lab, Tasks: []Task{{ID: "t", Title: "t", Checks: []Check{{ID: "c", Title: "c", MaxPoints: 100, Status: status}}}}}
	r.Sum()
	return r
}

func TestTheTotalOfASet(t *testing.T) {
	for name, test := range map[string]struct {
		set  Set
		want string
	}{
		"all graded":    {Set{scored("lab-1", Passed), scored("lab-2", Failed)}, "100/200"},
		"one has none":  {Set{scored("lab-1", Passed), scored("lab-2", Errored)}, "-/200"},
		"nothing there": {nil, "-/0"},
	} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			if err := TextSet(&out, test.set, TextOptions{}); err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(strings.TrimSpace(out.String()), "\n")
			if last := lines[len(lines)-1]; !strings.HasPrefix(last, "Total of") || !strings.HasSuffix(last, " "+test.want) {
				t.Errorf("the last line is %q, want %s", last, test.want)
			}
		})
	}
}

func TestASetIsOneDocument(t *testing.T) {
	var out bytes.Buffer
	if err := EncodeSet(&out, Set{scored("lab-1", Passed), scored("lab-2", Errored)}); err != nil {
		t.Fatal(err)
	}
	var document struct {
		Schema   string            `json:"schema"`
		Score    *int              `json:"score"`
		MaxScore int               `json:"max_score"`
		Records  []json.RawMessage `json:"records"`
	}
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	if document.Schema != SetSchema || document.Score != nil || document.MaxScore != 200 || len(document.Records) != 2 {
		t.Errorf("%+v", document)
	}
}
