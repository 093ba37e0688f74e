package providers

import (
	"errors"

	"github.com/podium-labs/podium/fixtures/kind"
	"github.com/podium-labs/podium/fixtures/kind/engine"
)

// Next says what to do about an error of a provider; fallback where nothing special is known.
func Next(err error, fallback string) string {
	if known, ok := errors.AsType[*engine.Fault](err); ok {
		return known.Next()
	}
	if known, ok := errors.AsType[*kind.ExistsError](err); ok {
		return known.Next()
	}
	return fallback
}
