package clitest

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// english finds what no Japanese text of Podium has: words around one that makes a sentence of them. Commands are typed as they are.
var english = regexp.MustCompile(`\b[A-Za-z]+,? (the|a|is|are|was|were|be|not|no|of|to|with|without|and|or|it|in|on|for|has|have|that|at|by|as|since) [A-Za-z]+\b|not started|stopped and`)

// inJapanese runs a command in Japanese, and looks at everything that it says.
func (p *place) inJapanese(wants []string, args ...string) ended {
	p.t.Helper()
	got := p.run(append(args, "--lang", "ja")...)
	said := got.out + got.err
	for _, want := range wants {
		if !strings.Contains(said, want) {
			p.t.Errorf("%q: no %q in\n%s", args, want, said)
		}
	}
	for _, other := range p.quoted {
		said = strings.ReplaceAll(said, other, "")
	}
	for line := range strings.Lines(said) {
		before, _, _ := strings.Cut(strings.ReplaceAll(line, p.state, ""), "podium ")
		before, _, _ = strings.Cut(before, "kubectl ")
		if found := english.FindString(before); found != "" {
			p.t.Errorf("%q says %q in English: %s", args, found, line)
		}
	}
	return got
}

// TestALearnerReadsJapanese goes through the life of a lab.
func TestALearnerReadsJapanese(t *testing.T) {
	p := newPlace(t)
	p.inJapanese([]string{"lab-1  未開始", "lab-2  未開始"}, "lab", "status")
	p.inJapanese([]string{"lab-2は起動していません", "開始するには: podium lab start lab-2"}, "lab", "check", "lab-2")
	t.Cleanup(func() { p.finish(p.command(withoutEnd(t), p.binary, "lab", "stop")) })
	p.inJapanese([]string{"準備完了", "lab-2: 課題", "kubectlで作業します"}, "lab", "start", "lab-2")
	p.inJapanese([]string{"lab-2  起動中("}, "lab", "status", "lab-2")
	p.inJapanese([]string{"lab-2の操作記録を作れません: まだ何も操作されていません", "課題の内容: podium lab task lab-2"}, "submit", "lab-2")
	p.inJapanese([]string{"lab-2用のシェルです"}, "lab", "shell", "lab-2")
	p.inJapanese([]string{"lab-2で行ったことがすべて削除されます", "実行するには: podium lab reset lab-2 --yes"}, "lab", "reset", "lab-2")
	p.inJapanese([]string{"lab-2を停止しました。続きから再開するには: podium lab start lab-2"}, "lab", "stop", "lab-2", "--keep")
	p.inJapanese([]string{"lab-2  停止中(データあり)"}, "lab", "status", "lab-2")
	p.inJapanese([]string{"lab-2を停止し、削除しました"}, "lab", "stop", "lab-2")
}

// TestWhatIsGradedIsToldInJapanese: progress, output of steps that were ended, refusals, and records.
func TestWhatIsGradedIsToldInJapanese(t *testing.T) {
	p := newPlace(t)
	slow := submission(t, map[string]string{"answers/lab-2/rollout.sh": "curl http://example.org\ngrep -P x y\nwhile :; do :; done\n"})
	got := p.inJapanese([]string{"準備完了", "lab-2 rollout/", ": 不合格", "終了: 制限時間の1sに達しました", "curl: 解答では使えません", "grep: オプション-Pは解答では使えません"},
		"grade", slow, "--lab", "lab-2", "--answer-timeout", "1s")
	if got.code != 0 {
		t.Errorf("exit code %d", got.code)
	}
	invalid := submission(t, map[string]string{"answers/lab-2/rollout/01-a!.sh": ""})
	p.inJapanese([]string{`podium: 提出物を採点できません: "answers/lab-2/rollout/01-a!.sh": 名前に使えるのは英数字`}, "grade", invalid, "--lab", "lab-2")
	if got := p.run("grade", invalid, "--lab", "lab-2", "--lang", "ja", "-o", "json"); got.code != 4 || !strings.Contains(got.out, `"message": "提出物を採点できません: `) {
		t.Errorf("%+v", got)
	}
}

// TestStepsInJapanese: what a recorded attempt does, without doing it.
func TestStepsInJapanese(t *testing.T) {
	p := newPlace(t)
	file := filepath.Join(t.TempDir(), "attempt.jsonl")
	content := `{"format":"podium.attempt/v1","lab":"lab-2"}
{"request":{"verb":"delete","version":"v1","resource":"pods","namespace":"lab-2","name":"web","code":404}}
{"settle":true}
{"object":{"id":"pod-1","kind":"Pod","prefix":"web-","born":1}}
{"request":{"verb":"update","group":"apps","version":"v1","resource":"deployments","namespace":"lab-2","name":"web","options":{"dryRun":"All"},"body":{},"code":200}}
`
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	p.inJapanese([]string{"delete pods web、名前空間lab-2: 404", "クラスターが落ち着くまで待機", "pod-1は、web-...という名前の1番目のPod", "update deployments web、名前空間lab-2、dry run: 200"}, "replay", file, "--steps")
	if err := os.WriteFile(file, []byte(content+"{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.inJapanese([]string{"6行目: settle、object、requestのいずれでもありません"}, "replay", file, "--steps")
}

// TestDoctorInJapanese, with engines in every state in which a machine may have them.
func TestDoctorInJapanese(t *testing.T) {
	t.Run("embedded", func(t *testing.T) {
		newPlace(t).inJapanese([]string{"状態フォルダー", "サンドボックス", "秒で準備完了"}, "doctor")
	})
	const (
		down   = "Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon running?"
		denied = "permission denied while trying to connect to the Docker daemon socket at unix:///var/run/docker.sock"
	)
	for name, c := range map[string]struct {
		docker string // a script; none if empty
		wants  []string
	}{
		"no engine": {"", []string{"コンテナエンジンがインストールされていません", "--provider embedded"}},
		"down":      {"echo '" + down + "' >&2; exit 1", []string{"エンジンのデーモンが応答しません", "開始するには: sudo systemctl start docker"}},
		"denied":    {"echo '" + denied + "' >&2; exit 1", []string{"このユーザーにはエンジンを使う権限がありません", "sudo usermod -aG docker $USER"}},
		"answers":   {`case "$1" in version) echo 29.1.3 ;; ps) ;; *) exit 1 ;; esac`, []string{"docker 29.1.3"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPlace(t)
			p.quoted = []string{down, denied}
			programs := t.TempDir()
			p.env = []string{"PATH=" + programs}
			if c.docker != "" {
				script := "#!/bin/sh\n" + c.docker + "\n"
				if err := os.WriteFile(filepath.Join(programs, "docker"), []byte(script), 0o700); err != nil { //nolint:gosec // a program
					t.Fatal(err)
				}
			}
			p.inJapanese(append(c.wants, "エンジン", "開けるファイル"), "doctor", "--provider", "kind")
		})
	}
}

func submission(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
