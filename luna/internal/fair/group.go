package fair

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// maxCircle bounds the size of the group around a player.
const maxCircle = 300

// rings looks at the group around each player: the players to whom the player is close, and those
// whom the player met, if these mostly play each other.
func (t *table) rings() []Finding {
	var list []Finding
	looked := make(map[string]bool) // at groups; the members of a ring have the same one
	look := func(p int, others []int) {
		group := slices.Sorted(slices.Values(append([]int{p}, others...)))
		if key := fmt.Sprint(group); len(group) >= minGroup && len(group) <= maxCircle && !looked[key] {
			looked[key] = true
			members := make(map[int]bool)
			for _, q := range group {
				members[q] = true
			}
			list = append(list, t.praise(members)...)
			list = append(list, t.targets(members)...)
		}
	}
	meetings := t.meetings()
	for p, near := range t.circles(meetings) {
		t.rest()
		look(p, near)
		if closed(meetings, p) {
			look(p, slices.Collect(maps.Keys(meetings[p])))
		}
	}
	return list
}

// closed reports whether a player and those whom they met are a part of all players, but mostly
// play each other.
func closed(meetings []map[int]float64, p int) bool {
	n := len(meetings[p]) + 1
	if n < minGroup || n > maxCircle || float64(n) > mostPlayers*float64(len(meetings)) {
		return false
	}
	inside, all := 0.0, 0.0
	for q := range meetings[p] {
		for r, games := range meetings[q] {
			all += games
			if _, ok := meetings[p][r]; ok || r == p {
				inside += games
			}
		}
	}
	return inside >= mostGames*all
}

// circles returns whom each player is close to.
func (t *table) circles(meetings []map[int]float64) [][]int {
	games, degrees := make([]float64, len(meetings)), make([]float64, len(meetings))
	var all, edges, squares float64
	for p, met := range meetings {
		for _, n := range met {
			games[p] += n
		}
		degrees[p] = float64(len(met))
		all += games[p]
		edges += degrees[p]
		squares += degrees[p] * degrees[p]
	}
	near := make([][]int, len(meetings))
	for p, met := range meetings {
		t.rest()
		for _, q := range slices.Sorted(maps.Keys(met)) {
			if q < p {
				continue
			}
			// If everybody met at random, as often as they did and with as many players.
			meets := games[p] * games[q] / all
			shared := degrees[p] * degrees[q] * squares / (edges * edges)
			if chance(int(math.Ceil(met[q])), meets) < closeChance ||
				chance(common(meetings, p, q), shared) < closeChance {
				near[p], near[q] = append(near[p], q), append(near[q], p)
			}
		}
	}
	return near
}

// meetings returns how many games each player had with which other people.
func (t *table) meetings() []map[int]float64 {
	list := make([]map[int]float64, len(t.names))
	for p := range list {
		list[p] = make(map[int]float64)
	}
	for _, g := range t.guesses {
		t.rest()
		if !g.machine { // both make a guess in a game
			list[g.by][g.about] += 0.5
			list[g.about][g.by] += 0.5
		}
	}
	return list
}

func common(meetings []map[int]float64, p, q int) int {
	few, many := meetings[p], meetings[q]
	if len(few) > len(many) {
		few, many = many, few
	}
	n := 0
	for r := range few {
		if _, ok := many[r]; ok {
			n++
		}
	}
	return n
}

// praise finds members of a group who guess higher about each other than others do.
func (t *table) praise(members map[int]bool) []Finding {
	outside := make(map[int]summary) // what others think of members
	for p := range members {
		mean, n := t.others(p, func(g edge) bool { return members[g.by] })
		if n >= minOthers {
			outside[p] = summary{n: n, mean: mean}
		}
	}
	var all []float64
	by, inside := make(map[int][]float64), make(map[int]float64)
	for p := range members {
		for _, i := range t.made[p] {
			g := t.guesses[i]
			if x, ok := outside[g.about]; ok {
				all, by[p] = append(all, g.guess-x.mean), append(by[p], g.guess-x.mean)
				inside[g.about]++
			}
		}
	}
	slices.Sort(all) // the same sum in every run
	s := summarize(all)
	squared := s.squaredError(t.spread)
	for _, p := range slices.Sorted(maps.Keys(inside)) { // whom others may misjudge by chance
		share := inside[p] / float64(s.n)
		squared += share * share * outside[p].squaredError(t.spread)
	}
	if s.n < minInside || s.mean < 0 || !far(s.mean, squared) || len(by) < minGroup {
		return nil
	}
	return t.members(by, 1, func(own summary) string {
		return fmt.Sprintf("one of %d players who meet often and guess %.0f more about each other "+
			"than others do; own guesses %+.0f", len(members), s.mean, own.mean)
	})
}

// targets finds members of a group who guess far from others about the same player.
func (t *table) targets(members map[int]bool) []Finding {
	about := make(map[int]map[int][]float64)
	for p := range members {
		for _, i := range t.made[p] {
			g := t.guesses[i]
			if about[g.about] == nil {
				about[g.about] = make(map[int][]float64)
			}
			about[g.about][p] = append(about[g.about][p], g.guess)
		}
	}
	var list []Finding
	for target, by := range about {
		list = append(list, t.target(target, by, Ring)...)
	}
	return list
}

// target compares the guesses of a group about a player with those of others.
func (t *table) target(target int, by map[int][]float64, rule Rule) []Finding {
	if len(by) < minTarget {
		return nil
	}
	var ours, theirs []float64
	for _, list := range by {
		ours = append(ours, summarize(list).mean)
	}
	counted := make(map[int]bool)
	for _, i := range t.received[target] {
		if g := t.guesses[i]; by[g.by] == nil && !counted[g.by] {
			counted[g.by] = true
			theirs = append(theirs, g.guess)
		}
	}
	slices.Sort(ours)
	a, b := summarize(ours), summarize(theirs)
	distance := a.mean - b.mean
	if b.n < minOthers || !far(distance, a.squaredError(t.spread)+b.squaredError(t.spread)) {
		return nil
	}
	differences := make(map[int][]float64)
	for p, list := range by {
		for _, x := range list {
			differences[p] = append(differences[p], x-b.mean)
		}
	}
	list := t.members(differences, math.Copysign(1, distance), func(own summary) string {
		return fmt.Sprintf("one of %d players of a %s who guess %+.0f from what %d others do about one "+
			"player; own guess %+.0f", a.n, rule, distance, b.n, own.mean)
	})
	for i := range list {
		list[i].Rule = rule
	}
	return list
}

// members returns findings of those members of a group whose own guesses are far, on the group's
// side, from those of others.
func (t *table) members(by map[int][]float64, side float64, reason func(own summary) string) (list []Finding) {
	for p, differences := range by {
		own := summarize(differences)
		if own.mean*side > memberDistance {
			list = append(list, Finding{Player: t.names[p], Rule: Ring, Reason: reason(own)})
		}
	}
	return list
}

// crowds looks at the accounts that have guessed about one player only.
func (t *table) crowds() []Finding {
	only := make(map[int]map[int][]float64) // by the player whom they know
	for p, made := range t.made {
		if len(made) == 0 {
			continue
		}
		target := t.guesses[made[0]].about
		var list []float64
		for _, i := range made {
			if t.guesses[i].about != target {
				list = nil
				break
			}
			list = append(list, t.guesses[i].guess)
		}
		if list == nil {
			continue
		}
		if only[target] == nil {
			only[target] = make(map[int][]float64)
		}
		only[target][p] = list
	}
	var list []Finding
	for target, by := range only {
		list = append(list, t.target(target, by, Crowd)...)
	}
	return list
}
