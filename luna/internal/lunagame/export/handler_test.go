package export

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// hosted is a handler whose builds a test controls.
type hosted struct {
	*Handler
	now    atomic.Int64 // time since the beginning
	builds atomic.Int32
	begun  chan struct{}
	gate   chan error // what a build returns; it waits for it if gated
	gated  atomic.Bool
}

func host(t *testing.T) *hosted {
	t.Helper()
	h := &hosted{begun: make(chan struct{}, 10), gate: make(chan error)}
	h.Handler = &Handler{
		Dir: filepath.Join(t.TempDir(), "luna.db-export"), Keep: time.Minute,
		Patience: 50 * time.Millisecond,
		Clock:    func() time.Time { return begin.Add(time.Duration(h.now.Load())) },
		Build: func(ctx context.Context, dir string, now time.Time) ([]File, error) {
			h.builds.Add(1)
			if h.gated.Load() {
				h.begun <- struct{}{}
				select {
				case err := <-h.gate:
					if err != nil {
						return nil, err
					}
				case <-ctx.Done():
					return nil, ctx.Err()
				}
			}
			return Build(ctx, dir, source(games()), Options{Now: now, Key: []byte("key")})
		},
	}
	t.Cleanup(func() {
		suite.OK(t, h.Close())
		if _, err := os.Stat(h.Dir); !os.IsNotExist(err) {
			t.Errorf("the folder is left: %v", err)
		}
	})
	return h
}

func (h *hosted) get(method, path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// indexOf parses the index.
func indexOf(t *testing.T, w *httptest.ResponseRecorder) (list []File) {
	t.Helper()
	var index struct{ Files []File }
	if err := json.Unmarshal(w.Body.Bytes(), &index); err != nil || w.Code != 200 {
		t.Fatalf("%d %s, %v", w.Code, w.Body, err)
	}
	return index.Files
}

func TestHandler(t *testing.T) {
	h := host(t)
	h.Patience = time.Minute
	files := indexOf(t, h.get("GET", "/export"))
	if len(files) != 4 || files[0].Records != 6 {
		t.Fatalf("%+v", files)
	}
	for _, f := range files {
		w := h.get("GET", f.Path)
		text := w.Body.String()
		if w.Code != 200 || int64(len(text)) != f.Bytes ||
			strings.Count(text, "\n") < f.Records ||
			w.Header().Get("Content-Type") != "application/x-ndjson; charset=utf-8" {
			t.Errorf("%s: %d %v", f.Path, w.Code, w.Header())
		}
		etag := w.Header().Get("ETag")
		if w := h.get("GET", f.Path, "If-None-Match", etag); w.Code != 304 || w.Body.Len() != 0 {
			t.Errorf("%s again: %d", f.Path, w.Code)
		}
		if w := h.get("GET", f.Path, "Range", "bytes=5-9", "If-Range", etag); w.Code != 206 ||
			w.Body.String() != text[5:10] {
			t.Errorf("a part of %s: %d %q", f.Path, w.Code, w.Body)
		}
		if w := h.get("GET", f.Path, "Range", "bytes=5-9", "If-Range", `"x"`); w.Code != 200 {
			t.Errorf("a part of an older %s: %d", f.Path, w.Code)
		}
		if w := h.get("HEAD", f.Path); w.Code != 200 || w.Body.Len() != 0 {
			t.Errorf("HEAD %s: %d", f.Path, w.Code)
		}
	}
	for path, status := range map[string]int{"/export/": 404, "/export/other.jsonl": 404,
		"/export/../luna.db": 404, "/export/index.json": 404, "/export/games.jsonl": 404} {
		if w := h.get("GET", path); w.Code != status {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := h.get("POST", "/export"); w.Code != 405 {
		t.Error(w.Code)
	}
	if n := h.builds.Load(); n != 1 {
		t.Errorf("%d builds, want 1", n)
	}
	h.now.Add(int64(time.Minute))
	if h.get("GET", "/export"); h.builds.Load() != 2 {
		t.Errorf("%d builds, want 2", h.builds.Load())
	}
	if list, err := os.ReadDir(h.Dir); err != nil || len(list) != 1 {
		t.Errorf("%d versions are kept, %v", len(list), err)
	}
}

// TestBuildsInTheBackground checks that there is one build at a time, that it blocks nobody for
// long, and what is served while builds fail.
//
//luna:race
func TestBuildsInTheBackground(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := host(t)
		h.gated.Store(true)
		var all sync.WaitGroup
		for range 10 {
			all.Go(func() {
				if w := h.get("GET", "/export"); w.Code != 503 || w.Header().Get("Retry-After") == "" {
					t.Errorf("before the first build has ended: %d", w.Code)
				}
			})
		}
		all.Wait()
		<-h.begun
		h.gate <- nil
		first := h.get("GET", "/export").Body.String()
		if n := h.builds.Load(); n != 1 {
			t.Errorf("%d builds, want 1", n)
		}
		// The old version is served while the next one is built, and to those who have begun.
		h.now.Add(int64(90 * time.Second))
		v := h.acquire(t.Context())
		<-h.begun
		for range 3 {
			if w := h.get("GET", "/export"); w.Body.String() != first {
				t.Errorf("during a build: %d %s", w.Code, w.Body)
			}
		}
		h.gate <- nil
		h.until(t, func() bool { return h.get("GET", "/export").Body.String() != first })
		if _, err := os.Stat(filepath.Join(v.dir, AnswersFile)); err != nil {
			t.Errorf("a version is removed while it is read: %v", err)
		}
		h.release(v)
		if _, err := os.Stat(v.dir); !os.IsNotExist(err) {
			t.Errorf("a version is kept: %v", err)
		}
		// Failures are reported, and what is old is not served for ever.
		for i, want := range []int{200, 503} {
			h.now.Add(int64(61 * time.Second))
			answer := make(chan int)
			go func() { answer <- h.get("GET", "/export").Code }()
			<-h.begun
			h.gate <- errors.New("no")
			if got := <-answer; got != want {
				t.Errorf("after failure %d: %d, expected %d", i+1, got, want)
			}
			h.until(t, func() bool {
				h.mu.Lock()
				defer h.mu.Unlock()
				return h.built == nil
			})
		}
		// Close ends a build.
		go h.get("GET", "/export")
		<-h.begun
		suite.OK(t, h.Close())
		if w := h.get("GET", "/export"); w.Code != 503 {
			t.Errorf("after the end: %d", w.Code)
		}
	})
}

func (h *hosted) until(t *testing.T, done func() bool) {
	t.Helper()
	for range 1000 {
		if done() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("waited in vain")
}

// TestLeftovers checks that the files of a server that was killed go with the next build.
func TestLeftovers(t *testing.T) {
	h := host(t)
	h.Patience = time.Minute
	old := filepath.Join(h.Dir, "7")
	suite.OK(t, os.MkdirAll(old, 0o700))
	if w := h.get("GET", "/export"); w.Code != http.StatusOK {
		t.Fatal(w.Code)
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Errorf("%s is left: %v", old, err)
	}
	for i := range 3 {
		h.now.Add(int64(time.Hour))
		if w := h.get("GET", fmt.Sprint("/export?", i)); w.Code != http.StatusOK {
			t.Error(w.Code)
		}
	}
}
