package trade

import (
	"cmp"
	"slices"
	"time"
)

// Release is a text and the time from which a bettor sees it.
type Release struct {
	Time float64 `json:"t"`  // seconds
	To   string  `json:"to"` // name of the bettor
	Text string  `json:"text"`
}

// Replay is what happened in a game, with times in seconds.
type Replay struct {
	Game    string            `json:"game,omitempty"`
	Price   [][2]float64      `json:"price"`            // times and the price from each on
	Current []Turn            `json:"current"`          // questions and when they became current
	Release []Release         `json:"release"`          // releases of the texts of answers
	Bettors map[string]Result `json:"bettors"`          // results by name
	Reason  Reason            `json:"reason"`           // why the game ended
	Nature  Side              `json:"nature,omitempty"` // of the target
	Reward  float64           `json:"reward"`           // of the target
}

// Turn is a question that became current: the Time in seconds, the Bettor who asked, and the Text.
// Its JSON form is an array of these three.
type Turn struct {
	Time   float64
	Bettor string
	Text   string
}

// MarshalJSON implements [encoding/json.Marshaler].
func (t Turn) MarshalJSON() ([]byte, error) { return marshal([]any{t.Time, t.Bettor, t.Text}) }

// Replay returns what happened in a game that has ended. Texts that were yet to be released when
// the game ended are listed, too, as are texts for bettors who had left by then.
func (g *Game) Replay() Replay {
	end, _ := g.Ended()
	r := Replay{
		Game: g.settings.Game, Current: []Turn{}, Release: []Release{},
		Bettors: make(map[string]Result), Reason: end.Reason, Nature: end.Nature,
		Reward: g.Reward(),
	}
	for _, p := range g.curve {
		r.Price = append(r.Price, [2]float64{toSeconds(p.Time), p.Price})
	}
	for _, x := range g.asked {
		r.Current = append(r.Current, Turn{toSeconds(x.Asked), g.name(x.Bettor), x.Question})
		if x.Answered < 0 {
			continue
		}
		for i, name := range g.settings.Bettors {
			at := x.Answered
			if i != x.Bettor {
				at += g.settings.delay()
			}
			r.Release = append(r.Release, Release{toSeconds(at), name, x.Answer})
		}
	}
	slices.SortStableFunc(r.Release, func(a, b Release) int { return cmp.Compare(a.Time, b.Time) })
	for i, result := range g.Results() {
		r.Bettors[g.name(i)] = result
	}
	return r
}

// PriceAt returns the price at a time since the start; after the end, it returns the last price.
func (g *Game) PriceAt(t time.Duration) float64 { return PriceAt(g.curve, t) }

// PriceAt returns the price on a curve at a time.
func PriceAt(curve []Point, t time.Duration) float64 {
	i, _ := slices.BinarySearchFunc(curve, t, func(p Point, t time.Duration) int {
		if p.Time <= t {
			return -1
		}
		return 1
	})
	return curve[max(0, i-1)].Price
}
