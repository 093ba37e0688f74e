package board_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/podium-labs/podium/graders/board"
)

// TestLayout looks at the page in every width, colour scheme and language: nothing may stick out, and with PODIUM_SHOTS set a
// picture of each is kept.
func TestLayout(t *testing.T) {
	chromium := browser(t)
	rolled, scheduled := newAttempt(t), newAttempt(t)
	rollOut(rolled)
	scheduling(scheduled)
	for _, c := range []struct {
		name, language string
		a              *attempt
		how            look
	}{
		{"rollout-1280-light", "en", rolled, look{width: 1280, height: 860}},
		{"rollout-1280-dark", "en", rolled, look{width: 1280, height: 860, dark: true}},
		{"rollout-390-light", "en", rolled, look{width: 390, height: 844}},
		{"rollout-390-dark-ja", "ja", rolled, look{width: 390, height: 844, dark: true}},
		{"rollout-1920-light-ja", "ja", rolled, look{width: 1920, height: 1080}},
		{"scheduling-1280-light", "en", scheduled, look{width: 1280, height: 860}},
		{"scheduling-1280-dark-ja", "ja", scheduled, look{width: 1280, height: 860, dark: true}},
		{"scheduling-390-light", "en", scheduled, look{width: 390, height: 844}},
		{"scheduling-768-dark", "en", scheduled, look{width: 768, height: 1024, dark: true}},
		{"scheduling-1920-dark", "en", scheduled, look{width: 1920, height: 1080, dark: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := serve(t, c.a, c.language, func(o *board.Options) { o.Scores = scored(t, c.language) })
			p := chromium.open(t, b.URL(), c.how)
			p.until(`document.querySelector('.total b').textContent.match(/^\d/)`)
			if c.a == rolled {
				p.click(`.chapters button:nth-child(2)`)
				midway(p)
			}
			p.do(chromedp.Evaluate[chromedp.Void](`scrollTo(0, 0)`), frame())
			p.until(`document.getAnimations().length === 0`)
			p.shot(c.name)
			if wide := value[int](p, `document.documentElement.scrollWidth`); wide > int(c.how.width) {
				t.Errorf("the page is %d wide", wide)
			}
		})
	}
}

// midway puts the page to a moment of the rollout at which Pods of both templates are there and one of the old ones is going.
func midway(p *tab) {
	p.t.Helper()
	p.click(`#play`) // it plays already
	p.do(chromedp.Focus(chromedp.Search(`#position`)))
	p.press(kb.Home)
	for range 100 {
		if value[bool](p, `document.querySelectorAll('.nodes .pod[data-state="terminating"]').length > 0 && document.querySelectorAll('.nodes .pod[data-hue="1"]').length > 2`) {
			return
		}
		p.press(kb.ArrowRight)
		p.do(frame())
	}
	p.t.Fatal("no Pod of the old template is ever seen going")
}
