package game_test

import (
	"testing"

	"github.com/luna-rating/luna/luna/game"
)

// guessNow makes a guess by the present rules.
func (r *referee) guessNow(name game.GameID, p game.PlayerID, g guess) {
	r.t.Helper()
	r.do(game.Event{Kind: game.Guessed, Player: p, Game: name, Guess: &g.of, Weight: &g.weight,
		Origin: g.origin, Rules: game.Rules})
}

// playNow plays a complete game by the present rules and returns how each player sees it.
func (r *referee) playNow(
	name game.GameID, a, b game.PlayerID, ofB, ofA guess,
) (game.View, game.View) {
	r.t.Helper()
	r.playToGuess(name, a, b)
	r.guessNow(name, a, ofB)
	r.guessNow(name, b, ofA)
	return r.view(name, a), r.view(name, b)
}

func TestProvisionalRatings(t *testing.T) {
	r := withRatings(t, map[game.PlayerID]float64{"rated": 50}, "ann", "bob", "cyd", "dan")
	all := []game.PlayerID{"ann", "bob", "cyd", "dan", "rated", "judge"}
	// Nobody has a rating: a tie, after which both have provisional ones.
	a, b := r.playNow("a", "ann", "bob", guess{40, 0.2, 1}, guess{60, 0.2, 2})
	if *a.Outcome != game.Tied || *b.Outcome != game.Tied || a.OpProvisional != nil ||
		a.OldProvisional != nil || number(a.Provisional) != "60" || a.SmartsRating != nil ||
		number(b.Provisional) != "40" {
		t.Errorf("two newcomers: %+v, %+v", a, b)
	}
	// Who is closer to a provisional rating wins, which counts for nobody.
	b, c := r.playNow("b", "bob", "cyd", guess{70, 0.2, 2}, guess{50, 0.2, 3})
	if *b.Outcome != game.Won || *c.Outcome != game.Tied || number(c.OpProvisional) != "40" {
		t.Errorf("a newcomer and a provisional rating: %+v, %+v", b, c)
	}
	a, b = r.playNow("c", "ann", "bob", guess{44, 0.2, 1}, guess{71, 0.2, 2})
	if *a.Outcome != game.Won || *b.Outcome != game.Lost || number(a.OpProvisional) != "45" ||
		number(b.OpProvisional) != "60" || b.OldSmartsRating != nil {
		t.Errorf("two provisional ratings: %+v, %+v", a, b)
	}
	for _, p := range []game.PlayerID{"ann", "bob", "cyd"} {
		if x := r.player(p); x.Wins != 0 || x.Streak != 0 || x.Rating != nil || x.History != nil {
			t.Errorf("%s: %+v", p, x)
		}
	}
	// A player with a full rating wins as against a newcomer, and cannot lose what counts.
	rated, _ := r.playNow("d", "rated", "cyd", guess{70, 0.2, 0}, guess{90, 0.2, 3})
	if *rated.Outcome != game.Won || r.player("rated").Wins != 1 || r.player("rated").Streak != 1 {
		t.Errorf("a full rating won: %+v", r.player("rated"))
	}
	rated, d := r.playNow("e", "rated", "bob", guess{0, 0.2, 0}, guess{50, 0.2, 2})
	if *rated.Outcome != game.Lost || *d.Outcome != game.Won || r.player("rated").Streak != 1 ||
		r.player("bob").Wins != 0 {
		t.Errorf("a full rating lost: %+v, %+v", r.player("rated"), r.player("bob"))
	}
	// The rating is full once the guesses weigh 1.
	_, c = r.playNow("f", "dan", "cyd", guess{70, 1, 7}, guess{90, 0.2, 3})
	if number(c.SmartsRating) != "70" || c.Provisional != nil || number(r.player("cyd").Rating) != "70" {
		t.Errorf("a full guess: %+v", c)
	}
	checkReplay(t, r, all)
}

// TestProvisionalNeedsNewRules plays by the rules of earlier versions, whose logs must go on to
// mean what they meant.
func TestProvisionalNeedsNewRules(t *testing.T) {
	r := newReferee(t, "ann", "bob")
	r.playWeighed("a", "ann", "bob", guess{40, 0.2, 1}, guess{60, 0.2, 2})
	r.playWeighed("b", "ann", "bob", guess{40, 0.2, 1}, guess{10, 0.2, 2})
	if v := r.view("b", "ann"); *v.Outcome != game.Tied || v.Provisional != nil ||
		v.OldProvisional != nil || v.OpProvisional != nil {
		t.Errorf("%+v", v)
	}
}

// TestProvisionalForfeit has newcomers leave after the other's guess: they lose, but nobody wins,
// since a player could create them in order to win.
func TestProvisionalForfeit(t *testing.T) {
	r := withRatings(t, map[game.PlayerID]float64{"rated": 50}, "ann", "bob", "cyd")
	r.playNow("a", "ann", "bob", guess{40, 0.2, 1}, guess{60, 0.2, 2})
	leave := func(name game.GameID, stays, leaves game.PlayerID) (game.View, game.View) {
		r.playToGuess(name, stays, leaves)
		r.guessNow(name, stays, guess{80, 0.2, 1})
		e, err := r.Leave(leaves, name, 9, r.now)
		if err != nil {
			t.Fatal(err)
		}
		r.do(e)
		return r.view(name, stays), r.view(name, leaves)
	}
	stays, leaves := leave("b", "cyd", "ann")
	if *stays.Outcome != game.Tied || number(stays.OpProvisional) != "60" || stays.OpSmartsRating != nil ||
		*leaves.Outcome != game.Lost || leaves.OpProvisional != nil || number(leaves.Provisional) != "70" ||
		r.player("cyd").Wins != 0 {
		t.Errorf("a provisional rating left: %+v, %+v", stays, leaves)
	}
	if stays, _ = leave("c", "bob", "rated"); *stays.Outcome != game.Won || r.player("bob").Wins != 1 {
		t.Errorf("a full rating left: %+v", stays)
	}
}

// TestCheapRatingBuysNoWins has an account be misjudged by its owner's other one, and win against
// somebody with a full rating, who has no way to know: neither must count.
func TestCheapRatingBuysNoWins(t *testing.T) {
	r := withRatings(t, map[game.PlayerID]float64{"victim": 50}, "sybil", "other")
	r.playNow("streak", "victim", "judge", guess{50, 1, 5}, guess{0, 1, 6})
	before := r.player("victim")
	r.playNow("a", "sybil", "other", guess{100, 0.2, 1}, guess{0, 0.2, 2})
	v, s := r.playNow("b", "victim", "sybil", guess{60, 1, 3}, guess{30, 0.2, 1})
	if *s.Outcome != game.Won || *v.Outcome != game.Lost || r.player("sybil").Wins != 0 {
		t.Errorf("%+v, %+v", s, r.player("sybil"))
	}
	if x := r.player("victim"); x.Streak != before.Streak || x.Wins != before.Wins {
		t.Errorf("before %+v, then %+v", before, x)
	}
}

// TestMeanOfEqualGuesses gives a weight that binary fractions cannot represent to equal guesses.
func TestMeanOfEqualGuesses(t *testing.T) {
	var list []game.Received
	for n := range 200 {
		for _, guess := range []float64{60, 33.3, 100, 0.1, 7} {
			for i := range list {
				list[i].Guess = guess
			}
			if n > 0 {
				if got := (game.Mean{}).Rating(list); got != guess {
					t.Fatalf("%d guesses of %v have a mean of %v", n, guess, got)
				}
			}
		}
		list = append(list, game.Received{Weight: []float64{0.2, 0.4, 0.07, 1}[n%4]})
	}
}
