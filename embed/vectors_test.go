package embed

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
)

func TestLookup(t *testing.T) {
	v := small(t, Float32)
	if x, ok := v.Lookup("dog"); !ok || !slices.Equal(x, []float32{.5, -1, 4}) {
		t.Errorf("dog: %v %v", x, ok)
	}
	for _, unknown := range []string{"", "Dog", "do", "dogs", "cat\ndog", "\n"} {
		if x, ok := v.Lookup(unknown); ok || x != nil {
			t.Errorf("%q: %v", unknown, x)
		}
	}
	if i := v.words.index("Zürich"); i != 2 || v.word(2) != "Zürich" {
		t.Errorf("Zürich is word %d, want 2", i)
	}
	if v.Len() != 3 || v.Dim() != 3 || v.About().Name != "small" || v.About().Source != "made up" ||
		v.About().Licence != "none" {
		t.Errorf("%d words of %d numbers, about %+v", v.Len(), v.Dim(), v.About())
	}
}

func TestLookupAllocatesTheVectorOnly(t *testing.T) {
	v := random(t, 1000, 8, Int8)
	if n := testing.AllocsPerRun(100, func() { v.Lookup("w77") }); n != 1 {
		t.Errorf("%v allocations", n)
	}
	if n := testing.AllocsPerRun(100,
		func() { v.words.index("w77"); v.words.index("none") }); n != 0 {
		t.Errorf("index: %v allocations", n)
	}
}

func TestManyWordsAreFound(t *testing.T) {
	v := random(t, 5000, 1, Float32)
	for i := range v.Len() {
		if j := v.words.index(v.word(i)); i != j {
			t.Fatalf("%q: %d, want %d", v.word(i), j, i)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	row := [][]float32{{1}}
	two := [][]float32{{1}, {2}}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, c := range []struct {
		words   []string
		rows    [][]float32
		storage Storage
		want    string
	}{
		{nil, nil, Float32, "at least one"},
		{[]string{"a"}, two, Float32, "1 word and 2 vectors"},
		{[]string{"a"}, [][]float32{{}}, Float32, "vectors of 0 numbers"},
		{[]string{"a"}, row, Storage(7), "Storage(7)"},
		{[]string{""}, row, Float32, "empty word"},
		{[]string{"a\nb"}, row, Float32, "0x0a"},
		{[]string{"a\x00"}, row, Float32, "0x00"},
		{[]string{strings.Repeat("a", maxWord+1)}, row, Float32, "more than 4096 bytes"},
		{[]string{"a", "a"}, two, Float32, "a second time"},
		{[]string{"a", "b"}, [][]float32{{1}, {1, 2}}, Float32, "2 numbers, expected 1"},
		{[]string{"a"}, [][]float32{{nan}}, Int8, "finite"},
		{[]string{"a"}, [][]float32{{inf}}, Float32, "finite"},
	} {
		_, err := New(About{}, c.words, c.rows, c.storage)
		fails(t, err, c.want)
	}
	_, err := New(About{Name: "\xff"}, []string{"a"}, row, Float32)
	fails(t, err, "name", "UTF-8")
	_, err = New(About{Licence: strings.Repeat("x", maxAbout+1)}, []string{"a"}, row, Float32)
	fails(t, err, "licence", "65537")
}

func TestInt8ErrorIsHalfAStep(t *testing.T) {
	v, q := random(t, 200, 50, Float32), random(t, 200, 50, Int8)
	for i := range v.Len() {
		x, y := v.appendRow(nil, i), q.appendRow(nil, i)
		for j := range x {
			if d := math.Abs(float64(x[j] - y[j])); d > float64(q.scale(i))*.5001 {
				t.Fatalf("%v became %v, scale %v", x[j], y[j], q.scale(i))
			}
		}
	}
}

func TestInt8Extremes(t *testing.T) {
	tiny, huge := float32(math.SmallestNonzeroFloat32), float32(math.MaxFloat32)
	v, err := New(About{}, []string{"zero", "tiny", "huge", "some"},
		[][]float32{{0, 0}, {tiny, -tiny}, {huge, -huge}, {tiny * 200, tiny}}, Int8)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][]float32{{0, 0}, {0, 0}, {huge, -huge}} {
		got := v.appendRow(nil, i)
		for j := range want {
			if math.Abs(float64(got[j]-want[j])) > 1e-6*float64(huge) && want[j] != 0 ||
				want[j] == 0 && got[j] != 0 {
				t.Errorf("%s: %v, want %v", v.word(i), got, want)
			}
		}
	}
	if c, ok := v.Cosine("huge", "huge"); !ok || math.Abs(c-1) > 1e-12 {
		t.Errorf("cosine of the largest numbers: %v", c)
	}
	if _, err := Read(strings.NewReader(string(luna(t, v, Int8))), "f", Options{}); err != nil {
		t.Error(err)
	}
}

func TestCosine(t *testing.T) {
	if got := Cosine([]float64{1, 1}, []float64{1, 0}); math.Abs(got-math.Sqrt2/2) > 1e-15 {
		t.Errorf("45 degrees: %v", got)
	}
	if got := Cosine([]float32{0, 0}, []float32{1, 0}); got != 0 {
		t.Errorf("zero vector: %v", got)
	}
	if got := Cosine([]float64{0, 0}, []float64{0, 0}); got != 0 {
		t.Errorf("two zero vectors: %v", got)
	}
	if got := Cosine([]float64{.1, .2, .3}, []float64{.1, .2, .3}); got > 1 {
		t.Errorf("above 1: %v", got)
	}
	v := small(t, Float32)
	if c, ok := v.Cosine("cat", "dog"); !ok || math.Abs(c-8.5/math.Sqrt(5*17.25)) > 1e-7 {
		t.Errorf("cat, dog: %v %v", c, ok)
	}
	if c, ok := v.Cosine("cow", "cow"); ok || c != 0 {
		t.Errorf("unknown words: %v %v", c, ok)
	}
	defer func() {
		if recover() == nil {
			t.Error("unequal lengths: no panic")
		}
	}()
	Cosine([]float64{1}, []float64{1, 2})
}

func TestNearestAgainstSorting(t *testing.T) {
	for _, storage := range []Storage{Float32, Int8} {
		v := random(t, 300, 5, storage)
		for _, k := range []int{1, 7, 299} {
			var want []Neighbour
			for i := range v.Len() {
				if i != 42 {
					c, _ := v.Cosine("w42", v.word(i))
					want = append(want, Neighbour{v.word(i), c})
				}
			}
			slices.SortStableFunc(want, func(a, b Neighbour) int {
				return cmp.Compare(b.Cosine, a.Cosine)
			})
			got, ok := v.Nearest("w42", k)
			if !ok || len(got) != k {
				t.Fatalf("%d neighbours, want %d", len(got), k)
			}
			for n, g := range got {
				if g.Word != want[n].Word || math.Abs(g.Cosine-want[n].Cosine) > 1e-6 {
					t.Fatalf("%v, k = %d: neighbour %d is %v, want %v", storage, k, n, g, want[n])
				}
			}
		}
	}
}

func TestNearestEdges(t *testing.T) {
	v := small(t, Int8)
	if near, ok := v.Nearest("cat", 1<<30); !ok || len(near) != 2 {
		t.Errorf("more than there are: %v", near)
	}
	for _, k := range []int{0, -1} {
		if near, ok := v.Nearest("cat", k); !ok || len(near) != 0 {
			t.Errorf("k = %d: %v", k, near)
		}
	}
	if near, ok := v.Nearest("cow", 1); ok || near != nil {
		t.Errorf("unknown word: %v", near)
	}
	// All cosines with the zero vector are 0; the order is that of the words.
	near := v.nearest(make([]float32, 3), 2, -1)
	if len(near) != 2 || near[0].Word != "cat" || near[1].Word != "dog" {
		t.Errorf("zero vector: %v", near)
	}
}

func TestConcurrentUse(t *testing.T) {
	v := random(t, 500, 10, Int8)
	want, _ := v.Nearest("w1", 5)
	w := random(t, 500, 10, Int8) // its digest is still to be computed
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			if got, _ := w.Nearest("w1", 5); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Error("other neighbours")
			}
			if w.Digest() != v.Digest() {
				t.Error("other digest")
			}
		})
	}
	wait.Wait()
}

func TestParseStorage(t *testing.T) {
	for _, s := range []Storage{Float32, Int8} {
		if got, err := ParseStorage(s.String()); err != nil || got != s {
			t.Errorf("%v: %v %v", s, got, err)
		}
	}
	_, err := ParseStorage("int16")
	fails(t, err, `"int16"`)
}

func TestBroken(t *testing.T) {
	v, err := New(About{}, []string{"snow", "caf\xe9", "th\xe9"}, [][]float32{{1}, {2}, {3}}, Float32)
	if err != nil {
		t.Fatal(err)
	}
	if n, first := v.Broken(); n != 2 || first != "caf\xe9" {
		t.Errorf("%d broken words, the first one %q", n, first)
	}
}
