package board_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/podium-labs/podium/ci/need"
	"github.com/podium-labs/podium/graders/board"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/labs/rollouts"
)

const (
	// patience bounds what a page may take to come to a state, on a machine that is busy with other tests.
	patience = 60 * time.Second
)

// chrome is a running browser.
type chrome struct{ ctx context.Context }

// browser starts a Chromium that ends with the test.
func browser(t *testing.T) chrome {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(need.Chromium(t)), chromedp.UserDataDir(t.TempDir()),
		chromedp.Headless, chromedp.NoFirstRun, chromedp.NoSandbox,
	}
	for _, flag := range []string{"disable-gpu", "disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	t.Cleanup(closeBrowser)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return chrome{ctx}
}

// tab is one page of the board in a browser.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// look says how a page is looked at.
type look struct {
	width, height int64
	dark, still   bool
}

// open opens an address in a tab of its own. Whatever the page complains about on its console fails the test, as does anything that the content
// policy had to forbid.
func (c chrome) open(t *testing.T, address string, how look) *tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(c.ctx)
	limited, cancel := context.WithTimeout(ctx, 3*patience)
	var group sync.WaitGroup
	t.Cleanup(func() { cancel(); closeTab(); group.Wait() })
	p := &tab{t: t, ctx: limited}
	p.do(chromedp.EmulateViewport(how.width, how.height), media(how))
	messages := chromedp.Console(limited)
	group.Go(func() {
		for message, err := range messages {
			if err != nil {
				return
			}
			switch message.Type {
			case chromedp.ConsoleError, chromedp.ConsoleWarning, chromedp.ConsoleException:
				t.Errorf("console: %s", message)
			}
		}
	})
	p.do(chromedp.Navigate(address))
	p.until(`document.body.dataset.loaded === 'true'`)
	return p
}

func media(how look) chromedp.Action[chromedp.Void] {
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "no-preference"}}
	if how.dark {
		features[0].Value = "dark"
	}
	if how.still {
		features[1].Value = "reduce"
	}
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// until waits for a condition of the page. chromedp's own way compiles text in the page, which the content policy forbids.
func (p *tab) until(condition string) {
	p.t.Helper()
	wait := fmt.Sprintf(`new Promise((done) => {
		const end = performance.now() + %d;
		const look = () => ((%s) ? done(true) : performance.now() > end ? done(false) : setTimeout(look, 20));
		look();
	})`, patience.Milliseconds(), condition)
	held, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](wait, chromedp.EvalAwaitPromise))
	if err != nil || !held {
		p.t.Fatalf("the page never came to %s: %v\n%s", condition, err, value[string](p, `document.querySelector('.told').innerText + document.querySelector('.controls').innerText + (document.activeElement.outerHTML).slice(0, 300)`))
	}
}

// value evaluates an expression in the page.
func value[T any](p *tab, expression string) T {
	p.t.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return got
}

func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(chromedp.Click(chromedp.Search(selector)))
}

func (p *tab) press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(key))
	}
}

// shot keeps a picture of the page if PODIUM_SHOTS names a folder for it.
func (p *tab) shot(name string) {
	p.t.Helper()
	dir := os.Getenv("PODIUM_SHOTS")
	if dir == "" {
		return
	}
	picture, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o600)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// serve shows an attempt until the test ends.
func serve(t *testing.T, a *attempt, language string, adjust func(*board.Options)) *board.Board {
	t.Helper()
	words, err := lang.New(language)
	if err != nil {
		t.Fatal(err)
	}
	options := board.Options{Journal: a.path, Words: words, Lab: rollouts.Lab(), Poll: 10 * time.Millisecond}
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
