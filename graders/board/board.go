// Package board shows a recorded attempt as a web page: the nodes, the Pods that move onto them, and a timeline to go back and forth on.
package board

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/podium-labs/podium/graders/board/scene"
	"github.com/podium-labs/podium/graders/evidence"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/labs"
)

// Options say what is shown.
type Options struct {
	// Journal is the file in which the history of the attempt is recorded, or was.
	Journal string
	// Live is true if the journal is still being written.
	Live bool
	// Lab, if set, is the lab whose tasks are shown beside.
	Lab *labs.Lab
	// Words is the language of the page; it must be set.
	Words *lang.Printer
	// Scores, if set, delivers a record whenever the attempt has been graded anew. It ends with ctx.
	Scores func(ctx context.Context) (<-chan *result.Record, error)
	// Port is the port on the loopback interface; 0 takes any free one.
	Port int
	// Poll is how often a live journal is looked at; 100 ms if zero.
	Poll time.Duration
}

// Board is a web server that belongs to one person on this machine.
type Board struct {
	options  Options
	listener net.Listener
	guard    guard
	feed     *feed
	page     []byte
}

// defaultPoll is short enough to seem immediate and long enough to cost nothing.
const defaultPoll = 100 * time.Millisecond

// Listen opens the port. Nobody is served before Serve.
func Listen(ctx context.Context, options Options) (*Board, error) {
	if options.Poll == 0 {
		options.Poll = defaultPoll
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", net.JoinHostPort(loopback, strconv.Itoa(options.Port)))
	if err != nil {
		return nil, fmt.Errorf("open port for the board: %w", err)
	}
	address, ok := listener.Addr().(*net.TCPAddr)
	if !ok {
		return nil, errors.Join(fmt.Errorf("open port for the board: %s is no TCP address", listener.Addr()), listener.Close())
	}
	b := &Board{options: options, listener: listener, guard: guard{token: rand.Text(), port: address.Port, words: options.Words}, feed: newFeed()}
	if b.page, err = b.render(); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return b, nil
}

// loopback is the one interface that is ever listened on.
const loopback = "127.0.0.1"

// URL is the address of the page, with the token that opens it.
func (b *Board) URL() string {
	return (&url.URL{Scheme: "http", Host: b.guard.host(), Path: "/", RawQuery: url.Values{tokenParameter: {b.guard.token}}.Encode()}).String()
}

// Serve shows the attempt until ctx ends.
func (b *Board) Serve(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	server := &http.Server{
		Handler:           b.guard.protect(b.routes()),
		ReadHeaderTimeout: headerLimit,
		ErrorLog:          log.New(io.Discard, "", 0),                        // about broken connections, which are nobody's business
		BaseContext:       func(net.Listener) context.Context { return ctx }, // ends the streams
	}
	group.Go(func() error { return b.follow(ctx) })
	group.Go(func() error { return b.watchScores(ctx) })
	group.Go(func() error {
		if err := server.Serve(b.listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("serve the board: %w", err)
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeLimit)
		defer cancel()
		if server.Shutdown(last) != nil {
			_ = server.Close() // somebody held on to a connection; nothing is lost by it
		}
		return nil
	})
	return group.Wait()
}

// How long a request may take to arrive, and open connections to close.
const (
	headerLimit = 5 * time.Second
	closeLimit  = time.Second
)

// follow reads the journal into the feed. What comes in one go is put in order first: the watches of different kinds
// do not deliver in the order of their resourceVersions.
func (b *Board) follow(ctx context.Context) error {
	tail, err := evidence.OpenTail(b.options.Journal)
	if err != nil {
		return err
	}
	defer tail.Close()
	projector := scene.New(b.options.Words)
	ticker := time.NewTicker(b.options.Poll)
	defer ticker.Stop()
	for ctx.Err() == nil {
		versions, more, err := tail.Read()
		if errors.Is(err, evidence.ErrReplaced) {
			b.feed.end()
			return nil
		}
		if err := errors.Join(err, b.feed.add(projector, versions)); err != nil {
			return err
		}
		if more {
			continue
		}
		b.feed.loaded()
		if !b.options.Live {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
	return nil
}
