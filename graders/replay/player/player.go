// Package player sends the requests of a recorded attempt to a cluster, with the learner's credential.
package player

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/replay"
)

// findLimit is how long an object may take to appear. After a settle it is there; a controller that has just been asked
// takes some milliseconds.
const findLimit = 5 * time.Second

// timeLimit is how long an attempt may be played, settling included: longer than the most patient of learners needs.
const timeLimit = 20 * time.Minute

// ErrTime says that an attempt has been played for too long.
var ErrTime = lang.Errorf("the time for an attempt is up")

// bodyBytes is how long a body may become by its references: more than the API server takes (k8s.io/apiserver,
// MaxRequestBodyBytes).
const bodyBytes = 4 << 20

// Player plays the segments of one attempt, one after the other.
type Player struct {
	// Words are those of what it prints; English if nil.
	Words *lang.Printer

	kubeconfig string
	tracker    *tracker
	began      time.Time
	ended      chan struct{}
	client     *rest.RESTClient
	bound      map[string]*tracked
	taken      map[types.UID]bool
}

// New returns a Player that connects when the first segment is played.
func New(kubeconfig string) *Player {
	return &Player{kubeconfig: kubeconfig, ended: make(chan struct{}), bound: map[string]*tracked{}, taken: map[types.UID]bool{}}
}

// Play plays a segment in JSON. What went otherwise than in the live attempt is printed, and makes the code 1; it is
// feedback and no fault.
func (p *Player) Play(ctx context.Context, content []byte, out io.Writer) (int, error) {
	var segment replay.Segment
	if err := json.Unmarshal(content, &segment); err != nil {
		return 0, fmt.Errorf("read segment: %w", err)
	}
	if err := p.connect(ctx); err != nil {
		return 0, err
	}
	if time.Since(p.began) > timeLimit {
		return 0, ErrTime
	}
	code := 0
	for i, line := range segment.Lines {
		otherwise, err := p.line(ctx, line)
		if ctx.Err() != nil {
			return code, fmt.Errorf("replay: %w", context.Cause(ctx))
		}
		if err != nil {
			return code, err
		}
		if !otherwise.Empty() {
			code = 1
			if _, err := fmt.Fprintln(out, p.say(lang.M("line %s: %s", strconv.Itoa(segment.First+i), otherwise))); err != nil {
				return code, fmt.Errorf("print: %w", err)
			}
		}
	}
	return code, nil
}

func (p *Player) say(m lang.Message) string {
	if p.Words == nil {
		return m.String()
	}
	return p.Words.Say(m)
}

// Close ends the tracking of objects.
func (p *Player) Close() { close(p.ended) }

func (p *Player) connect(ctx context.Context) error {
	if p.tracker != nil {
		return nil
	}
	p.began = time.Now()
	config, err := clientcmd.BuildConfigFromFlags("", p.kubeconfig)
	if err != nil {
		return fmt.Errorf("read kubeconfig: %w", err)
	}
	loaded, err := clientcmd.LoadFromFile(p.kubeconfig)
	if err != nil {
		return fmt.Errorf("read kubeconfig: %w", err)
	}
	current := loaded.Contexts[loaded.CurrentContext]
	if current == nil {
		return errors.New("read kubeconfig: it has no current context")
	}
	config.QPS, config.UserAgent, config.WarningHandler = -1, "podium-replay", rest.NoWarnings{}
	if p.client, err = newClient(config); err != nil {
		return err
	}
	p.tracker, err = track(ctx, config, current.Namespace, p.ended)
	return err
}

// line plays one line and says what went otherwise than in the live attempt. An error means that the API server
// could not be asked.
func (p *Player) line(ctx context.Context, line replay.Line) (lang.Message, error) {
	switch {
	case line.Object != nil:
		return p.find(ctx, line.Object), nil
	case line.Request != nil:
		return p.request(ctx, line.Request)
	}
	return lang.Message{}, nil
}

// find binds an object line to an object of this cluster.
func (p *Player) find(ctx context.Context, o *replay.Object) lang.Message {
	var found *tracked
	await(ctx, findLimit, func() (sure bool, changed <-chan struct{}) {
		changed, found, sure = p.look(o)
		return sure, changed
	})
	if found == nil {
		return lang.M("there is no such object: %s", o.Message())
	}
	p.bound[o.ID], p.taken[found.uid] = found, true
	return lang.Message{}
}

// value is what a reference stands for. Who copied what a Pod had from its node saw a Pod that had one, so it is waited for.
func (p *Player) value(ctx context.Context, id, attribute string) (value string, ok bool) {
	found := p.bound[id]
	if found == nil {
		return "", false
	}
	_, late := replay.Topology()[attribute]
	if !await(ctx, findLimit, func() (_ bool, changed <-chan struct{}) {
		value, changed = p.tracker.attribute(found, attribute)
		return value != "" || !late || found.vain, changed
	}) {
		found.vain = true
	}
	return value, true
}

// await looks again with every change until it has seen what it looks for, but not for longer than limit, and says whether it has.
func await(ctx context.Context, limit time.Duration, look func() (seen bool, changed <-chan struct{})) bool {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for {
		seen, changed := look()
		if seen {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}
