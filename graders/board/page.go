package board

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"

	"github.com/podium-labs/podium/graders/result"
)

//go:embed assets
var assets embed.FS

// page is what the template fills in.
type page struct {
	Lang  string
	Title string
	// Lab is the id of the lab; empty if only a journal is shown.
	Lab string
	// Namespace is that of the lab, whose name need not be repeated all over.
	Namespace string
	Live      bool
	// Texts are the words for the script, as JSON.
	Texts string
	T     map[string]string
}

// render fills in the page once; it is the same for everybody.
func (b *Board) render() ([]byte, error) {
	source, err := template.ParseFS(assets, "assets/board.html")
	if err != nil {
		return nil, fmt.Errorf("parse page: %w", err)
	}
	texts := texts(b.options.Words)
	encoded, err := json.Marshal(texts)
	if err != nil {
		return nil, fmt.Errorf("encode texts: %w", err)
	}
	filled := page{Lang: b.options.Words.Tag(), Title: texts["recording"], Live: b.options.Live, Texts: string(encoded), T: texts}
	if lab := b.options.Lab; lab != nil {
		intro, err := lab.Intro(filled.Lang)
		if err != nil {
			return nil, err
		}
		filled.Lab, filled.Namespace, filled.Title = lab.ID, lab.Namespace(), result.Clean(intro.Title)
	}
	var out bytes.Buffer
	if err := source.Execute(&out, filled); err != nil {
		return nil, fmt.Errorf("fill in page: %w", err)
	}
	return out.Bytes(), nil
}

// routes are the page, its files and the stream. There is nothing that changes anything.
func (b *Board) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = w.Write(b.page) // a page that is gone needs no answer
	})
	mux.HandleFunc("GET /assets/{name}", asset)
	mux.HandleFunc("GET /events", b.events)
	return mux
}

func asset(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if !fs.ValidPath(name) || name == "board.html" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", contentType(name)) // what a machine thinks of endings may be wrong, and nosniff trusts it
	http.ServeFileFS(w, r, assets, "assets/"+name)
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	}
	return "application/octet-stream"
}
