package board_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/podium-labs/podium/ci/need/browser"
	"github.com/podium-labs/podium/graders/board"
)

// TestLayout looks at the page in every width, colour scheme and language: nothing may stick out, and with PODIUM_SHOTS set a
// picture of each is kept.
func TestLayout(t *testing.T) {
	chromium := browser.Start(t)
	rolled, scheduled := newAttempt(t), newAttempt(t)
	rollOut(rolled)
	scheduling(scheduled)
	for _, c := range []struct {
		name, language string
		a              *attempt
		how            browser.Look
	}{
		{"rollout-1280-light", "en", rolled, browser.Look{Width: 1280, Height: 860}},
		{"rollout-1280-dark", "en", rolled, browser.Look{Width: 1280, Height: 860, Dark: true}},
		{"rollout-390-light", "en", rolled, browser.Look{Width: 390, Height: 844}},
		{"rollout-390-dark-ja", "ja", rolled, browser.Look{Width: 390, Height: 844, Dark: true}},
		{"rollout-1920-light-ja", "ja", rolled, browser.Look{Width: 1920, Height: 1080}},
		{"scheduling-1280-light", "en", scheduled, browser.Look{Width: 1280, Height: 860}},
		{"scheduling-1280-dark-ja", "ja", scheduled, browser.Look{Width: 1280, Height: 860, Dark: true}},
		{"scheduling-390-light", "en", scheduled, browser.Look{Width: 390, Height: 844}},
		{"scheduling-768-dark", "en", scheduled, browser.Look{Width: 768, Height: 1024, Dark: true}},
		{"scheduling-1920-dark", "en", scheduled, browser.Look{Width: 1920, Height: 1080, Dark: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := serve(t, c.a, c.language, func(o *board.Options) { o.Scores = scored(t, c.a.lab, c.language) })
			p := open(t, chromium, b.URL(), c.how)
			p.until(`document.querySelector('.total b').textContent.match(/^\d/)`)
			if c.a == rolled {
				p.click(`.chapters button:nth-child(2)`)
				midway(t, p)
			}
			p.Do(chromedp.Evaluate[chromedp.Void](`scrollTo(0, 0)`), frame())
			p.until(`document.getAnimations().length === 0`)
			p.Shot(c.name)
			if wide := value[int](p, `document.documentElement.scrollWidth`); wide > int(c.how.Width) {
				t.Errorf("the page is %d wide", wide)
			}
			if c.a == rolled {
				captionsStandFree(t, p)
			}
		})
	}
}

// captionsStandFree moves the playhead from the end to the left: at no place may it cross what the limits are called.
func captionsStandFree(t *testing.T, p tab) {
	t.Helper()
	p.Do(chromedp.Focus(chromedp.Search(`#position`)))
	p.Press(kb.End)
	for range 15 {
		p.Press(kb.ArrowLeft)
		p.Do(frame())
		crossed := value[string](p, `(() => {
			const head = document.querySelector('.chart .head path').getBoundingClientRect();
			const captions = [...document.querySelectorAll('.chart .caption')];
			if (!captions.length) return 'no captions';
			return captions.filter((c) => { const is = c.getBoundingClientRect(); return is.left < head.right && is.right > head.left; }).map((c) => c.textContent).join();
		})()`)
		if crossed != "" {
			t.Errorf("the playhead crosses %q", crossed)
		}
	}
}

// midway puts the page to a moment of the rollout at which Pods of both templates are there and one of the old ones is going.
func midway(t *testing.T, p tab) {
	t.Helper()
	p.click(`#play`) // it plays already
	p.Do(chromedp.Focus(chromedp.Search(`#position`)))
	p.Press(kb.Home)
	for range 100 {
		if value[bool](p, `document.querySelectorAll('.nodes .pod[data-state="terminating"]').length > 0 && document.querySelectorAll('.nodes .pod[data-hue="1"]').length > 2`) {
			return
		}
		p.Press(kb.ArrowRight)
		p.Do(frame())
	}
	t.Fatal("no Pod of the old template is ever seen going")
}
