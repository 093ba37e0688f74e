package run

import (
	"cmp"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// faultOf is what ends a grading without a score, in the language of the record that it goes into.
func faultOf(language, phase string, err error, next string) *result.Error {
	words, langErr := lang.New(cmp.Or(language, lang.English))
	if langErr != nil { // no record has been made in a language that there is not
		return &result.Error{Phase: phase, Message: err.Error(), Next: next}
	}
	return &result.Error{Phase: phase, Message: words.Err(err), Next: words.Advice(next)}
}
