//go:build !linux

package answer

import "errors"

// resident is not known here; the process still watches itself.
func resident(int) (int64, error) { return 0, errors.ErrUnsupported }
