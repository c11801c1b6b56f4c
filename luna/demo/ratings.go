package demo

import (
	"math"

	"github.com/luna-rating/luna/internal/numbers"
)

// ratings computes the ratings of all players from the guesses, by the rules.
type ratings struct {
	members []*member
	sum     map[*member]float64
	guesses map[*member]int
	games   map[*member]int
}

func newRatings(members []*member) *ratings {
	return &ratings{members, make(map[*member]float64), make(map[*member]int),
		make(map[*member]int)}
}

// add counts a game: the guess of a about b, and that of b about a.
func (r *ratings) add(a, b *member, guessA, guessB float64) {
	r.games[a]++
	r.games[b]++
	if a.kind == aPerson {
		r.sum[b] += guessA
		r.guesses[b]++
	}
	if b.kind == aPerson {
		r.sum[a] += guessB
		r.guesses[a]++
	}
}

func (r *ratings) of(m *member) float64 { return r.sum[m] / float64(r.guesses[m]) }

func (r *ratings) players() []outcome {
	list := make([]outcome, len(r.members))
	for i, m := range r.members {
		list[i] = outcome{m.name, m.kind, m.ability, r.of(m), r.guesses[m], r.games[m]}
	}
	return list
}

// spearman is the rank correlation of ratings with abilities over all players with a rating.
func (r *ratings) spearman() float64 {
	var abilities, rated []float64
	for _, m := range r.members {
		if r.guesses[m] > 0 {
			abilities, rated = append(abilities, m.ability), append(rated, r.of(m))
		}
	}
	if len(rated) < 3 {
		return math.NaN()
	}
	return numbers.Spearman(abilities, rated)
}
