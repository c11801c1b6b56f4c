package game_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

var crowd = []game.PlayerID{"ann", "bob", "cyd", "dan", "eve", "bot1", "bot2"}

// randomEvent returns a random event, often one that is not due.
func randomEvent(rng *rand.Rand, r *referee, n int) game.Event {
	p := crowd[rng.IntN(len(crowd))]
	if last := r.Log[len(r.Log)-1]; last.Game != "" && rng.IntN(2) == 0 {
		if g, _ := r.Game(last.Game); g.Status == game.Left || g.Status == game.TimedOut {
			e := game.Event{Kind: game.Stalled, Player: g.Seats[rng.IntN(2)].Player, Game: g.ID}
			if rng.IntN(4) > 0 {
				e.Weight = new(float64(rng.IntN(7)) / 5)
			}
			return e
		}
	}
	ids := gamesOf(r.whole, p)
	if rng.IntN(8) == 0 || len(ids) == 0 {
		questions := texts(p, "question")
		if rng.IntN(3) == 0 {
			questions = nil
		}
		e, _ := r.Enter(p, game.GameID(fmt.Sprint("g", n)), questions, r.now)
		return e
	}
	id := ids[len(ids)-1-rng.IntN(min(len(ids), 9))]
	for _, other := range ids {
		if v, err := r.View(other, p, nil); err == nil && v.Turn == game.ToAct && rng.IntN(2) == 0 {
			id = other
			break
		}
	}
	if rng.IntN(20) == 0 {
		p = crowd[rng.IntN(len(crowd))]
	}
	g, _ := r.Game(id)
	stage := g.Stage()
	switch k := rng.IntN(44); {
	case k == 42:
		return game.Event{Kind: []game.Kind{game.Blocked, game.Unblocked}[rng.IntN(2)],
			Player: p, Game: id}
	case k == 43:
		if rng.IntN(6) > 0 {
			return game.Event{Kind: game.Unblocked, Player: p}
		}
		events, _ := r.Gone(p, rng.IntN(2) == 0, func() game.GameID {
			return game.GameID(fmt.Sprint("g", n, "-", rng.Uint64()))
		}, r.now)
		for _, e := range events {
			r.do(e)
		}
		return game.Event{Kind: game.Unblocked, Player: p}
	case k == 0:
		return game.Event{Kind: game.Deactivated, Player: p, Game: id}
	case k == 40:
		e, _ := r.Leave(p, id, rng.Uint64N(4), r.now)
		return e
	case k == 41:
		return game.Event{Kind: game.Damped, Player: p, Weight: new(float64(rng.IntN(6)) / 4),
			Reason: "test"}
	case k == 1:
		return game.Event{Kind: game.Expired, Game: id}
	case k == 2:
		return game.Event{Kind: game.Noticed, Player: p, Game: []game.GameID{"", id}[rng.IntN(2)]}
	case k < 6:
		return game.Event{Kind: game.Scored, Player: p, Game: id,
			Scores: []game.Score{{Number: rng.IntN(6), Score: rng.Float64() * 101}}}
	case k < 9:
		stage = game.Stage(rng.IntN(3))
	}
	guess := rng.Float64() * 100
	if rng.IntN(2) == 0 {
		guess = float64(rng.IntN(102))
	}
	e := moveOf(stage, p, id, guess)
	if e.Kind == game.Guessed && rng.IntN(2) == 0 {
		e.Weight, e.Origin = new(float64(rng.IntN(7))/5), rng.Uint64N(4)
	}
	return e
}

// TestRandomTournaments plays at random, including refused events, and compares the result with a
// replay and with counts made from the log alone.
func TestRandomTournaments(t *testing.T) {
	for seed := range uint64(4) {
		r := newReferee(t, crowd...)
		refused := playAtRandom(r, seed)
		counts := game.Counts{Players: len(crowd)}
		for g := range r.Games() {
			switch {
			case g.Seats[0].Outcome != nil:
				counts.Finished++
			case g.Status != game.Active:
				counts.Ended++
			case g.Seats[1].Player == "":
				counts.Open++
			default:
				counts.Playing++
			}
		}
		if found := r.Counts(); found != counts {
			t.Errorf("seed %d: counted %+v, expected %+v", seed, found, counts)
		}
		if refused < 50 || counts.Finished < 30 {
			t.Errorf("seed %d: %d events were refused and %d games finished", seed, refused,
				counts.Finished)
		}
		checkCounts(t, r)
		checkLimits(t, r)
		checkReplay(t, r, crowd)
	}
}

// checkLimits checks the games after each event of the log.
func checkLimits(t *testing.T, r *referee) {
	again := newWhole(nil)
	for n, e := range r.Log {
		suite.Must(again.Apply(e))(t)
		if n%50 != 0 {
			continue
		}
		active, pairs := make(map[game.PlayerID]int), make(map[[2]game.PlayerID]int)
		for g := range again.Games() {
			submissions := 0
			for _, s := range g.Seats {
				for _, done := range []bool{s.QuestionsEvent != 0, s.ResponsesEvent != 0,
					s.Guess != nil} {
					if done {
						submissions++
					}
				}
				kept := g.Status == game.Active || g.Seats[0].Outcome != nil
				if (s.Questions != nil) != (kept && s.QuestionsEvent != 0) ||
					(s.Responses != nil) != (kept && s.ResponsesEvent != 0) {
					t.Fatalf("texts of game %+v", g)
				}
			}
			a, b := g.Seats[0].Player, g.Seats[1].Player
			if g.Phase != submissions || a == b || (g.Status == game.Finished) != (g.Phase == 6) {
				t.Fatalf("game %+v", g)
			}
			if g.Status == game.Active {
				active[a]++
				active[b]++
				pairs[[2]game.PlayerID{min(a, b), max(a, b)}]++
			}
		}
		for _, p := range crowd {
			if active[p] > game.MaxActive {
				t.Fatalf("%s is in %d games", p, active[p])
			}
		}
		for pair, n := range pairs {
			if pair[0] != "" && n > 1 {
				t.Fatalf("%v meet in %d games at a time", pair, n)
			}
		}
	}
}

// FuzzReplay applies events made of arbitrary bytes. Replaying the accepted ones must give the same
// state, and every view must have a JSON form.
func FuzzReplay(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x03"))
	f.Add([]byte("\x01\x00\x01\x08\x02\x00\x02\x08\x03\x00\x03\x08"))
	kinds := []game.Kind{game.Opened, game.Joined, game.Interviewed, game.Responded, game.Guessed,
		game.Scored, game.Deactivated, game.Expired, game.Noticed, game.Registered,
		game.Forfeited, game.Damped, game.Blocked, game.Unblocked}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := newReferee(t, crowd...)
		for i := 0; i+3 < len(data) && i < 400; i += 4 {
			p := crowd[int(data[i+1])%len(crowd)]
			x := (float64(data[i+3]) - 20) / 2
			e := game.Event{
				Kind: kinds[int(data[i])%len(kinds)], Player: p,
				Game: game.GameID(fmt.Sprint(data[i+2] % 16)), Guess: &x,
				Questions: texts(p, string(data[i:i+4])), Responses: texts(p, string(data[:i])),
				Scores: []game.Score{{Number: int(data[i+3]) % 6, Score: x}},
			}
			if data[i+2]&32 != 0 {
				e.Weight, e.Origin, e.Reason = new(x/100), uint64(data[i+2]>>6), "test"
			}
			if data[i+3] == 255 {
				r.now = r.now.Add(game.ExpireAfter / 2)
			}
			r.try(e)
		}
		checkReplay(t, r, crowd)
	})
}

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
	stalled  map[game.PlayerID]int
	debt     map[game.PlayerID]int
	origin   map[game.PlayerID]map[game.GameID]uint64
}

func newBook() *book {
	return &book{
		make(map[game.GameID]game.Event), make(map[game.GameID][2]game.PlayerID),
		make(map[game.PlayerID][]game.Received), make(map[game.PlayerID]float64),
		make(map[game.PlayerID]float64), make(map[game.PlayerID]int), make(map[game.PlayerID]int),
		make(map[game.PlayerID]int), make(map[game.PlayerID]int), make(map[game.PlayerID]int),
		make(map[game.PlayerID]int), make(map[game.PlayerID]int), make(map[game.PlayerID]int),
		make(map[game.PlayerID]map[game.GameID]uint64),
	}
}

func machine(p game.PlayerID) bool { return p[:3] == "bot" }

func (b *book) add(e game.Event) {
	switch e.Kind {
	case game.Opened, game.Joined, game.Guessed:
		if b.origin[e.Player] == nil {
			b.origin[e.Player] = make(map[game.GameID]uint64)
		}
		b.origin[e.Player][e.Game] = e.Origin
	}
	switch e.Kind {
	case game.Stalled:
		b.stall(e)
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
	if !same && !machine(y.Player) {
		b.debt[x.Player] = max(0, b.debt[x.Player]-1)
	}
	if !same && !machine(x.Player) {
		b.debt[y.Player] = max(0, b.debt[y.Player]-1)
	}
	b.guesses[x.Player]++
	b.guesses[y.Player]++
}

// stall lets a player pay for the third game that they stall, and for each one that comes before 20
// finished games with people have made up for one.
func (b *book) stall(e game.Event) {
	b.stalled[e.Player]++
	if e.Weight == nil {
		return
	}
	other := b.seats[e.Game][0]
	if other == e.Player {
		other = b.seats[e.Game][1]
	}
	if b.debt[e.Player] > 20 && *e.Weight > 0 {
		b.receive(e.Player, game.Event{Player: "left " + game.PlayerID(e.Game), Guess: new(0.),
			Weight: e.Weight, Origin: b.origin[other][e.Game]})
	}
	b.debt[e.Player] = min(b.debt[e.Player]+20, 100)
}

func (b *book) forfeit(made, left game.Event) {
	_, rated := b.rating[left.Player]
	stays := b.seats[left.Game][0]
	if stays == left.Player {
		stays = b.seats[left.Game][1]
	}
	same := made.Origin != 0 && made.Origin == left.Origin && made.Player == stays
	b.play(stays, rated, same)
	b.play(left.Player, false, same)
	if about := left.Player; about != made.Player {
		b.receive(about, made)
	} else {
		b.receive(stays, made)
	}
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
	forfeits, paid := 0, 0
	for _, e := range r.Log {
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
		for _, s := range p.Stalls {
			if s.Price > 0 {
				paid++
			}
		}
		if p.Stalled != b.stalled[id] || p.Debt != b.debt[id] || len(p.Stalls) != p.Stalled {
			t.Fatalf("%+v, want %d games stalled, debt %d", p, b.stalled[id], b.debt[id])
		}
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
	if paid == 0 {
		t.Error("nobody paid for leaving")
	}
}
