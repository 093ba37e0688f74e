// Package browser looks at pages with a real Chromium in tests.
package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/podium-labs/podium/ci/need"
)

// shots names a folder in which pictures are kept.
const shots = "PODIUM_SHOTS"

const (
	// patience bounds what a page may take to come to a state, on a machine that is busy with other tests.
	patience = 60 * time.Second
	// limit bounds all that is done with one page.
	limit = 3 * patience
)

// Chrome is a running browser.
type Chrome struct{ ctx context.Context }

// Start starts a Chromium that ends with the test. Where there is none, need.Chromium decides.
func Start(t *testing.T) Chrome {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(need.Chromium(t)), chromedp.UserDataDir(t.TempDir()), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoSandbox,
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
	return Chrome{ctx}
}

// Look says how a page is looked at.
type Look struct {
	// Width and Height are in pixels.
	Width, Height int64
	// Dark prefers dark colours, Still no motion.
	Dark, Still bool
}

// Tab is one page.
type Tab struct {
	t   *testing.T
	ctx context.Context
}

// Open opens an address in a tab of its own. Whatever the page complains about on its console fails the test, as does anything
// that its content policy had to forbid.
func (c Chrome) Open(t *testing.T, address string, how Look) *Tab {
	t.Helper()
	ctx, closeTab := chromedp.NewContext(c.ctx)
	limited, cancel := context.WithTimeout(ctx, limit)
	var group sync.WaitGroup
	t.Cleanup(func() { cancel(); closeTab(); group.Wait() })
	p := &Tab{t: t, ctx: limited}
	p.Do(chromedp.EmulateViewport(how.Width, how.Height), how.media())
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
	p.Do(chromedp.Navigate(address))
	return p
}

func (how Look) media() chromedp.Action[chromedp.Void] {
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "light"}, {Name: "prefers-reduced-motion", Value: "no-preference"}}
	if how.Dark {
		features[0].Value = "dark"
	}
	if how.Still {
		features[1].Value = "reduce"
	}
	return chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	})
}

// Do does something with the page, or ends the test.
func (p *Tab) Do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// Until waits for a condition of the page, and ends the test if it never comes true. chromedp's own way compiles text in the
// page, which a content policy forbids. shown is an expression for what to print then.
func (p *Tab) Until(condition, shown string) {
	p.t.Helper()
	wait := fmt.Sprintf(`new Promise((done) => {
		const end = performance.now() + %d;
		const look = () => ((%s) ? done(true) : performance.now() > end ? done(false) : setTimeout(look, 20));
		look();
	})`, patience.Milliseconds(), condition)
	held, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](wait, chromedp.EvalAwaitPromise))
	if err != nil || !held {
		p.t.Fatalf("the page never came to %s: %v\n%s", condition, err, Value[string](p, shown))
	}
}

// Value evaluates an expression in the page, or ends the test.
func Value[T any](p *Tab, expression string) T {
	p.t.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return got
}

// Awaited evaluates a promise in the page, or ends the test.
func Awaited[T any](p *Tab, expression string) T {
	p.t.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return got
}

// Press presses keys, one after the other.
func (p *Tab) Press(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.Do(chromedp.KeyEvent(key))
	}
}

// Shot keeps a picture of the page if PODIUM_SHOTS names a folder for it.
func (p *Tab) Shot(name string) {
	p.t.Helper()
	dir := os.Getenv(shots)
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
