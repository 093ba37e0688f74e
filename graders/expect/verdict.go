// Package expect holds assertions over evidence that are named as sentences and explain themselves.
package expect

import (
	"fmt"
	"strings"

	"github.com/onsi/gomega/types"

	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/explain"
	"github.com/podium-labs/podium/graders/lang"
)

// Verdict is the outcome of one assertion with everything a learner needs to see why.
type Verdict struct {
	// OK is true if the assertion holds.
	OK bool
	// Expected and Actual say what should have been and what was; both are set in either case.
	Expected, Actual lang.Message
	// Why explains a failure; empty if it holds.
	Why lang.Message
	// When is the moment that decided, if one did.
	When evidence.Moment
	// Layer is where the chain stopped; empty if it did not.
	Layer explain.Layer
}

// because fills in why and where a verdict failed.
func (v Verdict) because(f explain.Finding) Verdict {
	v.Why, v.Layer = f.Why, f.Layer
	return v
}

// English is the verdict as plain lines, for `go test` and for logs.
func (v Verdict) English() string {
	printer, err := lang.New(lang.English)
	if err != nil {
		return err.Error()
	}
	lines := []string{"expected: " + printer.Say(v.Expected), "seen:     " + printer.Say(v.Actual)}
	if !v.Why.Empty() {
		lines = append(lines, "because:  "+printer.Say(v.Why))
	}
	if !v.When.IsZero() {
		lines = append(lines, fmt.Sprintf("when:     %s (%s %s)", v.When.At.Format("15:04:05.000"), v.When.Kind, v.When.Name))
	}
	if v.Layer != "" {
		lines = append(lines, "layer:    "+string(v.Layer))
	}
	return strings.Join(lines, "\n")
}

// Matcher is a Gomega matcher that has a Verdict after Match.
type Matcher interface {
	types.GomegaMatcher
	Verdict() Verdict
}

// judged makes a Matcher of a function that judges one kind of subject.
type judged[T any] struct {
	judge   func(T) (Verdict, error)
	verdict Verdict
}

func matcher[T any](judge func(T) (Verdict, error)) Matcher { return &judged[T]{judge: judge} }

// Match judges actual. Its error means that the evidence did not allow a judgement.
func (m *judged[T]) Match(actual any) (bool, error) {
	subject, ok := actual.(T)
	if !ok {
		var want T
		return false, fmt.Errorf("match %T: this matcher judges %T", actual, want)
	}
	verdict, err := m.judge(subject)
	m.verdict = verdict
	return verdict.OK, err
}

// FailureMessage is the verdict of a failed Match.
func (m *judged[T]) FailureMessage(any) string { return m.verdict.English() }

// NegatedFailureMessage is the verdict of a Match that should not have held.
func (m *judged[T]) NegatedFailureMessage(any) string { return "not " + m.verdict.English() }

// Verdict is that of the last Match.
func (m *judged[T]) Verdict() Verdict { return m.verdict }

// All holds if every matcher holds; its verdict is the first that does not, or else that of the last.
func All(matchers ...Matcher) Matcher { return &all{matchers: matchers} }

type all struct {
	matchers []Matcher
	verdict  Verdict
}

// Match asks the matchers in order and stops at the first that fails.
func (a *all) Match(actual any) (bool, error) {
	for _, m := range a.matchers {
		ok, err := m.Match(actual)
		a.verdict = m.Verdict()
		if err != nil || !ok {
			return false, err
		}
	}
	return len(a.matchers) > 0, nil
}

// FailureMessage is the verdict of the matcher that failed.
func (a *all) FailureMessage(any) string { return a.verdict.English() }

// NegatedFailureMessage is the verdict of a Match that should not have held.
func (a *all) NegatedFailureMessage(any) string { return "not " + a.verdict.English() }

// Verdict is that of the last Match.
func (a *all) Verdict() Verdict { return a.verdict }
