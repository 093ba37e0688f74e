package board_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/ci/need/browser"
	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/board"
)

// TestTheLimitsOfARolloutAreDrawn: the lines of maxSurge and of ready Pods stand where their numbers belong, and say them.
func TestTheLimitsOfARolloutAreDrawn(t *testing.T) {
	chromium := browser.Start(t)
	a := newAttempt(t)
	a.wait(20 * time.Second)
	web := a.deploy("web", oldImage, 4, objects.Worker, objects.Worker2, objects.Worker3)
	a.wait(90 * time.Second)
	web.image(newImage)
	a.flush()
	p := open(t, chromium, serve(t, a, "en", nil).URL(), laptop())
	p.click(`.chapters button:nth-child(2)`)
	p.until(`document.querySelector('#speed').textContent !== '1×' && document.querySelector('.chart path.ready')`)
	for class, want := range map[string]string{"most": "at most 6", "least": "at least 4 ready"} {
		if said := value[string](p, fmt.Sprintf(`document.querySelector('.chart text.%s').textContent`, class)); said != want {
			t.Errorf("the line %s is called %q", class, said)
		}
	}
	// above is how high the first point of a line is over the axis, which is 10 pixels above the lower edge
	above := func(class string) float64 {
		return value[float64](p, fmt.Sprintf(`(() => {
			const chart = document.querySelector('.chart path.%s').ownerSVGElement;
			const [, y] = document.querySelector('.chart path.%s').getAttribute('d').match(/^M[\d.]+ ([\d.]+)/);
			return chart.clientHeight - 10 - Number(y);
		})()`, class, class))
	}
	most, least, ready := above("most"), above("least"), above("ready")
	if least <= 0 || math.Abs(most/least-6.0/4) > 0.02 {
		t.Errorf("6 is drawn at %.1f, 4 at %.1f pixels", most, least)
	}
	if math.Abs(ready-least) > 1 {
		t.Errorf("4 ready Pods are drawn at %.1f pixels, the least of 4 at %.1f", ready, least)
	}
}

// TestACordonAndATaintStandOnTheirNodes, and on no other.
func TestACordonAndATaintStandOnTheirNodes(t *testing.T) {
	chromium := browser.Start(t)
	a := newAttempt(t)
	scheduling(a)
	p := open(t, chromium, serve(t, a, "en", nil).URL(), laptop())
	p.until(`document.querySelectorAll('article.node').length === 4`)
	said := strings.Split(value[string](p, `[...document.querySelectorAll('article.node')].map((node) =>
		[node.querySelector('h4').textContent, node.dataset.cordoned ?? '', node.querySelector('.flags').textContent, ...[...node.querySelectorAll('.facts .taint')].map((fact) => fact.title)].join('|')).sort().join('\n')`), "\n")
	want := map[string]string{
		objects.ControlPlane: "|||taint node-role.kubernetes.io/control-plane:NoSchedule", objects.Worker: "||",
		objects.Worker2: "|true|cordoned", objects.Worker3: "|||taint dedicated=batch:NoSchedule",
	}
	if len(said) != len(want) {
		t.Fatalf("%d nodes", len(said))
	}
	for _, node := range said {
		if name, rest, _ := strings.Cut(node, "|"); "|"+rest != want[name] {
			t.Errorf("node %s shows %q, want %q", name, "|"+rest, want[name])
		}
	}
}

// faint finds text that does not stand out from its ground by 4.5 (WCAG AA), and text that is not there at all. Colours of every notation
// are read back from a canvas; grounds that let others through are laid over them.
const faint = `((selectors) => {
	const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
	const over = (colour, ground) => {
		pixel.fillStyle = ground;
		pixel.fillRect(0, 0, 1, 1);
		pixel.fillStyle = colour;
		pixel.fillRect(0, 0, 1, 1);
		const [r, g, b] = pixel.getImageData(0, 0, 1, 1).data;
		return 'rgb(' + [r, g, b].join(' ') + ')';
	};
	const ground = (element) => element ? over(getComputedStyle(element).backgroundColor, ground(element.parentElement)) : 'rgb(255 255 255)';
	const luminance = (colour) => {
		const [r, g, b] = colour.match(/\d+/g).map((n) => n / 255).map((n) => n <= 0.04045 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const found = [];
	for (const selector of selectors) {
		const shown = [...document.querySelectorAll(selector)].filter((element) => element.textContent.trim() && element.getClientRects().length);
		if (!shown.length) found.push(selector + ' is not there');
		for (const element of shown) {
			const style = getComputedStyle(element);
			const back = ground(element);
			const colour = over(element instanceof SVGElement ? style.fill : style.color, back);
			const [light, dark] = [luminance(colour), luminance(back)].sort((a, b) => b - a);
			const contrast = (light + 0.05) / (dark + 0.05);
			if (contrast < 4.5) found.push(selector + ' ' + element.textContent.trim().slice(0, 30) + ': ' + contrast.toFixed(2));
		}
	}
	return [...new Set(found)].join('\n');
})(%s)`

// TestTextStandsOutFromItsGround in light and dark, where lab-3 ends and during a rollout.
func TestTextStandsOutFromItsGround(t *testing.T) {
	chromium := browser.Start(t)
	ended, rolled := newAttempt(t), newAttempt(t)
	scheduling(ended)
	rollOut(rolled)
	for _, c := range []struct {
		attempt   *attempt
		selectors string
	}{
		{ended, `['h1', 'h2', 'h3', 'h4', '#status', '.flag', '.facts .taint', '.facts .label', '.meter', '.zone h3', '.hint', '#queue li p', '.workload b', '.kind', '.state', '.told time', '#says', '.count',
			'.pod[data-state="ready"] span', '.pod[data-state="pending"] span', '.pod[data-state="failed"] span', '.pod[data-state="succeeded"] span', '#score summary', '#score summary > b', '.total small', '#speed', '#live']`},
		{rolled, `['.chapters button', '.chart text.most', '.chart text.least', '.set b', '.set span', '.key li', '.pod[data-state="ready"][data-hue="0"] span']`},
	} {
		for _, dark := range []bool{false, true} {
			address := serve(t, c.attempt, "en", func(o *board.Options) { o.Scores = scored(t, c.attempt.lab, "en") }).URL()
			p := open(t, chromium, address, browser.Look{Width: 1280, Height: 860, Dark: dark, Still: true})
			p.until(`document.querySelector('#score summary')`)
			if found := value[string](p, fmt.Sprintf(faint, c.selectors)); found != "" {
				t.Errorf("dark %t:\n%s", dark, found)
			}
			if missed := value[string](p, fmt.Sprintf(faint, `['.nothing-of-the-kind']`)); missed == "" {
				t.Error("what is not there is not missed")
			}
		}
	}
}

// TestAMomentThatComesLateIsPutInItsPlace: another watch was slower. The world at every moment is as if it had come in time.
func TestAMomentThatComesLateIsPutInItsPlace(t *testing.T) {
	chromium := browser.Start(t)
	p := open(t, chromium, serve(t, newAttempt(t), "en", nil).URL(), laptop())
	const late = `import('/assets/tape.js').then(({ Tape }) => {
		const tape = new Tape();
		const node = { kind: 'Node', name: 'n' }, pod = { kind: 'Pod', name: 'p' };
		tape.add([{ rv: 1, at: 0, id: 'n', card: node }, { rv: 4, at: 3000, id: 'n', card: null }]);
		tape.seek(2);
		tape.add([{ rv: 3, at: 2000, id: 'p', card: { ...pod, node: 'n' } }].concat({ rv: 5, at: 4000, id: 'n', card: node }));
		const said = ['cursor ' + tape.cursor + ' of ' + tape.moments.map((m) => m.rv + '@' + m.index).join(' ')];
		const rising = tape.place.every((place, i) => i === 0 || place > tape.place[i - 1]);
		for (let n = tape.length; n >= 0; n--) {
			tape.seek(n);
			said.push([...tape.world.keys()].sort().join('+'));
		}
		return said.concat(rising).join(', ');
	})`
	if said := browser.Awaited[string](p.Tab, late); said != "cursor 3 of 1@0 3@1 4@2 5@3, n+p, p, n+p, n, , true" {
		t.Errorf("%s", said)
	}
}
