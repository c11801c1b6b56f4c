package loebner

import (
	"context"
	"slices"

	"github.com/luna-rating/luna/internal/seeded"
)

// structured returns the schedule that follows from the structure of a cyclic Latin square of odd
// order, nil for any other matrix: with row r and column c, the symbol is r+c and the round r-c.
func (p *problem) structured() (colours []int, rounds int) {
	r, c, _ := p.cyclic()
	if r == nil || len(r)%2 == 0 || !p.free {
		return nil, 0
	}
	n := len(r)
	for _, cell := range p.cells {
		colours = append(colours, (r[cell[0]]-c[cell[1]-n]+n)%n)
	}
	return colours, n
}

// greedy puts each comparison in the first round it fits in.
func (p *problem) greedy() (colours []int, rounds int) {
	busy := make([]map[int]bool, len(p.names))
	for i := range busy {
		busy[i] = make(map[int]bool)
	}
	for i, cell := range p.cells {
		round := 0
		for busy[cell[0]][round] || busy[cell[1]][round] || busy[cell[2]][round] ||
			!p.allowed(i, round) {
			round++
		}
		for _, who := range cell {
			busy[who][round] = true
		}
		colours = append(colours, round)
		rounds = max(rounds, round+1)
	}
	return colours, rounds
}

// tabu looks for a colouring with a number of rounds: from a random one, in each step the move of a
// comparison that leaves the fewest clashes, without undoing moves of the last steps. It takes from
// steps what it needs and gives up when they are spent.
func (p *problem) tabu(ctx context.Context, rounds int, steps *int) []int {
	t := &tabuSearch{p: p, rounds: rounds, random: seeded.New(p.seed, "loebner tabu", rounds)}
	if !t.start() {
		return nil
	}
	for step := 1; t.clashes > 0; step++ {
		if *steps <= 0 || step&0xff == 0 && ctx.Err() != nil {
			return nil
		}
		*steps -= t.move(step)
	}
	return t.colours
}

type tabuSearch struct {
	p       *problem
	rounds  int
	random  interface{ IntN(int) int }
	colours []int
	count   []int // by person and round
	until   []int // by comparison and round: the step until which it may not go there
	clashes int
	fewest  int
}

func (t *tabuSearch) at(who, round int) *int { return &t.count[who*t.rounds+round] }

// start colours at random.
func (t *tabuSearch) start() bool {
	t.count = make([]int, len(t.p.names)*t.rounds)
	t.until = make([]int, len(t.p.cells)*t.rounds)
	for i := range t.p.cells {
		round := t.random.IntN(t.rounds)
		for tries := 0; !t.p.allowed(i, round); tries++ {
			if tries == t.rounds {
				return false
			}
			round = (round + 1) % t.rounds
		}
		t.colours = append(t.colours, round)
		t.clashes += t.cost(i, round)
		t.add(i, round, 1)
	}
	t.fewest = t.clashes
	return true
}

func (t *tabuSearch) add(cell, round, n int) {
	for _, who := range t.p.cells[cell] {
		*t.at(who, round) += n
	}
}

// cost returns how many of a round's comparisons a person shares with a comparison that is not in it.
func (t *tabuSearch) cost(cell, round int) int {
	c := t.p.cells[cell]
	return *t.at(c[0], round) + *t.at(c[1], round) + *t.at(c[2], round)
}

// move makes the best move and returns the number of moves that it compared.
func (t *tabuSearch) move(step int) int {
	best, ties, compared := 1<<30, 0, 1
	cell, round, open := -1, 0, 0
	for i, from := range t.colours {
		here := t.cost(i, from) - 3 // without itself
		if here == 0 {
			continue
		}
		open++
		for to := range t.rounds {
			compared++
			delta := t.cost(i, to) - here
			if to == from || delta > best || t.until[i*t.rounds+to] > step &&
				t.clashes+delta >= t.fewest || !t.p.allowed(i, to) {
				continue
			}
			if delta < best {
				best, ties = delta, 0
			}
			if ties++; t.random.IntN(ties) == 0 {
				cell, round = i, to
			}
		}
	}
	if cell >= 0 {
		from := t.colours[cell]
		t.add(cell, from, -1)
		t.add(cell, round, 1)
		t.colours[cell] = round
		t.until[cell*t.rounds+from] = step + open*6/10 + t.random.IntN(10)
		t.clashes += best
		t.fewest = min(t.fewest, t.clashes)
	}
	return compared + len(t.p.cells)/8
}

// spreadRests orders the rounds so that few rest in two rounds that follow each other: all orders up
// to eight rounds, and exchanges of two rounds as long as they help beyond that. Colours change in
// place.
func (p *problem) spreadRests(colours []int, rounds int) {
	if rounds > 200 {
		return
	}
	busy := make([][]bool, rounds)
	for i := range busy {
		busy[i] = make([]bool, len(p.names))
	}
	for i, c := range colours {
		for _, who := range p.cells[i] {
			busy[c][who] = true
		}
	}
	both := make([][]int, rounds) // people that rest in two rounds; entries need none
	for a := range both {
		both[a] = make([]int, rounds)
		for b := range both[a] {
			for who := range p.names {
				isEntry := who >= p.kinds[0] && who < p.kinds[0]+p.kinds[1]
				if !isEntry && !busy[a][who] && !busy[b][who] {
					both[a][b]++
				}
			}
		}
	}
	order := make([]int, rounds)
	for i := range order {
		order[i] = i
	}
	cost := func() (sum int) {
		for i := 1; i < rounds; i++ {
			sum += both[order[i-1]][order[i]]
		}
		return sum
	}
	best := slices.Clone(order)
	if rounds <= 8 {
		fewest := cost()
		permute(order, 0, func() {
			if c := cost(); c < fewest {
				fewest = c
				copy(best, order)
			}
		})
	} else {
		exchange(order, cost)
		copy(best, order)
	}
	place := make([]int, rounds)
	for i, r := range best {
		place[r] = i
	}
	for i, c := range colours {
		colours[i] = place[c]
	}
}

// permute calls do with each order of list[k:].
func permute(list []int, k int, do func()) {
	if k == len(list) {
		do()
		return
	}
	for i := k; i < len(list); i++ {
		list[k], list[i] = list[i], list[k]
		permute(list, k+1, do)
		list[k], list[i] = list[i], list[k]
	}
}

// exchange swaps two elements as long as that lowers the cost, for at most some passes.
func exchange(order []int, cost func() int) {
	fewest := cost()
	for range 20 {
		before := fewest
		for a := range order {
			for b := range a {
				order[a], order[b] = order[b], order[a]
				if c := cost(); c < fewest {
					fewest = c
				} else {
					order[a], order[b] = order[b], order[a]
				}
			}
		}
		if fewest == before {
			return
		}
	}
}
