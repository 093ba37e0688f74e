package evidence_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/podium-labs/podium/graders/evidence"
	et "github.com/podium-labs/podium/graders/evidence/evidencetest"
)

const image = "nginx:1.26"

// web is a history in which a Deployment gets two ready Pods, loses one, and gets another.
func web() *et.Script {
	s := et.New()
	d := et.Deployment("web", image, 2)
	rs := et.ReplicaSet(d, "web-1", "1", 2)
	a, b := et.Pod(rs, "web-1-a", image, true), et.Pod(rs, "web-1-b", image, true)
	s.Put(d, rs, a, b, et.Done(d))
	s.Delete(a)
	s.Put(et.Pod(rs, "web-1-c", image, true))
	return s
}

func readyPods(w *evidence.World) int {
	n := 0
	if d, ok := w.Deployment(et.Namespace, "web"); ok {
		for _, pod := range w.PodsOfDeployment(d) {
			if evidence.Ready(pod) {
				n++
			}
		}
	}
	return n
}

func TestFirstFindsTheMomentInOrderOfRevision(t *testing.T) {
	h := web().History()
	at, found, err := h.First(func(w *evidence.World) bool { return readyPods(w) == 2 })
	if err != nil || !found || at.RV != 4 || at.Name != "web-1-b" {
		t.Errorf("first moment with two ready Pods: %+v, %t, %v", at, found, err)
	}
	at, found, _ = h.FirstAfter(at, func(w *evidence.World) bool { return readyPods(w) == 1 })
	if !found || at.RV != 6 {
		t.Errorf("first moment with one again: %+v, %t", at, found)
	}
	if _, found, _ := h.First(func(w *evidence.World) bool { return readyPods(w) == 3 }); found {
		t.Error("there never were three")
	}
}

func TestDuringIncludesBothEndsAndNothingElse(t *testing.T) {
	h := web().History()
	var seen []uint64
	err := h.During(evidence.Interval{From: evidence.Moment{RV: 3}, To: evidence.Moment{RV: 5}}, func(w *evidence.World) bool {
		seen = append(seen, w.Last.RV)
		return true
	})
	if err != nil || len(seen) != 3 || seen[0] != 3 || seen[2] != 5 {
		t.Errorf("saw %v, %v", seen, err)
	}
}

// TestOrderIsThatOfRevisions: the watches of two kinds deliver independently; the state at a moment must not depend on it.
func TestOrderIsThatOfRevisions(t *testing.T) {
	source := web().History().Versions()
	shuffled := evidence.NewHistory()
	for _, i := range []int{4, 0, 6, 2, 1, 3, 5} {
		shuffled.Add(source[i])
	}
	for i, v := range shuffled.Versions() {
		if v.RV != uint64(i+1) {
			t.Fatalf("version %d has revision %d", i, v.RV)
		}
	}
}

func TestAHistoryWithAHoleAnswersNothing(t *testing.T) {
	h := web().History()
	h.MarkGap("the watch of Pod ended")
	_, _, err := h.First(func(*evidence.World) bool { return true })
	if !errors.Is(err, evidence.ErrIncomplete) || !strings.Contains(err.Error(), "Pod") {
		t.Errorf("First: %v", err)
	}
	if _, err := h.Now(); !errors.Is(err, evidence.ErrIncomplete) {
		t.Errorf("Now: %v", err)
	}
}

func TestJournalGivesBackTheSameHistory(t *testing.T) {
	written := web().History()
	var file bytes.Buffer
	journal := evidence.NewJournal(&file)
	for _, v := range written.Versions() {
		if err := journal.Write(v); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = file.WriteString(`{"at":"2026-11-30T10:00:00Z","kind":"Po`) // what kill -9 leaves
	read, err := evidence.ReadJournal(&file)
	if err == nil {
		err = read.Complete()
	}
	if err != nil || len(read.Versions()) != len(written.Versions()) {
		t.Fatalf("%d versions, %v", len(read.Versions()), err)
	}
	if got := readyPods(et.Must[*evidence.World](t)(read.Now())); got != 2 {
		t.Errorf("%d ready Pods at the end", got)
	}
}

func TestJournalRefusesWhatItCannotRead(t *testing.T) {
	for name, line := range map[string]string{
		"no JSON":          "nonsense\n",
		"unknown kind":     `{"kind":"Event","object":{}}` + "\n",
		"no revision":      `{"kind":"Pod","object":{"metadata":{"name":"a"}}}` + "\n",
		"wrong field type": `{"kind":"Pod","object":{"metadata":{"name":7}}}` + "\n",
	} {
		if _, err := evidence.ReadJournal(strings.NewReader(line)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestOpenJournalGoesOnAfterAHalfLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.jsonl")
	versions := web().History().Versions()
	for i, part := range [][]*evidence.Version{versions[:3], versions[3:]} {
		journal, before, file, err := evidence.OpenJournal(path)
		if err != nil {
			t.Fatal(err)
		}
		if len(before.Versions()) != i*3 {
			t.Errorf("opening %d finds %d versions", i, len(before.Versions()))
		}
		for _, v := range part {
			if err := journal.Write(v); err != nil {
				t.Fatal(err)
			}
		}
		_, _ = file.(io.Writer).Write([]byte(`{"at":`))
		_ = file.Close()
	}
	content, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	read, err := evidence.ReadJournal(content)
	if err != nil || len(read.Versions()) != len(versions) {
		t.Errorf("%v versions, %v", len(read.Versions()), err)
	}
}

func settler(s *et.Script) *evidence.Settler {
	return evidence.NewSettler(s.History(), evidence.SettleOptions{Quiet: time.Millisecond, Patience: 40 * time.Millisecond, Attention: 40 * time.Millisecond})
}

func TestSettleWaitsForWhatIsUnfinishedButNotTwice(t *testing.T) {
	s := et.New()
	s.Put(et.Deployment("web", image, 2)) // never rolled out
	waiting := settler(s)
	began := time.Now()
	if err := waiting.Settle(t.Context()); err != nil || time.Since(began) < 40*time.Millisecond {
		t.Errorf("settled after %s, %v", time.Since(began), err)
	}
	short, cancel := context.WithTimeout(t.Context(), 39*time.Millisecond)
	defer cancel()
	if err := waiting.Settle(short); err != nil {
		t.Errorf("waited again for what had not changed: %v", err)
	}
}

func TestSettleEndsWithItsContext(t *testing.T) {
	s := et.New()
	s.Put(et.Deployment("web", image, 2))
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	endless := evidence.NewSettler(s.History(), evidence.SettleOptions{Patience: time.Hour})
	if err := endless.Settle(ctx); !errors.Is(err, evidence.ErrUnsettled) {
		t.Errorf("Settle: %v", err)
	}
}

func TestRollingLimitsRoundAsKubernetesDoes(t *testing.T) {
	for _, c := range []struct {
		surge, unavailable         string
		wantSurge, wantUnavailable int
	}{
		{"2", "0", 2, 0}, {"50%", "0%", 2, 0}, {"25%", "25%", 1, 1}, {"30%", "30%", 2, 1}, {"1%", "1%", 1, 0},
	} {
		d := et.Deployment("web", image, 4)
		d.Spec.Strategy = et.Rolling(c.surge, c.unavailable)
		surge, unavailable, ok := evidence.RollingLimits(d)
		if !ok || surge != c.wantSurge || unavailable != c.wantUnavailable {
			t.Errorf("%s/%s of 4 come to %d/%d, %t", c.surge, c.unavailable, surge, unavailable, ok)
		}
	}
	d := et.Deployment("web", image, 4)
	d.Spec.Strategy = appsv1.DeploymentStrategy{Type: appsv1.RecreateDeploymentStrategyType}
	if _, _, ok := evidence.RollingLimits(d); ok {
		t.Error("Recreate has no limits")
	}
}

func TestSameImage(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"nginx:1.26", "docker.io/library/nginx:1.26", true},
		{"nginx", "nginx:latest", true},
		{"nginx:1.26", "nginx:1.27", false},
		{"nginx:1.26", "registry.example/nginx:1.26", false},
		{"nginx:1.26", "nginx:1.26 ", false},
		{"", "", false},
	} {
		if got := evidence.SameImage(c.a, c.b); got != c.want {
			t.Errorf("SameImage(%q, %q) = %t", c.a, c.b, got)
		}
	}
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"busybox:1.36", "docker.io/library/busybox", true}, {"busybox:1.36", "busybox@sha256:" + strings.Repeat("a", 64), true},
		{"busybox", "me/busybox", false}, {"busybox", "", false},
	} {
		if got := evidence.SameProgram(c.a, c.b); got != c.want {
			t.Errorf("SameProgram(%q, %q) = %t", c.a, c.b, got)
		}
	}
}

// TestSettleKnowsWhatControllersStillHaveToDo: none of these may count as rest, though every status says "done".
func TestSettleKnowsWhatControllersStillHaveToDo(t *testing.T) {
	tidying := et.New()
	d := et.Deployment("web", image, 1)
	none := int32(0)
	d.Spec.RevisionHistoryLimit = &none
	old := et.ReplicaSet(d, "web-1", "1", 0)
	tidying.Put(old, et.Done(d))
	collecting := et.New()
	owner := et.ReplicaSet(d, "web-1", "1", 1)
	collecting.Put(owner, et.Pod(owner, "web-1-a", image, true))
	collecting.Delete(owner)
	for name, s := range map[string]*et.Script{"an old ReplicaSet too many": tidying, "a Pod without its owner": collecting} {
		began := time.Now()
		if err := settler(s).Settle(t.Context()); err != nil || time.Since(began) < 40*time.Millisecond {
			t.Errorf("%s: settled after %s, %v", name, time.Since(began), err)
		}
	}
}

// TestSinceBeginsWithTheWorldAsItWas: what was there is there from the first moment on, what had gone is not, and nodes keep
// their first state.
func TestSinceBeginsWithTheWorldAsItWas(t *testing.T) {
	s := et.New()
	gone, stays := et.Deployment("gone", image, 1), et.Deployment("stays", image, 1)
	node := &corev1.Node{}
	node.Kind, node.Name, node.UID = "Node", "podium-worker", "node"
	labelled := node.DeepCopy()
	labelled.Labels = map[string]string{"tier": "gold"}
	s.Put(gone, stays, node, labelled, et.Done(stays))
	s.Delete(gone)
	from := s.History().End()
	s.Put(et.Deployment("later", image, 1))
	var seen []int
	since := s.History().Since(from)
	if err := since.Walk(func(w *evidence.World) bool {
		seen = append(seen, len(w.Deployments(et.Namespace)))
		return true
	}); err != nil || !slices.Equal(seen, []int{2}) {
		t.Errorf("Deployments at each moment: %v, %v", seen, err)
	}
	if of, err := since.Of("Deployment", et.Namespace, "stays"); err != nil || len(of) != 1 {
		t.Errorf("%d versions of what was there, %v", len(of), err)
	}
	if nodes, err := since.Of("Node", "", node.Name); err != nil || len(nodes) != 2 {
		t.Errorf("%d versions of the node, %v", len(nodes), err)
	}
	s.History().MarkGap("lost")
	if err := s.History().Since(from).Complete(); err == nil {
		t.Error("a history with a hole has none from some moment on")
	}
}
