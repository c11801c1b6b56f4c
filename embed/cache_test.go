package embed

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// cached opens a fake server with a cache, and returns how many texts it is asked for by Encode.
func cached(t *testing.T, f *fake, dir string, texts []string) (asked int) {
	t.Helper()
	e := suite.Must(f.open(t, EncoderOptions{Cache: dir}))(t)
	before := f.texts.Load()
	vectors := suite.Must(e.Encode(t.Context(), texts))(t)
	for i, s := range texts {
		if !slices.Equal(vectors[i], fakeVector(s, f.seed)) {
			t.Errorf("text %q: found %v", s, vectors[i])
		}
	}
	return int(f.texts.Load() - before)
}

func cacheFiles(t *testing.T, dir string) []string {
	t.Helper()
	return suite.Must(filepath.Glob(filepath.Join(dir, "*"+cacheSuffix)))(t)
}

func TestCache(t *testing.T) {
	f, dir := newFake(t), filepath.Join(t.TempDir(), "a", "b")
	texts := numbered(100)
	for round, want := range []int{100, 0, 0} {
		if n := cached(t, f, dir, texts); n != want {
			t.Errorf("round %d: %d texts were sent, want %d", round, n, want)
		}
	}
	// Another process adds a file of its own; all are read.
	if n := cached(t, f, dir, numbered(130)); n != 30 {
		t.Errorf("%d texts were sent, want 30", n)
	}
	if n := cached(t, f, dir, numbered(130)); n != 0 || len(cacheFiles(t, dir)) != 2 {
		t.Errorf("%d texts were sent, want none; files %v", n, cacheFiles(t, dir))
	}
	// Neither texts nor addresses are written, and the files are the user's alone.
	for _, path := range append(cacheFiles(t, dir), dir) {
		info := suite.Must(os.Stat(path))(t)
		if info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has the mode %v", path, info.Mode())
		}
		if content, err := os.ReadFile(path); err == nil && (bytes.Contains(content, []byte("text 1")) ||
			bytes.Contains(content, []byte("127.0.0.1"))) {
			t.Errorf("%s has a text or an address", path)
		}
	}
}

// A model of the same name whose vectors are others gets none of the first.
func TestCacheTellsModelsApart(t *testing.T) {
	f, dir := newFake(t), t.TempDir()
	cached(t, f, dir, numbered(20))
	other := newFake(t)
	other.seed = 1
	for round, want := range []int{20, 0} {
		if n := cached(t, other, dir, numbered(20)); n != want {
			t.Errorf("round %d: %d texts were sent, want %d", round, n, want)
		}
	}
	moved := newFake(t)
	if n := cached(t, moved, dir, numbered(20)); n != 0 {
		t.Errorf("%d texts were sent to a model that has moved, want none", n)
	}
	e := suite.Must(moved.open(t, EncoderOptions{Cache: dir, Prefix: "query: "}))(t)
	before := moved.texts.Load()
	if v, err := e.Encode(t.Context(), []string{"text 1"}); err != nil || moved.texts.Load() != before+1 ||
		!slices.Equal(v[0], fakeVector("query: text 1", 0)) {
		t.Errorf("with a prefix: %v, %v", v, err)
	}
}

// Whatever is damaged or cut off is asked for again.
func TestCacheIsDamaged(t *testing.T) {
	f, dir := newFake(t), t.TempDir()
	texts := numbered(20)
	cached(t, f, dir, texts)
	path := cacheFiles(t, dir)[0]
	whole := suite.Must(os.ReadFile(path))(t)
	record := 32 + 3*4 + 8
	header := len(whole) - 30*record
	check := func(what string, content []byte, want int) {
		t.Helper()
		for _, p := range cacheFiles(t, dir) {
			os.Remove(p)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if n := cached(t, f, dir, texts); n != want {
			t.Errorf("%s: %d texts were sent, want %d", what, n, want)
		}
		if n := cached(t, f, dir, texts); n != 0 {
			t.Errorf("%s: %d texts were sent after that, want none", what, n)
		}
	}
	for kept := range 30 {
		want := 20 - max(kept-10, 0)
		check(fmt.Sprint("cut to ", kept), whole[:header+kept*record], want)
		check(fmt.Sprint("cut within ", kept), whole[:header+kept*record+7], want)
		damaged := bytes.Clone(whole)
		damaged[header+kept*record+35] ^= 4
		check(fmt.Sprint("damaged after ", kept), damaged, want)
	}
	check("empty", nil, 20)
	check("zeros", make([]byte, len(whole)), 20)
	check("zeros at the end", append(bytes.Clone(whole[:header+25*record]), make([]byte, 500)...), 5)
	check("another header", append([]byte("l"), whole[1:]...), 0)
	check("another version", append([]byte("L"), whole[1:]...), 20)
}

// A run that is killed has kept its batches.
func TestCacheOfAKilledRun(t *testing.T) {
	f, dir := newFake(t), t.TempDir()
	var kept int
	e := suite.Must(f.open(t, EncoderOptions{Cache: dir, Progress: func(done, _ int) {
		kept = 0
		for _, p := range cacheFiles(t, dir) {
			kept += (len(suite.Must(os.ReadFile(p))(t)) / (32 + 3*4 + 8))
		}
		if kept < done {
			t.Errorf("%d vectors are kept after %d texts", kept, done)
		}
	}}))(t)
	if _, err := e.Encode(t.Context(), numbered(300)); err != nil || kept < 300 {
		t.Errorf("found %v, %d vectors kept", err, kept)
	}
}

// Processes at once do not disturb each other.
//
//luna:race
func TestCacheOfTwoAtOnce(t *testing.T) {
	f, dir := newFake(t), t.TempDir()
	var wg sync.WaitGroup
	for k := range 4 {
		e := suite.Must(f.open(t, EncoderOptions{Cache: dir}))(t)
		wg.Go(func() {
			for i := range 10 {
				if _, err := e.Encode(t.Context(), numbered(100)[5*i+k:][:20]); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if n := cached(t, f, dir, numbered(65)); n != 0 || len(cacheFiles(t, dir)) != 4 {
		t.Errorf("%d texts were sent, want none; files %v", n, cacheFiles(t, dir))
	}
}

func TestCacheIsBounded(t *testing.T) {
	f, dir := newFake(t), t.TempDir()
	for k := range 5 {
		cached(t, f, dir, numbered(100)[20*k:][:20])
		for i, path := range cacheFiles(t, dir) { // the clock may be coarse
			at := time.Now().Add(time.Duration(k*10+i-100) * time.Minute)
			os.Chtimes(path, at, at)
		}
	}
	other := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(other, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	files := cacheFiles(t, dir)
	slices.SortFunc(files, func(a, b string) int {
		return suite.Must(os.Stat(a))(t).ModTime().Compare(suite.Must(os.Stat(b))(t).ModTime())
	})
	size := suite.Must(os.Stat(files[0]))(t).Size()
	e := suite.Must(f.open(t, EncoderOptions{Cache: dir}))(t).(*batched)
	for i, path := range files { // opening has touched them
		at := time.Now().Add(time.Duration(i-100) * time.Minute)
		os.Chtimes(path, at, at)
	}
	e.cache.max = 3 * size
	suite.Must(e.Encode(t.Context(), []string{"new"}))(t)
	left := cacheFiles(t, dir)
	if len(left) != 3 || slices.Contains(left, files[0]) || !slices.Contains(left, files[4]) ||
		!slices.Contains(left, files[3]) {
		t.Errorf("found %v of %v", left, files)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
	// What was removed is asked for again.
	if v := suite.Must(e.Encode(t.Context(), numbered(100)))(t); !slices.Equal(v[3], fakeVector("text 3", 0)) {
		t.Errorf("found %v", v[3])
	}
	e.cache.max = size
	suite.Must(e.Encode(t.Context(), numbered(200)))(t)
	before := suite.Must(os.Stat(e.cache.own))(t).Size()
	suite.Must(e.Encode(t.Context(), numbered(300)))(t)
	if after := suite.Must(os.Stat(e.cache.own))(t).Size(); after != before {
		t.Errorf("the file grew from %d to %d bytes, over the bound", before, after)
	}
}

// A folder that cannot be used is said, once, and vectors are made all the same.
func TestCacheWithoutFolder(t *testing.T) {
	f, path := newFake(t), filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var notes []string
	e := suite.Must(f.open(t, EncoderOptions{Cache: path, Note: func(s string) { notes = append(notes, s) }}))(t)
	for range 2 {
		suite.Must(e.Encode(t.Context(), numbered(3)))(t)
	}
	if len(notes) != 2 || !strings.HasPrefix(notes[1], "vectors are not kept for later: ") {
		t.Errorf("found the notes %q", notes)
	}
	if dir, err := DefaultCache(); err == nil && !strings.HasSuffix(dir, filepath.Join("luna", "vectors")) {
		t.Errorf("found %s", dir)
	}
}
