package shell_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/podium-labs/podium/graders/answer/shell"
	"github.com/podium-labs/podium/graders/lang"
)

// refusals are scripts, and what has to be in their complaints.
func refusals() map[string]string {
	return map[string]string{
		"curl http://example.com":               "curl: not available in answers (available: awk base64 ",
		"/usr/bin/python3 -c 1":                 "python3: not available in answers",
		"./missing.sh":                          "./missing.sh: not available in answers",
		"command -v curl || ssh host":           "ssh: not available in answers",
		"grep -P x a.txt":                       "grep: option -P is not available in answers",
		"grep --perl-regexp x a.txt":            "grep: option --perl-regexp is not available in answers",
		"grep '\\(a\\)\\1' a.txt":               "back-reference",
		"grep '\\d' a.txt":                      `\d is not available in answers`,
		"sed 's/a/b/e' a.txt":                   "modifier e of s is not available in answers",
		"sed -n 'e ls' a.txt":                   "command e is not available in answers",
		"sed -z p a.txt":                        "sed: option -z is not available in answers",
		"sort -h a.txt":                         "sort: option -h or --help is not available in answers",
		"sort -M a.txt":                         "sort: option -M is not available in answers",
		"tail -f a.txt":                         "tail: option -f is not available in answers",
		"ls -l":                                 "ls: option -l is not available in answers",
		"jq --seq . p.json":                     "jq: option --seq is not available in answers",
		"jq -C . p.json":                        "jq: option -C is not available in answers",
		"date -s now":                           "date: option -s is not available in answers",
		"date -d 'next friday'":                 "is not available in answers",
		"xargs -a a.txt echo":                   "xargs: option -a is not available in answers",
		"awk 'BEGIN{system(\"ls\")}'":           "awk: can't call system()",
		"awk 'BEGIN{print > \"x\"}'":            "awk: can't write to file",
		"awk 'BEGIN{getline < \"/etc/hosts\"}'": "awk: can't read from file",
		"awk 'BEGIN{\"ls\" | getline}'":         "awk: can't read from pipe",
		"awk '{print FILENAME}' a.txt":          "FILENAME, FNR, ARGV and ARGC",
		"yq 'load(\"/etc/hosts\")' d.yaml":      "load() is not available in answers",
		"yq '.a = strenv(HOME)' d.yaml":         "env() is not available in answers",
		"yq -o=xml . d.yaml":                    "output format \"xml\" is not available in answers",
		"echo x 3>&1":                           "test.sh:1: redirecting descriptor 3 is not available in answers",
		"echo x >&3":                            "test.sh:1: redirecting to descriptor 3 is not available in answers",
		"cat < /etc/passwd":                     "open /etc/passwd: outside of the answer's folder",
		"cat /etc/passwd":                       "cat: /etc/passwd: outside of the answer's folder",
		"cat ../../../etc/passwd":               "outside of the answer's folder",
		"echo $(</etc/passwd)":                  "outside of the answer's folder",
		"echo x > /etc/podium":                  "outside of the answer's folder",
		"echo x > /dev/fd/3":                    "outside of the answer's folder",
		"echo x > /proc/self/fd/1":              "outside of the answer's folder",
		"source /etc/profile":                   "outside of the answer's folder",
		"sed -i s/a/b/ /etc/passwd":             "outside of the answer's folder",
		"jq -f /etc/passwd":                     "outside of the answer's folder",
		"cp /etc/passwd .":                      "outside of the answer's folder",
		"tee /etc/podium < a.txt":               "outside of the answer's folder",
		"bash /etc/profile":                     "outside of the answer's folder",
		"if":                                    "test.sh:1:1: ",
		"wait -n":                               "unsupported option",
		"head -c 2000000 /dev/zero":             "outside of the answer's folder",
		"seq 200000 > big; seq 200000 > big2":   "",
	}
}

func TestRefusals(t *testing.T) {
	for script, want := range refusals() {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			stdout, stderr, code := run(t, script)
			if strings.Contains(stdout, "root:") {
				t.Fatalf("read a file of the host: %s", stdout)
			}
			if !strings.Contains(stderr, want) || (code == 0 && want != "" && !strings.Contains(script, "$(")) {
				t.Errorf("exit %d, stderr %q; want a failure with %q", code, stderr, want)
			}
		})
	}
}

// TestRefusalsInJapanese: what the tools say themselves. The libraries inside of awk, yq and the shell speak English.
func TestRefusalsInJapanese(t *testing.T) {
	words, err := lang.New(lang.Japanese)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for script, want := range refusals() {
		if !strings.Contains(want, "available in answers") && !strings.Contains(want, "outside of") {
			continue
		}
		found++
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			sh := shell.New(shell.Config{Box: newBox(t), Words: words})
			var errs bytes.Buffer
			if _, err := sh.Run(t.Context(), "test.sh", []byte(script), shell.Streams{Stdout: &bytes.Buffer{}, Stderr: &errs}); err != nil {
				t.Fatal(err)
			}
			if said := errs.String(); strings.Contains(said, "answer") || !strings.Contains(said, "解答") {
				t.Errorf("it says %q", said)
			}
		})
	}
	if found < 30 {
		t.Errorf("%d refusals only", found)
	}
}

func TestHostIsNotSeen(t *testing.T) {
	stdout, _, _ := run(t, "echo /etc/* /*; [ -e /etc/passwd ] && echo seen; [[ -f /etc/passwd ]] && echo seen; env; echo ${USER-none}; ls ..")
	if stdout != "/etc/* /*\nnone\n" {
		t.Errorf("got %q", stdout)
	}
}

// TestAccessSeesTheBox: the interpreter would ask the host whether a file can be read, written or run.
func TestAccessSeesTheBox(t *testing.T) {
	stdout, stderr, _ := run(t, `
echo x > /tmp/here
for file in /etc/passwd /bin/sh /root /tmp; do
  [ -r $file ] && echo "read $file"
  test -w $file && echo "write $file"
  command [ -x $file ] && echo "command $file"
  builtin test -x $file && echo "builtin $file"
  [[ -x $file ]] && echo "run $file"
  [[ ! -r $file || -w $file && -x $file ]] || echo "some $file"
  eval '[[ -r $file ]] && echo "eval $file"'
  [ ! -r $file -o -w $file ] || echo "or $file"
done 2>&1 | grep -v /tmp$
[ -r /tmp/here ] && [[ -w /tmp/here ]] && test -x /tmp && echo inside
[ -x "$(command -v jq)" ] && echo program; [ -x /answer/bin/curl ] || echo none`)
	if stdout != "inside\nprogram\nnone\n" || stderr != "" {
		t.Errorf("got %q, %q", stdout, stderr)
	}
}

func TestNames(t *testing.T) {
	stdout, stderr, code := run(t, "command -v jq; type sed; which grep; /bin/true && /usr/bin/cat n.txt")
	if stdout != "/answer/bin/jq\nsed is /answer/bin/sed\n/usr/bin/grep\nno newline" || code != 0 {
		t.Errorf("exit %d: %q %q", code, stdout, stderr)
	}
}

func TestYQ(t *testing.T) {
	stdout, stderr, _ := run(t, `
yq '.spec.replicas' d.yaml
yq -i '.spec.replicas = 5' d.yaml
yq eval '.spec.template.spec.containers[0].image' d.yaml
cat d.yaml | yq -o=json '.metadata' -
yq -r '.items[].name' -p=json p.json
yq -n '.a.b = 1'
yq '.spec | keys | .[]' < d.yaml`)
	want := "3\nnginx:1.26\n{\n  \"name\": \"web\"\n}\nweb\ndb\ncache\na:\n  b: 1\nreplicas\ntemplate\n"
	if stdout != want || stderr != "" {
		t.Errorf("got %q %q\nwant %q", stdout, stderr, want)
	}
}

func TestWindowsLineEnds(t *testing.T) {
	stdout, stderr, code := run(t, "#!/bin/bash\r\nset -e\r\nfor i in 1 2; do\r\n  echo $i\r\ndone\r\n")
	if stdout != "1\n2\n" || code != 0 {
		t.Errorf("exit %d: %q %q", code, stdout, stderr)
	}
}

// TestEndless: the context ends loops of the shell, tools that do not look at it and background jobs.
func TestEndless(t *testing.T) {
	for _, script := range []string{
		"while true; do :; done",
		"sleep infinity",
		"awk 'BEGIN{while(1){}}'",
		"sed ':a;ba' a.txt",
		"sleep 1000 & wait",
		"f() { f; }; while true; do sleep 0.01; done",
		"cat <(sleep 1000)",
		"jq -n 'def f: f; f'",
		"timeout 1000 bash -c 'while :; do :; done'",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			sh, _ := newShell(t)
			ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
			defer cancel()
			done := make(chan error, 1)
			var out bytes.Buffer
			go func() {
				_, err := sh.Run(ctx, "test.sh", []byte(script), shell.Streams{Stdout: &out, Stderr: &out})
				done <- err
			}()
			select {
			case err := <-done:
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("got %v", err)
				}
			case <-time.After(10 * time.Second):
				t.Error("still running")
			}
		})
	}
}

// TestBackgroundEndsWithScript: what is still running at the end can neither print nor write files.
func TestBackgroundEndsWithScript(t *testing.T) {
	sh, files := newShell(t)
	var out bytes.Buffer
	code, err := sh.Run(t.Context(), "test.sh", []byte("(sleep 0.2; echo late > late.txt) & echo ends"), shell.Streams{Stdout: &out, Stderr: &out})
	if err != nil || code != 0 || out.String() != "ends\n" {
		t.Fatalf("exit %d, %v: %q", code, err, out.String())
	}
	<-time.After(400 * time.Millisecond)
	if _, err := files.Stat(files.Work(), "late.txt", true); err == nil {
		t.Error("a job in the background went on after the script")
	}
}

func TestNothingIsKept(t *testing.T) {
	sh, _ := newShell(t)
	var out bytes.Buffer
	streams := shell.Streams{Stdout: &out, Stderr: &out}
	for _, script := range []string{"X=1; f() { :; }; set -e; cd /tmp; export Y=2", "echo ${X-none} ${Y-none}; false; f; cat n.txt"} {
		if _, err := sh.Run(t.Context(), "test.sh", []byte(script), streams); err != nil {
			t.Fatal(err)
		}
	}
	if got := out.String(); !strings.HasPrefix(got, "none none\nf: not available") || !strings.HasSuffix(got, "no newline") {
		t.Errorf("got %q", got)
	}
}
