package regress

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// bagOfWords imitates word counts: n rows of about words entries, with column frequencies by Zipf's
// law and some rows that are copies of others.
func bagOfWords(seed uint64, n, p, words int) Problem {
	rng := rand.New(rand.NewPCG(seed, 1))
	zipf := rand.NewZipf(rng, 1.05, 20, uint64(p-1))
	x := NewMatrix(n, p)
	y := make([]float64, n)
	for i := range n {
		y[i] = rng.Float64()
		if i > 10 && rng.IntN(50) == 0 {
			x.Append(x.Row(rng.IntN(i)))
			continue
		}
		count := map[int]float64{}
		for range words/2 + rng.IntN(words) {
			count[int(zipf.Uint64())]++
		}
		x.Append(sparse(count))
		for k, j := range x.Row(i).Index { // in order: a map's would show in the last bits
			if j%7 == 0 {
				y[i] += .3 * x.Row(i).Value[k]
			}
		}
	}
	return Problem{X: x, Y: y}
}

func benchmarkFit(b *testing.B, r Regressor, p Problem) {
	b.ReportAllocs()
	for b.Loop() {
		m, err := r.Fit(p)
		if err != nil {
			b.Fatal(err)
		}
		for _, w := range m.Diagnostics().Warnings {
			b.Fatal(w)
		}
	}
}

func BenchmarkOLSWide(b *testing.B) {
	p := bagOfWords(1, 558, 1800, 30)
	p.Gram = Gram(p.X)
	benchmarkFit(b, OLS{}, p)
}

func BenchmarkOLSWideNoGram(b *testing.B) {
	benchmarkFit(b, OLS{}, bagOfWords(1, 558, 1800, 30))
}

func BenchmarkOLSWider(b *testing.B) {
	p := bagOfWords(2, 558, 5000, 120)
	p.Gram = Gram(p.X)
	benchmarkFit(b, OLS{}, p)
}

func BenchmarkOLSSquare(b *testing.B) { benchmarkFit(b, OLS{}, bagOfWords(3, 558, 400, 30)) }

func BenchmarkOLSMiddle(b *testing.B) { benchmarkFit(b, OLS{}, bagOfWords(3, 558, 138, 30)) }

func BenchmarkOLSTall(b *testing.B) {
	benchmarkFit(b, OLS{}, gaussian(rand.New(rand.NewPCG(4, 1)), 558, 10))
}

func BenchmarkOLSTaller(b *testing.B) {
	benchmarkFit(b, OLS{}, gaussian(rand.New(rand.NewPCG(4, 1)), 100_000, 10))
}

func BenchmarkOLSLastResort(b *testing.B) {
	p := bagOfWords(1, 558, 1800, 30)
	c := newCentred(p.X)
	yc := deviations(p.Y, Mean(p.Y))
	for b.Loop() {
		if _, err := solveSVD(c, yc); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLassoMean(b *testing.B) {
	benchmarkFit(b, Lasso{Alpha: 10}, bagOfWords(1, 558, 1800, 30))
}

func BenchmarkLassoDefault(b *testing.B) {
	benchmarkFit(b, NewLasso(), bagOfWords(1, 558, 1800, 30))
}

func BenchmarkLassoSmallPenalty(b *testing.B) {
	benchmarkFit(b, Lasso{Alpha: 1e-3}, bagOfWords(1, 558, 1800, 30))
}

func BenchmarkLassoTinyPenalty(b *testing.B) {
	benchmarkFit(b, Lasso{Alpha: 1e-5}, bagOfWords(1, 558, 1800, 30))
}

func BenchmarkRidgeWide(b *testing.B) {
	p := bagOfWords(2, 558, 11000, 120)
	p.Gram = Gram(p.X)
	benchmarkFit(b, Ridge{}, p)
}

func BenchmarkRidgeWideNoGram(b *testing.B) {
	benchmarkFit(b, Ridge{}, bagOfWords(2, 558, 11000, 120))
}

func BenchmarkRidgeMiddle(b *testing.B) { benchmarkFit(b, Ridge{}, bagOfWords(3, 558, 138, 30)) }

func BenchmarkRidgeTall(b *testing.B) {
	benchmarkFit(b, Ridge{}, gaussian(rand.New(rand.NewPCG(4, 1)), 558, 10))
}

func BenchmarkRidgeTaller(b *testing.B) {
	benchmarkFit(b, Ridge{}, gaussian(rand.New(rand.NewPCG(4, 1)), 100_000, 10))
}

func BenchmarkRidgeLarge(b *testing.B) {
	benchmarkFit(b, Ridge{}, bagOfWords(5, 3000, 11000, 60))
}

// Ten groups of columns, the rows of each repeated as those of common answers are.
func BenchmarkRidgeGroups(b *testing.B) {
	const n, words = 20_000, 600
	rng := rand.New(rand.NewPCG(6, 1))
	p := Problem{Y: gaussian(rng, n, 1).Y}
	var parts []*Matrix
	for g := range 10 {
		at := make([]int32, n)
		for i := range at {
			at[i] = int32(rng.IntN(1 + rng.IntN(2000)))
		}
		parts = append(parts, Repeat(bagOfWords(uint64(g), 2000, words, 8).X.all(), at, words))
		for range words {
			p.Groups = append(p.Groups, g)
		}
	}
	p.X = HStack(parts[0], parts[1:]...)
	benchmarkFit(b, Ridge{Alpha: 1}, p)
}

func BenchmarkHuberWide(b *testing.B) {
	p := bagOfWords(2, 558, 11000, 120)
	p.Gram = Gram(p.X)
	benchmarkFit(b, Huber{}, p)
}

func BenchmarkHuberTaller(b *testing.B) {
	benchmarkFit(b, Huber{}, gaussian(rand.New(rand.NewPCG(4, 1)), 100_000, 10))
}

func BenchmarkElasticNetGiven(b *testing.B) {
	benchmarkFit(b, ElasticNet{Alpha: .01}, bagOfWords(2, 558, 11000, 120))
}

func BenchmarkElasticNetWide(b *testing.B) {
	benchmarkFit(b, ElasticNet{}, bagOfWords(2, 558, 11000, 120))
}

func BenchmarkElasticNetWords(b *testing.B) {
	benchmarkFit(b, ElasticNet{}, bagOfWords(1, 558, 1800, 30))
}

func BenchmarkElasticNetTall(b *testing.B) {
	benchmarkFit(b, ElasticNet{}, gaussian(rand.New(rand.NewPCG(4, 1)), 558, 10))
}

func BenchmarkLassoCVWide(b *testing.B) {
	benchmarkFit(b, LassoCV{}, bagOfWords(2, 558, 11000, 120))
}

func BenchmarkLassoPath(b *testing.B) {
	p := bagOfWords(1, 558, 1800, 30)
	for b.Loop() {
		elasticNetPath(b, p, 1, nil)
	}
}

func BenchmarkGram(b *testing.B) {
	x := bagOfWords(1, 698, 5000, 120).X
	var g *mat.SymDense
	for b.Loop() {
		g = Gram(x)
	}
	_ = g
}
