package kubectl

import (
	"os"
	"path/filepath"

	"sigs.k8s.io/yaml"

	"github.com/podium-labs/podium/graders/lang"
)

// maxKustomizations bounds how deep kustomizations may use each other.
const maxKustomizations = 8

// kustomizationFile is what may lead out of a kustomization.
type kustomizationFile struct {
	Resources    []string `json:"resources"`
	Bases        []string `json:"bases"`
	Components   []string `json:"components"`
	Generators   []string `json:"generators"`
	Transformers []string `json:"transformers"`
	Validators   []string `json:"validators"`
	HelmCharts   []any    `json:"helmCharts"`
}

// kustomizeArgs does for the folder of kubectl kustomize what file does for flags; the argument cannot be replaced, so it has to be
// a path that means the same to the host.
func (c *call) kustomizeArgs(args []string) error {
	if len(args) != 1 || !filepath.IsAbs(args[0]) {
		return lang.Errorf("kubectl kustomize is available in answers with an absolute folder only; write $PWD/FOLDER, or use kubectl apply -k")
	}
	place, err := c.file("kustomize", args[0])
	if err == nil && place != filepath.Clean(args[0]) {
		err = lang.Errorf("kustomize: %s: use a folder in the working directory", args[0])
	}
	return err
}

// kustomization checks that everything a kustomization is made of lies in the box; kustomize would fetch the rest.
func (c *call) kustomization(dir string, depth int) error {
	if depth > maxKustomizations {
		return lang.Errorf("kustomizations use each other more than %d deep", maxKustomizations)
	}
	var data []byte
	err := os.ErrNotExist
	for _, name := range []string{"kustomization.yaml", "kustomization.yml", "Kustomization"} {
		if data, err = c.config.Box.ReadFile(dir, name); err == nil {
			break
		}
	}
	if err != nil {
		return nil //nolint:nilerr // kustomize has its own words for a missing file
	}
	var file kustomizationFile
	if err := yaml.Unmarshal(data, &file); err != nil {
		return lang.Errorf("read kustomization: %w", err)
	}
	if len(file.HelmCharts)+len(file.Generators)+len(file.Transformers)+len(file.Validators) > 0 {
		return lang.Errorf("kustomize: charts and plugins are not available in answers: no programs are run")
	}
	for _, list := range [][]string{file.Resources, file.Bases, file.Components} {
		for _, name := range list {
			if err := c.kustomizationPart(dir, name, depth); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *call) kustomizationPart(dir, name string, depth int) error {
	info, err := c.config.Box.Stat(dir, name, true)
	if err != nil {
		return lang.Errorf("kustomize: %s is not in the answer's folder; nothing is loaded over the network", name)
	}
	if !info.IsDir() {
		return nil
	}
	place, err := c.config.Box.Real(dir, name)
	if err != nil {
		return err
	}
	return c.kustomization(place, depth+1)
}
