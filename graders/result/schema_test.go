package result

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func encode(t *testing.T, r *Record) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := Encode(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestValidateAccepts(t *testing.T) {
	image := "kindest/node:v1.37.2"
	for name, change := range map[string]func(*Record){
		"a full record":         func(*Record) {},
		"a digest":              func(r *Record) { r.LabDigest = "sha256:" + strings.Repeat("0a", 32) },
		"a node image":          func(r *Record) { r.Environment.NodeImage = &image },
		"no optional fields":    func(r *Record) { r.Submission = Submission{ID: "bob"}; r.Tasks[1].Steps = nil },
		"a moment without more": func(r *Record) { r.Tasks[1].Checks[1].When = &Moment{Time: time.Unix(0, 0)} },
		"a timeout with score":  func(r *Record) { r.Outcome = LearnerTimeout },
		"infrastructure":        func(r *Record) { *r = *infrastructure() },
		"a crash before tasks": func(r *Record) {
			r.Tasks, r.Outcome, r.Error = nil, InfraError, &Error{Phase: "provision", Message: "no cluster"}
			r.Sum()
		},
		"tampering": func(r *Record) {
			r.Outcome, r.Integrity.Tampering = Tampered, []string{"wrote /proc"}
			r.Sum()
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := sample()
			change(r)
			if err := Validate(encode(t, r)); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestValidateRefuses(t *testing.T) {
	check := []any{"tasks", 1, "checks", 1}
	at := func(last ...any) []any { return append(slices.Clone(check), last...) }
	for name, bad := range map[string]struct {
		path  []any
		value any
	}{
		"another schema":            {[]any{"schema"}, "podium.result/v2"},
		"an unknown field":          {[]any{"grade"}, "A"},
		"an unknown field of check": {at("hint"), "x"},
		"an unknown field of task":  {[]any{"tasks", 0, "weight"}, 1},
		"an unknown outcome":        {[]any{"outcome"}, "done"},
		"an unknown status":         {at("status"), "skipped"},
		"an unknown task status":    {[]any{"tasks", 0, "status"}, "ok"},
		"an unknown layer":          {at("layer"), "network"},
		"an unknown visibility":     {at("visibility"), "secret"},
		"negative points":           {at("points"), -1},
		"half a point":              {at("max_points"), 2.5},
		"points for a failed check": {at("points"), 3},
		"points as text":            {[]any{"tasks", 0, "points"}, "10"},
		"graded without score":      {[]any{"score"}, nil},
		"a negative score":          {[]any{"score"}, -5},
		"infra_error with score":    {[]any{"outcome"}, "infra_error"},
		"a graded error":            {[]any{"error"}, map[string]any{"phase": "checks", "message": "x"}},
		"null tasks":                {[]any{"tasks"}, nil},
		"null warnings":             {[]any{"warnings"}, nil},
		"a time that is none":       {[]any{"graded_at"}, "yesterday"},
		"a moment that is text":     {at("when"), "10:02"},
		"a moment without time":     {at("when"), map[string]any{"object": "Pod/x"}},
		"no reason field":           {at("why"), missing{}},
		"no submission id":          {[]any{"submission", "id"}, missing{}},
		"a sandbox that is no text": {[]any{"integrity", "sandbox"}, true},
		"a task id with a slash":    {[]any{"tasks", 0, "id"}, "a/b"},
		"attempt zero":              {[]any{"attempt"}, 0},
		"a digest of another kind":  {[]any{"lab_digest"}, "md5:00"},
		"a negative duration":       {at("duration_ms"), -1},
		"a million digits":          {[]any{"attempt"}, json.Number(strings.Repeat("1", 1_000_000))},
		"an exponent":               {[]any{"attempt"}, json.Number("1e9")},
	} {
		t.Run(name, func(t *testing.T) {
			var document any
			if err := json.Unmarshal(encode(t, sample()), &document); err != nil {
				t.Fatal(err)
			}
			data, err := json.Marshal(set(document, bad.path, bad.value))
			if err != nil {
				t.Fatal(err)
			}
			if err := Validate(data); err == nil {
				t.Errorf("accepted %v = %v", bad.path, bad.value)
			}
		})
	}
}

// TestWhatDoesNotFollowNamesTheSchema: by its own name, not by that of a file that is nowhere.
func TestWhatDoesNotFollowNamesTheSchema(t *testing.T) {
	err := Validate([]byte("{}"))
	if err == nil || strings.Contains(err.Error(), "file:") || !strings.Contains(err.Error(), "https://podium-labs.github.io/schemas/podium.result/v1.json") {
		t.Error(err)
	}
	if !strings.Contains(string(SchemaJSON()), `"$id": "`+schemaURL+`"`) {
		t.Error("the schema has another $id")
	}
}

func TestInfrastructureNeedsAnError(t *testing.T) {
	r := infrastructure()
	r.Error = nil
	if err := Validate(encode(t, r)); err == nil {
		t.Error("accepted infra_error without an error")
	}
}

func TestValidateRefusesOtherDocuments(t *testing.T) {
	for _, text := range []string{"", "null", "[]", "{", string(encode(t, sample())) + "{}"} {
		if err := Validate([]byte(text)); err == nil {
			t.Errorf("accepted %.20q", text)
		}
	}
}

// missing stands for a field that is taken away.
type missing struct{}

func set(document any, path []any, value any) any {
	if len(path) == 0 {
		return value
	}
	switch key := path[0].(type) {
	case int:
		list := document.([]any)
		list[key] = set(list[key], path[1:], value)
	case string:
		object := document.(map[string]any)
		if _, gone := value.(missing); gone && len(path) == 1 {
			delete(object, key)
		} else {
			object[key] = set(object[key], path[1:], value)
		}
	}
	return document
}

// TestSchemaFollowsStructs compares the schema with the structs, field by field, so that neither moves alone.
func TestSchemaFollowsStructs(t *testing.T) {
	var document struct {
		Defs map[string]struct {
			AdditionalProperties *bool          `json:"additionalProperties"`
			Properties           map[string]any `json:"properties"`
			Required             []string       `json:"required"`
		} `json:"$defs"`
	}
	if err := json.Unmarshal(SchemaJSON(), &document); err != nil {
		t.Fatal(err)
	}
	for _, structure := range structsOf(reflect.TypeFor[Record]()) {
		def, ok := document.Defs[structure.Name()]
		if !ok {
			t.Errorf("schema has no $defs/%s", structure.Name())
			continue
		}
		if def.AdditionalProperties == nil || *def.AdditionalProperties {
			t.Errorf("%s: additionalProperties must be false", structure.Name())
		}
		all, required := fields(structure)
		if got := slices.Sorted(maps.Keys(def.Properties)); !slices.Equal(got, all) {
			t.Errorf("%s: properties %v, struct has %v", structure.Name(), got, all)
		}
		if got := slices.Sorted(slices.Values(def.Required)); !slices.Equal(got, required) {
			t.Errorf("%s: required %v, struct always writes %v", structure.Name(), got, required)
		}
	}
}

// fields are the JSON names of a struct, and those of them that are written even when empty.
func fields(structure reflect.Type) (all, required []string) {
	for field := range structure.Fields() {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		all = append(all, name)
		if !strings.Contains(options, "omitempty") {
			required = append(required, name)
		}
	}
	slices.Sort(all)
	slices.Sort(required)
	return all, required
}

// structsOf are the structs of this package that a record is made of, the record first.
func structsOf(root reflect.Type) []reflect.Type {
	found := []reflect.Type{root}
	for field := range root.Fields() {
		inner := field.Type
		for inner.Kind() == reflect.Pointer || inner.Kind() == reflect.Slice {
			inner = inner.Elem()
		}
		if inner.Kind() == reflect.Struct && inner.PkgPath() == root.PkgPath() {
			found = append(found, structsOf(inner)...)
		}
	}
	return found
}
