package fair

import (
	"math"
	"slices"

	"github.com/luna-rating/luna/luna/game"
)

// table indexes guesses by the players who made and received them. Players are numbered.
type table struct {
	names    []game.PlayerID
	guesses  []edge
	made     [][]int // numbers of guesses, by player
	received [][]int
	opinions [][]edge       // the latest guesses about a player, one of each account and network
	origin   map[int]uint64 // the network from which a player guessed first, if known
	spread   float64        // the usual standard deviation of opinions about a player, at least 1
	rest     func()         // of [Search]
}

type edge struct {
	by, about int
	guess     float64
	machine   bool
	origin    uint64
}

func newTable(guesses []Guess, rest func()) *table {
	if rest == nil {
		rest = func() {}
	}
	t := &table{guesses: make([]edge, len(guesses)), origin: make(map[int]uint64), spread: 1, rest: rest}
	numbers := make(map[game.PlayerID]int)
	number := func(p game.PlayerID) int {
		n, ok := numbers[p]
		if !ok {
			n = len(t.names)
			numbers[p] = n
			t.names = append(t.names, p)
			t.made, t.received = append(t.made, nil), append(t.received, nil)
		}
		return n
	}
	for i, g := range guesses {
		rest()
		e := edge{number(g.By), number(g.About), g.Guess, g.Machine, g.Origin}
		t.guesses[i] = e
		t.made[e.by] = append(t.made[e.by], i)
		t.received[e.about] = append(t.received[e.about], i)
		if _, ok := t.origin[e.by]; !ok && e.origin != 0 {
			t.origin[e.by] = e.origin
		}
	}
	t.opinions = make([][]edge, len(t.names))
	var spreads []float64
	for about := range t.opinions {
		rest()
		t.opinions[about] = t.opinionsOf(about)
		if len(t.opinions[about]) >= minGroup {
			var list []float64
			for _, g := range t.opinions[about] {
				list = append(list, g.guess)
			}
			spreads = append(spreads, summarize(list).sd)
		}
	}
	// The lower median of several: on a young site, one of two may be a player whom a group
	// attacks.
	if slices.Sort(spreads); len(spreads) > 1 {
		t.spread = max(1, spreads[(len(spreads)-1)/2])
	}
	return t
}

// maxOpinions bounds the number of opinions about one player.
const maxOpinions = 100

// opinionsOf returns the latest guesses about a player, one of each account and network.
func (t *table) opinionsOf(about int) (list []edge) {
	origins, players := make(map[uint64]bool), make(map[int]bool)
	for _, i := range slices.Backward(t.received[about]) {
		g := t.guesses[i]
		if len(list) == maxOpinions {
			break
		}
		if players[g.by] || g.origin != 0 && origins[g.origin] {
			continue
		}
		players[g.by], origins[g.origin] = true, true
		list = append(list, g)
	}
	return list
}

// others returns the mean of the opinions about a player, without some, and their number.
func (t *table) others(about int, without func(edge) bool) (mean float64, n int) {
	for _, g := range t.opinions[about] {
		if !without(g) {
			mean += g.guess
			n++
		}
	}
	return mean / float64(n), n
}

// summary is the count of some numbers, their mean and their standard deviation.
type summary struct {
	n        int
	mean, sd float64
}

func summarize(list []float64) (s summary) {
	s.n = len(list)
	for _, x := range list {
		s.mean += x / float64(s.n)
	}
	for _, x := range list {
		s.sd += (x - s.mean) * (x - s.mean)
	}
	s.sd = math.Sqrt(s.sd / math.Max(1, float64(s.n-1)))
	return s
}

// squaredError returns the squared standard error of a mean of guesses. A few may agree by chance,
// so their standard deviation counts as at least the usual one.
func (s summary) squaredError(usual float64) float64 {
	return max(s.sd, usual) * max(s.sd, usual) / float64(s.n)
}

// far reports whether a distance is far from 0: by groupDistance, and by groupErrors standard
// errors.
func far(distance, squaredError float64) bool {
	return math.Abs(distance) > max(groupDistance, groupErrors*math.Sqrt(squaredError))
}

func correlation(x, y []float64) float64 {
	a, b := summarize(x), summarize(y)
	if a.sd == 0 || b.sd == 0 {
		return 0
	}
	sum := 0.0
	for i := range x {
		sum += (x[i] - a.mean) * (y[i] - b.mean)
	}
	return sum / float64(len(x)-1) / a.sd / b.sd
}

// chance returns the probability of at least n events where a number is expected (Poisson).
func chance(n int, expected float64) float64 {
	term, sum := math.Exp(-expected), 0.0
	for i := range n {
		sum += term
		term *= expected / float64(i+1)
	}
	return max(0, 1-sum)
}
