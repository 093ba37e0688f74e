package export

import (
	"regexp"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// mention finds what GitHub makes a link of in the finished page, after Markdown has been read.
var mention = regexp.MustCompile(`(?i)@[a-z0-9]|#[0-9]|\bgh-[0-9]`)

// harmlessMarkdown reads the page as CommonMark with GitHub's extensions: whatever the record said, it is text.
func harmlessMarkdown(t *testing.T, name string, page []byte) {
	t.Helper()
	markdown := goldmark.New(goldmark.WithExtensions(extension.GFM, extension.Footnote))
	document := markdown.Parser().Parse(text.NewReader(page))
	err := ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := node.(type) {
		case *ast.Link, *ast.Image, *ast.AutoLink, *ast.RawHTML, *ast.HTMLBlock, *ast.FencedCodeBlock, *ast.CodeBlock, *ast.ThematicBreak:
			if entering {
				t.Errorf("%s: a %s in\n%.3000s", name, n.Kind(), page)
			}
			return ast.WalkStop, nil
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Error(err)
	}
	if found := mention.Find(page); found != nil {
		t.Errorf("%s: mentions %s in\n%.3000s", name, found, page)
	}
}
