package loebner

import (
	"context"
	"fmt"
)

// bound returns a number of rounds below which there is no schedule, and why.
func (p *problem) bound(ctx context.Context) (rounds int, why string) {
	times := make([]int, len(p.names))
	for _, cell := range p.cells {
		for _, who := range cell {
			times[who]++
		}
	}
	for who, n := range times {
		if n > rounds {
			rounds, why = n, fmt.Sprintf("%s has %d comparisons", p.names[who], n)
		}
	}
	most := min(p.kinds[0], p.kinds[1], p.kinds[2])
	because := fmt.Sprintf("a round has at most %d comparisons", most)
	if p.cyclicEven() {
		most--
		because = fmt.Sprintf("a round has at most %d comparisons, because the matrix is a cyclic Latin "+
			"square of even order, which has no transversal (Euler 1782)", most)
	} else if largest, finished := p.largestRound(ctx, most); finished && largest < most {
		most = largest
		because = fmt.Sprintf("a round has at most %d comparisons: a complete search finds no %d cells "+
			"of the matrix that differ in judge, entry and confederate", most, most+1)
	}
	if n := (len(p.cells) + most - 1) / most; n > rounds {
		rounds, why = n, fmt.Sprintf("%s, and there are %d", because, len(p.cells))
	}
	return rounds, why
}

// largestRound returns the greatest number of comparisons that can be at the same time. It stops at
// limit. Finished reports whether the search was complete.
func (p *problem) largestRound(ctx context.Context, limit int) (largest int, finished bool) {
	rows := make([][][3]int, p.kinds[0])
	for _, c := range p.cells {
		rows[c[0]] = append(rows[c[0]], c)
	}
	busy := make([]bool, len(p.names))
	steps := exactSteps
	var extend func(row, size int)
	extend = func(row, size int) {
		largest = max(largest, size)
		if row == len(rows) || largest == limit || size+len(rows)-row <= largest {
			return
		}
		for _, c := range rows[row] {
			if steps--; steps <= 0 || steps&0xfff == 0 && ctx.Err() != nil {
				steps = 0
				return
			}
			if busy[c[1]] || busy[c[2]] {
				continue
			}
			busy[c[1]], busy[c[2]] = true, true
			extend(row+1, size+1)
			busy[c[1]], busy[c[2]] = false, false
		}
		extend(row+1, size)
	}
	extend(0, 0)
	return largest, steps > 0 || largest == limit
}

// cyclic returns numbers r of judges, c of entries and s of confederates with r+c = s modulo n for
// each cell, if the matrix is the table of a cyclic group of order n with rows, columns and symbols
// in any order; otherwise nil. Then the rows, taken as permutations of the symbols relative to the
// first row, are the powers of a single cycle.
func (p *problem) cyclic() (r, c, s []int) {
	n := p.kinds[0]
	if p.kinds[1] != n || p.kinds[2] != n || len(p.cells) != n*n || n < 2 {
		return nil, nil, nil
	}
	symbol := make([][]int, n) // from 0
	column := make([]int, n)   // of a symbol in the first row
	for i := range symbol {
		symbol[i] = make([]int, n)
	}
	for _, cell := range p.cells {
		symbol[cell[0]][cell[1]-n] = cell[2] - 2*n
	}
	for j, s := range symbol[0] {
		column[s] = j
	}
	for generator := 1; generator < n; generator++ {
		power, ok := cycle(symbol[generator], column, symbol[0][0])
		if !ok {
			continue
		}
		if r = exponents(symbol, power); r == nil {
			return nil, nil, nil // if one row is a power, all are
		}
		c = make([]int, n)
		for j, s := range symbol[0] {
			c[j] = power[s]
		}
		return r, c, power
	}
	return nil, nil, nil
}

// cycle returns how often a row, as a permutation of the symbols of the first row, has to be applied
// to get from start to each symbol. It fails unless the permutation is a single cycle.
func cycle(row, column []int, start int) (power []int, ok bool) {
	power = make([]int, len(row))
	seen := make([]bool, len(row))
	at := start
	for k := range row {
		if seen[at] {
			return nil, false
		}
		power[at], seen[at] = k, true
		at = row[column[at]]
	}
	return power, at == start
}

// exponents returns by what each row adds to the power of the symbol in the first row, nil if some
// row does not add the same everywhere.
func exponents(symbol [][]int, power []int) []int {
	n := len(symbol)
	r := make([]int, n)
	for i, row := range symbol {
		r[i] = (power[row[0]] - power[symbol[0][0]] + n) % n
		for j, s := range row {
			if (power[s]-power[symbol[0][j]]+n)%n != r[i] {
				return nil
			}
		}
	}
	return r
}

// cyclicEven reports whether the matrix is a cyclic Latin square of even order n. Numbers of a
// transversal's rows, columns and symbols would each add up to n/2 modulo n, but n/2+n/2 is not n/2.
func (p *problem) cyclicEven() bool {
	r, _, _ := p.cyclic()
	return r != nil && len(r)%2 == 0
}
