package answer

import "context"

// DeedKind says what is tried.
type DeedKind string

// What a confined process may be asked to try.
const (
	Read    DeedKind = "read"
	List    DeedKind = "list"
	Write   DeedKind = "write"
	Link    DeedKind = "link"
	Connect DeedKind = "connect to"
	Exec    DeedKind = "run"
)

// Deed is something that an answer's process tries to do once it is confined.
type Deed struct {
	Kind DeedKind `json:"kind"`
	// Target is a path, or host:port.
	Target string `json:"target,omitempty"`
	// Error is what stood in the way; empty if the deed was done.
	Error string `json:"error,omitempty"`
	// Denied is true if Error is that the right is missing, and not, for example, the file.
	Denied bool `json:"denied,omitempty"`
}

// Attempt starts an answer's process, lets it try the deeds in its sandbox, and ends it. Server is the address that it may
// connect to. Relative targets lie in the scratch folder of the process.
func Attempt(ctx context.Context, config Config, server string, deeds []Deed) ([]Deed, error) {
	config.server, config.deeds = server, deeds
	p, err := Start(ctx, config)
	if err != nil {
		return nil, err
	}
	defer func() { _ = p.Close() }() // the scratch lies in a temporary folder
	if _, err := p.Sandbox(ctx); err != nil {
		return nil, err
	}
	return p.deeds(), nil
}

func (p *Process) deeds() []Deed {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.child.deeds
}
