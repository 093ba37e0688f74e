package kubescheduler

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	apiadmission "k8s.io/apiserver/pkg/admission"
	genericrequest "k8s.io/apiserver/pkg/endpoints/request"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/kubernetes/pkg/api/legacyscheme"
	"k8s.io/kubernetes/pkg/apis/core"
	_ "k8s.io/kubernetes/pkg/apis/core/install" // teaches legacyscheme the defaults of Pods
	podregistry "k8s.io/kubernetes/pkg/registry/core/pod"
	"k8s.io/kubernetes/plugin/pkg/admission/defaulttolerationseconds"
	"k8s.io/kubernetes/plugin/pkg/admission/limitranger"
	"k8s.io/kubernetes/plugin/pkg/admission/priority"
	"k8s.io/kubernetes/plugin/pkg/admission/runtimeclass"
)

// admission is the way of a Pod through the API server, as far as the scheduler notices it.
type admission struct {
	limitRanges corelisters.LimitRangeLister
	limits      limitranger.DefaultLimitRangerActions
	plugins     []apiadmission.MutationInterface
}

// newAdmission makes the admission plugins that change what the scheduler looks at, in the API server's order
// (AllOrderedPlugins in k8s.io/kubernetes/pkg/kubeapiserver/options). LimitRanger itself looks into the cluster if it
// finds nothing, so only its actions are used.
func newAdmission(factory informers.SharedInformerFactory, client clientset) *admission {
	classes := priority.NewPlugin()
	classes.SetExternalKubeInformerFactory(factory)
	tolerations := defaulttolerationseconds.NewDefaultTolerationSeconds()
	tolerations.InspectFeatureGates(utilfeature.DefaultFeatureGate)
	runtimes := runtimeclass.NewRuntimeClass()
	runtimes.SetExternalKubeInformerFactory(factory)
	runtimes.SetExternalKubeClientSet(client)
	return &admission{
		limitRanges: factory.Core().V1().LimitRanges().Lister(),
		plugins:     []apiadmission.MutationInterface{classes, tolerations, runtimes},
	}
}

func (a *admission) admit(namespace string, template *corev1.PodTemplateSpec) (*corev1.Pod, error) {
	pod := &corev1.Pod{ObjectMeta: *template.ObjectMeta.DeepCopy(), Spec: *template.Spec.DeepCopy()}
	pod.Namespace = namespace
	if pod.Name == "" {
		pod.Name = "whatif"
	}
	pod.UID = types.UID("asked/" + namespace + "/" + pod.Name) // made up, and the same each time
	legacyscheme.Scheme.Default(pod)
	internal := &core.Pod{}
	if err := legacyscheme.Scheme.Convert(pod, internal, nil); err != nil {
		return nil, fmt.Errorf("convert pod: %w", err)
	}
	// What follows does not wait for anything.
	ctx := genericrequest.WithNamespace(context.Background(), namespace)
	if err := a.mutate(ctx, internal); err != nil {
		return nil, err
	}
	podregistry.Strategy.PrepareForCreate(ctx, internal)
	if faults := podregistry.Strategy.Validate(ctx, internal); len(faults) > 0 {
		return nil, faults.ToAggregate()
	}
	if err := a.eachLimitRange(namespace, internal, a.limits.ValidateLimit); err != nil {
		return nil, err
	}
	admitted := &corev1.Pod{}
	if err := legacyscheme.Scheme.Convert(internal, admitted, nil); err != nil {
		return nil, fmt.Errorf("convert pod: %w", err)
	}
	return admitted, nil
}

func (a *admission) mutate(ctx context.Context, pod *core.Pod) error {
	if err := a.eachLimitRange(pod.Namespace, pod, a.limits.MutateLimit); err != nil {
		return err
	}
	attributes := apiadmission.NewAttributesRecord(pod, nil, corev1.SchemeGroupVersion.WithKind("Pod"), pod.Namespace, pod.Name,
		corev1.SchemeGroupVersion.WithResource("pods"), "", apiadmission.Create, nil, true, nil)
	for _, plugin := range a.plugins {
		if err := plugin.Admit(ctx, attributes, nil); err != nil {
			if errors.Is(err, errNoCluster) {
				return fmt.Errorf("the Pod's RuntimeClass is %w", errNoCluster)
			}
			return err
		}
	}
	return nil
}

func (a *admission) eachLimitRange(namespace string, pod *core.Pod, do func(*corev1.LimitRange, string, runtime.Object) error) error {
	ranges, err := a.limitRanges.LimitRanges(namespace).List(labels.Everything())
	if err != nil {
		return fmt.Errorf("list limit ranges: %w", err)
	}
	for _, limits := range ranges {
		if err := do(limits, "pods", pod); err != nil {
			return err
		}
	}
	return nil
}
