package all_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/sets"

	"github.com/podium-labs/podium/fixtures/objects"
	"github.com/podium-labs/podium/labs/all"
)

// wrong are images that exist nowhere, on purpose, with the reason.
func wrong() map[string]string {
	return map[string]string{"nginx:1.72": "a version with two digits swapped: its Pods cannot come up"}
}

// TestImagesOfLabsAreBroughtToTheNodes looks for images in all that the labs are made of, texts too: one that is missing in
// objects.LabImages is pulled on a real cluster while the learner waits, or cannot be.
func TestImagesOfLabsAreBroughtToTheNodes(t *testing.T) {
	named := map[string]sets.Set[string]{} // with the files that name it
	folders := sets.New[string]()
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, image := range imagesIn(string(text), answers(path)) {
			if named[image] == nil {
				named[image] = sets.New[string]()
			}
			named[image].Insert(path)
			folders.Insert(strings.Join(strings.Split(filepath.ToSlash(path), "/")[1:3], "/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if count := len(all.Labs()); count == 0 || len(folders) < 2*count { // solutions and mistakes of each, at least
		t.Fatalf("images are named in %v only: the search is broken", sets.List(folders))
	}
	for image, files := range named {
		if _, is := wrong()[image]; !is && !slices.Contains(objects.LabImages(), image) {
			t.Errorf("%s is not in objects.LabImages: %v", image, sets.List(files))
		}
	}
	for image, reason := range wrong() {
		if named[image] == nil || slices.Contains(objects.LabImages(), image) {
			t.Errorf("%s (%s) is an exception for nothing", image, reason)
		}
	}
	for _, image := range objects.LabImages() {
		if _, known := objects.FindImage(image); !known {
			t.Errorf("simulated nodes do not know %s", image)
		}
	}
}

// answers says whether a file is part of what is handed in.
func answers(path string) bool {
	return strings.Contains(filepath.ToSlash(path), "/answers/")
}

var (
	// field, flag and assignment are the ways in which answers name images of any kind.
	field      = regexp.MustCompile(`\bimage["']?\s*:\s*["']?([^\s"',}\x60]+)`)
	flag       = regexp.MustCompile(`--image[= ]["']?([^\s"']+)`)
	assignment = regexp.MustCompile(`set image [^\n]*?=["']?([^\s"']+)`)
)

// imagesIn finds what anything may name, which is images of repositories that are known, and in answers whatever they use as image.
func imagesIn(text string, answers bool) []string {
	patterns := []*regexp.Regexp{tagged()}
	if answers {
		patterns = append(patterns, field, flag, assignment)
	}
	var found []string
	for _, pattern := range patterns {
		for _, match := range pattern.FindAllStringSubmatch(text, -1) {
			found = append(found, strings.TrimPrefix(strings.TrimPrefix(match[1], "docker.io/"), "library/"))
		}
	}
	return found
}

// tagged finds images of known repositories.
func tagged() *regexp.Regexp {
	repositories := sets.New[string]()
	for _, image := range objects.Images() {
		repositories.Insert(regexp.QuoteMeta(image.Name[:strings.LastIndex(image.Name, ":")]))
	}
	return regexp.MustCompile(`\b((?:` + strings.Join(sets.List(repositories), "|") + `):(?:latest|[0-9](?:[\w.-]*\w)?))\b`)
}
