package pages

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"time"
)

//go:embed static
var staticFiles embed.FS

// assets are the files that pages load, by name. Browsers may cache them forever, since the address
// of a file changes with its content.
type assets struct {
	data    map[string][]byte
	version map[string]string
}

func loadAssets(sets []Set) (*assets, error) {
	a := &assets{data: make(map[string][]byte), version: make(map[string]string)}
	own, err := fs.Sub(staticFiles, "static")
	if err != nil {
		return nil, err
	}
	sources := []fs.FS{own}
	for _, set := range sets {
		if set.Static != nil {
			sources = append(sources, set.Static)
		}
	}
	for _, source := range sources {
		if err := a.add(source); err != nil {
			return nil, err
		}
	}
	return a, nil
}

func (a *assets) add(source fs.FS) error {
	entries, err := fs.ReadDir(source, ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		data, err := fs.ReadFile(source, e.Name())
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		a.data[e.Name()], a.version[e.Name()] = data, hex.EncodeToString(sum[:6])
	}
	return nil
}

func (a *assets) path(name string) string { return "/static/" + name + "?v=" + a.version[name] }

// ServeHTTP answers GET /static/{file}.
func (a *assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	data, ok := a.data[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("ETag", `"`+a.version[name]+`"`)
	w.Header().Set("Cache-Control", "no-cache")
	if r.URL.Query().Get("v") == a.version[name] {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(data))
}
