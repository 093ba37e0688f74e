package result

import (
	"bytes"
	"strings"
	"testing"
)

func TestDecodeAll(t *testing.T) {
	one := string(encode(t, sample()))
	var out bytes.Buffer
	if err := EncodeSet(&out, Set{sample(), infrastructure()}); err != nil {
		t.Fatal(err)
	}
	two := out.String()
	for name, c := range map[string]struct {
		text string
		want int // 0 for an error
	}{
		"one record":            {one, 1},
		"a set":                 {two, 2},
		"a byte order mark":     {"\ufeff" + one, 1},
		"a marked set":          {"\ufeff" + two, 2},
		"two marks":             {"\ufeff\ufeff" + one, 0},
		"a set of nothing":      {`{"schema": "podium.results/v1", "score": null, "max_score": 0, "records": []}`, 0},
		"a list":                {"[" + one + "]", 0},
		"nothing":               {"", 0},
		"something behind it":   {one + "[]", 0},
		"an unknown field":      {strings.Replace(two, `"seed"`, `"sead": 1, "seed"`, 1), 0},
		"a field of the set":    {strings.Replace(two, `"records"`, `"recards": 1, "records"`, 1), 0},
		"another score":         {strings.Replace(one, `"score": 15,`, `"score": 45,`, 1), 0},
		"points without reason": {strings.Replace(one, `"points": 5,`, `"points": 4,`, 1), 0},
	} {
		if c.want == 0 && (c.text == one || c.text == two) {
			t.Fatalf("%s: the replacement found nothing", name)
		}
		records, err := DecodeAll(strings.NewReader(c.text))
		if len(records) != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("%s: %d records, %v", name, len(records), err)
		}
	}
}

func TestDecodeAllReadsWhatWasWritten(t *testing.T) {
	for _, r := range []*Record{sample(), infrastructure()} {
		records, err := DecodeAll(bytes.NewReader(encode(t, r)))
		if err != nil || len(records) != 1 {
			t.Errorf("%d records, %v", len(records), err)
		}
	}
}
