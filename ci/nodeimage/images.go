package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/podium-labs/podium/ci/nodeimage/oci"
	"github.com/podium-labs/podium/ci/nodeimage/tree"
	"github.com/podium-labs/podium/fixtures/objects"
)

var (
	//go:embed files/nginx.conf
	nginxConf []byte
	//go:embed files/nginx-default.conf
	nginxDefault []byte
)

// path is the search path of containers, as Docker sets it.
const path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

// pieces are the layers that images are put together from.
type pieces struct {
	pause, kubernetes, network, localPath *tree.Tree
	shell, bash, httpd, redis, memcached  *tree.Tree
	nginx                                 map[string]*tree.Tree // by version
}

// clusterImages are those that kubeadm, kind's manifests and containerd name.
func clusterImages(p *pieces) []oci.Image {
	program := func(name, image string, layers ...*tree.Tree) oci.Image {
		return oci.Image{
			Names: []string{image}, Layers: append([]*tree.Tree{p.kubernetes}, layers...),
			Config: oci.Config{Entrypoint: []string{"/usr/local/bin/" + name}, Env: []string{path}},
		}
	}
	component := func(name string, layers ...*tree.Tree) oci.Image {
		return program(name, "registry.k8s.io/"+name+":"+kubernetesVersion, layers...)
	}
	return []oci.Image{
		component("kube-apiserver"),
		component("kube-controller-manager"),
		component("kube-scheduler"),
		component("kube-proxy", p.shell, p.network),
		program("etcd", "registry.k8s.io/etcd:"+etcdTag),
		program("coredns", "registry.k8s.io/coredns/coredns:"+corednsVersion),
		program("kind-network", "podium.local/kind-network:v1", p.shell, p.network),
		{
			Names: []string{"docker.io/rancher/local-path-provisioner:" + localPathVersion}, Layers: []*tree.Tree{p.localPath},
			Config: oci.Config{Entrypoint: []string{"/usr/local/bin/local-path-provisioner"}, Env: []string{path}},
		},
	}
}

// workloadImages are those that simulated nodes know too, so that a lab finds the same images on both providers.
func workloadImages(p *pieces) ([]oci.Image, error) {
	var images []oci.Image
	repositories := byRepository()
	for _, name := range slices.Sorted(maps.Keys(repositories)) {
		for _, group := range slices.Sorted(maps.Keys(repositories[name])) {
			image, err := workload(p, strings.TrimPrefix(name, "registry.k8s.io/"), group)
			if err != nil {
				return nil, err
			}
			for _, tag := range repositories[name][group] {
				image.Names = append(image.Names, full(name)+":"+tag)
			}
			images = append(images, image)
		}
	}
	return images, nil
}

// byRepository returns the tags of each image that share one content: for nginx those of one version, for others all.
func byRepository() map[string]map[string][]string {
	groups := map[string]map[string][]string{}
	for _, image := range objects.Images() {
		at := strings.LastIndex(image.Name, ":")
		repository, tag := image.Name[:at], image.Name[at+1:]
		group := ""
		if repository == "nginx" {
			group = nginxVersion(tag)
		}
		if groups[repository] == nil {
			groups[repository] = map[string][]string{}
		}
		groups[repository][group] = append(groups[repository][group], tag)
	}
	return groups
}

// full is the name that containerd gives to an image without a host.
func full(repository string) string {
	if strings.Contains(repository, "/") {
		return repository
	}
	return "docker.io/library/" + repository
}

// workload puts one image together.
func workload(p *pieces, repository, version string) (oci.Image, error) {
	config := oci.Config{Env: []string{path}}
	expose := func(port string) { config.ExposedPorts = map[string]struct{}{port + "/tcp": {}} }
	layers := []*tree.Tree{p.shell}
	switch repository {
	case "pause":
		layers = []*tree.Tree{p.pause}
		config.Entrypoint, config.User = []string{"/pause"}, "65535:65535"
	case "nginx":
		layers = append(layers, p.nginx[version])
		expose("80")
		config.Cmd, config.StopSignal = []string{"nginx", "-g", "daemon off;"}, "SIGQUIT"
		config.Env = append(config.Env, "NGINX_VERSION="+version)
	case "httpd":
		layers = append(layers, p.httpd)
		expose("80")
		config.Cmd = []string{"httpd-foreground"}
	case "redis":
		layers = append(layers, p.redis)
		expose("6379")
		config.Cmd, config.WorkingDir = []string{"redis-server", "--protected-mode", "no", "--bind", "*"}, "/data"
	case "memcached":
		layers = append(layers, p.memcached)
		expose("11211")
		config.Cmd, config.User = []string{"memcached"}, "nobody"
	case "busybox", "alpine":
		config.Cmd = []string{"sh"}
	case "bash", "debian", "ubuntu":
		layers = append(layers, p.bash)
		config.Cmd = []string{"bash"}
	default:
		return oci.Image{}, fmt.Errorf("put image %s together: nobody has said how", repository)
	}
	return oci.Image{Layers: layers, Config: config}, nil
}

// nginxVersion is the whole version behind a tag.
func nginxVersion(tag string) string {
	const latest = "1.29.1"
	versions := map[string]string{
		"1.22": "1.22.1", "1.24": "1.24.0", "1.25": "1.25.5", "1.26": debianNginx, "1.27": "1.27.5", "1.28": "1.28.0", "1.29": latest,
		"stable": "1.28.0",
	}
	if version, ok := versions[strings.TrimSuffix(tag, "-alpine")]; ok {
		return version
	}
	return latest
}

// nginx is Debian's nginx, which says that it is another version: one program behaves well enough like all of them.
func nginx(debian, work, version string) (*tree.Tree, error) {
	t := tree.New()
	original := filepath.Join(debian, "usr/sbin/nginx")
	data, err := os.ReadFile(original)
	if err != nil {
		return nil, fmt.Errorf("read nginx: %w", err)
	}
	was, is := []byte("nginx/"+debianNginx), []byte("nginx/"+version)
	if !bytes.Contains(data, was) || len(was) != len(is) {
		return nil, fmt.Errorf("rename nginx: Debian's is not %s, or %s is not as long", was, is)
	}
	renamed := filepath.Join(work, "nginx-"+version)
	if err := os.WriteFile(renamed, bytes.ReplaceAll(data, was, is), 0o755); err != nil {
		return nil, fmt.Errorf("rename nginx: %w", err)
	}
	t.File("usr/sbin/nginx", 0o755, renamed)
	t.File("etc/nginx/mime.types", 0o644, filepath.Join(debian, "etc/nginx/mime.types"))
	t.File("usr/share/nginx/html/index.html", 0o644, filepath.Join(debian, "usr/share/nginx/html/index.html"))
	t.Bytes("etc/nginx/nginx.conf", 0o644, nginxConf)
	t.Bytes("etc/nginx/conf.d/default.conf", 0o644, nginxDefault)
	t.Folder("var/log/nginx", 0o755)
	t.Folder("var/lib/nginx", 0o755)
	return t, t.Needed(debian, original)
}

// shell is a small system with busybox.
func shell(debian string) (*tree.Tree, error) {
	t := tree.New()
	t.Merged()
	for _, folder := range []string{"etc", "run", "home", "data"} {
		t.Folder(folder, 0o755)
	}
	t.Folder("root", 0o700)
	t.Folder("tmp", 0o1777)
	t.Folder("var/tmp", 0o1777)
	busybox := filepath.Join(debian, "usr/bin/busybox")
	t.File("usr/bin/busybox", 0o755, busybox)
	applets, err := exec.Command(busybox, "--list").Output() // static, so it runs anywhere
	if err != nil {
		return nil, fmt.Errorf("list applets of busybox: %w", err)
	}
	for applet := range strings.FieldsSeq(string(applets)) {
		if applet != "busybox" {
			t.Link("usr/bin/"+applet, "busybox")
		}
	}
	t.Bytes("etc/passwd", 0o644, []byte("root:x:0:0:root:/root:/bin/sh\nwww-data:x:33:33::/var/www:/bin/false\nnobody:x:65534:65534::/home:/bin/false\n"))
	t.Bytes("etc/group", 0o644, []byte("root:x:0:\nwww-data:x:33:\nnogroup:x:65534:\n"))
	t.Bytes("etc/nsswitch.conf", 0o644, []byte("hosts: files dns\n"))
	return t, nil
}

// programs is a tree of programs of Debian with their libraries.
func programs(debian string, names ...string) (*tree.Tree, error) {
	t := tree.New()
	for _, name := range names {
		if err := t.Program(debian, name); err != nil {
			return nil, err
		}
	}
	return t, nil
}
