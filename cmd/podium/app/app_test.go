package app

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/podium-labs/podium/cmd/podium/exit"
	"github.com/podium-labs/podium/cmd/podium/help"
	"github.com/podium-labs/podium/graders/lang"
)

// TestAllHelpIsTranslated: what --help says of every command and every flag.
func TestAllHelpIsTranslated(t *testing.T) {
	for _, text := range help.Missing(New("test", Streams{})) {
		t.Errorf("no Japanese in cmd/podium/help for %q", text)
	}
	unknown := &cobra.Command{Use: "new", Short: "Something new"}
	root := New("test", Streams{})
	root.AddCommand(unknown)
	if missing := help.Missing(root); len(missing) != 1 || missing[0] != unknown.Short {
		t.Errorf("a command without Japanese is not found: %q", missing)
	}
}

// TestHelpInJapanese reads the help of every command as it is printed: below the first line nothing but names and examples is English.
func TestHelpInJapanese(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		path := strings.Fields(cmd.CommandPath())
		printed := run(t, append(path, "--help", "--lang", "ja")...)
		for _, english := range []string{"Usage:", "Flags:", "Available Commands", "Use \"", "(default \"", "help for"} {
			if strings.Contains(printed, english) {
				t.Errorf("%s has %q:\n%s", cmd.CommandPath(), english, printed)
			}
		}
		if !strings.Contains(printed, "使い方:") || !strings.Contains(printed, "フラグ:") {
			t.Errorf("%s: %s", cmd.CommandPath(), printed)
		}
		if printed := run(t, append(path, "--help")...); !strings.Contains(printed, "Usage:") || strings.Contains(printed, "使い方") {
			t.Errorf("%s in English: %s", cmd.CommandPath(), printed)
		}
		for _, below := range cmd.Commands() {
			if !below.Hidden {
				walk(below)
			}
		}
	}
	root := New("test", Streams{})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	walk(root)
}

// TestErrorsInJapanese: what is said most often about a command line, in both languages.
func TestErrorsInJapanese(t *testing.T) {
	t.Setenv("LC_ALL", "C")
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	for _, c := range []struct{ line, english, japanese string }{
		{"nosuch", `unknown command "nosuch" for "podium"`, `"podium"に"nosuch"というコマンドはありません`},
		{"--nosuch", "unknown flag: --nosuch", "不明なフラグです: --nosuch"},
		{"-x", "unknown shorthand flag: 'x' in -x", "不明な短縮フラグです: -xの'x'"},
		{"lab check", "accepts 1 arg(s), received 0", "引数は1個必要です(指定: 0個)"},
		{"lab status a b", "accepts at most 1 arg(s), received 2", "引数は1個までです(指定: 2個)"},
		{"explain", "accepts between 1 and 2 arg(s), received 0", "引数は1個から2個までです(指定: 0個)"},
		{"export", "requires at least 1 arg(s), only received 0", "引数は1個以上必要です(指定: 0個)"},
		{"lab check lab-2 --min-score", "flag needs an argument: --min-score", "フラグに値が必要です: --min-score"},
		{"lab check lab-2 --min-score x", `invalid argument "x" for "--min-score" flag`, `フラグ"--min-score"に"x"は指定できません`},
		{"batch x", `required flag(s) "out" not set`, `必須のフラグがありません: "out"`},
		{"labs --color x", `unknown colour setting "x"`, `--colorの値"x"は使えません`},
		{"labs -o x", `unknown output format "x"`, `出力形式"x"はありません`},
		{"labs --lang x", `unknown language "x"`, ""},
		{"lab check lab-9", `there is no lab "lab-9"`, `ラボ"lab-9"はありません`},
		{"lab check lab-2", "lab-2 is not running\n        start it: podium lab start lab-2", "lab-2は起動していません\n        開始するには: podium lab start lab-2"},
		{"lab task lab-2 x", `lab-2 has no task "x"`, `lab-2に課題"x"はありません`},
		{"lab reset lab-2", "this deletes everything that was done in lab-2", "lab-2で行ったことがすべて削除されます"},
		{"grade x --min-score 200", "--min-score must be from 0 to 100, not 200", "--min-scoreは0から100までです(指定: 200)"},
		{"grade /no/such/folder", "open submission: ", "提出物を開けません: "},
		{"replay /no/such/file", "open attempt: ", "操作記録を開けません: "},
	} {
		if printed := run(t, strings.Fields("podium "+c.line)...); !strings.Contains(printed, "podium: "+c.english) {
			t.Errorf("%s: %q", c.line, printed)
		}
		if c.japanese == "" {
			continue
		}
		printed := run(t, strings.Fields("podium --lang ja "+c.line)...)
		if !strings.Contains(printed, "podium: "+c.japanese) || strings.Contains(printed, "see: ") {
			t.Errorf("%s: %q", c.line, printed)
		}
	}
}

// TestErrorsOfOthersStay: what a library says is not ours to translate, what is around it is.
func TestErrorsOfOthersStay(t *testing.T) {
	var out bytes.Buffer
	printer, err := lang.New(lang.Japanese)
	if err != nil {
		t.Fatal(err)
	}
	explain(&out, printer, "podium", exit.With(exit.Infrastructure, lang.Errorf("read kubeconfig: %w", errors.New("no such file")), "see: podium doctor"))
	if got, want := out.String(), "podium: kubeconfigを読み取れません: no such file\n        参照: podium doctor\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func run(t *testing.T, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	Main("test", args, Streams{In: strings.NewReader(""), Out: &out, Err: &out})
	return out.String()
}
