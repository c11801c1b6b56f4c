package export

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// Path is where [Handler] serves the index. The files lie below it.
const Path = "/export"

// Handler serves an export over HTTP: an index in JSON at [Path], and the files below it.
type Handler struct {
	// Make returns the current export.
	Make func() (*Export, error)
	// Keep is how long an export is served before it is made again.
	Keep time.Duration
	// Clock returns the time; nil is [time.Now].
	Clock func() time.Time

	mu    sync.Mutex
	made  time.Time
	index []byte
	files map[string]served
}

type served struct {
	text []byte
	etag string
}

// indexEntry is a file in the index.
type indexEntry struct {
	Name    string `json:"name"`
	Path    string `json:"path"`
	Records int    `json:"records"`
	Bytes   int    `json:"bytes"`
	SHA256  string `json:"sha256"`
}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "default-src 'none'")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed,
			fmt.Sprintf("found method %s, expected GET", r.Method))
		return
	}
	index, files, err := h.current()
	if err != nil {
		w.Header().Set("Retry-After", "60")
		refuse(w, http.StatusServiceUnavailable, "the export cannot be made now; try again later")
		return
	}
	if r.URL.Path == Path {
		h.write(w, r, "application/json; charset=utf-8", served{text: index})
		return
	}
	f, ok := files[strings.TrimPrefix(r.URL.Path, Path+"/")]
	if !ok {
		refuse(w, http.StatusNotFound, "there is no such file; "+Path+" lists those there are")
		return
	}
	h.write(w, r, "application/x-ndjson; charset=utf-8", f)
}

func (h *Handler) write(w http.ResponseWriter, r *http.Request, kind string, f served) {
	w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", int(h.Keep.Seconds())))
	if f.etag != "" {
		w.Header().Set("ETag", f.etag)
		if r.Header.Get("If-None-Match") == f.etag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(f.text)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(f.text) // fails only if the client is gone
	}
}

// current returns the export to serve, which it makes again if it is too old.
func (h *Handler) current() (index []byte, files map[string]served, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := time.Now
	if h.Clock != nil {
		now = h.Clock
	}
	if at := now(); h.files == nil || at.Sub(h.made) >= h.Keep {
		if err := h.remake(at); err != nil {
			return nil, nil, err
		}
	}
	return h.index, h.files, nil
}

func (h *Handler) remake(at time.Time) error {
	e, err := h.Make()
	if err != nil {
		return err
	}
	files, err := e.Files()
	if err != nil {
		return err
	}
	byName, list := make(map[string]served), []indexEntry{}
	for _, f := range files {
		sum := sha256.Sum256(f.Text)
		digest := hex.EncodeToString(sum[:])
		byName[f.Name] = served{f.Text, `"` + digest[:16] + `"`}
		list = append(list, indexEntry{f.Name, Path + "/" + f.Name, f.Records, len(f.Text), digest})
	}
	index, err := json.Marshal(struct {
		Made  time.Time    `json:"made"`
		Files []indexEntry `json:"files"`
	}{at.UTC().Truncate(time.Second), list})
	if err != nil {
		return err
	}
	h.made, h.index, h.files = at, index, byName
	return nil
}

func refuse(w http.ResponseWriter, status int, message string) {
	w.Header().Set("Cache-Control", "no-store")
	httpx.WriteError(w, httpx.Errorf(status, "%s", message))
}
