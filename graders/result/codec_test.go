package result

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
)

func TestRecordSurvivesJSON(t *testing.T) {
	for name, r := range map[string]*Record{"graded": sample(), "infrastructure": infrastructure()} {
		t.Run(name, func(t *testing.T) {
			first := encode(t, r)
			read, err := Decode(bytes.NewReader(first))
			if err != nil {
				t.Fatal(err)
			}
			if want := withLists(r); !reflect.DeepEqual(read, want) {
				t.Errorf("read %+v, wrote %+v", read, want)
			}
			if second := encode(t, read); !bytes.Equal(first, second) {
				t.Errorf("second encoding differs:\n%s\n%s", first, second)
			}
		})
	}
}

func TestEncodeKeepsTextLegible(t *testing.T) {
	r := sample()
	r.Tasks[0].Checks[0].Actual = "a && b < c"
	if text := string(encode(t, r)); !strings.Contains(text, "a && b < c") {
		t.Errorf("escaped for HTML: %s", text)
	}
}

func TestEncodeLeavesTheRecordAlone(t *testing.T) {
	r := &Record{Tasks: []Task{{ID: "a"}}}
	encode(t, r)
	if r.Tasks[0].Checks != nil || r.Warnings != nil {
		t.Errorf("Encode changed its argument: %+v", r)
	}
}

func TestDecodeRefuses(t *testing.T) {
	good := string(encode(t, sample()))
	for name, text := range map[string]string{
		"an unknown field":    strings.Replace(good, `"seed"`, `"sead": 1, "seed"`, 1),
		"another case":        strings.Replace(good, `"seed"`, `"Seed"`, 1),
		"half a record":       good[:len(good)/2],
		"something behind it": good + "x",
	} {
		if _, err := Decode(strings.NewReader(text)); err == nil {
			t.Errorf("accepted %s", name)
		}
	}
}
