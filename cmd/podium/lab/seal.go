package lab

import (
	"context"
	"net"
	"net/url"

	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/cmd/podium/exit"
	labscmd "github.com/podium-labs/podium/cmd/podium/labs"
	"github.com/podium-labs/podium/cmd/podium/ui"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/live"
	"github.com/podium-labs/podium/graders/result"
	"github.com/podium-labs/podium/graders/run"
	"github.com/podium-labs/podium/labs"
)

// Whether an exam is sealed is decided by live.Exam and asked here, by everything that shows hints, solutions or results.

// exam is the lab's exam; nil if it was started without one.
func (s *session) exam() (*live.Exam, error) {
	progress, err := s.progress().Load()
	if err != nil {
		return nil, s.unreadable(err)
	}
	return progress.Exam, nil
}

// unreadable is the error of a progress that cannot be read, with the way out.
func (s *session) unreadable(err error) error {
	return exit.Advise(exit.Infrastructure, err, lang.M("what it remembers is lost with it, an exam too: rm %s", ui.Quote(s.progress().Path)))
}

// unsealed refuses to show results of an exam that is going on.
func (s *session) unsealed() error {
	return s.refuse(lang.Errorf("%s is an exam: there are no results before it is handed in", s.lab.ID))
}

// helpful refuses to show hints in an exam that is going on.
func (s *session) helpful() error {
	return s.refuse(lang.Errorf("%s is an exam: there are no hints before it is handed in", s.lab.ID))
}

func (s *session) refuse(because error) error {
	exam, err := s.exam()
	if err != nil || !exam.Sealed() {
		return err
	}
	return exit.Advise(exit.Usage, because, lang.M("hand it in: podium lab finish %s", s.lab.ID))
}

// graded is a grading of the running lab as it is now.
func (s *session) graded(ctx context.Context, options run.LiveOptions) (*result.Record, error) {
	if err := s.unsealed(); err != nil {
		return nil, err
	}
	return run.Live(ctx, options)
}

// records are gradings of the running lab, a new one whenever it has changed. What is graded while an exam is sealed nobody gets.
func (s *session) records(ctx context.Context, options run.LiveOptions) (<-chan *result.Record, error) {
	graded, err := run.Watch(ctx, options)
	if err != nil {
		return nil, err
	}
	shown := make(chan *result.Record, 1)
	go s.filter(graded, shown)
	return shown, nil
}

// filter passes on what may be shown at the moment. A progress that cannot be read may be that of an exam.
func (s *session) filter(graded <-chan *result.Record, shown chan *result.Record) {
	defer close(shown)
	for record := range graded {
		if exam, err := s.exam(); err == nil && !exam.Sealed() {
			offer(shown, record)
		}
	}
}

// Unsealed refuses to show results of labs of which an exam is going on for whoever uses this machine.
func Unsealed(chosen ...*labs.Lab) error {
	for _, lab := range chosen {
		s, err := openSession(lab.ID)
		if err != nil {
			continue // without a state folder no exam was ever started
		}
		if err := s.unsealed(); err != nil {
			return err
		}
	}
	return nil
}

// UnsealedServer refuses to explain what is in the cluster of a lab of which an exam is going on, however the way there was found:
// server is the address that the kubeconfig has which is used in the end.
func UnsealedServer(server string) error {
	for _, id := range labscmd.IDs() {
		s, err := openSession(id)
		if err != nil || !s.serves(server) {
			continue
		}
		if err := s.refuse(lang.Errorf("%s is an exam: nothing is explained before it is handed in", id)); err != nil {
			return err
		}
	}
	return nil
}

// serves is true if the lab's cluster is at this address.
func (s *session) serves(server string) bool {
	config, err := clientcmd.LoadFromFile(s.kubeconfig())
	if err != nil {
		return false // it was never started
	}
	for _, cluster := range config.Clusters {
		if endpoint(cluster.Server) == endpoint(server) {
			return true
		}
	}
	return false
}

// endpoint is where a server listens. All names of this machine are one.
func endpoint(server string) string {
	parsed, err := url.Parse(server)
	if err != nil || parsed.Host == "" {
		return server
	}
	host := parsed.Hostname()
	if ip := net.ParseIP(host); host == "localhost" || ip != nil && (ip.IsLoopback() || ip.IsUnspecified()) {
		host = "localhost"
	}
	return net.JoinHostPort(host, parsed.Port())
}
