package export

import (
	"encoding/json"
	"fmt"
	"io"
)

// writeJSON writes one indented document.
func writeJSON(w io.Writer, document any) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(document); err != nil {
		return fmt.Errorf("encode report: %w", err)
	}
	return nil
}
