package board_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/podium-labs/podium/ci/need/browser"
	"github.com/podium-labs/podium/fixtures/objects"
)

// TestALongAttemptStaysUsable loads thousands of versions, as many as PODIUM_VERSIONS says. With go test -v it says how much time of
// a processor the page needed; nothing depends on that, because a machine may be busy.
func TestALongAttemptStaysUsable(t *testing.T) {
	versions := uint64(4000)
	if more, err := strconv.ParseUint(os.Getenv("PODIUM_VERSIONS"), 10, 64); err == nil {
		versions = more
	}
	chromium := browser.Start(t)
	a := newAttempt(t)
	web := a.deploy("web", oldImage, 4, objects.Worker, objects.Worker2, objects.Worker3)
	for a.rv < versions {
		a.wait(3 * time.Second)
		web.image(newImage)
		web.image(oldImage)
	}
	a.flush()
	p := open(t, chromium, serve(t, a, "en", nil).URL(), laptop())
	p.until(pods("ready", 0) + ` === 4`)
	before := p.cpu()
	p.Do(chromedp.Reload())
	p.until(`document.body.dataset.loaded === 'true'`)
	t.Logf("%d versions loaded and drawn: %s", a.rv, p.cpu()-before)
	for _, c := range []struct{ about, step string }{
		{"a jump anywhere", `slider.value = (i * 7919) % 100000; slider.dispatchEvent(new Event('input'))`},
		{"the next change", `document.querySelector(i === 0 ? '.chapters button:nth-child(3)' : '#next').click()`},
		{"the chart anew", `document.querySelector('.chapters button').click()`},
	} {
		before := p.cpu()
		browser.Awaited[bool](p.Tab, fmt.Sprintf(`(async () => {
			const slider = document.querySelector('#position');
			for (let i = 0; i < %d; i++) {
				%s;
				await new Promise(requestAnimationFrame);
			}
			return true;
		})()`, rounds, c.step))
		t.Logf("%s: %s", c.about, (p.cpu()-before)/rounds)
	}
	var seen, all uint64
	count := strings.ReplaceAll(value[string](p, `document.querySelector('.count').textContent`), ",", "")
	if _, err := fmt.Sscanf(count, "change %d of %d", &seen, &all); err != nil || all < versions*3/4 {
		t.Errorf("%q of %d versions, %v", count, a.rv, err)
	}
	p.Press(kb.ArrowLeft)
	p.until(`document.querySelector('#live').ariaPressed === 'false'`)
}

// rounds is how often something is done to know what it costs.
const rounds = 50

// cpu is how long the page's main thread has computed so far.
func (p tab) cpu() time.Duration {
	var spent time.Duration
	p.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		if _, err := cdp.Call(ctx, target, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks}); err != nil {
			return err
		}
		got, err := cdp.Call(ctx, target, performance.GetMetrics, cdp.Empty{})
		if err != nil {
			return err
		}
		for _, metric := range got.Metrics {
			if metric.Name == "TaskDuration" {
				spent = time.Duration(metric.Value * float64(time.Second))
			}
		}
		return nil
	}))
	return spent
}
