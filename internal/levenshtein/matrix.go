package levenshtein

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"
)

// Matrix returns the distances in characters of all pairs of the texts, row by row, computed by the given number of goroutines.
func Matrix(texts []string, workers int) [][]int32 {
	var alphabet Runes
	symbols := make([][]int32, len(texts))
	for i, t := range texts {
		symbols[i] = alphabet.Add(nil, t)
	}
	return matrix(symbols, alphabet.Len(), workers)
}

// matrix is Matrix for texts over an alphabet of n symbols. Of two texts the longer one is the pattern, so that there is the
// least to go through.
func matrix(texts [][]int32, n, workers int) [][]int32 {
	order := make([]int, len(texts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(texts[b]), len(texts[a])) })
	rows := make([][]int32, len(texts))
	all := make([]int32, len(texts)*len(texts))
	for i := range rows {
		rows[i] = all[i*len(texts):][:len(texts):len(texts)]
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, workers) {
		wg.Go(func() {
			var p Pattern
			for k := int(next.Add(1)) - 1; k < len(order); k = int(next.Add(1)) - 1 {
				i := order[k]
				p.Reset(texts[i], n)
				shorter := order[k+1:]
				for len(shorter) >= 2 && 0 < len(p.symbols) && len(p.symbols) <= wordSize {
					a, b := shorter[0], shorter[1]
					c, d := p.two(texts[a], texts[b])
					rows[i][a], rows[a][i] = int32(c), int32(c)
					rows[i][b], rows[b][i] = int32(d), int32(d)
					shorter = shorter[2:]
				}
				for _, j := range shorter {
					d := int32(p.Distance(texts[j]))
					rows[i][j], rows[j][i] = d, d
				}
			}
		})
	}
	wg.Wait()
	return rows
}
