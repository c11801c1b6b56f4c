package contest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/seeded"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/scripted"
)

// meeting is a conversation that a design has to find a round for: of a judge with an entry, a
// confederate (in a test with two parties), or an entry and a confederate who is chosen later. People
// are numbered from 0, and -1 stands for nobody.
type meeting struct{ judge, entry, confederate, round int }

// changePlaces adds those who change places: each confederate is a judge later, and each judge a
// confederate.
func (s *setup) changePlaces() {
	s.own = len(s.Judges)
	if !s.Design.Swap {
		return
	}
	judges, confederates := s.Judges, s.Confederates
	for _, x := range confederates {
		by := scriptPrefix + scripted.ByKeywords
		if x.By == Person {
			by = Person
		}
		s.Judges = append(s.Judges, judgeSetup{Name: x.Name, By: by})
	}
	for i, x := range judges {
		by := byScript
		if x.By == Person {
			by = Person
		}
		s.Confederates = append(s.Confederates,
			confederateSetup{Name: x.Name, By: by, Persona: personas[i%len(personas)]})
	}
}

// other returns the label of the same person after the change of places, or before it, "" if there is
// none.
func (s *setup) other(label string) string {
	n, judges := number(label), s.own
	confederates := len(s.Confederates) - judges
	switch {
	case !s.Design.Swap || n == 0 || label[0] == 'E':
		return ""
	case label[0] == 'J' && n <= judges:
		return fmt.Sprint("C", confederates+n)
	case label[0] == 'J':
		return fmt.Sprint("C", n-judges)
	case n <= confederates:
		return fmt.Sprint("J", judges+n)
	}
	return fmt.Sprint("J", n-confederates)
}

// later is 1 for the label that a person has after the change of places, else 0.
func (s *setup) later(label string) int {
	if label[0] == 'J' && number(label) > s.own ||
		label[0] == 'C' && s.Design.Swap && number(label) > len(s.Confederates)-s.own {
		return 1
	}
	return 0
}

// design plans a study, or interviews: each judge talks once to each entry, in as few rounds as everybody's seats
// allow. Entries that are services talk to many judges at once, people to one.
func (c *contest) design(stage loebner.Stage, entries []string) ([][]pair, error) {
	rng := seeded.New(c.setup.Seed, "contest: design", 0)
	judges, confederates := len(c.setup.Judges), len(c.setup.Confederates)
	if !c.setup.Design.Swap {
		return c.half(stage, entries, [2]int{0, judges}, [2]int{0, confederates}, rng)
	}
	n := c.setup.own // judges of before the change of places
	first, err := c.half(stage, entries, [2]int{0, n}, [2]int{0, judges - n}, rng)
	if err != nil {
		return nil, err
	}
	second, err := c.half(stage, entries, [2]int{n, judges}, [2]int{judges - n, confederates}, rng)
	return append(first, second...), err
}

// half plans the conversations of some judges and confederates, each a range of numbers.
func (c *contest) half(stage loebner.Stage, entries []string, judges, confederates [2]int, rng *rand.Rand,
) ([][]pair, error) {
	var list []meeting
	for j := judges[0]; j < judges[1]; j++ {
		for e := range entries {
			list = append(list, meeting{judge: j, entry: e, confederate: -1})
		}
	}
	seats := func(kind byte, i int) int {
		if kind == 'C' {
			return c.setup.seatsOf(c.setup.Confederates[i].By, 0, judges[1]-judges[0])
		}
		k := slices.IndexFunc(c.setup.Entries, func(e entrySetup) bool { return e.Name == entries[i] })
		return c.setup.seatsOf(c.setup.Entries[k].By, c.setup.Entries[k].Seats, judges[1]-judges[0])
	}
	together := 0 // conversations with confederates at the same time
	switch stage.How {
	case loebner.Witnesses:
		list = append(list, c.humans(judges, confederates, rng)...)
	case loebner.Pairs:
		for i := confederates[0]; i < confederates[1]; i++ {
			together += seats('C', i)
		}
	}
	rounds := arrange(list, judges[1], together, seats, rng)
	if stage.How == loebner.Pairs {
		accompany(list, rounds, confederates, func(i int) int { return seats('C', i) }, rng)
	}
	plan := make([][]pair, rounds)
	label := func(kind byte, i int) string {
		if i < 0 {
			return ""
		}
		return fmt.Sprint(string(kind), i+1)
	}
	for _, m := range list {
		plan[m.round] = append(plan[m.round],
			pair{label('J', m.judge), label('E', m.entry), label('C', m.confederate)})
	}
	for _, pairs := range plan {
		slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(number(a.Judge), number(b.Judge)) })
	}
	return plan, nil
}

// humans returns the meetings of judges with human witnesses, of whom each gets about as many judges.
func (c *contest) humans(judges, confederates [2]int, rng *rand.Rand) (list []meeting) {
	n := confederates[1] - confederates[0]
	order, next := rng.Perm(max(n, 1)), 0
	for j := judges[0]; j < judges[1] && n > 0; j++ {
		for range min(c.setup.Design.humans(), n) {
			list = append(list, meeting{judge: j, entry: -1, confederate: confederates[0] + order[next%n]})
			next++
		}
	}
	return list
}

// seatsOf returns how many judges a participant talks to at once, at most as many as there are. A
// person and a program that speaks the protocol talk to one, others to all, unless it is said.
func (s *setup) seatsOf(by string, said, judges int) int {
	_, program := cutProgram(by)
	switch {
	case said > 0:
		return min(said, judges)
	case by == Person, program, strings.HasPrefix(by, "command:"):
		return 1
	}
	return judges
}

// arrange gives each meeting a round and returns how many there are: as few as possible by theorems of
// König and de Werra. Meetings are the edges of a graph between judges and seats of witnesses, rounds
// colors, so that no two meetings at a judge or a seat have the same. Where both ends of a new edge have
// no free color in common, two colors change places along a path. If together is not 0, no round gets
// more meetings than that: colors with many give to those with few along such paths.
func arrange(list []meeting, judges, together int, seats func(kind byte, i int) int, rng *rand.Rand) int {
	rng.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
	type seat struct {
		kind byte
		i, n int
	}
	numbers, count := make(map[seat]int), make(map[seat]int)
	ends, degree := make([][2]int, len(list)), make(map[int]int)
	for k, m := range list {
		who := seat{kind: 'E', i: m.entry}
		if m.entry < 0 {
			who = seat{kind: 'C', i: m.confederate}
		}
		n := count[who]
		count[who]++
		who.n = n % seats(who.kind, who.i)
		if _, known := numbers[who]; !known {
			numbers[who] = judges + len(numbers)
		}
		ends[k] = [2]int{m.judge, numbers[who]}
		degree[m.judge]++
		degree[numbers[who]]++
	}
	rounds := 0
	for _, d := range degree {
		rounds = max(rounds, d)
	}
	if together > 0 {
		rounds = max(rounds, (len(list)+together-1)/together)
	}
	g := coloring{ends: ends, color: make([]int, len(list)), at: make([][]int, judges+len(numbers))}
	for v := range g.at {
		g.at[v] = slices.Repeat([]int{-1}, rounds)
	}
	for k := range list {
		g.add(k)
	}
	for together > 0 && rounds > 0 && g.level(rounds, together) {
	}
	for k := range list {
		list[k].round = g.color[k]
	}
	return rounds
}

// coloring is an edge coloring of a bipartite graph.
type coloring struct {
	ends  [][2]int // of each edge
	color []int    // of each edge
	at    [][]int  // by vertex and color: the edge, -1 for none
}

// set gives an edge a color at both ends.
func (g *coloring) set(edge, color int) {
	g.color[edge] = color
	for _, v := range g.ends[edge] {
		g.at[v][color] = edge
	}
}

// path lists the edges of two colors in turn from a vertex, the first one of color a.
func (g *coloring) path(v, a, b int) (edges []int) {
	for edge := g.at[v][a]; edge >= 0; edge = g.at[v][a] {
		edges = append(edges, edge)
		v = g.ends[edge][0] + g.ends[edge][1] - v
		a, b = b, a
	}
	return edges
}

// swap exchanges two colors along a path.
func (g *coloring) swap(edges []int, a, b int) {
	for _, edge := range edges {
		for _, v := range g.ends[edge] {
			g.at[v][g.color[edge]] = -1
		}
	}
	for _, edge := range edges {
		g.set(edge, a+b-g.color[edge])
	}
}

// add colors an edge.
func (g *coloring) add(edge int) {
	u, v := g.ends[edge][0], g.ends[edge][1]
	a, b := slices.Index(g.at[u], -1), slices.Index(g.at[v], -1)
	if a != b {
		g.swap(g.path(v, a, b), a, b) // does not reach u, as it would come there by color a
	}
	g.set(edge, a)
}

// level moves an edge from the color with the most to that with the fewest, and reports whether there
// was one with too many.
func (g *coloring) level(rounds, most int) bool {
	count := make([]int, rounds)
	for _, c := range g.color {
		count[c]++
	}
	a, b := slices.Index(count, slices.Max(count)), slices.Index(count, slices.Min(count))
	if count[a] <= most {
		return false
	}
	for v := range g.at { // some path begins and ends with a
		if g.at[v][a] < 0 || g.at[v][b] >= 0 {
			continue
		}
		if edges := g.path(v, a, b); len(edges)%2 == 1 {
			g.swap(edges, a, b)
			return true
		}
	}
	return false // cannot be, as a has more edges than b
}

// accompany chooses the confederates of the meetings of each round: one whom the judge has met least
// often, then one who has met the entry least often.
func accompany(list []meeting, rounds int, confederates [2]int, seats func(int) int, rng *rand.Rand) {
	met := make(map[[3]int]int)
	for r := range rounds {
		free := make(map[int]int)
		for i := confederates[0]; i < confederates[1]; i++ {
			free[i] = seats(i)
		}
		for k := range list {
			m := &list[k]
			if m.round != r {
				continue
			}
			best := -1
			for _, i := range rng.Perm(confederates[1] - confederates[0]) {
				i += confederates[0]
				if free[i] > 0 && (best < 0 || cmp.Or(cmp.Compare(met[[3]int{0, m.judge, i}], met[[3]int{0, m.judge, best}]),
					cmp.Compare(met[[3]int{1, m.entry, i}], met[[3]int{1, m.entry, best}])) < 0) {
					best = i
				}
			}
			m.confederate = best
			free[best]--
			met[[3]int{0, m.judge, best}]++
			met[[3]int{1, m.entry, best}]++
		}
	}
}
