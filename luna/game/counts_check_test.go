package game_test

import (
	"math"
	"testing"

	"github.com/luna-rating/luna/luna/game"
)

// book computes ratings, wins and the rest from the log alone, in the simplest way.
type book struct {
	first    map[game.GameID]game.Event // the first guess of a game, its Time unused
	seats    map[game.GameID][2]game.PlayerID
	received map[game.PlayerID][]game.Received
	damping  map[game.PlayerID]float64
	rating   map[game.PlayerID]float64 // of those who have one
	history  map[game.PlayerID]int
	guesses  map[game.PlayerID]int
	games    map[game.PlayerID]int
	wins     map[game.PlayerID]int
	streak   map[game.PlayerID]int
	record   map[game.PlayerID]int
}

func newBook() *book {
	return &book{
		make(map[game.GameID]game.Event), make(map[game.GameID][2]game.PlayerID),
		make(map[game.PlayerID][]game.Received), make(map[game.PlayerID]float64),
		make(map[game.PlayerID]float64), make(map[game.PlayerID]int), make(map[game.PlayerID]int),
		make(map[game.PlayerID]int), make(map[game.PlayerID]int), make(map[game.PlayerID]int),
		make(map[game.PlayerID]int),
	}
}

func machine(p game.PlayerID) bool { return p[:3] == "bot" }

func (b *book) add(e game.Event) {
	switch e.Kind {
	case game.Opened:
		b.seats[e.Game] = [2]game.PlayerID{e.Player}
	case game.Joined:
		b.seats[e.Game] = [2]game.PlayerID{b.seats[e.Game][0], e.Player}
	case game.Damped:
		b.damping[e.Player] = 1 - *e.Weight
		for p, list := range b.received {
			for _, g := range list {
				if g.By == e.Player {
					b.damped(p)
					break
				}
			}
		}
	case game.Guessed:
		if a, ok := b.first[e.Game]; ok {
			b.finish(a, e)
		} else {
			b.first[e.Game] = e
		}
	case game.Forfeited:
		b.forfeit(b.first[e.Game], e)
	}
}

func (b *book) finish(x, y game.Event) {
	farX, farY := math.Inf(1), math.Inf(1)
	rx, ratedX := b.rating[x.Player]
	ry, ratedY := b.rating[y.Player]
	if ratedX && ratedY {
		farX, farY = math.Abs(*x.Guess-ry), math.Abs(*y.Guess-rx)
	}
	same := x.Origin != 0 && x.Origin == y.Origin
	b.play(x.Player, ratedX && (!ratedY || farX < farY-1e-9), same)
	b.play(y.Player, ratedY && (!ratedX || farY < farX-1e-9), same)
	b.receive(y.Player, x)
	b.receive(x.Player, y)
	b.guesses[x.Player]++
	b.guesses[y.Player]++
}

func (b *book) forfeit(made, left game.Event) {
	_, rated := b.rating[left.Player]
	same := made.Origin != 0 && made.Origin == left.Origin
	b.play(made.Player, rated, same)
	b.play(left.Player, false, same)
	b.receive(left.Player, made)
	b.guesses[made.Player]++
}

func (b *book) play(p game.PlayerID, won, same bool) {
	b.games[p]++
	switch {
	case same:
	case won:
		b.wins[p]++
		b.streak[p]++
		b.record[p] = max(b.record[p], b.streak[p])
	default:
		b.streak[p] = 0
	}
}

func (b *book) receive(p game.PlayerID, e game.Event) {
	if machine(e.Player) {
		return
	}
	g := game.Received{By: e.Player, Guess: *e.Guess, Weight: 1, Origin: e.Origin}
	if e.Weight != nil {
		g.Weight = *e.Weight
	}
	b.received[p] = append(b.received[p], g)
	sum, weight := b.sums(p)
	if _, rated := b.rating[p]; weight > 0 && (rated || weight > 1-1e-6) {
		b.rating[p] = sum / weight
		b.history[p]++
	} else {
		delete(b.rating, p)
	}
}

func (b *book) damped(p game.PlayerID) {
	sum, weight := b.sums(p)
	before, rated := b.rating[p]
	if weight < 1-1e-6 {
		delete(b.rating, p)
	} else if b.rating[p] = sum / weight; !rated || math.Abs(before-b.rating[p]) > 1e-9 {
		b.history[p]++
	}
}

// sums returns the sum of the weighted guesses about a player, and that of the weights.
func (b *book) sums(p game.PlayerID) (sum, weight float64) {
	list := b.received[p]
	of := func(g game.Received) float64 { return g.Weight * (1 - b.damping[g.By]) }
	for _, g := range list {
		w, heaviest, all := of(g), 0.0, 0.0
		if w == 0 {
			continue
		}
		for _, h := range list {
			if h == g || g.Origin != 0 && h.Origin != 0 && (g.Origin == h.Origin || g.By == h.By) {
				heaviest, all = max(heaviest, of(h)), all+of(h)
			}
		}
		if g.Origin == 0 {
			heaviest, all = w, w // equal guesses of unknown origin are not one
		}
		sum, weight = sum+w*heaviest/all*g.Guess, weight+w*heaviest/all
	}
	return sum, weight
}

// checkCounts compares a tournament with a book of its log.
func checkCounts(t *testing.T, r *referee) {
	t.Helper()
	b := newBook()
	forfeits := 0
	for _, e := range r.log {
		b.add(e)
		if e.Kind == game.Forfeited {
			forfeits++
		}
	}
	if forfeits == 0 {
		t.Error("no game was forfeited")
	}
	for _, id := range crowd {
		p := r.player(id)
		if p.Games != b.games[id] || p.Wins != b.wins[id] || p.Streak != b.streak[id] ||
			p.StreakRecord != b.record[id] || len(p.Guesses) != b.guesses[id] {
			t.Fatalf("%+v, want %d games, %d wins, streak %d of %d, %d guesses", p, b.games[id],
				b.wins[id], b.streak[id], b.record[id], b.guesses[id])
		}
		want, rated := b.rating[id]
		if rated != (p.Rating != nil) || rated && math.Abs(*p.Rating-want) > 1e-9 {
			t.Fatalf("%s has the rating %v, want %v, %v", id, number(p.Rating), want, rated)
		}
		if len(p.History) != b.history[id] {
			t.Fatalf("%s has had %d ratings, want %d", id, len(p.History), b.history[id])
		}
	}
}
