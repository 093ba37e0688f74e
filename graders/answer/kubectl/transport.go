package kubectl

import (
	"context"
	"io"
	"net/http"
)

// userAgent begins like that of the kubectl program: the API server makes the name of a field manager from it.
const userAgent = "kubectl/podium"

// bound ends every request with the context of the call, whatever context the command gave it.
type bound struct {
	next http.RoundTripper
	ctx  context.Context //nolint:containedctx // the transport belongs to one call
}

// RoundTrip sends one request unless the call is over.
func (b bound) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := b.ctx.Err(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(req.Context())
	stop := context.AfterFunc(b.ctx, cancel)
	release := func() {
		stop()
		cancel()
	}
	resp, err := b.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		release()
		return nil, err
	}
	resp.Body = &body{ReadCloser: resp.Body, release: release}
	return resp, nil
}

// body keeps the context of its request alive until it is closed.
type body struct {
	io.ReadCloser
	release func()
}

func (b *body) Close() error {
	defer b.release()
	return b.ReadCloser.Close()
}
