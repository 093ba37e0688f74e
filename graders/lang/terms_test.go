package lang_test

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestTermsAreThoseOfTheGlossary reads everything that Podium says to people, in both languages.
func TestTermsAreThoseOfTheGlossary(t *testing.T) {
	for _, c := range []struct {
		language string
		glossary []entry
	}{{"ja", japaneseGlossary()}, {"en", englishGlossary()}} {
		t.Run(c.language, func(t *testing.T) {
			said := saidIn(t, c.language)
			for _, source := range sourcesOfText() {
				if n := len(said[source.name]); n < source.atLeast {
					t.Errorf("%s: %d texts, at least %d expected: the search is broken", source.name, n, source.atLeast)
				}
			}
			used := map[string]bool{}
			for name, texts := range said {
				for _, text := range texts {
					checkTerms(t, name, text, c.glossary, used)
				}
			}
			for _, term := range c.glossary {
				if !slices.ContainsFunc(term.forms, func(form string) bool { return used[form] }) {
					t.Errorf("nothing says %s: its entry is not needed, or the search is broken", term.forms[0])
				}
			}
		})
	}
}

func checkTerms(t *testing.T, source, text string, glossary []entry, used map[string]bool) {
	t.Helper()
	prose := withoutCode(text)
	for _, term := range glossary {
		for _, found := range term.found(prose) {
			used[found] = true
			if !slices.Contains(term.forms, found) {
				t.Errorf("%s: the glossary says %s, not %s: %s", source, strings.Join(term.forms, " or "), found, text)
			}
		}
	}
}

// TestTheGlossaryFindsOtherSpellings proves that the table can fail.
func TestTheGlossaryFindsOtherSpellings(t *testing.T) {
	for language, c := range map[string]struct {
		glossary []entry
		texts    []string
	}{
		"ja": {japaneseGlossary(), []string{
			"このテイントを外す", "トレラレーションがない", "トレレーションがない", "2つのtaint", "スケジューラが置く", "コントローラが作る", "クラスタを止める", "コンテナーの数",
			"ポッドが2つ", "デプロイメントを作る", "2つのPodsがある", "ドレインする", "プローブが失敗した", "古いレプリカセット", "ネームスペース", "コントロールプレイン", "アフィニティー",
		}},
		"en": {englishGlossary(), []string{
			"the pod waits", "two replica sets", "a Replicaset", "the kube-let says", "the config map", "a tolerance for it", "the name space", "the Control Plane", "kubernetes is",
		}},
	} {
		for _, text := range c.texts {
			wrong := slices.ContainsFunc(c.glossary, func(term entry) bool {
				return slices.ContainsFunc(term.found(withoutCode(text)), func(found string) bool { return !slices.Contains(term.forms, found) })
			})
			if !wrong {
				t.Errorf("%s: nothing is found in %q", language, text)
			}
		}
	}
}

// withoutCode leaves out what is typed and what the API calls its fields, labels, plugins and programs.
func withoutCode(text string) string {
	for _, other := range notOurs() {
		text = strings.ReplaceAll(text, other, " ")
	}
	for _, code := range []string{
		"(?s)```.*?```", "`[^`]*`", `\w+://\S+`, `\{\{[^}]*\}\}`,
		`(?m)^\s+(kubectl|podium) .*$`, `\b(kubectl|podium|make)( -n %s)?( [a-z][a-z./-]*){1,2}( [A-Z]+\b)?`, `--[a-z][a-z-]*`,
		`[\w.*-]*[a-z]/[\w./-]*`, `\b(spec|status|metadata)\.[\w.\[\]]+`, `\b[a-z]+[A-Z]\w*`, `\bkube-(apiserver|scheduler|controller-manager|proxy|system)\b`, `\bdefault-scheduler\b`,
		`\b[a-z]+(-[a-z0-9]+)*\.(go|md|ya?ml|jsonl?|sh|io|dev|com|csv|html)\b`,
	} {
		text = regexp.MustCompile(code).ReplaceAllString(text, " ")
	}
	return text
}

// notOurs are words that look like terms of Kubernetes and are not, and fields of the API beside others.
func notOurs() []string {
	return []string{
		"GitHub Actionsのジョブ", "Assignment and Grade Services", "pod-1", "settle、object、request",
		"replicas + maxSurge", "replicas − maxUnavailable", "replicas %d、maxSurge",
		"training job", "GitHub Actions job", // not of Kubernetes
		"--engine kubernetes", "local, or kubernetes", "kubernetes: ", // as a flag's value
		"pod, deployment, replicaset, statefulset, daemonset, job, cronjob, service", // as they are typed
		"pod、deployment、replicaset、statefulset、daemonset、job、cronjob、service", "\"list pods\"",
	}
}

// sourcesOfText names the places that texts come from, with a number that their texts were well above when this was written.
func sourcesOfText() []struct {
	name    string
	atLeast int
} {
	return []struct {
		name    string
		atLeast int
	}{
		{"catalogue", 1100}, {"board", 110}, {"advice", 70}, {"batch advice", 10}, {"phrases", 40}, {"parts", 20}, {"help", 150}, {"labs", 300},
	}
}

// saidIn gathers the texts of a language by their source. In the tables keys are English and values Japanese.
func saidIn(t *testing.T, language string) map[string][]string {
	t.Helper()
	said := map[string][]string{}
	tables := regexp.MustCompile(`^package (lang|help)\b`)
	for _, root := range []string{".", "../../cmd/podium/help"} {
		eachNode(t, root, tables, func(_ string, node ast.Node) {
			function, ok := node.(*ast.FuncDecl)
			if !ok || function.Body == nil {
				return
			}
			source := sourceOf(root, function.Name.Name)
			ast.Inspect(function.Body, func(inside ast.Node) bool {
				if pair, ok := inside.(*ast.KeyValueExpr); ok && source != "" {
					said[source] = append(said[source], sideOf(t, pair, language))
				}
				return true
			})
		})
	}
	files, err := filepath.Glob("../../labs/*/text/" + language + "/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		said["labs"] = append(said["labs"], strings.Split(nameOfCheck.ReplaceAllString(string(text), ""), "\n")...)
	}
	return said
}

// sourceOf names the table that a function returns; "" is none.
func sourceOf(root, function string) string {
	switch {
	case root != "." && strings.HasSuffix(function, "Texts"), root != "." && strings.HasSuffix(function, "Scripts"):
		return "help"
	case !strings.HasPrefix(function, "japanese") || root != ".":
		return ""
	}
	switch rest := strings.TrimPrefix(function, "japanese"); rest {
	case "Advice", "Phrases", "Parts":
		return strings.ToLower(rest)
	case "BatchAdvice":
		return "batch advice"
	case "Board", "BoardMore":
		return "board"
	}
	return "catalogue"
}

// nameOfCheck is what stands before the title of a check in a lab's text; it is an identifier.
var nameOfCheck = regexp.MustCompile(`(?m)^- [a-z0-9-]+: `)

// sideOf is the English or the Japanese text of a line in a table.
func sideOf(t *testing.T, pair *ast.KeyValueExpr, language string) string {
	t.Helper()
	expression := pair.Value
	if language == "en" {
		expression = pair.Key
	}
	text, ok := constant(expression)
	if !ok {
		t.Errorf("a table has more than literals: %v", expression)
	}
	return text
}

// constant is the text of literals and of their sums.
func constant(expression ast.Expr) (string, bool) {
	switch e := expression.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		left, first := constant(e.X)
		right, second := constant(e.Y)
		return left + right, first && second && e.Op == token.ADD
	case *ast.Ident:
		return ", ", e.Name == "listSeparator"
	}
	return "", false
}
