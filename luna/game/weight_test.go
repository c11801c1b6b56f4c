package game

import (
	"strconv"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

func BenchmarkRatingOfMany(b *testing.B) {
	tournament, p := newTournament(nil), &player{}
	for i := range 50_000 {
		p.received = append(p.received, Received{By: PlayerID(strconv.Itoa(i % 900)), Guess: 50,
			Weight: 1, Origin: uint64(i%2) * uint64(1+i%1000)})
	}
	another := Received{By: "a", Guess: 1, Weight: 1, Origin: 7}
	for b.Loop() {
		suite.Must(tournament.ratingWith(p, another, Rules))(b)
	}
}
