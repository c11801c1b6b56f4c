package archive

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/trade"
)

// MinOpponents is how many different opponents a player needs to be on a leaderboard.
const MinOpponents = 5

const (
	minPart   = 4   // a game counts if it lasted one such part of its time
	maxCounts = 200 // the latest games of a player that count
)

// Standing is a player's result as a bettor or a target over their latest games that count. A
// bettor's opponent is the player who offered to be the target, whether that player or a program
// got the seat; a target's opponents are the bettors. Accounts that shared a network are one
// opponent, and games that all have the same other player count as with one opponent. Points are
// means over opponents, leaving out the games with the one other player without whom they are
// lowest, so that no single player can give points away.
type Standing struct {
	Games, Opponents int
	Points           float64 // for a target, the reward
	// Brier is the mean of (price after the bettor's last bet in a game / 100 - outcome)², where
	// the outcome is 1 for a human target and 0 for a computer: 0 is best, and a constant price of
	// 50 gives 0.25.
	Brier float64
}

// result is the result of a game for one of its players.
type result struct {
	Points float64 `json:"points"`
	Brier  float64 `json:"brier"`
	Self   who     `json:"self"`
	Others []who   `json:"others"`
}

// who is a player in a game. Network is from [fair.Networks.Of]; 0 means unknown.
type who struct {
	Player   accounts.ID `json:"player"`
	Network  uint64      `json:"network,omitempty"`
	Opponent bool        `json:"opponent,omitempty"`
}

// score is a place on a leaderboard.
type score struct {
	player string
	target bool
}

// Lasted reports whether a game lasted long enough to count. A player who leaves sooner has learned
// nothing.
func (g *Game) Lasted() bool {
	end, _ := g.State.Ended()
	return minPart*end.Time >= g.State.Duration()
}

// results returns the results of a game that was not annulled, for bettors who bet and for the
// target, which may be a program.
func (g *Game) results() map[score]result {
	end, _ := g.State.Ended()
	list := make(map[score]result)
	if end.Reason == trade.Annulled {
		return list
	}
	outcome, lastBet := 0.0, make(map[string]float64) // the price after it
	if end.Nature == trade.Human {
		outcome = 1
	}
	curve, bets := g.State.Curve(), 0
	for _, e := range g.Log {
		if e.Kind == trade.Bet {
			bets++
			lastBet[e.Bettor] = curve[bets].Price
		}
	}
	offered, target := who{g.Idle, g.IdleNetwork, true}, programPrefix+g.Program
	if g.Program == "" {
		s := g.Seats[len(g.Seats)-1]
		offered, target = who{s.Player, s.Network, true}, string(s.Player)
	}
	ofTarget := result{Points: g.State.Reward(), Self: offered}
	for i, end := range g.State.Results() {
		s, others := g.Seats[i], []who{offered}
		for k := range g.State.Results() {
			if o := g.Seats[k]; k != i && o.Player != "" {
				others = append(others, who{o.Player, o.Network, false})
			}
		}
		if s.Player != "" { // else it is a program of the site
			ofTarget.Others = append(ofTarget.Others, who{s.Player, s.Network, true})
		}
		if price, bet := lastBet[s.Name]; bet && s.Player != "" {
			list[score{string(s.Player), false}] = result{
				Points: end.Points, Brier: math.Pow(price/100-outcome, 2),
				Self: who{Player: s.Player, Network: s.Network}, Others: others,
			}
		}
	}
	list[score{target, true}] = ofTarget
	return list
}

// persons maps accounts and networks to others of the same person: accounts that shared a network
// count as one person.
type persons map[accounts.ID]accounts.ID

func (p persons) of(id accounts.ID) accounts.ID {
	for p[id] != "" {
		id = p[id]
	}
	return id
}

func (p persons) see(w who) {
	network := accounts.ID(fmt.Sprint("network ", w.Network))
	if a, b := p.of(w.Player), p.of(network); w.Network != 0 && a != b {
		p[a] = b
	}
}

// standingOf returns the standing of a player after games. Games with somebody from the player's
// own network do not count.
func standingOf(list []result) (s Standing) {
	same := make(persons)
	for _, r := range list {
		for _, w := range append(r.Others, r.Self) {
			same.see(w)
		}
	}
	others := map[accounts.ID]bool{}
	games := slices.DeleteFunc(list, func(r result) bool {
		opponents, own := 0, false
		for i := range r.Others {
			w := &r.Others[i]
			w.Player = same.of(w.Player)
			others[w.Player] = true
			own = own || w.Player == same.of(r.Self.Player)
			if w.Opponent && w.Player != "" { // somebody offered to be the target
				opponents++
			}
		}
		return own || opponents == 0
	})
	s.Points, s.Brier, s.Opponents = means(games, "")
	s.Games = len(games)
	for q := range others {
		points, _, opponents := means(games, q)
		if opponents > 0 {
			s.Points = min(s.Points, points)
		}
		s.Opponents = min(s.Opponents, opponents+1)
	}
	return s
}

// means returns the means over opponents of the means of the games with each, leaving out the games
// with one player, and the number of those opponents.
func means(games []result, without accounts.ID) (points, brier float64, opponents int) {
	sums := make(map[accounts.ID][3]float64) // points, Brier scores, games
	for _, r := range games {
		if slices.ContainsFunc(r.Others, func(w who) bool { return w.Player == without }) {
			continue
		}
		for _, w := range r.Others {
			if sum := sums[w.Player]; w.Opponent {
				sums[w.Player] = [3]float64{sum[0] + r.Points, sum[1] + r.Brier, sum[2] + 1}
			}
		}
	}
	n := float64(len(sums))
	for _, id := range slices.Sorted(maps.Keys(sums)) { // the same sum in every run
		sum := sums[id]
		points, brier = points+sum[0]/sum[2]/n, brier+sum[1]/sum[2]/n
	}
	return points, brier, len(sums)
}

// programPrefix begins the names of the site's programs among players. No account has such an ID.
const programPrefix = "program "

// resultsOf reads a player's latest results that count, the latest first.
func resultsOf(ctx context.Context, q store.Querier, of score) (list []result, err error) {
	bodies, err := store.Column[[]byte](ctx, q, `SELECT body FROM trade_results WHERE player = ?
		AND target = ? AND counts ORDER BY place DESC LIMIT ?`, of.player, of.target, maxCounts)
	for _, body := range bodies {
		var r result
		if err == nil {
			err = json.Unmarshal(body, &r)
		}
		list = append(list, r)
	}
	return list, err
}
