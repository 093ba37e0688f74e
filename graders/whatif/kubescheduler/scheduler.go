// Package kubescheduler answers counterfactual questions with the plugins of kube-scheduler itself, in this process: no
// queue, no binding, no cluster. Importing it links a large part of Kubernetes, so only cmd/podium and tests do.
package kubescheduler

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/kubernetes/pkg/scheduler/apis/config"
	"k8s.io/kubernetes/pkg/scheduler/apis/config/latest"
	"k8s.io/kubernetes/pkg/scheduler/metrics"

	"github.com/podium-labs/podium/graders/whatif"
)

// metricsProfile keeps what the plugins count apart from the metrics of a real scheduler in the same process.
const metricsProfile = "whatif"

var errClosed = errors.New("the scheduler is closed")

// Options say how the answering scheduler is configured. The zero value is kube-scheduler without a configuration file.
type Options struct {
	// Profile is the profile whose plugins answer; nil for kube-scheduler's default.
	Profile *config.KubeSchedulerProfile
}

// Scheduler implements whatif.Scheduler. It may be used from several goroutines; it answers one question at a time.
type Scheduler struct {
	profile *config.KubeSchedulerProfile

	mu     sync.Mutex
	engine *engine // over the objects of the latest snapshot
	closed bool
}

var _ whatif.Scheduler = (*Scheduler)(nil)

// New makes a scheduler; Close ends it. It costs next to nothing until the first question.
func New(options Options) (*Scheduler, error) {
	metrics.Register()
	if options.Profile != nil {
		return &Scheduler{profile: options.Profile.DeepCopy()}, nil
	}
	defaults, err := latest.Default()
	if err != nil {
		return nil, fmt.Errorf("read default configuration of kube-scheduler: %w", err)
	}
	profile := &defaults.Profiles[0]
	profile.SchedulerName = metricsProfile
	return &Scheduler{profile: profile}, nil
}

// Close stops whatever runs in the background and waits for it. It may be called twice; questions then fail.
func (s *Scheduler) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.engine != nil {
		s.engine.close()
		s.engine = nil
	}
}

// engineFor returns plugins whose listers know exactly these objects. Those of the question before are reused as long
// as they are the same: to make new ones takes some twenty times as long as a question.
func (s *Scheduler) engineFor(objects []runtime.Object) (*engine, error) {
	if s.closed {
		return nil, errClosed
	}
	if s.engine != nil && slices.EqualFunc(s.engine.objects, objects, sameObject) {
		return s.engine, nil
	}
	if s.engine != nil {
		s.engine.close()
		s.engine = nil
	}
	made, err := newEngine(s.profile, objects)
	if err != nil {
		return nil, fmt.Errorf("start plugins of kube-scheduler: %w", err)
	}
	s.engine = made
	return made, nil
}

func sameObject(a, b runtime.Object) bool { return a == b || reflect.DeepEqual(a, b) }

// Admit implements whatif.Scheduler. It knows defaults, LimitRanges, PriorityClasses, default tolerations and
// RuntimeClasses, and validates; webhooks and admission policies of a cluster it does not.
func (s *Scheduler) Admit(snapshot *whatif.Snapshot, namespace string, template *corev1.PodTemplateSpec) (*corev1.Pod, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	engine, err := s.engineFor(snapshot.Objects)
	if err != nil {
		return nil, err
	}
	pod, err := engine.admission.admit(namespace, template)
	if err != nil {
		return nil, fmt.Errorf("admit pod: %w", err)
	}
	return pod, nil
}

// Ask implements whatif.Scheduler.
func (s *Scheduler) Ask(ctx context.Context, snapshot *whatif.Snapshot, pod *corev1.Pod) (*whatif.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	engine, err := s.engineFor(snapshot.Objects)
	if err != nil {
		return nil, err
	}
	answer, err := engine.ask(ctx, snapshot, pod)
	if err != nil {
		return nil, fmt.Errorf("ask for pod %s: %w", pod.Name, err)
	}
	return answer, nil
}

// Preempt implements whatif.Scheduler.
func (s *Scheduler) Preempt(ctx context.Context, snapshot *whatif.Snapshot, pod *corev1.Pod) (*whatif.Preemption, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	engine, err := s.engineFor(snapshot.Objects)
	if err != nil {
		return nil, err
	}
	preemption, err := engine.preempt(ctx, snapshot, pod)
	if err != nil {
		return nil, fmt.Errorf("preempt for pod %s: %w", pod.Name, err)
	}
	return preemption, nil
}
