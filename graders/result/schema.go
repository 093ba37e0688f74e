package result

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

//go:embed schema.json
var schemaJSON []byte

// SchemaJSON returns the JSON Schema (2020-12) of the native record.
func SchemaJSON() []byte { return bytes.Clone(schemaJSON) }

// schemaURL is the schema's own $id, which messages name; nothing is fetched.
const schemaURL = "https://podium-labs.github.io/schemas/podium.result/v1.json"

// compiled is the schema, compiled on first use and only once: it never changes while the program runs.
var compiled = sync.OnceValues(compileSchema)

func compileSchema() (*jsonschema.Schema, error) {
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(schemaJSON))
	if err != nil {
		return nil, fmt.Errorf("parse record schema: %w", err)
	}
	compiler := jsonschema.NewCompiler()
	// In 2020-12 "format" is a remark unless asserted; a time that is no time must not pass.
	compiler.AssertFormat()
	if err := compiler.AddResource(schemaURL, document); err != nil {
		return nil, fmt.Errorf("add record schema: %w", err)
	}
	schema, err := compiler.Compile(schemaURL)
	if err != nil {
		return nil, fmt.Errorf("compile record schema: %w", err)
	}
	return schema, nil
}

// Validate reports whether data is one JSON document that follows the schema of podium.result/v1.
// The error lists every place that does not, by JSON pointer.
func Validate(data []byte) error {
	data = withoutMark(data)
	schema, err := compiled()
	if err != nil {
		return err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("parse record: %w", err)
	}
	if err := plainNumbers(document); err != nil {
		return fmt.Errorf("parse record: %w", err)
	}
	if err := schema.Validate(document); err != nil {
		return fmt.Errorf("validate record: %w", err)
	}
	return nil
}

// withoutMark leaves out the byte order mark that some editors put before JSON (RFC 8259, section 8.1, lets readers do so).
func withoutMark(data []byte) []byte { return bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")) }

// longestNumber is that of 64 bits, with its sign.
const longestNumber = 20

// plainNumbers refuses what no record has, and what a validator with exact arithmetic would think about for minutes: a million
// digits, or an exponent that means as many.
func plainNumbers(value any) error {
	switch v := value.(type) {
	case json.Number:
		if len(v) > longestNumber || strings.ContainsAny(v.String(), ".eE") {
			return fmt.Errorf("%.30s is no number that a record can have", v)
		}
	case []any:
		for _, item := range v {
			if err := plainNumbers(item); err != nil {
				return err
			}
		}
	case map[string]any:
		for _, item := range v {
			if err := plainNumbers(item); err != nil {
				return err
			}
		}
	}
	return nil
}
