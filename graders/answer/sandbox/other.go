//go:build !linux

package sandbox

// Available returns ErrUnavailable.
func Available() error { return ErrUnavailable }

// Enter returns ErrUnavailable.
func Enter(Walls) error { return ErrUnavailable }
