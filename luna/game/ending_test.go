package game_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
)

// TestHowGamesEnd compares what both players are told of every way in which a game ends, and what a
// move after it says.
func TestHowGamesEnd(t *testing.T) {
	leave := func(r *referee) {
		r.do(suite.Must(r.Leave("ann", "g", 0, r.now))(t))
	}
	expire := func(r *referee) {
		r.now = r.now.Add(game.ExpireAfter)
		r.do(r.Overdue(r.now)[0])
	}
	silent := func(r *referee) { r.do(suite.Must(r.GiveUp("g", "h", r.now))(t)[0]) }
	evict := func(r *referee) {
		e, _ := r.Evict(1, r.now)
		r.do(e)
	}
	operator := func(r *referee) { r.do(r.EndAll(1, r.now)[0]) }
	gone := func(r *referee) {
		r.do(suite.Must(r.Gone("ann", true, func() game.GameID { return "h" }, r.now))(t)[0])
	}
	names := map[string]func(*referee){"leave": leave, "expire": expire, "silent": silent,
		"evict": evict, "operator": operator, "gone": gone}
	for _, c := range []struct {
		phase    int // 5 if bob has guessed
		how      string
		ann, bob string
	}{
		{2, "leave", "you left the game", "the other player has left the game"},
		{2, "expire", "the game has expired, because nobody acted in time",
			"the game has expired, because nobody acted in time"},
		{3, "expire", "the game has expired, because you did not act in time",
			"the game has expired, because the other player did not act in time"},
		{2, "silent", "the game has expired, because nobody acted in time",
			"the game has expired, because nobody acted in time"},
		{3, "silent", "you were silent, and the other player went on elsewhere", "you went on in another game"},
		{2, "evict", "this game waited for somebody, and others needed its room",
			"this game waited for somebody, and others needed its room"},
		{3, "evict", "this game waited for you, and others needed its room",
			"this game waited for the other player, and others needed its room"},
		{3, "operator", "the operator of this site ended the game",
			"the operator of this site ended the game"},
		{3, "gone", "the game ended when your account was suspended", "the other player has left the site"},
		{5, "leave", "you left the game", "the other player has left the game"},
		{5, "expire", "the game has expired, because you did not act in time",
			"the game has expired, because the other player did not act in time"},
		{5, "evict", "this game waited for you, and others needed its room",
			"this game waited for the other player, and others needed its room"},
		{5, "gone", "the game ended when your account was suspended", "the other player has left the site"},
	} {
		r := newReferee(t, "ann", "bob")
		r.do(game.Event{Kind: game.Opened, Player: "ann", Game: "g", Questions: texts("ann", "question"),
			Origin: 1})
		r.do(game.Event{Kind: game.Joined, Player: "bob", Game: "g", Questions: texts("bob", "question"),
			Origin: 2})
		for phase := 2; phase < c.phase; phase++ {
			r.move([]game.PlayerID{"bob", "ann"}[phase%2], "g", 50)
		}
		names[c.how](r)
		for player, want := range map[game.PlayerID]string{"ann": c.ann, "bob": c.bob} {
			if got := r.view("g", player).HowEnded(); got != want {
				t.Errorf("%s in phase %d, to %s: %q, want %q", c.how, c.phase, player, got, want)
			}
			_, err := r.try(moveOf(game.Responding, player, "g", 0))
			if err == nil || err.Error() != want {
				t.Errorf("%s in phase %d, a move of %s: %q, want %q", c.how, c.phase, player, err, want)
			}
		}
	}
}

// TestGone deletes the account of a player in games of all phases: they end at once, opponents go
// on elsewhere with their questions, and guesses count.
func TestGone(t *testing.T) {
	r := newReferee(t, "ann", "b0", "b1", "b2", "b3", "b4", "b5", "b6")
	name := 0
	newName := func() game.GameID { name++; return game.GameID(fmt.Sprint("other", name)) }
	r.play("rated", "ann", "b6", 40, 60)
	phases := []int{1, 2, 3, 3, 4, 5, 5} // of the games with b0 to b6, where b2 and b5 have acted last
	for i, phase := range phases[1:] {
		b, id := game.PlayerID(fmt.Sprint("b", i+1)), game.GameID(fmt.Sprint("g", i+1))
		r.enter("ann", id)
		r.enter(b, "?")
		order := [2]game.PlayerID{"ann", b}
		if i+1 == 2 || i+1 == 5 {
			order = [2]game.PlayerID{b, "ann"}
		}
		for p := 2; p < phase; p++ {
			r.move(order[p%2], id, 30)
		}
	}
	r.enter("ann", "g0")
	r.do(game.Event{Kind: game.Blocked, Player: "ann", Game: "g1"})
	for _, e := range suite.Must(r.Gone("ann", true, newName, r.now))(t) {
		r.do(e)
	}
	var moved []game.PlayerID
	for g := range r.Games() {
		if g.Status == game.Active {
			moved = append(moved, g.Seats[0].Player)
			if !cmp.Equal(g.Seats[0].Questions, texts(g.Seats[0].Player, "question")) {
				t.Errorf("%s goes on with %q", g.Seats[0].Player, g.Seats[0].Questions)
			}
		}
	}
	if want := []game.PlayerID{"b1", "b2", "b3"}; !cmp.Equal(moved, want) {
		t.Errorf("%v go on elsewhere, want %v", moved, want)
	}
	// b5 has guessed about ann, and ann about b6.
	if p := r.player("ann"); len(p.Blocks) > 0 || p.Games != 3 || *p.Rating != 45 {
		t.Errorf("%+v, rating %v", p, number(p.Rating))
	}
	if v := r.view("g5", "b5"); *v.Outcome != game.Won || v.OpSmartsRating == nil {
		t.Errorf("who had guessed: %+v", v)
	}
	if v := r.view("g6", "b6"); *v.Outcome != game.Won || *v.OpGuess != 30 || *v.SmartsRating != 35 ||
		v.OpSmartsRating != nil {
		t.Errorf("who had not: %+v", v)
	}
	checkReplay(t, r, []game.PlayerID{"ann", "b5", "b6"})
	if again := suite.Must(r.Gone("ann", true, newName, r.now))(t); len(again) > 0 {
		t.Errorf("once more: %v", again)
	}
}

// TestBlocks checks that two players are not paired while one of them has blocked the other, in
// either direction and by any way of pairing, and who may block whom.
func TestBlocks(t *testing.T) {
	for _, blocker := range []game.PlayerID{"ann", "bot"} {
		r := newReferee(t, "ann", "bot", "cyd")
		r.refuse(game.ErrUnknownGame, game.Event{Kind: game.Blocked, Player: "ann", Game: "g"})
		r.enter("ann", "g")
		r.refuse(game.ErrNobody, game.Event{Kind: game.Blocked, Player: "ann", Game: "g"})
		r.enter("bot", "?")
		r.refuse(game.ErrNotAPlayer, game.Event{Kind: game.Blocked, Player: "cyd", Game: "g"})
		for range 2 { // the second time changes nothing
			r.do(game.Event{Kind: game.Blocked, Player: blocker, Game: "g"})
		}
		if p := r.player(blocker); len(p.Blocks) != 1 || p.Blocks[0].Number != 1 {
			t.Errorf("%+v", p.Blocks)
		}
		r.do(suite.Must(r.Leave("ann", "g", 0, r.now))(t))
		r.enter("ann", "h")
		if id := r.enter("bot", "i"); id != "i" {
			t.Errorf("blocked by %s, they meet in %s", blocker, id)
		}
		r.refuse(game.ErrCannotJoin, game.Event{Kind: game.Joined, Player: "bot", Game: "h"})
		r.now = r.now.Add(time.Hour)
		pairing := game.Pairing{MachineGames: true}
		if pairs := pairsOf(t, pairing, r.whole.Tournament, r.now); len(pairs) > 0 {
			t.Errorf("blocked by %s, they are paired: %v", blocker, pairs)
		}
		if next := pairing.Next(r.whole.Tournament, r.now); !next.IsZero() {
			t.Errorf("they wait for each other until %v", next)
		}
		r.do(game.Event{Kind: game.Unblocked, Player: blocker, Game: []game.GameID{"", "g"}[len(blocker)%2]})
		if pairs := pairsOf(t, pairing, r.whole.Tournament, r.now); len(pairs) != 2 {
			t.Errorf("unblocked, they are not paired: %v", pairs)
		}
	}
}

// TestMostBlocks checks the maximum number of blocks.
func TestMostBlocks(t *testing.T) {
	r := newReferee(t, "ann", "bob")
	for i := range game.MaxBlocks + 1 {
		id := game.GameID(fmt.Sprint("g", i))
		r.do(game.Event{Kind: game.Opened, Player: "ann", Game: id})
		r.do(game.Event{Kind: game.Joined, Player: "bob", Game: id})
		r.do(game.Event{Kind: game.Deactivated, Player: "bob", Game: id})
	}
	for i := range game.MaxBlocks + 1 {
		_, err := r.try(game.Event{Kind: game.Blocked, Player: "ann", Game: game.GameID(fmt.Sprint("g", i))})
		if full := errors.Is(err, game.ErrTooManyBlocks); full != (i == game.MaxBlocks) {
			t.Fatalf("block %d: %v", i+1, err)
		}
	}
}
