package contest

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/internal/numbers"
)

// meeting is a conversation that a design has to find a round for: of a judge with an entry, a
// confederate (in a test with two parties), or an entry and a confederate who is chosen later.
type meeting struct {
	pair
	round int
}

// changePlaces adds those who change places: each confederate is a judge later, and each judge a
// confederate.
func (s *setup) changePlaces() {
	s.own, s.others = len(s.Judges), make(map[string]string)
	if !s.Design.Swap {
		return
	}
	judges, confederates := s.Judges, s.Confederates
	by := func(by, script string) string {
		if by == Person {
			return Person
		}
		return script
	}
	same := func(judge, confederate int) {
		j, c := fmt.Sprint("J", judge), fmt.Sprint("C", confederate)
		s.others[j], s.others[c] = c, j
	}
	for i, x := range confederates {
		s.Judges = append(s.Judges, judgeSetup{Name: x.Name, By: by(x.By, scriptPrefix+scripted.ByChance)})
		same(len(s.Judges), i+1)
	}
	for i, x := range judges {
		s.Confederates = append(s.Confederates, confederateSetup{Name: x.Name, By: by(x.By, byScript),
			Persona: personas[i%len(personas)]})
		same(i+1, len(s.Confederates))
	}
}

// design plans a study, or interviews: each judge talks once to each entry, in as few rounds as
// everybody's seats allow. Entries that are services talk to many judges at once, people to one.
func (c *contest) design(stage loebner.Stage, entries []string) [][]pair {
	rng := numbers.Stream(c.setup.Seed, "contest: design", 0)
	judges := loebner.Labels("J", len(c.setup.Judges))
	confederates := loebner.Labels("C", len(c.setup.Confederates))
	if !c.setup.Design.Swap {
		return c.half(stage, entries, judges, confederates, rng)
	}
	n := c.setup.own // judges of before the change of places
	first := c.half(stage, entries, judges[:n], confederates[:len(judges)-n], rng)
	return append(first, c.half(stage, entries, judges[n:], confederates[len(judges)-n:], rng)...)
}

// half plans the conversations of some judges and confederates.
func (c *contest) half(stage loebner.Stage, entries, judges, confederates []string, rng *rand.Rand) [][]pair {
	var list []meeting
	for _, j := range judges {
		for _, e := range loebner.Labels("E", len(entries)) {
			list = append(list, meeting{pair: pair{Judge: j, Entry: e}})
		}
	}
	seats := func(label string) int {
		n := number(label) - 1
		if label[0] == 'C' {
			return c.setup.seatsOf(c.setup.Confederates[n].By, 0, len(judges))
		}
		_, e := c.entry(entries[n])
		return c.setup.seatsOf(e.By, e.Seats, len(judges))
	}
	together := 0 // conversations with confederates at the same time
	switch stage.How {
	case loebner.Witnesses:
		list = append(list, c.humans(judges, confederates, rng)...)
	case loebner.Pairs:
		for _, label := range confederates {
			together += seats(label)
		}
	}
	plan := make([][]pair, arrange(list, together, seats, rng))
	if stage.How == loebner.Pairs {
		accompany(list, len(plan), confederates, seats, rng)
	}
	for _, m := range list {
		plan[m.round] = append(plan[m.round], m.pair)
	}
	for _, pairs := range plan {
		slices.SortFunc(pairs, func(a, b pair) int { return cmp.Compare(number(a.Judge), number(b.Judge)) })
	}
	return plan
}

// humans returns the meetings of judges with human witnesses, of whom each gets about as many
// judges.
func (c *contest) humans(judges, confederates []string, rng *rand.Rand) (list []meeting) {
	confederates = slices.Clone(confederates)
	shuffle(confederates, rng)
	for _, j := range judges {
		for range min(max(c.setup.Design.Humans, 1), len(confederates)) {
			who := confederates[len(list)%len(confederates)]
			list = append(list, meeting{pair: pair{Judge: j, Confederate: who}})
		}
	}
	return list
}

func shuffle[T any](list []T, rng *rand.Rand) {
	rng.Shuffle(len(list), func(a, b int) { list[a], list[b] = list[b], list[a] })
}

// seatsOf returns how many judges a participant talks to at once, at most as many as there are. A
// person and a program that speaks the protocol talk to one, others to all, unless it is said.
func (s *setup) seatsOf(by string, said, judges int) int {
	_, isProgram := program(by)
	switch {
	case said > 0:
		return min(said, judges)
	case by == Person, isProgram, strings.HasPrefix(by, "command:"):
		return 1
	}
	return judges
}

// arrange gives each meeting a round and returns how many there are: as few as possible by theorems
// of König and de Werra. Meetings are the edges of a graph between judges and seats of witnesses,
// rounds colors, so that no two meetings at a judge or a seat have the same. Where both ends of a
// new edge have no free color in common, two colors change places along a path. If together is not
// 0, no round gets more meetings than that: colors with many give to those with few along such
// paths.
func arrange(list []meeting, together int, seats func(label string) int, rng *rand.Rand) (rounds int) {
	shuffle(list, rng)
	numbers, count := make(map[string]int), make(map[string]int)
	ends, degree := make([][2]int, len(list)), make(map[int]int)
	vertex := func(name string) int {
		if _, known := numbers[name]; !known {
			numbers[name] = len(numbers)
		}
		n := numbers[name]
		degree[n]++
		rounds = max(rounds, degree[n])
		return n
	}
	for k, m := range list {
		who := cmp.Or(m.Entry, m.Confederate)
		ends[k] = [2]int{vertex(m.Judge), vertex(fmt.Sprint(who, "/", count[who]%seats(who)))}
		count[who]++
	}
	if together > 0 {
		rounds = max(rounds, (len(list)+together-1)/together)
	}
	g := coloring{ends: ends, color: make([]int, len(list)), at: make([][]int, len(numbers))}
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

// level moves an edge from the color with the most to that with the fewest, and reports whether
// there was one with too many.
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

// accompany chooses the confederates of the meetings of each round: one whom the judge has met
// least often, then one who has met the entry least often.
func accompany(list []meeting, rounds int, confederates []string, seats func(string) int, rng *rand.Rand) {
	met := make(map[string]int)
	for r := range rounds {
		var free []string
		for _, label := range confederates {
			free = append(free, slices.Repeat([]string{label}, seats(label))...)
		}
		shuffle(free, rng)
		for k := range list {
			m := &list[k]
			if m.round != r {
				continue
			}
			m.Confederate = slices.MinFunc(free, func(a, b string) int {
				return cmp.Or(cmp.Compare(met[m.Judge+a], met[m.Judge+b]), cmp.Compare(met[m.Entry+a], met[m.Entry+b]))
			})
			i := slices.Index(free, m.Confederate)
			free = slices.Delete(free, i, i+1)
			met[m.Judge+m.Confederate]++
			met[m.Entry+m.Confederate]++
		}
	}
}
