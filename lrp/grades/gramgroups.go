package grades

import "math"

// gramGroups partitions n-grams into groups that are in the same texts with the same values. At the
// mode the n-grams of a group have the same weight w, so one parameter w·√size represents them all.
type gramGroups struct {
	of   []int32   // by n-gram: its group, or -1 if no text has it
	root []float64 // by group: √size
}

// groupGrams finds the groups by refining the partition text by text.
func groupGrams(texts []*encodedText, size int) gramGroups {
	type part struct {
		group int32
		value float64
	}
	m := gramGroups{of: make([]int32, size)}
	next := int32(1) // 0 is the group of n-grams that no text has had yet
	parts := make(map[part]int32)
	for _, t := range texts {
		clear(parts)
		for n, v := range t.grams.all() {
			p := part{m.of[n], v}
			to, ok := parts[p]
			if !ok {
				to = next
				parts[p] = to
				next++
			}
			m.of[n] = to
		}
	}
	m.renumber(next)
	return m
}

// renumber numbers the groups that are left in order of their first n-gram.
func (m *gramGroups) renumber(groups int32) {
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
func (m *gramGroups) size() int { return len(m.root) }

// add appends a text's n-grams by group. It keeps in last, by group, the last text that had it.
func (m *gramGroups) add(to sparse, g grams, last []int, text int) sparse {
	for n, v := range g.all() {
		if k := m.of[n]; last[k] != text {
			last[k] = text
			to.index, to.value = append(to.index, k), append(to.value, v*m.root[k])
		}
	}
	return to
}

// ungroup returns the weight of each n-gram given the parameters of the groups.
func (m *gramGroups) ungroup(groups []float64, scale float64) []float64 {
	weights := make([]float64, len(m.of))
	for n, g := range m.of {
		if g >= 0 {
			weights[n] = scale * groups[g] / m.root[g]
		}
	}
	return weights
}

// addGrouped adds to groups the parameters from which ungroup returns the weights.
func (m *gramGroups) addGrouped(weights []float64, scale float64, groups []float64) {
	for n, g := range m.of {
		if g >= 0 {
			groups[g] += weights[n] / (scale * m.root[g])
		}
	}
}
