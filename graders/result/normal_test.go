package result

import (
	"reflect"
	"testing"
	"time"
)

func TestNormalisedForgetsTimes(t *testing.T) {
	first, second := sample(), sample()
	second.GradedAt = second.GradedAt.Add(time.Hour)
	second.Attempt = 2
	second.Phases[0].MS++
	check := &second.Tasks[1].Checks[1]
	check.DurationMS++
	check.When.Time = check.When.Time.Add(time.Second)
	second.Tasks[1].Steps[0].Output = "web-7c9f-x3   Running   3s"
	if a, b := Normalised(first), Normalised(second); !reflect.DeepEqual(a, b) {
		t.Errorf("differ:\n%+v\n%+v", a, b)
	}
	if first.Attempt != 1 || first.Tasks[1].Checks[1].When == nil || first.Tasks[1].Steps[0].Output == "" || first.Phases[0].MS == 0 {
		t.Errorf("Normalised changed its argument: %+v", first)
	}
}

func TestNormalisedKeepsWhatCounts(t *testing.T) {
	for name, change := range map[string]func(*Record){
		"status":    func(r *Record) { r.Tasks[0].Checks[0].Status = Failed },
		"actual":    func(r *Record) { r.Tasks[0].Checks[0].Actual = "3 ready" },
		"exit code": func(r *Record) { r.Tasks[1].Steps[0].ExitCode = 0 },
		"phase":     func(r *Record) { r.Phases[0].Outcome = "failed" },
		"warning":   func(r *Record) { r.Warnings = []string{"x"} },
		"submitted": func(r *Record) { r.Submission.SubmittedAt = nil },
	} {
		other := sample()
		change(other)
		if reflect.DeepEqual(Normalised(sample()), Normalised(other)) {
			t.Errorf("%s does not count", name)
		}
	}
}
