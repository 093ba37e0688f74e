package fleet

import (
	"fmt"
	"maps"
	"path"
	"strconv"
	"strings"
	"time"

	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/lang"
)

// Pods say what the Pods of a Job are like. Zero fields have the default named with them.
type Pods struct {
	// Namespace is where the Job is.
	Namespace string
	// Image is that of Podium, in the version that gives the order.
	Image string
	// PullPolicy of the image (IfNotPresent).
	PullPolicy string
	// Queue is a LocalQueue of Kueue, which then decides when the Job starts (none).
	Queue string
	// ServiceAccount is for clouds that give a Pod its rights on a bucket by it (default). Its token is not mounted.
	ServiceAccount string
	// Secret is a Secret with credentials for the buckets, as environment variables (none).
	Secret string
	// CPU and Memory are requested for each Pod (1 and 2Gi); Memory is its limit too. Scratch bounds its temporary files (2Gi).
	CPU, Memory, Scratch string
	// User is the number of the user and the group (65532).
	User int64
	// Volume is where SOURCE and OUT are, if they are not in buckets.
	Volume *Volume
	// Command are the arguments of podium in a Pod.
	Command []string
	// Parallel is how many Pods run at the same time (10), Retries how often an index is tried again after a fault of the
	// infrastructure (2; below zero is never).
	Parallel, Retries int
	// Limit ends a Pod (an hour).
	Limit time.Duration
}

// Volume is a volume of the cluster that holds folders of SOURCE and OUT. One of Claim and HostPath is set.
type Volume struct {
	Claim    string
	HostPath string
}

// Mount is where a Volume is in a Pod.
const Mount = "/volume"

// kept is how long a finished Job stays, for those who want to look.
const kept = 24 * time.Hour

// exitCodes are those after which an index is tried again: the infrastructure failed (3, see cmd/podium/exit), or something ended the
// process: Ctrl-C or SIGTERM (130, 143), SIGKILL, also for want of memory (137). Go's runtime ends with 2 after a panic, and, as the first process of a
// container, after a SIGTERM that comes before anybody waits for signals.
func exitCodes() []int32 { return []int32{2, 3, 130, 137, 143} }

// policyAnnotation says in words what rules do: kubectl describe shows annotations, and of the policy itself nothing.
const policyAnnotation = objects.LabelPrefix + "pod-failure-policy"

func (p Pods) policy() string {
	var said []string
	for _, rule := range rules() {
		text := pattern(rule) + ": " + string(rule.Action)
		if rule.Action == batchv1.PodFailurePolicyActionCount {
			text += fmt.Sprintf(", up to backoffLimitPerIndex %d", p.Retries)
		}
		said = append(said, text)
	}
	return strings.Join(said, "; ")
}

// pattern says what a rule is about. Rules follow each other: what is not in its codes was not in those of the rules before it.
func pattern(rule batchv1.PodFailurePolicyRule) string {
	var about []string
	for _, condition := range rule.OnPodConditions {
		about = append(about, string(condition.Type))
	}
	if exits := rule.OnExitCodes; exits != nil && exits.Operator == batchv1.PodFailurePolicyOnExitCodesOpNotIn {
		about = append(about, "other exit codes")
	} else if exits != nil {
		codes := make([]string, len(exits.Values))
		for i, code := range exits.Values {
			codes[i] = strconv.Itoa(int(code))
		}
		about = append(about, "exit codes "+strings.Join(codes, ", "))
	}
	return strings.Join(about, ", ")
}

// Job is the Job for so many tasks.
func (p Pods) Job(name string, tasks int) (*batchv1.Job, error) {
	p = p.withDefaults()
	container, err := p.container()
	if err != nil {
		return nil, err
	}
	if err := p.check(); err != nil {
		return nil, err
	}
	names := map[string]string{"app.kubernetes.io/name": "podium", "app.kubernetes.io/component": "batch"}
	onJob := maps.Clone(names)
	if p.Queue != "" {
		onJob["kueue.x-k8s.io/queue-name"] = p.Queue
	}
	pod := corev1.PodSpec{
		RestartPolicy: corev1.RestartPolicyNever, ServiceAccountName: p.ServiceAccount, AutomountServiceAccountToken: new(false), EnableServiceLinks: new(false),
		SecurityContext: &corev1.PodSecurityContext{
			RunAsNonRoot: new(true), RunAsUser: &p.User, RunAsGroup: &p.User, FSGroup: &p.User, FSGroupChangePolicy: new(corev1.FSGroupChangeOnRootMismatch),
			SeccompProfile: &corev1.SeccompProfile{Type: corev1.SeccompProfileTypeRuntimeDefault},
		},
		Containers: []corev1.Container{*container}, Volumes: p.volumes(), ActiveDeadlineSeconds: new(int64(p.Limit.Seconds())),
	}
	return &batchv1.Job{
		TypeMeta:   metav1.TypeMeta{APIVersion: "batch/v1", Kind: "Job"},
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: p.Namespace, Labels: onJob, Annotations: map[string]string{policyAnnotation: p.policy()}},
		Spec: batchv1.JobSpec{
			CompletionMode: new(batchv1.IndexedCompletion), Completions: new(int32(tasks)), Parallelism: new(int32(min(p.Parallel, tasks))),
			BackoffLimitPerIndex: new(int32(p.Retries)), PodReplacementPolicy: new(batchv1.Failed), TTLSecondsAfterFinished: new(int32(kept.Seconds())),
			PodFailurePolicy: &batchv1.PodFailurePolicy{Rules: rules()},
			Template:         corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: names}, Spec: pod},
		},
	}, nil
}

// rules say what becomes of an index whose Pod has failed. The first that fits counts.
func rules() []batchv1.PodFailurePolicyRule {
	return []batchv1.PodFailurePolicyRule{
		{
			// A node that is drained, or a Pod that is preempted, is nobody's fault: as if it had not been tried.
			Action:          batchv1.PodFailurePolicyActionIgnore,
			OnPodConditions: []batchv1.PodFailurePolicyOnPodConditionsPattern{{Type: corev1.DisruptionTarget, Status: corev1.ConditionTrue}},
		},
		{
			// Tried again, up to backoffLimitPerIndex.
			Action:      batchv1.PodFailurePolicyActionCount,
			OnExitCodes: &batchv1.PodFailurePolicyOnExitCodesRequirement{ContainerName: new(containerName), Operator: batchv1.PodFailurePolicyOnExitCodesOpIn, Values: exitCodes()},
		},
		{
			// Anything else would be the same the next time.
			Action:      batchv1.PodFailurePolicyActionFailIndex,
			OnExitCodes: &batchv1.PodFailurePolicyOnExitCodesRequirement{ContainerName: new(containerName), Operator: batchv1.PodFailurePolicyOnExitCodesOpNotIn, Values: exitCodes()},
		},
	}
}

const containerName = "podium"

func (p Pods) container() (*corev1.Container, error) {
	requests, err := quantities(map[corev1.ResourceName]string{corev1.ResourceCPU: p.CPU, corev1.ResourceMemory: p.Memory})
	if err != nil {
		return nil, err
	}
	c := &corev1.Container{
		Name: containerName, Image: p.Image, ImagePullPolicy: corev1.PullPolicy(p.PullPolicy), Args: literally(p.Command),
		Env:       []corev1.EnvVar{{Name: "HOME", Value: "/tmp"}, {Name: "TMPDIR", Value: "/tmp"}},
		Resources: corev1.ResourceRequirements{Requests: requests, Limits: corev1.ResourceList{corev1.ResourceMemory: requests[corev1.ResourceMemory]}},
		SecurityContext: &corev1.SecurityContext{
			AllowPrivilegeEscalation: new(false), Privileged: new(false), ReadOnlyRootFilesystem: new(true), Capabilities: &corev1.Capabilities{Drop: []corev1.Capability{"ALL"}},
		},
		VolumeMounts: []corev1.VolumeMount{{Name: "tmp", MountPath: "/tmp"}},
		// The end of its log says why it failed, also when it is long gone.
		TerminationMessagePolicy: corev1.TerminationMessageFallbackToLogsOnError,
	}
	if p.Secret != "" {
		c.EnvFrom = []corev1.EnvFromSource{{SecretRef: &corev1.SecretEnvSource{LocalObjectReference: corev1.LocalObjectReference{Name: p.Secret}}}}
	}
	if p.Volume != nil {
		c.VolumeMounts = append(c.VolumeMounts, corev1.VolumeMount{Name: "volume", MountPath: Mount})
	}
	return c, nil
}

func (p Pods) volumes() []corev1.Volume {
	scratch := resource.MustParse(p.Scratch) // checked
	volumes := []corev1.Volume{{Name: "tmp", VolumeSource: corev1.VolumeSource{EmptyDir: &corev1.EmptyDirVolumeSource{SizeLimit: &scratch}}}}
	switch {
	case p.Volume == nil:
	case p.Volume.Claim != "":
		volumes = append(volumes, corev1.Volume{Name: "volume", VolumeSource: corev1.VolumeSource{PersistentVolumeClaim: &corev1.PersistentVolumeClaimVolumeSource{ClaimName: p.Volume.Claim}}})
	default:
		volumes = append(volumes, corev1.Volume{Name: "volume", VolumeSource: corev1.VolumeSource{HostPath: &corev1.HostPathVolumeSource{Path: p.Volume.HostPath, Type: new(corev1.HostPathDirectory)}}})
	}
	return volumes
}

// literally keeps Kubernetes from putting variables into arguments.
func literally(arguments []string) []string {
	all := make([]string, len(arguments))
	for i, argument := range arguments {
		all[i] = strings.ReplaceAll(argument, "$(", "$$(")
	}
	return all
}

func quantities(texts map[corev1.ResourceName]string) (corev1.ResourceList, error) {
	list := corev1.ResourceList{}
	for name, text := range texts {
		q, err := resource.ParseQuantity(text)
		if err != nil || q.Sign() <= 0 {
			return nil, lang.Errorf("%s %q is no quantity above 0, such as 500m or 2Gi", name, text)
		}
		list[name] = q
	}
	return list, nil
}

// check finds what the API server would refuse with less to go by.
func (p Pods) check() error {
	if p.Image == "" {
		return lang.Errorf("--image is missing: the image of this Podium (make image), where the cluster's nodes can pull it")
	}
	if p.User <= 0 {
		return lang.Errorf("Pods do not run as root: the user must be above 0")
	}
	if p.Volume != nil && (p.Volume.Claim == "") == (p.Volume.HostPath == "") {
		return lang.Errorf("a volume is either a claim or a path of the node")
	}
	if p.Volume != nil && p.Volume.HostPath != "" && (!path.IsAbs(p.Volume.HostPath) || path.Clean(p.Volume.HostPath) != p.Volume.HostPath) {
		return lang.Errorf("%q is no absolute path", p.Volume.HostPath)
	}
	if _, err := quantities(map[corev1.ResourceName]string{"scratch": p.Scratch}); err != nil {
		return err
	}
	for what, name := range map[string]string{"namespace": p.Namespace, "service account": p.ServiceAccount, "Secret": p.Secret, "queue": p.Queue} {
		if faults := validation.IsDNS1123Subdomain(name); name != "" && len(faults) > 0 {
			return lang.Errorf("%q cannot name a %s: %s", name, what, strings.Join(faults, "; "))
		}
	}
	return nil
}

func (p Pods) withDefaults() Pods {
	p.PullPolicy = orElse(p.PullPolicy, string(corev1.PullIfNotPresent))
	p.CPU, p.Memory, p.Scratch = orElse(p.CPU, "1"), orElse(p.Memory, "2Gi"), orElse(p.Scratch, "2Gi")
	p.User = orElse(p.User, 65532)
	p.Parallel = orElse(p.Parallel, 10)
	p.Retries = max(0, orElse(p.Retries, 2))
	p.Limit = orElse(p.Limit, time.Hour)
	return p
}

func orElse[T comparable](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}
