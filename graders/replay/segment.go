package replay

import "encoding/json"

// Segment is a part of an attempt whose requests follow each other at once. The cluster settles after each.
type Segment struct {
	// First is the number of the first of Lines in the file.
	First int `json:"first"`
	// Lines hold no settle.
	Lines []Line `json:"lines"`
}

// Segments are the parts of the attempt. The first may be empty: the cluster settles before anything is asked.
func (a *Attempt) Segments() []Segment {
	segments := []Segment{{First: a.First}}
	for i, line := range a.Lines {
		if line.Settle {
			segments = append(segments, Segment{First: a.First + i + 1})
			continue
		}
		last := &segments[len(segments)-1]
		last.Lines = append(last.Lines, line)
	}
	return segments
}

// Requests is how many requests the attempt has.
func (a *Attempt) Requests() int {
	n := 0
	for _, line := range a.Lines {
		if line.Request != nil {
			n++
		}
	}
	return n
}

// ContentType is that of the request's body.
func (r *Request) ContentType() string {
	if kind, ok := patchTypes()[r.Patch]; ok {
		return string(kind)
	}
	return "application/json"
}

// ExpandBody puts values in the place of the references in a body.
func ExpandBody(body json.RawMessage, value func(id, attribute string) (string, bool)) ([]byte, error) {
	if len(body) == 0 {
		return nil, nil
	}
	decoded, err := decode(body)
	if err != nil {
		return nil, err
	}
	expanded, err := MapStrings(decoded, func(text string) (string, error) { return Expand(text, value) })
	if err != nil {
		return nil, err
	}
	return encode(expanded)
}
