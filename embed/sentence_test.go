package embed

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func TestMean(t *testing.T) {
	v := small(t, Float32)
	mean, known := v.Mean([]string{"cat", "the", "dog", "cat"})
	if known != 3 {
		t.Errorf("%d known words, want 3", known)
	}
	for j, want := range []float64{2.5 / 3, -1. / 3, 8. / 3} {
		if !near(mean[j], want, 1e-15) {
			t.Errorf("mean %v", mean)
		}
	}
	for _, words := range [][]string{nil, {}, {"a", "i", "don't"}} {
		mean, known := v.Mean(words)
		if known != 0 || !slices.Equal(mean, make([]float64, 3)) || Cosine(mean, mean) != 0 {
			t.Errorf("%q: %v", words, mean)
		}
	}
	q, _ := small(t, Int8).Mean([]string{"dog"})
	for j, x := range small(t, Int8).Append(nil, 1) {
		if q[j] != float64(x) {
			t.Errorf("mean of one word %v, its vector has %v", q[j], x)
		}
	}
}

func TestZipf(t *testing.T) {
	p := Zipf(small(t, Float32))
	for word, want := range map[string]float64{"cat": 6. / 11, "dog": 3. / 11, "Zürich": 2. / 11, "cow": 0} {
		if !near(p(word), want, 1e-15) {
			t.Errorf("%s: %v, want %v", word, p(word), want)
		}
	}
}

// The weighted average by hand, the component by gonum's decomposition.
func TestSIF(t *testing.T) {
	v := random(t, 60, 12, Float32)
	rng := rand.New(rand.NewPCG(5, 6))
	var sentences [][]string
	for range 40 {
		var s []string
		for range 1 + rng.IntN(9) {
			s = append(s, v.Word(rng.IntN(60)))
		}
		sentences = append(sentences, append(s, "unknown"))
	}
	sentences = append(sentences, nil)
	frequency := func(w string) float64 { return float64(len(w)) / 100 }
	f, err := SIF{Vectors: v, Weight: .02, Frequency: frequency}.Fit(sentences)
	if err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(len(sentences), 12, nil)
	for i, s := range sentences {
		for _, w := range s {
			if row, ok := v.Lookup(w); ok {
				for j := range row {
					x.Set(i, j, x.At(i, j)+.02/(.02+frequency(w))*float64(row[j])/float64(len(s)-1))
				}
			}
		}
	}
	var svd mat.SVD
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("no decomposition")
	}
	var right mat.Dense
	svd.VTo(&right)
	u := mat.Col(nil, 0, &right)
	if c := Cosine(u, f.Component()); !near(math.Abs(c), 1, 1e-9) || !near(norm(f.Component()), 1, 1e-12) {
		t.Errorf("component %v, want ±%v", f.Component(), u)
	}
	for i, s := range sentences {
		got, known := f.Vector(s)
		if known != max(0, len(s)-1) {
			t.Errorf("%d known words of %q", known, s)
		}
		row := mat.Row(nil, i, x)
		along := mat.Dot(mat.NewVecDense(12, row), mat.NewVecDense(12, u))
		for j := range got {
			if !near(got[j], row[j]-along*u[j], 1e-9) {
				t.Fatalf("sentence %d: %v", i, got)
			}
		}
	}
	again, err := SIF{Vectors: v, Weight: .02, Frequency: frequency}.WithComponent(f.Component())
	if err != nil {
		t.Fatal(err)
	}
	a, _ := f.Vector(sentences[3])
	b, _ := again.Vector(sentences[3])
	if !slices.Equal(a, b) {
		t.Error("restored from its component, it gives other vectors")
	}
}

func TestSIFEdges(t *testing.T) {
	v := small(t, Float32)
	f, err := SIF{Vectors: v}.Fit([][]string{nil, {"cow"}})
	if err != nil || norm(f.Component()) != 0 {
		t.Fatalf("%v: component %v, want zero", err, f.Component())
	}
	if x, known := f.Vector([]string{"cow"}); known != 0 || norm(x) != 0 {
		t.Errorf("unknown word: %v", x)
	}
	if x, _ := f.Vector([]string{"cat"}); norm(x) == 0 {
		t.Error("with no component, a known word has the zero vector")
	}
	nan := math.NaN()
	for _, s := range []SIF{{}, {Vectors: v, Weight: -1}, {Vectors: v, Weight: nan}, {Vectors: v, Weight: math.Inf(1)},
		{Vectors: v, Frequency: func(string) float64 { return nan }}, {Vectors: v, Frequency: func(string) float64 { return -1e-3 }}} {
		_, err := s.Fit([][]string{{"cat"}})
		fails(t, err, "SIF: ")
	}
	for _, c := range [][]float64{nil, {1, 1, 1}, {nan, 0, 0}} {
		_, err := SIF{Vectors: v}.WithComponent(c)
		fails(t, err, "component")
	}
}

// SIF puts a paraphrase before a sentence that shares the frequent words only.
func TestSIFOrdersSentences(t *testing.T) {
	v := byDefault(t)
	var sentences [][]string
	for _, s := range []string{
		"the president is elected for four years", "the senate has one hundred members",
		"the cat sat on the mat", "the stack is last in first out", "what did the president say to the army",
		"the commander of the armed forces", "a queue is first in first out",
	} {
		sentences = append(sentences, strings.Fields(s))
	}
	f, err := SIF{Vectors: v}.Fit(sentences)
	if err != nil {
		t.Fatal(err)
	}
	similarity := func(a, b string) float64 {
		x, _ := f.Vector(strings.Fields(a))
		y, _ := f.Vector(strings.Fields(b))
		return Cosine(x, y)
	}
	near, far := similarity("the head of the army", "commander of the military"), similarity("the head of the army", "the end of the week")
	if near <= far {
		t.Errorf("%v for the paraphrase, %v for the other", near, far)
	}
}

func TestSymmetricEigen(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{1, 2, 3, 10, 40} {
		a, dense := newSquare(n), mat.NewSymDense(n, nil)
		for i := range n {
			for j := range i + 1 {
				x := rng.NormFloat64()
				a[i][j], a[j][i] = x, x
				dense.SetSym(i, j, x)
			}
		}
		var want mat.EigenSym
		want.Factorize(dense, false)
		values, vectors := symmetricEigen(a)
		for i, x := range values {
			if !near(x, want.Values(nil)[n-1-i], 1e-10) {
				t.Errorf("n = %d: values %v, want %v", n, values, want.Values(nil))
				break
			}
			u := mat.NewVecDense(n, vectors[i])
			var au mat.VecDense
			au.MulVec(dense, u)
			au.AddScaledVec(&au, -x, u)
			if mat.Norm(&au, 2) > 1e-9 || !near(mat.Norm(u, 2), 1, 1e-12) {
				t.Errorf("n = %d: not an eigenvector: %v", n, vectors[i])
			}
		}
	}
	if values, _ := symmetricEigen(newSquare(3)); values[0] != 0 {
		t.Errorf("zero matrix: %v", values)
	}
}
