package game_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// TestGraces checks the distribution of graces: no machine joins in the first third, hardly any
// later than promised, and in between the odds of the next second do not depend on how long a
// person has waited.
func TestGraces(t *testing.T) {
	const mean, n = 45 * time.Second, 100_000
	g, other := game.Graces(mean, []byte("a secret")), game.Graces(mean, []byte("another"))
	var sum time.Duration
	var longer [4]float64 // how many are longer than 15, 30, 45 and 60 seconds
	same := 0
	for i := range n {
		id := game.GameID(fmt.Sprint(i))
		d := g(id)
		if d < 15*time.Second || d > 135*time.Second || d != g(id) {
			t.Fatalf("grace %v", d)
		}
		if d == other(id) {
			same++
		}
		sum += d
		for k := range longer {
			if d > time.Duration(k+1)*15*time.Second {
				longer[k]++
			}
		}
	}
	if average := sum / n; average < 42*time.Second || average > 44*time.Second || same > 0 {
		t.Errorf("the mean is %v; %d draws are the same with another secret", average, same)
	}
	for k := range longer[1:] {
		if share := longer[k+1] / longer[k]; math.Abs(share-math.Exp(-0.5)) > 0.04 {
			t.Errorf("after %d s, %.3f wait for 15 s more, want about %.3f", 15*(k+1), share,
				math.Exp(-0.5))
		}
	}
	if game.Graces(0, nil) != nil {
		t.Error("a mean of 0 has a grace")
	}
}
