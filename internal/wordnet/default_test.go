package wordnet

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"reflect"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/wordnet/internal/dict"
)

// tableSum is the SHA-256 of wordnet.gz, to be changed when the table is made anew.
const tableSum = "7745452122002b9f92627f77608e791ae0283dca033577d2de7c2b1ffcf73f88"

func TestTableChecksum(t *testing.T) {
	sum := sha256.Sum256(table)
	if got := hex.EncodeToString(sum[:]); got != tableSum {
		t.Errorf("wordnet.gz has SHA-256 %s, want %s", got, tableSum)
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
		synsets[n.POSOf(s)]++
	}
	for l := range uint32(n.d.Lemmas()) {
		for _, pos := range AllPOS() {
			if len(n.d.Senses.At(dict.Parts*l+uint32(pos))) > 0 {
				words[pos]++
			}
		}
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

// The table must contain the whole dictionary, which determines all answers of a Net. For another
// release than the embedded one, the table is made here.
func TestTableAgreesWithFiles(t *testing.T) {
	suite.Slow(t, "reads all of WordNet")
	n, err := readFS(os.DirFS(installed(t)))
	if err != nil {
		t.Fatal(err)
	}
	made := Default()
	if n.Version() != made.Version() {
		var b bytes.Buffer
		if err := dict.Encode(&b, n.d); err != nil {
			t.Fatal(err)
		}
		if made, err = decode(b.Bytes()); err != nil {
			t.Fatal(err)
		}
	}
	if !reflect.DeepEqual(n, made) {
		t.Errorf("the table of WordNet %s differs from the dictionary files", n.Version())
	}
}

func TestTableSize(t *testing.T) {
	if len(table) > 3<<20 {
		t.Errorf("table of %d bytes", len(table))
	}
}

// A cycle in the table must be found when the net is built.
func TestBuildRejectsCircle(t *testing.T) {
	n, err := readFS(small(nil))
	if err != nil {
		t.Fatal(err)
	}
	n.d.Hypernyms.At(1)[0] = 3 // a, which is above c
	if _, err := build(n.d); err == nil || !strings.Contains(err.Error(), "hypernyms in a circle") {
		t.Errorf("error %v", err)
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
	n, err := decode(table)
	if err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&loaded)
	runtime.GC()
	runtime.ReadMemStats(&kept)
	runtime.KeepAlive(n)
	total := loaded.TotalAlloc - before.TotalAlloc
	if total > 80<<20 {
		t.Errorf("loading allocates %d bytes", total)
	}
	if kept.HeapAlloc > before.HeapAlloc+40<<20 {
		t.Errorf("the net takes %d bytes", kept.HeapAlloc-before.HeapAlloc)
	}
	t.Logf("allocated %.1f MB in all, kept %.1f MB",
		float64(total)/1e6, (float64(kept.HeapAlloc)-float64(before.HeapAlloc))/1e6)
}

func TestDecodeRejectsDamage(t *testing.T) {
	for _, damaged := range [][]byte{
		nil, table[:100], table[:len(table)/2], append([]byte{0}, table...),
	} {
		if _, err := decode(damaged); err == nil {
			t.Errorf("no error for %d bytes", len(damaged))
		}
	}
	flipped := bytes.Clone(table)
	flipped[len(flipped)/2] ^= 1
	if _, err := decode(flipped); err == nil {
		t.Error("no error for a flipped bit")
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := decode(table); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRead(b *testing.B) {
	dir := installed(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := readFS(os.DirFS(dir)); err != nil {
			b.Fatal(err)
		}
	}
}
