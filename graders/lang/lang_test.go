package lang_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/podium-labs/podium/graders/lang"
)

// TestEverySentenceHasATranslation reads the sources: a key is the first argument of lang.M, of lang.Errorf and of every Sprintf
// method on a printer or on the words of a report, and the format of what blames a submission.
func TestEverySentenceHasATranslation(t *testing.T) {
	japanese := printer(t, lang.Japanese)
	keys := sourceKeys(t, "../..")
	if len(keys) < 100 {
		t.Fatalf("found %d keys only: the search is broken", len(keys))
	}
	for key, where := range keys {
		if translated(japanese, key) == "" {
			t.Errorf("%s: no Japanese for %q", where, key)
		}
	}
}

// TestNoTranslationIsLeftOver keeps the catalogue from growing old.
func TestNoTranslationIsLeftOver(t *testing.T) {
	keys := sourceKeys(t, "../..")
	for _, key := range lang.JapaneseKeys() {
		if _, used := keys[key]; !used && key != ", " {
			t.Errorf("%q is not used any more", key)
		}
	}
}

// TestTranslationsTakeTheSameValues renders every key with values of the kinds that it names; a verb that does not fit shows as %!.
func TestTranslationsTakeTheSameValues(t *testing.T) {
	japanese := printer(t, lang.Japanese)
	for _, key := range lang.JapaneseKeys() {
		if said := japanese.Sprintf(key, values(key)...); strings.Contains(said, "%!") {
			t.Errorf("%q renders as %q", key, said)
		}
	}
}

func TestSayRendersMessagesInsideMessages(t *testing.T) {
	m := lang.M("%s %s at every moment %s", lang.M("at least %d", 4), lang.M("ready Pods of %s", "web"), lang.M("while %s rolled out %s", "web", "nginx:1.27"))
	for language, want := range map[string]string{
		lang.English:  "at least 4 ready Pods of web at every moment while web rolled out nginx:1.27",
		lang.Japanese: "webがnginx:1.27をロールアウトしている間のどの瞬間も、webのReadyなPodが4個以上",
	} {
		if got := printer(t, language).Say(m); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}

func TestNewUnderstandsLocales(t *testing.T) {
	for name, want := range map[string]string{"en": "en", "ja": "ja", "ja_JP.UTF-8": "ja", "en-GB": "en", "JA": "ja"} {
		if got := printer(t, name).Tag(); got != want {
			t.Errorf("New(%q) is %q", name, got)
		}
	}
	for _, name := range []string{"", "fr", "jajaja", "english"} {
		if _, err := lang.New(name); err == nil {
			t.Errorf("New(%q) succeeded", name)
		}
	}
}

func printer(t *testing.T, name string) *lang.Printer {
	t.Helper()
	p, err := lang.New(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func translated(japanese *lang.Printer, key string) string {
	if slices.Contains(lang.JapaneseKeys(), key) {
		return japanese.Sprintf(key, values(key)...)
	}
	return ""
}

// values are values of the kinds that the verbs of a key want.
func values(key string) []any {
	var found []any
	for i, part := range strings.Split(key, "%") {
		switch {
		case i == 0 || part == "":
		case part[0] == 'd':
			found = append(found, 7)
		case part[0] == 'c':
			found = append(found, 'x')
		default:
			found = append(found, "x")
		}
	}
	return found
}

// mention is what a file has that may hold keys.
var mention = regexp.MustCompile(`graders/lang|package lang\b|words|\b(invalid|usage|infra)\(`)

// sourceKeys finds the keys in all Go sources below root, with the place of each.
func sourceKeys(t *testing.T, root string) map[string]string {
	t.Helper()
	keys := map[string]string{}
	eachNode(t, root, mention, func(where string, node ast.Node) {
		if key, ok := keyOf(node); ok {
			keys[key] = where
		}
	})
	return keys
}

// eachNode visits what is in every Go source below root that looks like the pattern, with its place.
func eachNode(t *testing.T, root string, like *regexp.Regexp, visit func(where string, node ast.Node)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil || !like.Match(source) {
			return err
		}
		files := token.NewFileSet()
		file, err := parser.ParseFile(files, path, source, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if node != nil {
				visit(files.Position(node.Pos()).String(), node)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func keyOf(node ast.Node) (string, bool) {
	argument := keyArgument(node)
	literal, ok := argument.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	key, err := strconv.Unquote(literal.Value)
	return key, err == nil
}

// TestEveryKeyIsALiteral: what is put together cannot be looked up. Only wrappers pass on a key that they were given.
func TestEveryKeyIsALiteral(t *testing.T) {
	wrappers := map[string]int{"graders/submission/errors.go": 2, "graders/answer/errors.go": 1}
	found := map[string]int{}
	eachNode(t, "../..", mention, func(where string, node ast.Node) {
		argument := keyArgument(node)
		file := strings.TrimPrefix(strings.SplitN(where, ".go:", 2)[0]+".go", "../../")
		if argument == nil || strings.HasPrefix(file, "graders/lang/") {
			return
		}
		if _, ok := keyOf(node); ok {
			return
		}
		found[file]++
		if found[file] > wrappers[file] {
			t.Errorf("%s: the key is no literal", where)
		}
	})
	for file, allowed := range wrappers {
		if found[file] < allowed {
			t.Errorf("%s passes on %d keys, %d are allowed", file, found[file], allowed)
		}
	}
}

// keyArgument is the argument of a call that is a key; nil if the call takes none.
func keyArgument(node ast.Node) ast.Expr {
	call, ok := node.(*ast.CallExpr)
	if !ok {
		return nil
	}
	place := -1
	switch called := call.Fun.(type) {
	case *ast.SelectorExpr:
		if speaks(called) {
			place = 0
		}
	case *ast.Ident: // the functions of graders/answer and graders/submission that blame a submission or its source
		switch called.Name {
		case "invalid", "usage", "infra":
			place = 1
		case "Errorf": // in package lang itself
			place = 0
		}
	}
	if place < 0 || len(call.Args) <= place {
		return nil
	}
	return call.Args[place]
}

// speaks is true for lang.M, lang.Errorf, printer.Sprintf and words.Sprintf, but not for fmt.Sprintf.
func speaks(method *ast.SelectorExpr) bool {
	switch on := method.X.(type) {
	case *ast.Ident:
		return on.Name == "lang" && slices.Contains([]string{"M", "Errorf"}, method.Sel.Name) || on.Name != "fmt" && method.Sel.Name == "Sprintf"
	case *ast.SelectorExpr:
		return method.Sel.Name == "Sprintf"
	}
	return false
}
