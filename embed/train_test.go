package embed

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// toy returns sentences made of classes of words that occur in the same positions.
func toy(n int) (sentences [][]string, classes [][]string) {
	animals, foods, people := strings.Fields("cat dog horse cow"),
		strings.Fields("bread rice apple soup"), strings.Fields("man woman king child")
	verbs, places := strings.Fields("eats likes buys"), strings.Fields("house garden kitchen")
	rng := rand.New(rand.NewPCG(7, 8))
	pick := func(words []string) string { return words[rng.IntN(len(words))] }
	for range n {
		switch rng.IntN(3) {
		case 0:
			sentences = append(sentences, []string{"the", pick(people), pick(verbs), "some",
				pick(foods)})
		case 1:
			sentences = append(sentences, []string{"a", pick(animals), "runs", "in", "the",
				pick(places)})
		default:
			sentences = append(sentences, []string{"the", pick(people), "is", "at", "home", "with",
				"her", pick(animals), "barking"})
		}
	}
	return sentences, [][]string{animals, foods, people, places}
}

func train(t testing.TB, sentences [][]string, o TrainOptions) *Vectors {
	t.Helper()
	v, err := Train(context.Background(), Sentences(sentences), o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestWordsOfAClassEndUpNear(t *testing.T) {
	sentences, classes := toy(3000)
	for _, o := range []TrainOptions{{Dim: 8, Window: 4}} {
		v := train(t, sentences, o)
		var within, between []float64
		for c, class := range classes {
			for i, a := range class {
				for d, other := range classes {
					for j, b := range other {
						x, ok := v.Cosine(a, b)
						switch {
						case !ok:
							t.Fatalf("%s or %s is unknown", a, b)
						case c == d && i < j:
							within = append(within, x)
						case c < d:
							between = append(between, x)
						}
					}
				}
			}
		}
		lowest, highest := 1.0, -1.0
		for _, x := range within {
			lowest = min(lowest, x)
		}
		for _, x := range between {
			highest = max(highest, x)
		}
		t.Logf("cosines within classes at least %.3f, between at most %.3f", lowest, highest)
		if lowest <= highest {
			t.Errorf("cosines within classes go down to %.3f, between up to %.3f", lowest, highest)
		}
	}
}

func TestTrainingIsDeterministic(t *testing.T) {
	sentences, _ := toy(400)
	var first []byte
	for _, workers := range []int{1, 2, 8} {
		b := luna(t, train(t, sentences, TrainOptions{Dim: 10, Seed: 3, Workers: workers}), Float32)
		if first == nil {
			first = b
		}
		if !bytes.Equal(b, first) {
			t.Errorf("%d workers give other bytes", workers)
		}
	}
}

// Sentences "a b", "a b" and "b c" with a window of 1:
//
//	#      a  b  c   row
//	  a    .  2  .    2
//	  b    2  .  1    3
//	  c    .  1  .    1
func TestPPMIByHand(t *testing.T) {
	corpus := Sentences([][]string{{"a", "b"}, {"rare", "a", "b"}, {"b", "c"}})
	o := TrainOptions{MinCount: 1, MaxWords: 3}.withDefaults()
	tokens, err := readTokens(context.Background(), corpus, o)
	if err != nil {
		t.Fatal(err)
	}
	// By frequency: b 3, a 2, c 1; "rare", of the same frequency as c, is one too many.
	if got := strings.Join(tokens.words, " "); got != "b a c" {
		t.Fatalf("words %s", got)
	}
	counts, err := pairCounts(context.Background(), tokens, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	check := func(m *sparse, want [3][3]float64) {
		t.Helper()
		for i := range 3 {
			var got [3]float64
			for k, j := range m.rows[i].index {
				got[j] = m.rows[i].value[k]
			}
			for j := range got {
				if !near(got[j], want[i][j], 1e-9) {
					t.Errorf("row %d: %v, want %v", i, got, want[i])
					break
				}
			}
		}
	}
	check(counts, [3][3]float64{{0, 2, 1}, {2, 0, 0}, {1, 0, 0}})
	// Without smoothing: log(#(w,c) 6 / (#(w) #(c))), 2·6/(3·2) = 1·6/(3·1) = 2.
	two := math.Log(2)
	check(ppmi(counts, 1), [3][3]float64{{0, two, two}, {two, 0, 0}, {two, 0, 0}})
	// Smoothed: 3^.75 = 2.27951, 2^.75 = 1.68179, 1; their sum 4.961299888.
	check(ppmi(counts, .75), [3][3]float64{
		{0, math.Log(2 * 4.961299888 / (3 * 1.681792831)), math.Log(4.961299888 / 3)},
		{math.Log(2 * 4.961299888 / (2 * 2.279507057)), 0, 0},
		{math.Log(4.961299888 / 2.279507057), 0, 0},
	})
}

func TestPPMIWindowStaysInSentence(t *testing.T) {
	tokens, err := readTokens(context.Background(),
		Sentences([][]string{{"x", "y"}, {"z", "x", "x", "z"}, {}, {"y"}}),
		TrainOptions{MinCount: 1}.withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	counts, err := pairCounts(context.Background(), tokens, 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	// x: y once; x twice (each sees the other); z four times. y: x once. z: x four times, z twice.
	want := map[string]float64{"x y": 1, "x x": 2, "x z": 4, "y x": 1, "z x": 4, "z z": 2}
	for i, w := range tokens.words {
		for k, j := range counts.rows[i].index {
			pair, got := w+" "+tokens.words[j], counts.rows[i].value[k]
			if want[pair] != got {
				t.Errorf("%s: %v, want %v", pair, got, want[pair])
			}
			delete(want, pair)
		}
	}
	if len(want) != 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestTruncatedSVDAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	for _, c := range []struct{ rows, columns, rank, k int }{{30, 30, 30, 30}, {40, 25, 6, 10},
		{60, 50, 50, 3}} {
		left, right := mat.NewDense(c.rows, c.rank, nil), mat.NewDense(c.rank, c.columns, nil)
		left.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, left)
		// Falling singular values, as real matrices have.
		right.Apply(func(i, _ int, _ float64) float64 {
			return rng.NormFloat64() * math.Pow(.8,
				float64(i))
		}, right)
		var dense mat.Dense
		dense.Mul(left, right)
		m := &sparse{c.columns, make([]sparseRow, c.rows)}
		for i := range c.rows {
			for j := range c.columns {
				m.rows[i].add(int32(j), dense.At(i, j))
			}
		}
		u, sigma, err := truncatedSVD(context.Background(), m, c.k, TrainOptions{Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		var svd mat.SVD
		svd.Factorize(&dense, mat.SVDThin)
		var want mat.Dense
		svd.UTo(&want)
		values := svd.Values(nil)
		for j := range c.k {
			if j >= c.rank || j >= len(values) {
				if sigma[j] != 0 && sigma[j] > 1e-6*sigma[0] {
					t.Errorf("%+v: singular value %d beyond the rank is %v", c, j, sigma[j])
				}
				continue
			}
			if math.Abs(sigma[j]-values[j]) > 1e-6*values[0] {
				t.Errorf("%+v: singular value %d is %v, want %v", c, j, sigma[j], values[j])
			}
			var dot float64
			for i := range c.rows {
				dot += u.At(i, j) * want.At(i, j)
			}
			if values[j] > 1e-3*values[0] && !near(math.Abs(dot), 1, 1e-4) {
				t.Errorf("%+v: singular vector %d has cosine %v with gonum's", c, j, dot)
			}
		}
	}
}

func TestTrainDefaults(t *testing.T) {
	sentences, _ := toy(300)
	v := train(t, sentences, TrainOptions{About: About{Name: "toy"}, Storage: Int8})
	if v.Dim() != v.Len() || v.About().Name != "toy" || v.Storage() != Int8 || v.word(0) != "the" {
		t.Errorf("%d words of %d numbers, %q, %v, first %q", v.Len(), v.Dim(), v.About().Name,
			v.Storage(), v.word(0))
	}
}

func TestTrainErrors(t *testing.T) {
	sentences, _ := toy(20)
	for _, c := range []struct {
		o    TrainOptions
		want string
	}{
		{TrainOptions{Dim: -1}, "dimension -1"},
		{TrainOptions{Dim: 99}, "dimension, 99"},
		{TrainOptions{Window: 1001}, "window 1001"},
		{TrainOptions{MinCount: 1000}, "0 words at least 1000 times"},
		{TrainOptions{Storage: 5}, "Storage(5)"},
		{TrainOptions{About: About{Name: "\xff"}}, "UTF-8"},
	} {
		_, err := Train(context.Background(), Sentences(sentences), c.o)
		fails(t, err, "training", c.want)
		if !errors.Is(err, ErrTrain) {
			t.Errorf("%v is no ErrTrain", err)
		}
	}
	changing := 0
	corpus := func(yield func([]string, error) bool) {
		changing++
		yield([]string{"a", "a", "b", "b", "b"}[:5-changing%2], nil)
	}
	_, err := Train(context.Background(), corpus, TrainOptions{})
	fails(t, err, "twice")
	failing := errors.New("lost")
	_, err = Train(context.Background(), func(yield func([]string, error) bool) {
		yield(nil,
			failing)
	}, TrainOptions{})
	if !errors.Is(err, failing) {
		t.Errorf("%v, want the corpus's error", err)
	}
}

func TestTrainStops(t *testing.T) {
	sentences, _ := toy(300)
	for _, phase := range []string{"count", "read", "pairs", "factor"} {
		ctx, cancel := context.WithCancel(context.Background())
		_, err := Train(ctx, Sentences(sentences), TrainOptions{Dim: 4,
			Progress: func(p string, done, total int64) {
				if done < 0 || done > total {
					t.Errorf("%s: %d of %d", p, done, total)
				}
				if p == phase {
					cancel()
				}
			}})
		cancel()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("not stopped in phase %s: %v", phase, err)
		}
	}
}

func TestLines(t *testing.T) {
	text := func(s string) func() (io.ReadCloser, error) {
		return func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(s)), nil }
	}
	var got []string
	for words, err := range Lines("f", text("The cat\r\n\nsat  down"), nil) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.Join(words, "|"))
	}
	if strings.Join(got, "/") != "the|cat//sat|down" {
		t.Errorf("%q", got)
	}
	for _, err := range Lines("f", text("x\n"+strings.Repeat("y", 2<<20)), nil) {
		if err != nil {
			fails(t, err, "f:2: found a line of more than")
		}
	}
	none := errors.New("none")
	for _, err := range Lines("f", func() (io.ReadCloser, error) { return nil, none }, nil) {
		if !errors.Is(err, none) {
			t.Error(err)
		}
	}
}
