package board_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/podium-labs/podium/ci/need/browser"
	"github.com/podium-labs/podium/graders/board"
	"github.com/podium-labs/podium/graders/lang"
)

// tab is one page of the board in a browser.
type tab struct{ *browser.Tab }

// open opens an address in a tab of its own.
func open(t *testing.T, chrome browser.Chrome, address string, how browser.Look) tab {
	t.Helper()
	p := tab{chrome.Open(t, address, how)}
	p.until(`document.body.dataset.loaded === 'true'`)
	return p
}

func (p tab) until(condition string) {
	p.Until(condition, `document.querySelector('.told').innerText + document.querySelector('.controls').innerText + (document.activeElement.outerHTML).slice(0, 300)`)
}

func value[T any](p tab, expression string) T { return browser.Value[T](p.Tab, expression) }

func (p tab) click(selector string) { p.Do(chromedp.Click(chromedp.Search(selector))) }

// serve shows an attempt until the test ends.
func serve(t *testing.T, a *attempt, language string, adjust func(*board.Options)) *board.Board {
	t.Helper()
	words, err := lang.New(language)
	if err != nil {
		t.Fatal(err)
	}
	options := board.Options{Journal: a.path, Words: words, Lab: a.lab, Poll: 10 * time.Millisecond}
	if adjust != nil {
		adjust(&options)
	}
	b, err := board.Listen(t.Context(), options)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil && !strings.Contains(err.Error(), "context canceled") {
			t.Error(err)
		}
	})
	return b
}
