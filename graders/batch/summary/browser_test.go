package summary_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/podium-labs/podium/ci/need"
)

const (
	// patience bounds what a page may take, on a machine that is busy with other tests.
	patience = 3 * time.Minute
)

// browser starts a Chromium that ends with the test.
func browser(t *testing.T) context.Context {
	t.Helper()
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(need.Chromium(t)), chromedp.UserDataDir(t.TempDir()), chromedp.Headless, chromedp.NoFirstRun, chromedp.NoSandbox,
	}
	for _, flag := range []string{"disable-gpu", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(flag, true))
	}
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, closeBrowser := chromedp.NewContext(allocator)
	t.Cleanup(closeBrowser)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("start Chromium: %v", err)
	}
	return ctx
}

// tab is the page in a browser.
type tab struct {
	t   *testing.T
	ctx context.Context
}

// open shows a page from a file, as an instructor does. Whatever it complains about on its console fails the test, as does anything that its content
// policy had to forbid.
func open(chrome context.Context, t *testing.T, source string, width, height int64, dark bool) *tab {
	t.Helper()
	name := filepath.Join(t.TempDir(), "summary.html")
	if err := os.WriteFile(name, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, closeTab := chromedp.NewContext(chrome)
	limited, cancel := context.WithTimeout(ctx, patience)
	var group sync.WaitGroup
	t.Cleanup(func() { cancel(); closeTab(); group.Wait() })
	p := &tab{t: t, ctx: limited}
	scheme := map[bool]string{true: "dark", false: "light"}[dark]
	p.do(chromedp.EmulateViewport(width, height), chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
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
	p.do(chromedp.Navigate("file://" + name))
	return p
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

func value[T any](p *tab, expression string) T {
	p.t.Helper()
	got, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return got
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

// TestLayout looks at the page in every width, colour scheme and language: nothing may stick out.
func TestLayout(t *testing.T) {
	chrome := browser(t)
	for _, c := range []struct {
		name, language string
		width, height  int64
		dark, several  bool
	}{
		{"summary-1280-light", "en", 1280, 4300, false, false},
		{"summary-1280-dark-ja", "ja", 1280, 4300, true, true},
		{"summary-390-light-ja", "ja", 390, 5600, false, false},
		{"summary-390-dark", "en", 390, 5600, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := oneLab()
			if c.several {
				list = twoLabs()
			}
			p := open(chrome, t, page(t, c.language, class(t, 60, c.language, list...), c.several), c.width, c.height, c.dark)
			p.shot(c.name)
			if wide := value[int](p, `document.documentElement.scrollWidth`); wide > int(c.width) {
				t.Errorf("the page is %d wide", wide)
			}
			if rows := value[int](p, `document.querySelectorAll('.heat tbody tr').length`); rows != 61 {
				t.Errorf("%d submissions", rows)
			}
			if background := value[string](p, `getComputedStyle(document.body).backgroundColor`); (background == "rgb(18, 20, 25)") != c.dark {
				t.Errorf("the style was not applied: %s", background)
			}
		})
	}
}

// TestKeyboardAndScreenReader goes the way of somebody without a mouse, and asks for what somebody hears who does not see.
func TestKeyboardAndScreenReader(t *testing.T) {
	p := open(browser(t), t, page(t, "en", class(t, 60, "en", oneLab()...), false), 1280, 800, false)
	press := func(key string) { p.do(chromedp.KeyEvent(key)) }
	press(kb.Tab)
	if !value[bool](p, `document.activeElement.matches('.skip') && document.activeElement.getBoundingClientRect().top >= 0`) {
		t.Error("the first stop does not skip to the results, or is not seen")
	}
	press(kb.Enter)
	if !value[bool](p, `location.hash === '#everyone'`) {
		t.Error("it does not lead to the results")
	}
	press(kb.Tab)
	if !value[bool](p, `document.activeElement.matches('.scroll.tall[role=region][aria-labelledby=everyone]')`) {
		t.Error("the table cannot be reached")
	}
	for range 3 {
		press(kb.ArrowDown)
	}
	for expression, wrong := range map[string]string{
		`document.querySelectorAll('h1').length === 1`: "there must be one heading of the page",
		`[...document.querySelectorAll('section')].every(s => document.getElementById(s.getAttribute('aria-labelledby'))?.textContent)`:  "a section has no name",
		`[...document.querySelectorAll('th')].every(h => ['col', 'row'].includes(h.scope) && h.textContent.trim())`:                      "a head of a table has no scope or text",
		`[...document.querySelectorAll('tbody tr')].every(r => r.querySelector('th[scope=row]'))`:                                        "a row has no head",
		`[...document.querySelectorAll('svg')].every(s => s.ariaHidden === 'true' || s.querySelector('title')?.textContent.length > 20)`: "a picture says nothing",
		`document.scripts.length === 0 && document.documentElement.lang === 'en'`:                                                        "there is a script, or no language",
		`[...document.querySelectorAll('.no')].every(c => c.textContent.includes('no score'))`:                                           "a dash says nothing",
		`document.querySelector('section').classList.contains('bad')`:                                                                    "faults are not on top",
	} {
		if !value[bool](p, expression) {
			t.Error(wrong)
		}
	}
	// details open by the keyboard
	p.do(chromedp.Focus(chromedp.Search(`details summary`)))
	press(kb.Enter)
	if !value[bool](p, `document.querySelector('details').open`) {
		t.Error("the table of the histogram does not open")
	}
}
