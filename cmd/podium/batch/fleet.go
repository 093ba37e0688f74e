package batch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/bucket"
	"github.com/podium-labs/podium/graders/batch/fleet"
	"github.com/podium-labs/podium/graders/lang"
	"github.com/podium-labs/podium/graders/submission"
)

// The engines.
const (
	localEngine      = "local"
	kubernetesEngine = "kubernetes"
)

// fleetFlags are those of --engine kubernetes.
type fleetFlags struct {
	engine              string
	kubeconfig, context string
	pods                fleet.Pods
	claim, hostPath     string
	volumeDir           string
	user                int64
}

// fleetNames are the flags that only --engine kubernetes has; they belong to the command that goes on.
func fleetNames() []string {
	return []string{
		"engine", "image", "namespace", "kubeconfig", "context", "queue", "cpu", "memory", "service-account", "secret", "image-pull-policy", "volume-claim", "volume-host-path",
		"volume-dir", "run-as-user", "retries",
	}
}

func (f *fleetFlags) add(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&f.engine, "engine", localEngine, "what grades: local, or kubernetes for one Pod a submission")
	set.StringVar(&f.pods.Image, "image", "", "kubernetes: the image of this Podium (make image), where nodes can pull it")
	set.StringVar(&f.pods.PullPolicy, "image-pull-policy", "IfNotPresent", "kubernetes: Always, IfNotPresent or Never")
	set.StringVar(&f.pods.Namespace, "namespace", "", "kubernetes: where the Job is (default: that of the context)")
	set.StringVar(&f.kubeconfig, "kubeconfig", "", "kubernetes: credentials of the cluster (default: as for kubectl)")
	set.StringVar(&f.context, "context", "", "kubernetes: the context of the kubeconfig (default: its current one)")
	set.StringVar(&f.pods.Queue, "queue", "", "kubernetes: a LocalQueue of Kueue that admits the Job")
	set.StringVar(&f.pods.CPU, "cpu", "1", "kubernetes: processors requested for each Pod")
	set.StringVar(&f.pods.Memory, "memory", "2Gi", "kubernetes: memory of each Pod, requested and at most")
	set.StringVar(&f.pods.ServiceAccount, "service-account", "", "kubernetes: ServiceAccount by which a cloud lets Pods use the buckets; its token is not mounted")
	set.StringVar(&f.pods.Secret, "secret", "", "kubernetes: Secret with credentials for the buckets, as environment variables of each Pod")
	set.StringVar(&f.claim, "volume-claim", "", "kubernetes: PersistentVolumeClaim that holds SOURCE and OUT, where they are no blob URLs")
	set.StringVar(&f.hostPath, "volume-host-path", "", "kubernetes: folder of the node instead of a claim; for tests on one node")
	set.StringVar(&f.volumeDir, "volume-dir", "", "kubernetes: where that volume is mounted on this machine; SOURCE and OUT are below it")
	set.Int64Var(&f.user, "run-as-user", 0, "kubernetes: number of the user and group in Pods (default: you, where a volume is used, else 65532)")
	set.IntVar(&f.pods.Retries, "retries", 2, "kubernetes: how often a submission is tried again after a fault of the infrastructure")
	_ = set.MarkHidden("volume-host-path")
	_ = cmd.RegisterFlagCompletionFunc("engine", cobra.FixedCompletions([]string{localEngine, kubernetesEngine}, cobra.ShellCompDirectiveNoFileComp))
}

// elsewhere is true if a cluster grades.
func (f *fleetFlags) elsewhere() bool { return f.engine == kubernetesEngine }

// checkFleet refuses what no cluster can grade.
func (f *flags) checkFleet() error {
	bad := func(err error, next string) error { return exit.With(exit.Usage, err, next) }
	switch {
	case f.engine != localEngine && f.engine != kubernetesEngine:
		return bad(lang.Errorf("unknown engine %q", f.engine), "say which: --engine local, kubernetes")
	case !f.elsewhere():
		return nil
	case *f.provider != embedded.Kind:
		return bad(lang.Errorf("Pods grade on the embedded cluster; --provider %s cannot run in them", *f.provider), "leave out --provider")
	case f.deadline != "":
		return bad(lang.Errorf("--deadline needs git, and there is none in Pods"), "fetch the repositories at the deadline, and hand in folders or archives")
	case f.claim != "" && f.hostPath != "":
		return bad(lang.Errorf("a volume is either a claim or a path of the node"), "use --volume-claim")
	case (f.claim != "" || f.hostPath != "") != (f.volumeDir != ""):
		return bad(lang.Errorf("--volume-claim and --volume-dir belong together"), "say where the volume is mounted on this machine: --volume-dir DIR")
	case f.volumeDir == "" && (!bucket.IsURL(f.source) || !bucket.IsURL(f.out)):
		return bad(lang.Errorf("Pods cannot see the folders of this machine"), "use blob URLs as SOURCE and OUT, or --volume-claim NAME --volume-dir DIR")
	case f.pods.Retries < 0:
		return bad(lang.Errorf("--retries must be 0 or more, not %d", f.pods.Retries), "")
	}
	return nil
}

// inPod is where a folder of this machine is in a Pod.
func (f *flags) inPod(name string) (string, error) {
	root, err := filepath.Abs(f.volumeDir)
	if err == nil {
		name, err = filepath.Abs(name)
	}
	if err != nil {
		return "", lang.Errorf("find folder: %w", err)
	}
	relative, err := filepath.Rel(root, name)
	if f.volumeDir == "" || err != nil || !filepath.IsLocal(relative) {
		return "", lang.Errorf("%s is not below --volume-dir, so that no Pod can see it", name)
	}
	return filepath.ToSlash(filepath.Join(fleet.Mount, relative)), nil
}

// locate turns a source into what a Pod can open.
func (f *flags) locate(source string) (string, error) {
	if f.places.source != nil && strings.HasPrefix(source, f.places.source.At("")) {
		return source, nil
	}
	if _, err := os.Stat(source); err != nil && (strings.Contains(source, "://") || strings.Contains(source, "@")) {
		return "", lang.Errorf("%s is a repository, and there is no git in Pods: fetch it, and hand in a folder or an archive", submission.Name(source))
	}
	return f.inPod(source)
}

// fleetOptions connect to the cluster.
func (f *flags) fleetOptions(options batch.Options) (fleet.Options, error) {
	bad := func(err error) (fleet.Options, error) { return fleet.Options{}, exit.With(exit.Usage, err, "") }
	o := fleet.Options{
		Pods: f.pods, Locate: f.locate, Canary: options.Canary, Prepare: f.prepare,
		Order: fleet.Order{Podium: f.podium, Language: options.Words.Tag(), AnswerTimeout: f.answer, Trust: f.trust},
	}
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = f.kubeconfig
	config := clientcmd.NewNonInteractiveDeferredLoadingClientConfig(rules, &clientcmd.ConfigOverrides{CurrentContext: f.context})
	if o.Pods.Namespace == "" {
		namespace, _, err := config.Namespace()
		if err != nil && !f.dryRun {
			return bad(lang.Errorf("read kubeconfig: %w", err))
		}
		o.Pods.Namespace = namespace
	}
	if !f.dryRun { // which shows a Job without any cluster
		rest, err := config.ClientConfig()
		if err == nil {
			o.Client, err = kubernetes.NewForConfig(rest)
		}
		if err != nil {
			return bad(lang.Errorf("read kubeconfig: %w", err))
		}
	}
	if f.pods.Retries == 0 {
		o.Pods.Retries = -1
	}
	if f.jobs != autoJobs {
		o.Pods.Parallel = options.Jobs
	}
	if o.Pods.User = f.user; f.user == 0 && f.volumeDir != "" {
		o.Pods.User = int64(os.Getuid())
		if o.Pods.User == 0 {
			o.Pods.User = defaultUser
		}
	}
	out, err := f.outInPod()
	if err != nil {
		return bad(err)
	}
	o.Pods.Command = []string{WorkerName, "--out", out}
	if f.places.source != nil {
		o.Pods.Command = append(o.Pods.Command, "--source", f.places.source.Name())
	}
	if f.volumeDir != "" {
		o.Pods.Volume = &fleet.Volume{Claim: f.claim, HostPath: f.hostPath}
	}
	return o, nil
}

// defaultUser is that of the image.
const defaultUser = 65532

// outInPod is OUT as Pods see it.
func (f *flags) outInPod() (string, error) {
	if f.places.out != nil {
		return f.places.out.Name(), nil
	}
	path, err := f.inPod(f.out)
	return "file://" + path, err
}

// prepare makes the folder for the answers, which belongs to the user in the Pods, where it is one.
func (f *flags) prepare(folder string) error {
	if f.places.out != nil {
		return nil
	}
	folder = filepath.Join(f.out, filepath.FromSlash(folder))
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return lang.Errorf("make folder for answers: %w", err)
	}
	if os.Getuid() != 0 {
		return nil
	}
	user := int(orDefault(f.user))
	if err := os.Chown(folder, user, user); err != nil {
		return lang.Errorf("hand folder for answers to the Pods: %w", err)
	}
	return nil
}

func orDefault(user int64) int64 {
	if user == 0 {
		return defaultUser
	}
	return user
}

// draft prints the Job that would be made.
func (f *flags) draft(cmd *cobra.Command, printer *lang.Printer, options batch.Options) error {
	plan, err := batch.Foresee(cmd.Context(), options)
	if err != nil {
		return exit.With(exit.Infrastructure, err, "")
	}
	fmt.Fprintln(cmd.ErrOrStderr(), printer.Sprintf("to grade: %d, done: %d", len(plan.Todo), plan.Done))
	o, err := f.fleetOptions(options)
	if err != nil {
		return err
	}
	job, _, err := fleet.Draft(o, plan, ids(options))
	if err != nil {
		return exit.With(exit.Usage, err, "")
	}
	text, err := yaml.Marshal(job)
	if err != nil {
		return lang.Errorf("encode Job: %w", err)
	}
	_, err = cmd.OutOrStdout().Write(text)
	return err
}

// send grades on the cluster.
func (f *flags) send(ctx context.Context, options batch.Options) (*batch.Plan, error) {
	o, err := f.fleetOptions(options)
	if err != nil {
		return nil, err
	}
	if o.Shelf = f.places.out; f.places.out == nil {
		place, err := bucket.Open(ctx, "file://"+filepath.ToSlash(absolute(f.out)))
		if err != nil {
			return nil, exit.With(exit.Usage, err, "")
		}
		defer place.Close()
		o.Shelf = place
	}
	plan, err := fleet.Run(ctx, o, options)
	if errors.Is(err, bucket.ErrConflict) {
		return plan, err
	}
	if detached, is := errors.AsType[*fleet.DetachedError](err); is {
		return plan, exit.Advise(exit.Interrupted, detached, lang.M("go on: %s\n        remove it: kubectl -n %s delete job %s", f.invoked, detached.Namespace, detached.Job))
	}
	if _, is := errors.AsType[*fleet.GoneError](err); is {
		return plan, exit.With(exit.Infrastructure, err, "what its Pods have delivered is kept; go on: "+f.invoked)
	}
	return plan, err
}

func absolute(name string) string {
	if abs, err := filepath.Abs(name); err == nil {
		return abs
	}
	return name
}
