package export

import (
	"fmt"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// BenchmarkBuild builds the export of 5,000 games of 1,000 players.
func BenchmarkBuild(b *testing.B) {
	const players = 1000
	var list []game.Game
	for n := range 5 * players {
		i, j := n*7919%players, (n*7919+1+n%97)%players
		g := finished(n, n/1000, fmt.Sprint(i), fmt.Sprint(j), [2]float64{50, 50})
		for s := range g.Seats {
			g.Seats[s].Questions[4] = "one that is not long"
		}
		list = append(list, g)
	}
	for b.Loop() {
		suite.Must(Build(b.Context(), b.TempDir(), source(list), Options{}))(b)
	}
	b.ReportMetric(float64(len(list)*b.N)/b.Elapsed().Seconds(), "games/s")
}
