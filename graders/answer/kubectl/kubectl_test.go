package kubectl_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/answer/box"
	"github.com/podium-labs/podium/graders/answer/kubectl"
	"github.com/podium-labs/podium/graders/answer/tools"
)

// api is a server that knows Pods and counts requests.
type api struct {
	*httptest.Server
	requests atomic.Int64
	// hang makes it accept requests for Pods and never answer.
	hang atomic.Bool
}

func newAPI(t *testing.T) *api {
	a := &api{}
	a.Server = httptest.NewServer(http.HandlerFunc(a.serve))
	t.Cleanup(a.Close)
	return a
}

func (a *api) serve(w http.ResponseWriter, r *http.Request) {
	a.requests.Add(1)
	w.Header().Set("Content-Type", "application/json")
	switch {
	case r.URL.Path == "/api":
		_, _ = fmt.Fprint(w, `{"kind":"APIVersions","versions":["v1"]}`)
	case r.URL.Path == "/apis":
		_, _ = fmt.Fprint(w, `{"kind":"APIGroupList","apiVersion":"v1","groups":[]}`)
	case r.URL.Path == "/api/v1":
		_, _ = fmt.Fprint(w, `{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"]}]}`)
	case strings.HasPrefix(r.URL.Path, "/api/v1/namespaces/lab/pods"):
		if a.hang.Load() {
			<-r.Context().Done()
			return
		}
		_, _ = fmt.Fprint(w, `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[{"metadata":{"name":"web","namespace":"lab"}}]}`)
	default:
		http.Error(w, `{"kind":"Status","apiVersion":"v1","status":"Failure","reason":"NotFound","code":404,"message":"no such thing"}`, http.StatusNotFound)
	}
}

type fixture struct {
	*api
	client *kubectl.Kubectl
	files  *box.Box
}

func newFixture(t *testing.T) *fixture {
	a := newAPI(t)
	dir := t.TempDir()
	config := filepath.Join(dir, "config")
	text := fmt.Sprintf(`{"apiVersion":"v1","kind":"Config","current-context":"lab","clusters":[{"name":"lab","cluster":{"server":%q}}],
"contexts":[{"name":"lab","context":{"cluster":"lab","user":"learner","namespace":"lab"}}],"users":[{"name":"learner","user":{"token":"x"}}]}`, a.URL)
	if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := box.Open(t.TempDir(), t.TempDir(), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = files.Close() })
	client := kubectl.New(kubectl.Config{Kubeconfig: config, CacheDir: filepath.Join(dir, "cache"), Box: files, Stdin: t.TempDir()})
	return &fixture{api: a, client: client, files: files}
}

func (f *fixture) run(ctx context.Context, stdin string, args ...string) (string, string, int) {
	var out, errs bytes.Buffer
	env := &tools.Env{Name: "kubectl", Dir: f.files.Work(), Box: f.files, Stdin: strings.NewReader(stdin), Stdout: &out, Stderr: &errs}
	code := f.client.Run(ctx, env, args)
	return out.String(), errs.String(), code
}

func TestRefused(t *testing.T) {
	f := newFixture(t)
	if err := f.files.WriteFile(f.files.Work(), "remote/kustomization.yaml", nil); err == nil {
		t.Fatal("a folder came from nowhere")
	}
	if err := f.files.MkdirAll(f.files.Work(), "remote"); err != nil {
		t.Fatal(err)
	}
	if err := f.files.WriteFile(f.files.Work(), "remote/kustomization.yaml", []byte("resources: [https://example.com/x.yaml]\n")); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"get pods --kubeconfig /root/.kube/config":                "--kubeconfig is not available in answers: answers use the cluster of the lab",
		"get pods --kubeconfig=x":                                 "--kubeconfig is not available",
		"get pods -s https://10.0.0.1":                            "--server is not available",
		"get pods -shttps://10.0.0.1":                             "--server is not available",
		"--server=https://10.0.0.1 get pods":                      "--server is not available",
		"get pods --as=admin":                                     "--as is not available in answers: answers act as the learner",
		"get pods --as=a --as-group=system:masters":               "is not available in answers: answers act as the learner",
		"get pods --as-uid=1":                                     "--as-uid is not available",
		"get pods --token=x":                                      "--token is not available",
		"get pods --user=x":                                       "--user is not available",
		"get pods --cluster=x":                                    "--cluster is not available",
		"get pods --context=x":                                    "--context is not available",
		"get pods --client-key=x --client-certificate=y":          "is not available",
		"get pods --certificate-authority=x":                      "--certificate-authority is not available",
		"get pods --insecure-skip-tls-verify":                     "--insecure-skip-tls-verify is not available",
		"get pods --tls-server-name=x":                            "--tls-server-name is not available",
		"get pods --cache-dir=/tmp/x":                             "--cache-dir is not available",
		"get pods --proxy-url=http://127.0.0.1:1":                 "--proxy-url is not available",
		"get pods --profile=cpu":                                  "--profile is not available",
		"exec web -- ls":                                          "kubectl exec is not available in answers",
		"attach web":                                              "kubectl attach is not available",
		"cp web:/x x":                                             "kubectl cp is not available",
		"port-forward web 80":                                     "kubectl port-forward is not available",
		"proxy":                                                   "kubectl proxy is not available",
		"debug web":                                               "kubectl debug is not available",
		"edit pod web":                                            "there is no editor in answers, and KUBE_EDITOR is not run",
		"apply edit-last-applied pod/web":                         "there is no editor",
		"create -f x.yaml --edit":                                 "--edit is not available",
		"run x --image=x -it":                                     "answers cannot attach to containers",
		"plugin list":                                             "kubectl plugin is not available",
		"nosuch":                                                  `unknown command "nosuch"`,
		"config view --kubeconfig=/etc/passwd":                    "--kubeconfig is not available",
		"config set-cluster x --server=y":                         "kubectl config is not available",
		"config set-credentials x --token=y":                      "kubectl config is not available",
		"config set clusters.lab.server x":                        "kubectl config is not available",
		"config unset current-context":                            "kubectl config is not available",
		"config delete-context lab":                               "kubectl config is not available",
		"config rename-context lab x":                             "kubectl config is not available",
		"cluster-info dump":                                       "kubectl cluster-info dump is not available",
		"get pods --kuberc=x":                                     "unknown flag: --kuberc",
		"kuberc view":                                             "unknown command",
		"get --raw https://example.com/api":                       "--raw is not available in answers with https://example.com/api",
		"get --raw //example.com/api":                             "--raw is not available",
		"get --raw /metrics":                                      "it is outside of the API",
		"get --raw /debug/pprof/heap":                             "it is outside of the API",
		"get --raw /api/../metrics":                               "--raw is not available",
		"get --raw /api/v1/nodes/n/proxy/pods":                    "answers have no proxy",
		"create --raw /api/v1/namespaces/x/pods/y/exec -f x.yaml": "answers have no exec",
		"delete --raw /logs":                                      "it is outside of the API",
		"apply -f https://example.com/x.yaml":                     "nothing is loaded over the network",
		"apply -f http://127.0.0.1/x.yaml":                        "nothing is loaded over the network",
		"apply -fhttps://example.com/x.yaml":                      "nothing is loaded over the network",
		"apply -k https://example.com/x":                          "nothing is loaded over the network",
		"apply -k github.com/org/repo":                            "nothing is loaded over the network",
		"apply -k git@github.com:org/repo":                        "nothing is loaded over the network",
		"apply -k remote":                                         "nothing is loaded over the network",
		"apply -f /etc/passwd":                                    "--filename: open /etc/passwd: outside of the answer's folder",
		"apply -f x.yaml,/etc/passwd":                             "outside of the answer's folder",
		"apply -f ../x.yaml":                                      "outside of the answer's folder",
		"apply -k /etc":                                           "outside of the answer's folder",
		"create configmap x --from-file=/etc/passwd":              "outside of the answer's folder",
		"create configmap x --from-file=k=/etc/passwd":            "outside of the answer's folder",
		"create configmap x --from-env-file=/etc/passwd":          "outside of the answer's folder",
		"create secret generic x --from-file=/etc/passwd":         "outside of the answer's folder",
		"create secret tls x --cert=/etc/c --key=/etc/k":          "outside of the answer's folder",
		"patch pod web --patch-file=/etc/passwd":                  "outside of the answer's folder",
		"get pods -o go-template-file=/etc/passwd":                "outside of the answer's folder",
		"get pods -o jsonpath-file --template=/etc/x":             "outside of the answer's folder",
		"get pods -o custom-columns-file=/etc/passwd":             "outside of the answer's folder",
		"kustomize remote":                                        "absolute folder",
		"kustomize /etc":                                          "outside of the answer's folder",
		"kustomize . --enable-helm":                               "no programs are run in answers",
	} {
		t.Run(line, func(t *testing.T) {
			before := f.requests.Load()
			out, errs, code := f.run(t.Context(), "", strings.Fields(line)...)
			if code == 0 || !strings.Contains(errs, want) {
				t.Errorf("exit %d, %q %q; want a failure with %q", code, out, errs, want)
			}
			if strings.Contains(out+errs, "root:") {
				t.Error("a file of the host was printed")
			}
			if n := f.requests.Load() - before; n != 0 {
				t.Errorf("%d requests were sent", n)
			}
		})
	}
}

func TestAllowed(t *testing.T) {
	f := newFixture(t)
	for line, want := range map[string]string{
		"get pods -o name": "pod/web\n",
		"get pod -n lab -ojsonpath={.items[*].metadata.name}":                                         "web",
		"get -v=6 pods -o name":                                                                       "pod/web\n",
		"config current-context":                                                                      "lab\n",
		"config set-context --current --namespace=lab":                                                `Context "lab" modified.`,
		"config view --minify -o jsonpath={..namespace}":                                              "lab",
		"create deployment x --image=nginx --dry-run=client -o jsonpath={.metadata.name}":             "x",
		"create rolebinding x --role=r --user=alice --dry-run=client -o jsonpath={.subjects[0].name}": "alice",
		"run x --image=x --dry-run=client -o name -i=false --attach=false":                            "pod/x\n",
		"version --client -o yaml":                                                                    "clientVersion:",
		"get --help":                                                                                  "Display one or many resources",
		"create configmap c --from-file=/tmp/f --dry-run=client -o jsonpath={.data.f}":                "data",
	} {
		t.Run(line, func(t *testing.T) {
			if err := f.files.WriteFile(f.files.Work(), "/tmp/f", []byte("data")); err != nil {
				t.Fatal(err)
			}
			out, errs, code := f.run(t.Context(), "", strings.Fields(line)...)
			if code != 0 || !strings.Contains(out, want) {
				t.Errorf("exit %d, %q %q; want %q", code, out, errs, want)
			}
		})
	}
}

func TestStdinIsRead(t *testing.T) {
	f := newFixture(t)
	manifest := "apiVersion: v1\nkind: Pod\nmetadata: {name: from-stdin}\n"
	for _, form := range [][]string{{"-f", "-"}, {"-f-"}, {"--filename=-"}, {"-f", "/dev/stdin"}} {
		args := append([]string{"create", "--dry-run=client", "--validate=false", "-o", "name"}, form...)
		if out, errs, code := f.run(t.Context(), manifest, args...); code != 0 || out != "pod/from-stdin\n" {
			t.Errorf("%v: exit %d, %q %q", form, code, out, errs)
		}
	}
}

// TestEndsWithContext: commands that wait for ever end with their context, and can send nothing afterwards.
func TestEndsWithContext(t *testing.T) {
	f := newFixture(t)
	f.run(t.Context(), "", "get", "pods") // fills the discovery cache
	f.hang.Store(true)
	for _, line := range []string{"get pods -w", "wait pod/web --for=condition=Ready --timeout=1h", "get pods", "logs -f web"} {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		done := make(chan int, 1)
		go func() {
			_, _, code := f.run(ctx, "", strings.Fields(line)...)
			done <- code
		}()
		select {
		case code := <-done:
			if code == 0 {
				t.Errorf("%s: succeeded", line)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s: still running", line)
		}
		cancel()
	}
	before := f.requests.Load()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f.run(ctx, "", "get", "pods")
	if n := f.requests.Load() - before; n != 0 {
		t.Errorf("%d requests were sent after the end", n)
	}
}

// TestOverlap: a command that hangs does not hold up another, and errors stay with the command they belong to.
func TestOverlap(t *testing.T) {
	f := newFixture(t)
	f.run(t.Context(), "", "get", "pods")
	f.hang.Store(true)
	ctx, cancel := context.WithCancel(t.Context())
	hung := make(chan string, 1)
	go func() {
		_, errs, _ := f.run(ctx, "", "get", "pods", "-w")
		hung <- errs
	}()
	for n := range 5 {
		name := fmt.Sprintf("x%d", n)
		if out, errs, code := f.run(t.Context(), "", "create", "deployment", name, "--image=i", "--dry-run=client", "-o", "name"); code != 0 || out != "deployment.apps/"+name+"\n" {
			t.Errorf("exit %d: %q %q", code, out, errs)
		}
		if _, errs, code := f.run(t.Context(), "", "create", "deployment", name); code == 0 || !strings.Contains(errs, "image") {
			t.Errorf("exit %d: %q", code, errs)
		}
	}
	cancel()
	if errs := <-hung; strings.Contains(errs, "image") {
		t.Errorf("the error of another command: %q", errs)
	}
}

// TestProfilingOpensNothing: kubectl opens the file that --profile-output names before any command runs.
func TestProfilingOpensNothing(t *testing.T) {
	victim := filepath.Join(t.TempDir(), "victim")
	for _, args := range [][]string{
		{"get", "pods", "--profile=cpu", "--profile-output=" + victim}, {"--profile-output", victim, "--profile", "cpu", "get", "pods"},
		{"get", "pods", "--profile=trace", "--profile-output", victim},
	} {
		if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, code := newFixture(t).run(t.Context(), "", args...)
		content, err := os.ReadFile(victim)
		if code == 0 || err != nil || string(content) != "precious" {
			t.Errorf("%v: exit code %d, the file holds %q, %v", args, code, content, err)
		}
	}
}
