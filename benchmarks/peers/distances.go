package main

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"runtime"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/levenshtein"
	"github.com/luna-rating/luna/internal/parallel"
)

// distances computes the edit distances in characters of all pairs of distinct cleaned answers to
// each question.
var distances = comparison{
	name:    "distances",
	script:  "distances.py",
	modules: []string{"Levenshtein"},
	prepare: prepareDistances,
	do:      computeDistances,
	check:   checkDistances,
	lines: []line{
		{"matrices of all distinct answers, against a loop over pairs", "all processors",
			[]string{"loop"}},
		{"the same, on one processor", "one processor", []string{"loop"}},
	},
}

func prepareDistances(_ *settings, set *datasets.Dataset) (any, error) {
	cache := text.NewCache(text.English)
	all := make([][]string, len(set.Questions))
	for j := range set.Questions {
		seen := make(map[string]bool)
		for _, r := range set.Respondents {
			if clean := cache.Doc(r.Responses[j]).Clean; !seen[clean] {
				seen[clean] = true
				all[j] = append(all[j], clean)
			}
		}
	}
	return all, nil
}

// sums tells matrices of distances apart: for each question, it holds the number of texts, and the
// sums of d and of (i+1)(j+1) d over i < j.
type sums [3]int64

func computeDistances(folder string) (output, error) {
	var all [][]string
	if err := readInput(folder, &all); err != nil {
		return output{}, err
	}
	seconds := make(map[string]float64)
	matrices := make([][][]int, len(all))
	processors := runtime.GOMAXPROCS(0)
	for name, workers := range map[string]int{"one processor": 1, "all processors": processors} {
		start := time.Now()
		for j, texts := range all {
			matrices[j] = distanceMatrix(texts, workers)
		}
		seconds[name] = time.Since(start).Seconds()
	}
	values := make([]sums, len(all))
	for q, m := range matrices {
		v := &values[q]
		v[0] = int64(len(m))
		for i, row := range m {
			for j := i + 1; j < len(row); j++ {
				v[1] += int64(row[j])
				v[2] += int64(i+1) * int64(j+1) * int64(row[j])
			}
		}
	}
	return newOutput(seconds, values)
}

// distanceMatrix returns the distances of all pairs of the texts, computed by the given number of
// goroutines.
func distanceMatrix(texts []string, workers int) [][]int {
	var alphabet levenshtein.Alphabet[rune]
	symbols := make([][]int32, len(texts))
	rows := make([][]int, len(texts))
	for i, t := range texts {
		symbols[i] = alphabet.Add(nil, []rune(t))
		rows[i] = make([]int, len(texts))
	}
	_ = parallel.Do(context.Background(), workers, workers, func(worker int) error {
		var p levenshtein.Pattern
		for i := worker; i < len(symbols); i += workers {
			p.Reset(symbols[i], alphabet.Len())
			for j, other := range symbols[:i] {
				d := p.Distance(other)
				rows[i][j], rows[j][i] = d, d
			}
		}
		return nil
	}, nil)
	return rows
}

func checkDistances(ours, theirs json.RawMessage) (string, error) {
	var a, b []sums
	if err := decode(ours, theirs, &a, &b); err != nil {
		return "", err
	}
	if !reflect.DeepEqual(a, b) {
		return "", fmt.Errorf("the distances differ: texts, sum and weighted sum of each "+
			"question are %v and %v", a, b)
	}
	pairs := int64(0)
	for _, v := range a {
		pairs += v[0] * (v[0] - 1) / 2
	}
	return fmt.Sprintf("%d pairs, equal", pairs), nil
}
