package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestPooledInterval(t *testing.T) {
	// For a large sample the standard error of the jackknife is that of the delta method:
	// sd(squares)/(2·root·√n).
	rng := rand.New(rand.NewPCG(1, 2))
	squares := make([]float64, 4000)
	for i := range squares {
		e := rng.NormFloat64() / 10
		squares[i] = e * e
	}
	mean, sd := MeanSD(squares)
	root := math.Sqrt(mean)
	half := 1.9605 * sd / (2 * root * math.Sqrt(4000))
	lo, hi := PooledInterval(squares)
	if math.Abs(lo-(root-half)) > 1e-5 || math.Abs(hi-(root+half)) > 1e-5 {
		t.Errorf("[%v, %v], the delta method gives [%v, %v]", lo, hi, root-half, root+half)
	}
}

// The interval contains the true error about as often as it should, also for few respondents.
func TestPooledIntervalHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	held := 0
	for range 2000 {
		squares := make([]float64, 30)
		for i := range squares {
			e := rng.NormFloat64()
			squares[i] = e * e
		}
		if lo, hi := PooledInterval(squares); lo <= 1 && 1 <= hi {
			held++
		}
	}
	if held < 1820 || held > 1940 {
		t.Errorf("the interval contains the error in %d of 2000 samples, expected about 1900", held)
	}
}

func TestPooledEdges(t *testing.T) {
	for _, squares := range [][]float64{nil, {.1}} {
		if lo, hi := PooledInterval(squares); !math.IsNaN(lo) || !math.IsNaN(hi) {
			t.Errorf("interval of %v: [%v, %v]", squares, lo, hi)
		}
	}
	if lo, hi := PooledInterval([]float64{0, 0, 0}); lo != 0 || hi != 0 {
		t.Errorf("interval of no error: [%v, %v]", lo, hi)
	}
	if lo, _ := PooledInterval([]float64{0, 0, 1}); lo != 0 {
		t.Errorf("an interval begins at %v", lo)
	}
}
