package lab

import (
	"context"
	"sync"

	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/board"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
)

// boardBeside is the board that a screen opens beside itself, at most once, and that ends with it.
type boardBeside struct {
	session *session
	printer *lang.Printer
	records *fan

	mu  sync.Mutex
	url string
}

// open serves the board until ctx ends and returns its address.
func (b *boardBeside) open(ctx context.Context) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.url == "" {
		page, err := board.Listen(ctx, board.Options{
			Journal: b.session.journal(), Live: true, Lab: b.session.lab, Words: b.printer,
			Scores: func(ctx context.Context) (<-chan *result.Record, error) { return b.records.subscribe(ctx), nil },
		})
		if err != nil {
			return "", err
		}
		b.url = page.URL()
		go func() { _ = page.Serve(ctx) }() // what breaks it shows in the browser
	}
	_ = ui.OpenBrowser(ctx, b.url) // the address is shown all the same
	return b.url, nil
}

// fan hands each record to everybody who wants it. Who is slow gets the newest only.
type fan struct {
	mu   sync.Mutex
	last *result.Record
	out  []chan *result.Record
	done bool
}

// spread passes on records until there are no more.
func (f *fan) spread(records <-chan *result.Record) {
	for record := range records {
		f.mu.Lock()
		f.last = record
		for _, out := range f.out {
			offer(out, record)
		}
		f.mu.Unlock()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.done = true
	for _, out := range f.out {
		close(out)
	}
	f.out = nil
}

// subscribe begins with the newest record there is.
func (f *fan) subscribe(ctx context.Context) <-chan *result.Record {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := make(chan *result.Record, 1)
	if f.last != nil {
		out <- f.last
	}
	if f.done || ctx.Err() != nil {
		close(out)
		return out
	}
	f.out = append(f.out, out)
	return out
}

// offer puts the newest record where a receiver finds it. Only spread sends, so there is room after what was there is taken out.
func offer(out chan *result.Record, newest *result.Record) {
	select {
	case <-out: // nobody has looked at it
	default:
	}
	out <- newest
}
