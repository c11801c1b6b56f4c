package export

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
)

// Path is where [Handler] serves the index. The files are below it.
const Path = "/export"

// Handler serves an export over HTTP: an index in JSON at [Path], and the files below it. It builds
// them in a folder when they are first requested, and again when they are older than Keep. Until
// the new ones are ready, the old ones are served. [Handler.Close] ends it.
type Handler struct {
	// Build writes the files, as of the given time, to a folder.
	Build func(ctx context.Context, dir string, now time.Time) ([]File, error)
	// Dir is the folder, which Handler makes and removes. It must not be used by anything else.
	Dir string
	// Keep is how long an export is served before it is built again.
	Keep time.Duration
	// Patience is how long a request waits for a build; 0 means 5 s.
	Patience time.Duration
	// Clock returns the time.
	Clock func() time.Time

	mu      sync.Mutex
	current *version
	built   chan struct{} // closed when the build in progress ends; nil if there is none
	stop    context.CancelFunc
	closed  bool
	number  int
}

// version is the result of one build. It is removed when nobody needs it any more.
type version struct {
	dir   string
	made  time.Time
	files map[string]File
	users int // requests, and the handler while it is the current version
}

const (
	defaultPatience = 5 * time.Second
	maxAge          = 10 * time.Minute // for caches, which must learn what was withdrawn
	indexFile       = "index.json"
)

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	httpx.Secure(w.Header(), httpx.DataPolicy)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		refuse(w, http.StatusMethodNotAllowed, fmt.Sprintf("found method %s, expected GET", r.Method))
		return
	}
	v := h.acquire(r.Context())
	if v == nil {
		w.Header().Set("Retry-After", "60")
		refuse(w, http.StatusServiceUnavailable, "the export is being made; try again later")
		return
	}
	defer h.release(v)
	name, kind := strings.TrimPrefix(r.URL.Path, Path+"/"), "application/x-ndjson"
	if r.URL.Path == Path {
		name, kind = indexFile, "application/json"
	}
	f, ok := v.files[name]
	if !ok || kind == "application/x-ndjson" && name == indexFile {
		refuse(w, http.StatusNotFound, "there is no such file; "+Path+" lists those there are")
		return
	}
	in, err := os.Open(filepath.Join(v.dir, f.Name))
	if err != nil {
		refuse(w, http.StatusServiceUnavailable, "the file cannot be read now; try again later")
		return
	}
	defer in.Close()
	w.Header().Set("Content-Type", kind+"; charset=utf-8")
	w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", int(min(h.Keep, maxAge).Seconds())))
	w.Header().Set("ETag", `"`+f.SHA256[:16]+`"`)
	http.ServeContent(w, r, "", time.Time{}, in)
}

// acquire returns the version to serve, which the caller must release, or nil if there is none. It
// waits for a new one, but not for long.
func (h *Handler) acquire(ctx context.Context) *version {
	h.mu.Lock()
	now := h.Clock()
	if age := h.age(now); age >= h.Keep && h.built == nil && !h.closed {
		h.begin(now)
	}
	if built := h.built; built != nil {
		h.mu.Unlock()
		patience := time.NewTimer(cmp.Or(h.Patience, defaultPatience))
		defer patience.Stop()
		select {
		case <-built:
		case <-patience.C:
		case <-ctx.Done():
		}
		h.mu.Lock()
	}
	defer h.mu.Unlock()
	// Withdrawn records must not be served for ever while builds fail or take long.
	if v := h.current; v != nil && !h.closed && h.age(now) < 2*h.Keep {
		v.users++
		return v
	}
	return nil
}

// age returns the age of the current version.
func (h *Handler) age(now time.Time) time.Duration {
	if h.current == nil {
		return 1<<63 - 1
	}
	return max(0, now.Sub(h.current.made))
}

// begin starts a build. The caller holds the lock.
func (h *Handler) begin(now time.Time) {
	var ctx context.Context
	ctx, h.stop = context.WithCancel(context.Background())
	built := make(chan struct{})
	h.built = built
	h.number++
	dir := filepath.Join(h.Dir, fmt.Sprint(h.number))
	go func() {
		defer close(built)
		v, err := h.build(ctx, dir, now)
		h.mu.Lock()
		defer h.mu.Unlock()
		h.stop()
		h.built = nil
		if err != nil {
			os.RemoveAll(dir)
			return
		}
		old := h.current
		if h.current = v; old != nil {
			h.drop(old)
		}
	}()
}

// build makes a version.
func (h *Handler) build(ctx context.Context, dir string, now time.Time) (*version, error) {
	if h.number == 1 {
		// Files that a killed server left.
		if err := os.RemoveAll(h.Dir); err != nil {
			return nil, err
		}
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	files, err := h.Build(ctx, dir, now)
	if err != nil {
		return nil, err
	}
	v := &version{dir: dir, made: now, files: make(map[string]File), users: 1}
	for _, f := range files {
		v.files[f.Name] = f
	}
	index, err := writeIndex(dir, now, files)
	v.files[index.Name] = index
	return v, err
}

func writeIndex(dir string, now time.Time, files []File) (File, error) {
	text, err := json.Marshal(struct {
		Made  time.Time `json:"made"`
		Files []File    `json:"files"`
	}{now.UTC().Truncate(time.Second), files})
	if err != nil {
		return File{}, err
	}
	w, err := create(dir, indexFile)
	if err != nil {
		return File{}, err
	}
	_, err = w.Write(text)
	return w.close(err)
}

// release ends the use of a version by a request.
func (h *Handler) release(v *version) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(v)
}

// drop ends a use of a version. The caller holds the lock.
func (h *Handler) drop(v *version) {
	if v.users--; v.users == 0 {
		os.RemoveAll(v.dir) // what remains goes when the server starts or ends
	}
}

// Close ends a build in progress and removes the files. Requests must have ended.
func (h *Handler) Close() error {
	h.mu.Lock()
	h.closed = true
	built := h.built
	if built != nil {
		h.stop()
	}
	h.mu.Unlock()
	if built != nil {
		<-built
	}
	if err := os.RemoveAll(h.Dir); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func refuse(w http.ResponseWriter, status int, message string) {
	httpx.WriteError(w, httpx.Errorf(status, "%s", message))
}
