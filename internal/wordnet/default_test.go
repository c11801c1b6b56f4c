package wordnet

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// filesSum is the SHA-256 of wordnet.zip. If the content changes, so must [digest].
const filesSum = "2ccf809ca3988938ced35b4469206c166ee6883edbab0eb2943cc53b4c110a59"

func TestFilesChecksum(t *testing.T) {
	sum := sha256.Sum256(files)
	if got := hex.EncodeToString(sum[:]); got != filesSum {
		t.Errorf("wordnet.zip has SHA-256 %s, want %s", got, filesSum)
	}
}

func TestDefault(t *testing.T) {
	n := Default()
	if n.Version() != "3.0" {
		t.Errorf("version %q", n.Version())
	}
	// The numbers of synsets and words by part of speech are those of wnstats(7WN).
	synsets, words := map[POS]int{}, map[POS]int{}
	for s := range Synset(n.Len()) {
		synsets[n.pos(s)]++
	}
	for _, pos := range AllPOS() {
		words[pos] = len(n.sensesOf[pos])
	}
	want := map[POS]int{Noun: 82115, Verb: 13767, Adjective: 18156, Adverb: 3621}
	if !reflect.DeepEqual(synsets, want) {
		t.Errorf("synsets %v, want %v", synsets, want)
	}
	want = map[POS]int{Noun: 117798, Verb: 11529, Adjective: 21479, Adverb: 4481}
	if !reflect.DeepEqual(words, want) {
		t.Errorf("words %v, want %v", words, want)
	}
}

// installed returns the folder of the dictionary files: that of WNSEARCHDIR, the variable of
// Princeton's programs, or the usual one. It skips the test if there is none.
func installed(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("WNSEARCHDIR")
	if dir == "" {
		dir = "/usr/share/wordnet"
	}
	if _, err := os.Stat(dir + "/data.noun"); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no dictionary files in %s: install WordNet or set WNSEARCHDIR", dir)
	}
	return dir
}

// The embedded files must contain the whole dictionary, which determines all answers of a Net.
func TestFilesAgreeWithDictionary(t *testing.T) {
	suite.Slow(t, "reads all of WordNet")
	want, err := read(os.DirFS(installed(t)))
	if err != nil {
		t.Fatal(err)
	}
	n := Default()
	if n.Version() != want.Version() {
		t.Skipf("WordNet %s is installed", want.Version())
	}
	for pos := range want.sensesOf {
		if len(n.sensesOf[pos]) != len(want.sensesOf[pos]) {
			t.Fatalf("part of speech %d has %d lemmas, want %d", pos, len(n.sensesOf[pos]), len(want.sensesOf[pos]))
		}
		for lemma, senses := range want.sensesOf[pos] {
			if got := n.Synsets(lemma, POS(pos)); !slices.Equal(got, want.senses.at(senses)) {
				t.Fatalf("part of speech %d, %s: %v, want %v", pos, lemma, got, want.senses.at(senses))
			}
		}
	}
	// Only the order of the lists differs.
	same := *n
	same.senses = want.senses
	same.sensesOf = want.sensesOf
	if !reflect.DeepEqual(&same, want) {
		t.Error("the embedded files differ from the dictionary's")
	}
}

func TestConcurrentDefault(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			n := Default()
			for _, w := range []string{"dogs", "ran", "better"} {
				for _, s := range n.Lookup(w, Noun) {
					n.Common(s, s)
				}
			}
		})
	}
	wg.Wait()
}

// TestLoadMemory bounds the memory that loading allocates and keeps.
func TestLoadMemory(t *testing.T) {
	var before, loaded, kept runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	n, err := load()
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&loaded)
	runtime.GC()
	runtime.GC() // empties pools too
	runtime.ReadMemStats(&kept)
	runtime.KeepAlive(n)
	total := loaded.TotalAlloc - before.TotalAlloc
	if total > 128<<20 {
		t.Errorf("loading allocates %d bytes", total)
	}
	if kept.HeapAlloc > before.HeapAlloc+40<<20 {
		t.Errorf("the net takes %d bytes", kept.HeapAlloc-before.HeapAlloc)
	}
	t.Logf("allocated %.1f MB in all, kept %.1f MB",
		float64(total)/1e6, (float64(kept.HeapAlloc)-float64(before.HeapAlloc))/1e6)
}

// load reads the embedded files.
func load() (*Net, error) {
	fsys, err := unzip()
	if err != nil {
		return nil, err
	}
	return read(fsys)
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := load(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	dir := installed(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := read(os.DirFS(dir)); err != nil {
			b.Fatal(err)
		}
	}
}
