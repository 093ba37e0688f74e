package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/graders/verify"
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/all"
)

const (
	// fewest mistakes of a lab are graded, unless fewer were asked for.
	fewest = 8
	// full are all points of a lab.
	full = 100

	solutions = "solutions/"
	mistakes  = "mistakes/"
	starter   = "starter"
)

// shipped is what a lab ships and must be graded in any case: its solutions and the starter.
type shipped struct {
	lab   string
	cases []string
}

// ships looks up what these labs ship; all labs if none is named.
func ships(names []string) ([]shipped, error) {
	var chosen []shipped
	for _, lab := range all.Labs() {
		if len(names) > 0 && !slices.Contains(names, lab.ID) {
			continue
		}
		s, err := shippedBy(lab)
		if err != nil {
			return nil, err
		}
		chosen = append(chosen, s)
	}
	if len(chosen) != len(sets.New(names...)) && len(names) > 0 || len(chosen) == 0 {
		return nil, fmt.Errorf("%d of the labs %q are known", len(chosen), names)
	}
	return chosen, nil
}

func shippedBy(lab *labs.Lab) (shipped, error) {
	s := shipped{lab: lab.ID}
	cases, err := verify.Cases(lab)
	for _, c := range cases {
		if !strings.HasPrefix(c.Name, mistakes) {
			s.cases = append(s.cases, c.Name)
		}
	}
	return s, err
}

// judge says all that is not as it must be, one line each: what was not graded, what is not as declared, and what ends differently.
func (r *run) judge(simulated, onKind map[string]graded) []string {
	wrong := append(r.missing(embedded.Kind, simulated), r.missing(kind.Kind, onKind)...)
	for _, name := range union(simulated, onKind) {
		was, simulates := simulated[name]
		is, runs := onKind[name]
		switch {
		case !simulates:
			wrong = append(wrong, fmt.Sprintf("%s was graded on %s only", name, kind.Kind))
		case !runs:
			wrong = append(wrong, fmt.Sprintf("%s was graded on %s only", name, embedded.Kind))
		default:
			wrong = append(wrong, r.differ(was, is)...)
		}
		if simulates {
			wrong = append(wrong, undeclared(embedded.Kind, was)...)
		}
		if runs && (is.Score == nil || !r.excused(is)) {
			wrong = append(wrong, undeclared(kind.Kind, is)...)
		}
	}
	return wrong
}

// missing says which solutions and starters were not graded on a provider, and of which labs too few mistakes.
func (r *run) missing(provider string, graded map[string]graded) (wrong []string) {
	for _, lab := range r.labs {
		for _, name := range lab.cases {
			if _, is := graded[lab.lab+" "+name]; !is {
				wrong = append(wrong, fmt.Sprintf("%s %s was not graded on %s", lab.lab, name, provider))
			}
		}
		count := 0
		for _, line := range graded {
			if line.Lab == lab.lab && strings.HasPrefix(line.Case, mistakes) {
				count++
			}
		}
		if count < r.fewest() {
			wrong = append(wrong, fmt.Sprintf("%d mistakes of %s were graded on %s, want %d", count, lab.lab, provider, r.fewest()))
		}
	}
	return wrong
}

func (r *run) fewest() int {
	if r.mistakes > 0 {
		return min(r.mistakes, fewest)
	}
	return fewest
}

// undeclared says in what a case is not as declared on a provider. Only a score, and checks to make it of, are as declared.
func undeclared(provider string, g graded) (wrong []string) {
	say := func(format string, arguments ...any) {
		wrong = append(wrong, fmt.Sprintf("%s on %s: ", g.name(), provider)+fmt.Sprintf(format, arguments...))
	}
	switch {
	case g.Score == nil:
		say("no score")
	case strings.HasPrefix(g.Case, solutions) && *g.Score != full:
		say("score %d instead of %d", *g.Score, full)
	case g.Case == starter && *g.Score != 0:
		say("score %d instead of 0", *g.Score)
	case len(g.Checks) == 0:
		say("no checks")
	}
	for _, line := range g.Wrong {
		say("%s", line)
	}
	for _, line := range g.Together {
		say("as declared only by itself; together with %s: %s", strings.Join(g.With, ", "), line)
	}
	return wrong
}

// differ says which checks of a case end differently, and prints those of which that is known.
func (r *run) differ(simulated, onKind graded) (wrong []string) {
	if (simulated.Score == nil) != (onKind.Score == nil) || simulated.Score != nil && *simulated.Score != *onKind.Score {
		if !r.excused(onKind) {
			wrong = append(wrong, fmt.Sprintf("%s has %s on %s, %s on %s", onKind.name(), points(onKind), kind.Kind, points(simulated), embedded.Kind))
		}
	}
	for _, check := range union(simulated.Checks, onKind.Checks) {
		was, is := simulated.Checks[check], onKind.Checks[check]
		if was == is {
			continue
		}
		line := fmt.Sprintf("%s %s is %q on %s, %q on %s", simulated.name(), check, is, kind.Kind, was, embedded.Kind)
		if reason, known := r.known(simulated.Lab, simulated.Case, check); known {
			fmt.Fprintf(r.out, "known: %s: %s\n", line, reason)
			continue
		}
		wrong = append(wrong, line)
	}
	return wrong
}

// excused says whether a case need not be as declared on kind, because of a difference that is known, in itself or in a mistake that was
// graded together with it. Its other checks must end as on the embedded provider all the same.
func (r *run) excused(onKind graded) bool {
	return slices.ContainsFunc(r.differences, func(d difference) bool {
		return d.lab == onKind.Lab && (d.name == onKind.Case || slices.Contains(onKind.With, d.name))
	})
}

// known looks a difference up.
func (r *run) known(lab, name, check string) (reason string, known bool) {
	for _, d := range r.differences {
		if d.lab == lab && d.name == name && d.check == check {
			return d.reason, true
		}
	}
	return "", false
}

// union are the keys of both, in order.
func union[V any](a, b map[string]V) []string {
	return slices.Sorted(maps.Keys(sets.KeySet(a).Union(sets.KeySet(b))))
}
