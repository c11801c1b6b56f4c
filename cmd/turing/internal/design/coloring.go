package design

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
)

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
