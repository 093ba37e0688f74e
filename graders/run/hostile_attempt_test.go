package run_test

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/replay"
)

const (
	attemptHeader  = `{"format":"podium.attempt/v1","lab":"hostile"}` + "\n"
	attemptRequest = `{"request":{"verb":"create","version":"v1","resource":"pods","subresource":"eviction","namespace":"hostile","name":"a","body":{},"code":201}}` + "\n"
)

// recordedSubmissions are recorded attempts that nobody has recorded; each fills the folder answers/hostile.
func recordedSubmissions() map[string]func(t *testing.T, dir string) {
	all := map[string]func(*testing.T, string){
		"attempt-link": func(t *testing.T, dir string) { link(t, "/etc/passwd", filepath.Join(dir, replay.FileName)) },
	}
	is := func(name, content string) {
		all[name] = func(t *testing.T, dir string) { put(t, filepath.Join(dir, replay.FileName), []byte(content)) }
	}
	// asks is a request that has one thing in the place of another.
	asks := func(name, old, replaced string) {
		if !strings.Contains(attemptRequest, old) {
			panic(name)
		}
		is(name, attemptHeader+strings.Replace(attemptRequest, old, replaced, 1))
	}
	is("attempt-no-json", "#!/bin/bash\nkubectl delete pods --all\n")
	is("attempt-other-lab", strings.Replace(attemptHeader, "hostile", "lab-1", 1))
	is("attempt-other-server", strings.Replace(attemptHeader, `"lab"`, `"server":"https://127.0.0.1:1","lab"`, 1))
	is("attempt-huge", attemptHeader+strings.Repeat(attemptRequest, 1+replay.MaxBytes/len(attemptRequest)))
	is("attempt-many-requests", attemptHeader+strings.Repeat(attemptRequest, 2001))
	asks("attempt-deep-body", `{}`, strings.Repeat("[", 200_000)+strings.Repeat("]", 200_000))
	asks("attempt-long-option", `"body"`, `"options":{"fieldSelector":"`+strings.Repeat("a", 300_000)+`"},"body"`)
	asks("attempt-path-in-name", `"a"`, `"../../../../../apis/apps/v1"`)
	asks("attempt-path-in-namespace", `"namespace":"hostile"`, `"namespace":"hostile/../kube-system"`)
	asks("attempt-path-in-resource", `"pods"`, `"pods/a/exec"`)
	asks("attempt-other-host", `"verb"`, `"host":"127.0.0.1:1","verb"`)
	asks("attempt-impersonates", `"verb"`, `"headers":{"Impersonate-User":"admin"},"verb"`)
	asks("attempt-acts-as", `"body"`, `"options":{"as":"admin"},"body"`)
	for _, subresource := range []string{"exec", "attach", "portforward", "proxy", "binding", "token"} {
		asks("attempt-"+subresource, "eviction", subresource)
	}
	asks("attempt-events", `"pods"`, `"events"`)
	return all
}

// madeSubmissions are all that are not in the folder.
func madeSubmissions() map[string]func(t *testing.T, dir string) {
	all := builtSubmissions()
	maps.Copy(all, recordedSubmissions())
	return all
}
