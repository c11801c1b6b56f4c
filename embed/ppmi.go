package embed

import (
	"context"
	"math"
	"slices"
)

// contextPower smooths the probabilities of rare context words.
const contextPower = .75

// pairCounts returns #(w,c): how often word c is among the window words before or after word
// w, within a sentence.
func pairCounts(ctx context.Context, t *tokens, window, workers int) (*sparse, error) {
	n := len(t.words)
	starts := make([]int, n+1) // of each word's occurrences
	for i, c := range t.counts {
		starts[i+1] = starts[i] + int(c)
	}
	places, next := make([]int32, t.total), append([]int(nil), starts...)
	for at, w := range t.stream {
		if w != sentenceEnd {
			places[next[w]] = int32(at)
			next[w]++
		}
	}
	type row struct {
		index []int32
		value []float64
	}
	type scratch struct {
		counts []int64
		seen   []int32
	}
	all, own := make([]row, n), make([]scratch, workers)
	err := eachRow(ctx, n, workers, func(worker, w int) {
		s := &own[worker]
		if s.counts == nil {
			s.counts = make([]int64, n)
		}
		see := func(c int32) {
			if s.counts[c]++; s.counts[c] == 1 {
				s.seen = append(s.seen, c)
			}
		}
		for _, at := range places[starts[w]:starts[w+1]] {
			for k := int(at) - 1; k >= max(0, int(at)-window) && t.stream[k] != sentenceEnd; k-- {
				see(t.stream[k])
			}
			for k := int(at) + 1; k <= int(at)+window && t.stream[k] != sentenceEnd; k++ {
				see(t.stream[k])
			}
		}
		slices.Sort(s.seen)
		for _, c := range s.seen {
			all[w].index = append(all[w].index, c)
			all[w].value = append(all[w].value, float64(s.counts[c]))
			s.counts[c] = 0
		}
		s.seen = s.seen[:0]
	})
	if err != nil {
		return nil, err
	}
	m := &sparse{columns: n, starts: []int{0}}
	for _, r := range all {
		m.index = append(m.index, r.index...)
		m.value = append(m.value, r.value...)
		m.starts = append(m.starts, len(m.index))
	}
	return m, nil
}

// ppmi returns the matrix M of [PPMI] for the counts, with contexts to a power.
func ppmi(counts *sparse, power float64) *sparse {
	sums, contexts := make([]float64, counts.rows()), make([]float64, counts.columns)
	for w := range sums {
		index, value := counts.row(w)
		for k, c := range index {
			sums[w] += value[k]
			contexts[c] += value[k]
		}
	}
	var total float64
	for c := range contexts {
		contexts[c] = math.Pow(contexts[c], power)
		total += contexts[c]
	}
	m := &sparse{columns: counts.columns, starts: []int{0}}
	for w := range sums {
		index, value := counts.row(w)
		for k, c := range index {
			if x := math.Log(value[k] * total / (sums[w] * contexts[c])); x > 0 {
				m.index = append(m.index, c)
				m.value = append(m.value, x)
			}
		}
		m.starts = append(m.starts, len(m.index))
	}
	return m
}

func trainPPMI(ctx context.Context, t *tokens, o TrainOptions) ([][]float32, error) {
	counts, err := pairCounts(ctx, t, o.Window, o.Workers)
	if err != nil {
		return nil, err
	}
	o.report("pairs", int64(len(counts.index)), int64(len(counts.index)))
	u, sigma, err := truncatedSVD(ctx, ppmi(counts, contextPower), o.Dim, o)
	if err != nil {
		return nil, err
	}
	rows := make([][]float32, len(t.words))
	for i := range rows {
		rows[i] = make([]float32, o.Dim)
		for j, s := range sigma {
			rows[i][j] = float32(u[i][j] * math.Sqrt(s))
		}
	}
	return rows, nil
}
