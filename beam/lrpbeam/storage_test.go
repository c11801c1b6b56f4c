package lrpbeam

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/gcs"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/memfs"

	"github.com/luna-rating/luna/lrp/batch"
	"github.com/luna-rating/luna/lrp/shard"
)

// server is one of Google's storage that has one file, gs://b/r.jsonl.
type server struct {
	stored  []byte
	encoded bool // by gzip, as its header says
}

func (c *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	attributes := map[string]any{"bucket": "b", "name": "r.jsonl", "size": strconv.Itoa(len(c.stored)),
		"updated": "2026-01-02T03:04:05Z", "generation": "1"}
	switch {
	case r.URL.Path == "/b/b/o" || r.URL.Path == "/storage/v1/b/b/o":
		json.NewEncoder(w).Encode(map[string]any{"items": []any{attributes}})
		return
	case strings.HasSuffix(r.URL.Path, "/o/r.jsonl"):
		json.NewEncoder(w).Encode(attributes)
		return
	}
	w.Header().Set("X-Goog-Generation", "1")
	if !c.encoded {
		w.Write(c.stored)
		return
	}
	w.Header().Set("X-Goog-Stored-Content-Encoding", "gzip")
	w.Header().Set("Content-Encoding", "gzip")
	w.Write(c.stored)
}

// TestEncoded predicts a file in Google's storage that is kept compressed and read decompressed.
func TestEncoded(t *testing.T) {
	x := newExam(t)
	want := x.one(t, bytes.NewReader(x.lines), batch.JSONLines)
	small := packed(t, x.lines, func(w io.Writer) (io.WriteCloser, error) { return gzip.NewWriter(w), nil })
	fileSystems.values = nil // of other servers
	var c *server
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { c.ServeHTTP(w, r) }))
	defer site.Close()
	t.Setenv("STORAGE_EMULATOR_HOST", strings.TrimPrefix(site.URL, "http://"))
	for _, c = range []*server{{stored: x.lines}, {stored: small, encoded: true}, {stored: small}} {
		for _, n := range []int{1, 5} {
			j := Job{Runner: "prism", Output: filepath.Join(t.TempDir(), "r"), Parts: n}
			sum, err := j.Predict(t.Context(), Options{Model: x.path}, "gs://b/r.jsonl")
			if err != nil || sum.Bad != 1 {
				t.Fatalf("encoded %v: %+v, %v", c.encoded, sum, err)
			}
			if got := merged(t, j.Output); got != want {
				t.Errorf("encoded %v, %d parts: %d answers", c.encoded, n, strings.Count(got, "\n"))
			}
		}
	}
}

// TestReplaced has a file in a cloud become another one between the beginning of a job and a part.
func TestReplaced(t *testing.T) {
	x := newExam(t)
	const name = "memfs://bucket/replaced"
	memfs.Write(name, x.lines)
	inputs, _, err := match(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	digest, err := beginWith(t.Context(), x.path)
	if err != nil {
		t.Fatal(err)
	}
	f := &predictFn{part{filepath.Join(t.TempDir(), "r")}, Options{Model: x.path}}
	for i, change := range []func(){
		func() {},
		func() { time.Sleep(time.Millisecond); memfs.Write(name, x.lines) },
		func() { memfs.Write(name, x.lines[:300]) },
	} {
		change()
		m := shard.New("predict", i, 3, "r", ".jsonl", nil)
		m.Model, m.Inputs = digest, inputs
		text, _ := json.Marshal(m)
		err := f.ProcessElement(context.Background(), string(text))
		if (err == nil) != (i == 0) || err != nil && !strings.Contains(err.Error(), fmt.Sprint(", expected ", len(x.lines))) {
			t.Errorf("%d: %v", i, err)
		}
	}
}
