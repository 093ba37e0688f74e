package result

import (
	"bytes"
	"strings"
	"testing"
)

func TestRedacted(t *testing.T) {
	whole := sample()
	var out bytes.Buffer
	if err := Encode(&out, Redacted(whole)); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"A trap", "secret"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%q is in\n%s", secret, out.String())
		}
	}
	for _, kept := range []string{"hidden-2", "Four Pods ready at every moment", "3 of 4 ready"} {
		if !strings.Contains(out.String(), kept) {
			t.Errorf("%q is not in\n%s", kept, out.String())
		}
	}
	read, err := Decode(&out) // as the schema has it
	if err != nil {
		t.Fatal(err)
	}
	read.Sum()
	if *read.Score != *whole.Score || read.MaxScore != whole.MaxScore || read.Tasks[2].Points != whole.Tasks[2].Points {
		t.Errorf("%d of %d points, not %d of %d", *read.Score, read.MaxScore, *whole.Score, whole.MaxScore)
	}
	if whole.Tasks[2].Checks[1].Title != "A trap" {
		t.Error("the record itself was changed")
	}
}
