package summary_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/podium-labs/podium/ci/need/browser"
)

// open shows a page from a file, as an instructor does.
func open(t *testing.T, chrome browser.Chrome, source string, how browser.Look) *browser.Tab {
	t.Helper()
	name := filepath.Join(t.TempDir(), "summary.html")
	if err := os.WriteFile(name, []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	return chrome.Open(t, "file://"+name, how)
}

// TestLayout looks at the page in every width, colour scheme and language: nothing may stick out.
func TestLayout(t *testing.T) {
	chrome := browser.Start(t)
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
			p := open(t, chrome, page(t, c.language, class(t, 60, c.language, list...), c.several), browser.Look{Width: c.width, Height: c.height, Dark: c.dark})
			p.Shot(c.name)
			if wide := browser.Value[int](p, `document.documentElement.scrollWidth`); wide > int(c.width) {
				t.Errorf("the page is %d wide", wide)
			}
			if rows := browser.Value[int](p, `document.querySelectorAll('.heat tbody tr').length`); rows != 61 {
				t.Errorf("%d submissions", rows)
			}
			if background := browser.Value[string](p, `getComputedStyle(document.body).backgroundColor`); (background == "rgb(18, 20, 25)") != c.dark {
				t.Errorf("the style was not applied: %s", background)
			}
		})
	}
}

// all is a function of the page: there are such elements, and every one is so.
const all = `var all = (selector, is) => { const found = [...document.querySelectorAll(selector)]; return found.length > 0 && found.every(is); }; `

// TestKeyboardAndScreenReader goes the way of somebody without a mouse, and asks for what somebody hears who does not see.
func TestKeyboardAndScreenReader(t *testing.T) {
	p := open(t, browser.Start(t), page(t, "en", class(t, 60, "en", oneLab()...), false), browser.Look{Width: 1280, Height: 800})
	p.Press(kb.Tab)
	if !browser.Value[bool](p, `document.activeElement.matches('.skip') && document.activeElement.getBoundingClientRect().top >= 0`) {
		t.Error("the first stop does not skip to the results, or is not seen")
	}
	p.Press(kb.Enter)
	if !browser.Value[bool](p, `location.hash === '#everyone'`) {
		t.Error("it does not lead to the results")
	}
	p.Press(kb.Tab)
	if !browser.Value[bool](p, `document.activeElement.matches('.scroll.tall[role=region][aria-labelledby=everyone]')`) {
		t.Error("the table cannot be reached")
	}
	for range 3 {
		p.Press(kb.ArrowDown)
	}
	p.Until(`document.activeElement.scrollTop > 0`, `document.activeElement.outerHTML.slice(0, 80) + ' ' + document.activeElement.scrollTop`)
	for expression, wrong := range map[string]string{
		`document.querySelectorAll('h1').length === 1`:                                                  "there must be one heading of the page",
		`all('section', s => document.getElementById(s.getAttribute('aria-labelledby'))?.textContent)`:  "a section has no name",
		`all('th', h => ['col', 'row'].includes(h.scope) && h.textContent.trim())`:                      "a head of a table has no scope or text",
		`all('tbody tr', r => r.querySelector('th[scope=row]'))`:                                        "a row has no head",
		`all('svg', s => s.ariaHidden === 'true' || s.querySelector('title')?.textContent.length > 20)`: "a picture says nothing",
		`document.scripts.length === 0 && document.documentElement.lang === 'en'`:                       "there is a script, or no language",
		`all('.no', c => c.textContent.includes('no score'))`:                                           "a dash says nothing",
		`document.querySelector('section').classList.contains('bad')`:                                   "faults are not on top",
	} {
		if !browser.Value[bool](p, all+expression) {
			t.Error(wrong)
		}
	}
	// details open by the keyboard
	p.Do(chromedp.Focus(chromedp.Search(`details summary`)))
	p.Press(kb.Enter)
	if !browser.Value[bool](p, `document.querySelector('details').open`) {
		t.Error("the table of the histogram does not open")
	}
}
