package replay

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/podium-labs/podium/graders/lang"
)

// The attributes of an object that a text can refer to.
const (
	nameOf = "name"
	uidOf  = "uid"
	hashOf = "hash"
	// What a Pod has from its node, as in Topology.
	zoneOf   = "zone"
	regionOf = "region"
)

// opening begins a reference; dollar is how these two characters themselves are written.
const (
	opening = "${"
	dollar  = "${}"
)

// Expand puts values in the place of references. An error means that a reference is malformed, or that value knows none.
func Expand(text string, value func(id, attribute string) (string, bool)) (string, error) {
	var out strings.Builder
	for {
		before, after, found := strings.Cut(text, opening)
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		inside, rest, closed := strings.Cut(after, "}")
		id, attribute, dotted := strings.Cut(inside, ".")
		switch {
		case closed && inside == "":
			out.WriteString(opening)
		case !closed, !dotted, !idName.MatchString(id), !slices.Contains([]string{nameOf, uidOf, hashOf, zoneOf, regionOf}, attribute):
			return "", lang.Errorf("%q is no reference; the characters %s are written %s", firstRunes(opening+inside), opening, dollar)
		default:
			found, ok := value(id, attribute)
			if !ok {
				return "", lang.Errorf("%s was not found", id)
			}
			out.WriteString(found)
		}
		text = rest
	}
}

func firstRunes(text string) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), 40)])
}

// MapStrings returns a JSON value of which every string has been changed, keys excepted.
func MapStrings(value any, change func(string) (string, error)) (any, error) {
	switch v := value.(type) {
	case string:
		return change(v)
	case []any:
		out := make([]any, len(v))
		for i := range v {
			var err error
			if out[i], err = MapStrings(v[i], change); err != nil {
				return nil, err
			}
		}
		return out, nil
	case map[string]any:
		out := make(map[string]any, len(v))
		for key := range v {
			var err error
			if out[key], err = MapStrings(v[key], change); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	return value, nil
}

// stringsIn lists all strings of a JSON value, keys excepted.
func stringsIn(value any) []string {
	var found []string
	_, _ = MapStrings(value, func(text string) (string, error) { // it never fails
		found = append(found, text)
		return text, nil
	})
	return found
}

// decode reads a JSON value without changing its numbers.
func decode(raw json.RawMessage) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	return value, nil
}

// encode writes a JSON value on one line, with its characters as they are.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}
