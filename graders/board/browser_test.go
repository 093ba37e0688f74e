package board_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/podium-labs/podium/ci/need/browser"
	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/board"
)

// laptop is how most people look at the board.
func laptop() browser.Look { return browser.Look{Width: 1280, Height: 860, Still: true} }

// pods counts the Pods on nodes of one state and template; -1 is any template.
func pods(state string, hue int) string {
	selector := fmt.Sprintf(`.nodes .pod[data-state=%q]`, state)
	if hue >= 0 {
		selector += fmt.Sprintf(`[data-hue="%d"]`, hue)
	}
	return fmt.Sprintf(`document.querySelectorAll(%s).length`, strconv.Quote(selector))
}

// TestARolloutIsSeenScrubbedBackAndUndone is the acceptance of the board: live, a rollout and an undo are seen as they happen;
// afterwards every moment of them can be seen again.
func TestARolloutIsSeenScrubbedBackAndUndone(t *testing.T) {
	chromium := browser.Start(t)
	a := newAttempt(t)
	p := open(t, chromium, serve(t, a, "en", func(o *board.Options) { o.Live = true }).URL(), laptop())
	if value[string](p, `location.search`) != "" || value[string](p, `document.cookie`) != "" {
		t.Error("the token is there for scripts to see")
	}
	a.wait(20 * time.Second)
	web := a.deploy("web", oldImage, 4, objects.Worker, objects.Worker2, objects.Worker3)
	a.flush()
	p.until(pods("ready", 0) + ` === 4`)
	web.image(newImage)
	a.flush()
	p.until(pods("ready", 1) + ` === 4 && ` + pods("ready", 0) + ` === 0`)
	p.until(`document.querySelector('#workload-list .set b').textContent === 'r2'`)

	p.click(`.chapters button:nth-child(2)`) // slow motion of the rollout
	p.until(pods("ready", 0) + ` === 4 && document.querySelector('#speed').textContent !== '1×'`)
	p.until(`document.querySelector('#live').ariaPressed === 'false'`)
	p.click(`#play`)
	seen := rollingSteps(t, p)
	if seen.most != 6 || seen.least != 4 {
		t.Errorf("step by step there are at most %d Pods and at least %d ready", seen.most, seen.least)
	}

	p.click(`#live`)
	web.image(oldImage)
	a.flush()
	p.until(pods("ready", 0) + ` === 4 && ` + pods("ready", 1) + ` === 0`)
	p.until(`document.querySelector('#workload-list .set b').textContent === 'r3'`)
	p.until(`document.querySelector('.chapters button:nth-child(3) use')?.getAttribute('href') === '#i-undo'`)
	p.click(`.chapters button:first-child`)
	p.click(`#live`)
	p.until(`document.querySelectorAll('.mark.rollout, .mark.undo').length === 2`)
}

// extremes are what was seen at worst.
type extremes struct{ most, least int }

// rollingSteps goes through a rollout change by change until the old template has no Pod left.
func rollingSteps(t *testing.T, p tab) extremes {
	t.Helper()
	found := extremes{most: 0, least: 99}
	for range 200 {
		chart := value[string](p, `document.querySelector('#chart-title').textContent`)
		var all, ready int
		if _, err := fmt.Sscanf(chart, "Pods of web over time: at this moment %d, of them %d ready", &all, &ready); err != nil {
			t.Fatalf("%q: %v", chart, err)
		}
		found.most, found.least = max(found.most, all), min(found.least, ready)
		if value[bool](p, pods("ready", 1)+` === 4 && document.querySelectorAll('.nodes .pod[data-hue="0"]').length === 0`) {
			return found
		}
		before := value[string](p, `document.querySelector('.count').textContent`)
		p.click(`#next`)
		p.until(fmt.Sprintf(`document.querySelector('.count').textContent !== %q`, before))
		p.Do(frame())
	}
	t.Fatal("the rollout never ended")
	return found
}

// frame waits until the page has drawn what it knows.
func frame() chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`, chromedp.EvalAwaitPromise)
}

// TestKeyboard goes the way of somebody without a mouse.
func TestKeyboard(t *testing.T) {
	chromium := browser.Start(t)
	a := newAttempt(t)
	rollOut(a)
	p := open(t, chromium, serve(t, a, "en", func(o *board.Options) { o.Scores = scored(t, a.lab, "en") }).URL(), laptop())
	p.Press(kb.Tab)
	p.until(`document.activeElement.classList.contains('skip')`)
	p.Press(kb.Enter)
	p.until(`document.activeElement.id === 'position'`)
	end := value[string](p, `document.activeElement.ariaValueText ?? document.activeElement.getAttribute('aria-valuetext')`)
	p.Press(kb.Home)
	p.until(`document.querySelectorAll('.nodes .pod').length === 0`)
	p.Press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	p.until(`document.querySelector('.count').textContent.startsWith('change 4 of')`)
	p.Press(kb.ArrowLeft)
	p.until(`document.querySelector('.count').textContent.startsWith('change 3 of')`)
	p.Press(kb.End)
	p.until(fmt.Sprintf(`document.activeElement.getAttribute('aria-valuetext') === %q`, end))
	p.Press(" ")
	p.until(`document.querySelector('#play').ariaLabel === 'Pause'`)
	p.Press(" ")
	p.until(`document.querySelector('#play').ariaLabel === 'Play'`)
	p.Press(kb.End)
	p.until(fmt.Sprintf(`document.querySelector('#announce').textContent !== '' && %q.endsWith(document.querySelector('#announce').textContent)`, end))

	// a Pod can be reached, and keeps the focus while it moves
	p.Do(chromedp.Focus(chromedp.Search(`.nodes .pod`)))
	p.Press(kb.Enter)
	p.until(`document.activeElement.matches('.pod[aria-pressed="true"]') && document.querySelectorAll('#chain .column').length === 4`)
	p.Press(kb.ArrowLeft)
	p.until(`document.querySelector('.count').textContent.startsWith('change ') && document.activeElement.matches('.pod')`)

	// a failed check leads to its moment, which is resourceVersion 40: two versions before it changed nothing that one sees
	p.Do(chromedp.Focus(chromedp.Search(`li[data-status="failed"] summary`)))
	p.Press(kb.Enter, kb.Tab, kb.Enter)
	p.until(`document.querySelector('.count').textContent.startsWith('change 38 of')`)
}

// TestWhatTheClusterSaysStaysText puts markup wherever a learner can put text.
func TestWhatTheClusterSaysStaysText(t *testing.T) {
	chromium := browser.Start(t)
	a := newAttempt(t)
	const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`
	a.nodes[1].Labels[evil] = evil
	a.nodes[1].Labels["topology.kubernetes.io/zone"] = evil
	a.put("Node", a.nodes[1])
	a.deploy("web"+evil, evil, 2, objects.Worker)
	a.stuck(a.pod("__proto__", nil, "", evil), evil)
	a.flush()
	p := open(t, chromium, serve(t, a, "en", nil).URL(), laptop())
	p.until(`document.querySelectorAll('.pod').length >= 3`)
	p.click(`.nodes .pod`)
	p.until(`document.querySelectorAll('#chain .column').length === 4`)
	if value[bool](p, `document.querySelector('img, main script, iframe') !== null`) || strings.Contains(value[string](p, `document.title`), "owned") {
		t.Error("markup got into the page")
	}
	if !strings.Contains(value[string](p, `document.querySelector('#zones').textContent`), `onerror="document.title`) {
		t.Error("the text itself is not shown")
	}
}
