package report

import (
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/result/export"
)

// OptionsFor are those of documents about many records in one language.
func OptionsFor(language string) export.Options {
	return exportOptions([]*result.Record{{Language: language}})
}
