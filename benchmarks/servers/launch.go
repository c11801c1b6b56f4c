package main

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"os"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
)

// launch replays the first weeks of the thesis's website (6.3.2, 6.3.4): people of as many networks
// finish some games, most of them few, and guess honestly. It says who has a rating in the end, and
// how the games went.
func launch(ctx context.Context, b *bench) finding {
	rows := [][]string{{"--ratings", "people", "full rating", "provisional", "none", "seats", "won",
		"lost", "tied"}}
	for _, ratings := range []string{"public", "thesis"} {
		var flags []string
		if ratings != "public" { // the default, also of earlier versions
			flags = []string{"--ratings", ratings}
		}
		c := &bench{lab: b.lab, size: b.size, dir: b.path(ratings)}
		do(os.MkdirAll(c.dir, 0o700))
		s := c.serve(ctx, luna(flags...)(c)...)
		rows = append(rows, append([]string{ratings}, launched(ctx, b, s)...))
		c.close()
	}
	return finding{rows: rows}
}

// launched has people play on a server.
func launched(ctx context.Context, b *bench, s *server) (row []string) {
	rng := rand.New(rand.NewPCG(1, 292))
	people, skills := make([]*client.Client, b.players), make([]float64, b.players)
	for i := range people {
		people[i] = get(client.New(s.base, "", client.Options{HTTP: &http.Client{
			Transport: forwarded{http.DefaultTransport, fmt.Sprintf("203.0.%d.%d", i/250, 1+i%250)}}}))
		get(people[i].RegisterGuest(ctx))
		skills[i] = 69 + 12*rng.NormFloat64()
	}
	for _, pair := range meetings(rng, b.players, b.games[0]) {
		guess := func(about int) float64 {
			return math.Round(min(max(skills[about]+15*rng.NormFloat64(), 0), 100))
		}
		do(finish(ctx, people[pair[0]], people[pair[1]], tiny, guess(pair[1]), guess(pair[0])))
	}
	var full, provisional int
	outcomes := make(map[game.Outcome]int)
	for _, p := range people {
		switch x := get(p.Profile(ctx)); {
		case x.Rating != nil:
			full++
		case x.Provisional != nil:
			provisional++
		}
		for _, v := range get(p.Games(ctx)) {
			outcomes[*v.Outcome]++
		}
	}
	for _, n := range []int{b.players, full, provisional, b.players - full - provisional, 2 * b.games[0],
		outcomes[game.Won], outcomes[game.Lost], outcomes[game.Tied]} {
		row = append(row, fmt.Sprint(n))
	}
	return row
}

// meetings draws who plays whom, in order: everybody at least once, and some much more often.
func meetings(rng *rand.Rand, people, games int) (list [][2]int) {
	activity := make([]float64, people)
	for i := range activity {
		activity[i] = math.Exp(rng.NormFloat64())
	}
	seats := rng.Perm(people)
	for len(seats) < 2*games {
		if i := rng.IntN(people); rng.Float64()*20 < activity[i] {
			seats = append(seats, i)
		}
	}
	for ok := false; !ok; {
		rng.Shuffle(len(seats), func(i, j int) { seats[i], seats[j] = seats[j], seats[i] })
		list, ok = nil, true
		for i := 0; i < len(seats); i += 2 {
			list = append(list, [2]int{seats[i], seats[i+1]})
			ok = ok && seats[i] != seats[i+1] // nobody plays themselves
		}
	}
	return list
}
