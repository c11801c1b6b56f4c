package grades

import "math"

// merged is which n-grams a large fit takes as one: those that are in the same texts with the same values. The
// mode gives them the same weight, so that one parameter tells it of all of them.
type merged struct {
	of   []int32   // by n-gram: its group, or -1 where it is in no text
	root []float64 // by group: the square root of the number of its n-grams
}

// merge finds the groups by refining the partition of n-grams text by text.
func merge(texts []*textOf, size int) merged {
	type part struct {
		group int32
		value float64
	}
	m := merged{of: make([]int32, size)}
	next := int32(1) // 0 is the group of n-grams that no text has had yet
	parts := make(map[part]int32)
	for _, t := range texts {
		clear(parts)
		for i, n := range t.grams.index {
			p := part{m.of[n], t.grams.value[i]}
			to, ok := parts[p]
			if !ok {
				to = next
				parts[p] = to
				next++
			}
			m.of[n] = to
		}
	}
	m.number(next)
	return m
}

// number numbers the groups that are left in order of their first n-gram.
func (m *merged) number(groups int32) {
	numbers := make([]int32, groups)
	for i := range numbers {
		numbers[i] = -1
	}
	var counts []float64
	for n, g := range m.of {
		if g == 0 {
			m.of[n] = -1
			continue
		}
		if numbers[g] < 0 {
			numbers[g] = int32(len(counts))
			counts = append(counts, 0)
		}
		m.of[n] = numbers[g]
		counts[numbers[g]]++
	}
	m.root = make([]float64, len(counts))
	for g, c := range counts {
		m.root[g] = math.Sqrt(c)
	}
}

// size returns the number of groups.
func (m *merged) size() int { return len(m.root) }

// add appends a text's n-grams by group; last holds by group the last text that had it, and is changed.
func (m *merged) add(to grams, g grams, last []int, text int) grams {
	for i, n := range g.index {
		if k := m.of[n]; last[k] != text {
			last[k] = text
			to.index, to.value = append(to.index, k), append(to.value, g.value[i]*m.root[k])
		}
	}
	return to
}

// spread returns the weight of each n-gram by those of the groups.
func (m *merged) spread(groups []float64, scale float64) []float64 {
	weights := make([]float64, len(m.of))
	for n, g := range m.of {
		if g >= 0 {
			weights[n] = scale * groups[g] / m.root[g]
		}
	}
	return weights
}

// collect adds to the groups what spread makes the weights of.
func (m *merged) collect(weights []float64, scale float64, groups []float64) {
	for n, g := range m.of {
		if g >= 0 {
			groups[g] += weights[n] / (scale * m.root[g])
		}
	}
}
