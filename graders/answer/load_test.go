package answer_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/answer"
	"github.com/podium-labs/podium/graders/lang"
)

var tasks = []string{"deploy", "rolling-params", "rollout", "undo"}

// tree makes a submission; a name that ends with a slash is a folder.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if strings.HasSuffix(name, "/") {
			if err := os.MkdirAll(full, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLoad(t *testing.T) {
	dir := tree(t, map[string]string{
		"README.md":                     "x",
		"Makefile":                      "all:\n\trm -rf /",
		"answers/lab-1/deploy.yaml":     "another lab",
		"answers/lab-2/.gitkeep":        "",
		"answers/lab-2/README.md":       "notes",
		"answers/lab-2/rollout.sh":      "\ufeffkubectl get pods",
		"answers/lab-2/deploy.yml":      "a: 1",
		"answers/lab-2/undo/10-b.sh":    "10",
		"answers/lab-2/undo/2-a.yaml":   "2",
		"answers/lab-2/undo/values.txt": "v",
		"answers/lab-2/undo/web.yaml":   "w",
		"answers/lab-2/undo/k/x.yaml":   "x",
		"answers/lab-2/rolout.yaml":     "typo",
		"answers/lab-2/undo-old.sh":     "old",
	})
	sub, err := answer.Load(t.Context(), dir, "lab-2", tasks)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range sub.Tasks {
		for _, step := range a.Steps {
			got = append(got, fmt.Sprintf("%s %s %s %q", a.Task, step.File, step.Kind, step.Content))
		}
		for _, file := range a.Files {
			got = append(got, a.Task+" has "+file.Name)
		}
	}
	want := []string{
		`deploy deploy.yml manifest "a: 1"`, "deploy has deploy.yml",
		`rollout rollout.sh script "kubectl get pods"`, "rollout has rollout.sh",
		`undo undo/2-a.yaml manifest "2"`, `undo undo/10-b.sh script "10"`,
		"undo has 10-b.sh", "undo has 2-a.yaml", "undo has k/x.yaml", "undo has values.txt", "undo has web.yaml",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	wantWarnings := []string{
		"answers/lab-2/rolout.yaml answers no task; the nearest task is rollout",
		"answers/lab-2/undo-old.sh answers no task; the nearest task is undo",
		"answers/lab-2/undo/web.yaml is not run by itself: steps are called NN-name.yaml",
	}
	if !slices.Equal(said(sub.Warnings), wantWarnings) {
		t.Errorf("warnings: %q", sub.Warnings)
	}
	if sub.ID != filepath.Base(dir) {
		t.Errorf("ID %q", sub.ID)
	}
}

func TestMissingAnswersAreAllowed(t *testing.T) {
	for _, files := range []map[string]string{
		{"answers/lab-2/.gitkeep": ""}, {"answers/lab-1/deploy.yaml": ""}, {"answers/": ""},
	} {
		sub, err := answer.Load(t.Context(), tree(t, files), "lab-2", tasks)
		if err != nil || len(sub.Tasks) != 0 || sub.TreeSHA256 == "" {
			t.Errorf("%v: %v, %v", files, sub, err)
		}
	}
}

func TestInvalid(t *testing.T) {
	const lab = "answers/lab-2/"
	many := map[string]string{}
	for n := range 101 {
		many[fmt.Sprintf("%sundo/%d-x.yaml", lab, n)] = ""
	}
	big := map[string]string{}
	for n := range 9 {
		big[fmt.Sprintf("%sundo/%d-x.yaml", lab, n)] = strings.Repeat("x", 1<<20)
	}
	for name, c := range map[string]struct {
		files map[string]string
		want  string
	}{
		"two files":          {map[string]string{lab + "undo.sh": "", lab + "undo.yaml": ""}, "task undo is answered twice, by undo.sh and by undo.yaml"},
		"two manifests":      {map[string]string{lab + "undo.yml": "", lab + "undo.yaml": ""}, "answered twice"},
		"file and folder":    {map[string]string{lab + "undo.sh": "", lab + "undo/1-a.sh": ""}, "task undo is answered twice, by the folder undo/ and by undo.sh"},
		"only in case":       {map[string]string{lab + "undo.sh": "", lab + "Undo.sh": ""}, "only in upper and lower case"},
		"file too large":     {map[string]string{lab + "undo.sh": strings.Repeat("x", 1<<20+1)}, "is larger than 1048576 bytes"},
		"too many files":     {many, "one file too many"},
		"too much":           {big, "brings the answers over 8388608 bytes"},
		"too many documents": {map[string]string{lab + "undo.yaml": strings.Repeat("---\na: 1\n", 202)}, "YAML documents"},
		"too deep":           {map[string]string{lab + "undo/a/b/c/d/e/f.yaml": ""}, "nested deeper"},
		"odd name":           {map[string]string{lab + "undo/1-$(id).sh": ""}, "odd name"},
		"control character":  {map[string]string{lab + "x\ny.sh": ""}, "control characters"},
		"no UTF-8":           {map[string]string{lab + "x\xff.sh": ""}, "no UTF-8"},
		"file for folder":    {map[string]string{lab + "undo": "kubectl"}, "is a file; the answer is a folder of that name"},
		"folder for file":    {map[string]string{lab + "undo.sh/": ""}, "is a folder; only regular files are read"},
		"too high":           {map[string]string{"answers/undo.sh": ""}, "lies one folder too high; expected DIR/answers/lab-2/deploy.yaml"},
		"wrong folder":       {map[string]string{"undo.sh": ""}, "there is no folder answers/lab-2 in it; expected DIR/answers/lab-2/deploy.yaml"},
		"answers is a file":  {map[string]string{"answers": ""}, "is a file, not a folder"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := answer.Load(t.Context(), tree(t, c.files), "lab-2", tasks)
			var invalid *answer.InvalidError
			if !errors.As(err, &invalid) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an InvalidError with %q", err, c.want)
			}
		})
	}
}

func TestLinksAreRefused(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.sh")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, link := range []string{"answers", "answers/lab-2", "answers/lab-2/undo.sh", "answers/lab-2/undo", "answers/lab-2/undo/1-a.sh"} {
		for _, target := range []string{secret, "other.sh", "../../../../../../etc"} {
			dir := tree(t, map[string]string{"other.sh": "x"})
			full := filepath.Join(dir, link)
			if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, full); err != nil {
				t.Fatal(err)
			}
			sub, err := answer.Load(t.Context(), dir, "lab-2", tasks)
			var invalid *answer.InvalidError
			if !errors.As(err, &invalid) || !strings.Contains(err.Error(), "a symbolic link") {
				t.Errorf("%s -> %s: %v, %v", link, target, sub, err)
			}
		}
	}
}

func TestDigest(t *testing.T) {
	digest := func(files map[string]string) string {
		sub, err := answer.Load(t.Context(), tree(t, files), "lab-2", tasks)
		if err != nil {
			t.Fatal(err)
		}
		return sub.TreeSHA256
	}
	one := digest(map[string]string{"answers/lab-2/undo.sh": "a", "answers/lab-2/deploy.sh": "b"})
	if again := digest(map[string]string{"answers/lab-2/undo.sh": "a", "answers/lab-2/deploy.sh": "b", "x": "y"}); again != one {
		t.Error("differs for the same answers")
	}
	for _, other := range []map[string]string{
		{"answers/lab-2/undo.sh": "b", "answers/lab-2/deploy.sh": "a"},
		{"answers/lab-2/undo.sh": "a"},
		{"answers/lab-2/undo.sh": "a", "answers/lab-2/deploy.yaml": "b"},
	} {
		if digest(other) == one {
			t.Errorf("is the same for %v", other)
		}
	}
}

// said are messages in English.
func said(messages []lang.Message) []string {
	var all []string
	for _, m := range messages {
		all = append(all, m.String())
	}
	return all
}
