package answer_test

import (
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
	"github.com/podium-labs/podium/fixtures/embedded/embeddedtest"
	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/graders/answer"
)

// credentials starts a cluster with the namespace of a lab and returns its kubeconfigs.
func credentials(t *testing.T) cluster.Credentials {
	t.Helper()
	c := embeddedtest.Start(t, embedded.Options{})
	config, err := clientcmd.BuildConfigFromFlags("", c.Credentials().Admin)
	if err != nil {
		t.Fatal(err)
	}
	client := kubernetes.NewForConfigOrDie(config)
	if _, err := client.CoreV1().Namespaces().Create(t.Context(), objects.Namespace("lab-2"), metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	binding := objects.LearnerBinding("lab-2", cluster.Learner)
	if _, err := client.RbacV1().RoleBindings("lab-2").Create(t.Context(), binding, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	return c.Credentials()
}

const web = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 4
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: nginx, image: "nginx:1.26"}
`

// onCluster are steps that follow each other on one cluster; want is in the output, and deny is not.
var onCluster = []struct {
	name, manifest, script string
	want                   []string
	deny                   string
	code                   int
}{
	{name: "apply a manifest", manifest: web, want: []string{"deployment.apps/web created"}},
	{name: "apply it again", manifest: web, want: []string{"deployment.apps/web unchanged"}},
	{name: "an invalid one", manifest: strings.Replace(web, "replicas: 4", "replicas: -1", 1), want: []string{"is invalid: spec.replicas"}, code: 1},
	{name: "an unknown field", manifest: strings.Replace(web, "replicas: 4", "replica: 4", 1), want: []string{`unknown field "spec.replica"`}, code: 1},
	{name: "wait", script: "kubectl rollout status deployment/web --timeout=60s && kubectl wait deploy web --for=condition=Available --timeout=60s",
		want: []string{`deployment "web" successfully rolled out`, "deployment.apps/web condition met"}},
	{name: "kubectl gives up", script: "kubectl get nodes --sort-by=.status; echo \"exit $?\"", want: []string{"kubectl gave up\nexit 1\n"}},
	{name: "formats", script: `
kubectl get deploy web -o jsonpath='{.spec.replicas}{"\n"}'
kubectl get deploy web -o json | jq -r .metadata.name
kubectl get deploy web -o yaml | yq .kind
kubectl get deploy web -o go-template='{{.spec.template.spec.containers}}{{"\n"}}'
kubectl get deploy -o custom-columns=N:.metadata.name,R:.spec.replicas
kubectl get deploy web -o name
kubectl get pods -o wide --no-headers | wc -l
kubectl get pods -l app=web --sort-by=.metadata.name -o name | head -1 | cut -c1-8`,
		want: []string{"4\nweb\nDeployment\n[map[image:nginx:1.26", "N     R\nweb   4\ndeployment.apps/web\n4\npod/web-"}},
	{name: "pipes and loops", script: `
set -euo pipefail
for n in 1 2; do kubectl create configmap "c$n" --from-literal=n=$n --dry-run=client -o yaml | sed "s/c$n/d$n/" | kubectl apply -f -; done
kubectl get cm -o name | grep configmap/d | xargs -n1 kubectl delete
cat <<E | kubectl create -f-
{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"here"}}
E
test "$(kubectl get cm here -o jsonpath='{.metadata.namespace}')" = lab-2`,
		want: []string{"configmap/d1 created", "configmap/d2 created", `configmap "d1" deleted`, "configmap/here created"}},
	{name: "files", script: `
echo data > f.txt && kubectl create configmap files --from-file=f.txt --from-file=k=f.txt -o jsonpath='{.data}'
kubectl get cm files -o yaml > /tmp/cm.yaml && kubectl replace -f /tmp/cm.yaml
mkdir -p kz && cp f.txt kz/ && printf 'configMapGenerator: [{name: gen, files: [f.txt]}]\ngeneratorOptions: {disableNameSuffixHash: true}\n' > kz/kustomization.yaml
kubectl apply -k kz`,
		want: []string{`{"f.txt":"data\n","k":"data\n"}`, "configmap/files replaced", "configmap/gen created"}},
	{name: "rollouts", script: `
set -e
kubectl set image deployment/web nginx=nginx:1.27
kubectl annotate deployment/web kubernetes.io/change-cause=new
kubectl rollout status deploy web --timeout=60s
kubectl rollout history deploy/web
kubectl rollout undo deploy/web && kubectl rollout status deploy web --timeout=60s | tail -1
kubectl get deploy web -o jsonpath='{.spec.template.spec.containers[0].image}{"\n"}'
kubectl rollout restart deploy/web && kubectl rollout pause deploy/web && kubectl rollout resume deploy/web`,
		want: []string{"image updated", "REVISION", "rolled back", "nginx:1.26\n", "restarted", "paused", "resumed"}},
	{name: "changes", script: `
kubectl scale deploy web --replicas=2
kubectl patch deploy web -p '{"spec":{"replicas":3}}'
kubectl patch deploy web --type=json -p '[{"op":"replace","path":"/spec/replicas","value":2}]'
kubectl label deploy web tier=front && kubectl set env deploy/web A=b && kubectl set resources deploy/web --requests=cpu=10m
kubectl autoscale deploy web --max=5 --dry-run=client
kubectl expose deploy web --port=80 && kubectl get svc web -o jsonpath='{.spec.ports[0].port}{"\n"}'
kubectl create job j --image=busybox:1.36 -- true
kubectl run p --image=nginx:1.26 --restart=Never && kubectl delete pod p --wait=false`,
		want: []string{"scaled", "patched", "labeled", "env updated", "resource requirements updated", "horizontalpodautoscaler.autoscaling/web created", "service/web exposed\n80", "job.batch/j created", "pod/p created", `pod "p" deleted`}},
	{name: "dry run", script: `
kubectl create deployment x --image=nginx --dry-run=server -o name
kubectl get deploy x; echo "exit $?"`, want: []string{"deployment.apps/x\n", "NotFound", "exit 1"}},
	{name: "diff", script: `kubectl get cm here -o json | jq '.data.a="b"' | kubectl diff -f -; echo "exit $?"`, want: []string{"+++ MERGED/v1.ConfigMap.lab-2.here", "+data:\n+  a: b", "exit 1"}},
	{name: "rights", script: `
kubectl auth can-i create deployments; kubectl auth can-i create clusterroles; echo "exit $?"
kubectl get secrets -n kube-system; echo "exit $?"; kubectl auth whoami -o jsonpath='{.status.userInfo.username}'`,
		want: []string{"yes\n", "no\nexit 1\n", "forbidden", "exit 1\nlearner"}},
	{name: "nodes", script: `
kubectl cordon podium-worker && kubectl uncordon podium-worker
kubectl taint nodes podium-worker k=v:NoSchedule && kubectl taint nodes podium-worker k-
kubectl describe node podium-worker | grep -c Taints`, want: []string{"cordoned", "uncordoned", "tainted", "untainted", "1"}},
	{name: "reading", script: `
kubectl explain deployment.spec.replicas | grep FIELD; kubectl api-resources --api-group=apps -o name; kubectl describe deploy web | head -1
kubectl cluster-info | wc -l; kubectl events | head -1; kubectl logs job/j > /dev/null; echo "exit $?"`,
		want: []string{"replicas <integer>", "deployments.apps", "Name:", "exit 0"}},
	{name: "context", script: "kubectl config set-context --current --namespace=default && kubectl get deploy; kubectl config view --minify -o jsonpath='{..namespace}'; kubectl config set-context --current --namespace=lab-2",
		want: []string{"modified", "default"}},
	{name: "watch in the background", script: `
kubectl get pods -w -o name > seen.txt & W=$!
kubectl run q --image=nginx:1.26 --restart=Never
kubectl wait pod/q --for=condition=Ready --timeout=30s
until grep -q pod/q seen.txt; do sleep 0.1; done
kill $W; wait; echo seen`, want: []string{"pod/q condition met", "seen"}},
	{name: "timeout", script: "timeout 1 kubectl wait deploy/web --for=jsonpath='{.spec.replicas}'=99 --timeout=1h; echo \"exit $?\"; timeout 0.5 kubectl get pods -w > /dev/null; echo \"exit $?\"",
		want: []string{"exit 124\nexit 124\n"}},
	{name: "first line of a watch", script: "kubectl get pods -w --no-headers & kubectl get pods -o name | head -n 1; kill $!; wait; echo end", want: []string{"end"}, deny: "InternalError"},
}

// TestOnCluster drives a real cluster as the learner.
func TestOnCluster(t *testing.T) {
	p := start(t, answer.Config{Kubeconfig: credentials(t).Learner, Namespace: "lab-2"})
	for _, c := range onCluster {
		step := answer.Step{File: "step.sh", Kind: answer.Script, Content: []byte(c.script)}
		if c.manifest != "" {
			step = answer.Step{File: "step.yaml", Kind: answer.Manifest, Content: []byte(c.manifest)}
		}
		got, err := p.Run(t.Context(), step)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got.ExitCode != c.code {
			t.Errorf("%s: exit %d, want %d\n%s", c.name, got.ExitCode, c.code, got.Output)
		}
		for _, want := range c.want {
			if !strings.Contains(got.Output, want) {
				t.Errorf("%s: %q is not in the output\n%s", c.name, want, got.Output)
			}
		}
		if c.deny != "" && strings.Contains(got.Output, c.deny) {
			t.Errorf("%s: %q is in the output\n%s", c.name, c.deny, got.Output)
		}
		if strings.Contains(got.Output, "/podium-answer-") || strings.Contains(got.Output, "STDIN-") {
			t.Errorf("%s: the output shows paths of the host\n%s", c.name, got.Output)
		}
	}
}
