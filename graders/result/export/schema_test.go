package export

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestGoldenFilesFollowTheSchemas validates every golden file of a format that is JSON.
func TestGoldenFilesFollowTheSchemas(t *testing.T) {
	schemas, err := filepath.Glob("testdata/schemas/*.json")
	if err != nil || len(schemas) != 6 {
		t.Fatalf("%d schemas, %v", len(schemas), err)
	}
	for _, file := range schemas {
		format := strings.TrimSuffix(filepath.Base(file), ".json")
		compiled := compile(t, format)
		documents, err := filepath.Glob(filepath.Join("testdata", format, "*.golden"))
		if err != nil || len(documents) < 2 {
			t.Fatalf("%s: %d golden files, %v", format, len(documents), err)
		}
		for _, name := range documents {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			if err := valid(compiled, format, data); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func compile(t *testing.T, format string) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "schemas", format+".json"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	document, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource(format, document); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile(format)
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// valid validates what a format wrote.
func valid(schema *jsonschema.Schema, format string, data []byte) error {
	data, err := decoded(format, data)
	if err != nil {
		return err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return schema.Validate(document)
}

// decoded is the JSON in a document.
func decoded(format string, data []byte) ([]byte, error) {
	if format != "classroom-resources" {
		return data, nil
	}
	text, _ := strings.CutPrefix(strings.TrimSpace(string(data)), "result=")
	return base64.StdEncoding.DecodeString(text)
}
