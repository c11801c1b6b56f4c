package published

import (
	"math"
	"strings"

	"github.com/luna-rating/luna/datasets"
)

// ratings returns the ratings the published run used for a data set: its quirks are known for
// Powergrading and Mohler (and the samples in their form); other data sets keep theirs.
func ratings(ds *datasets.Dataset) (values []float64, note string) {
	switch strings.TrimPrefix(ds.Name, "sample-") {
	case "powergrading":
		note = "share of the judgements that are positive, the last respondent 0"
		return fractionRatings(ds), note
	case "mohler":
		return loopRatings(ds, 5), "totals min-max scaled after each question in hash table order"
	}
	for _, r := range ds.Respondents {
		values = append(values, r.Rating)
	}
	return values, ds.RatingNote
}

// fractionRatings returns each respondent's mean score; the last respondent has 0.
func fractionRatings(ds *datasets.Dataset) []float64 {
	values := make([]float64, len(ds.Respondents))
	for i, r := range ds.Respondents[:len(values)-1] {
		for _, s := range r.Scores {
			values[i] += grade(s)
		}
		values[i] /= float64(len(r.Scores))
	}
	return values
}

// loopRatings adds up the grades, on a scale from 0 to top, question by question in hash
// table order, and min-max scales the totals to [0,1] after each.
func loopRatings(ds *datasets.Dataset, top float64) []float64 {
	position := make(map[string]int, len(ds.Questions))
	ids := make([]string, len(ds.Questions))
	for j, q := range ds.Questions {
		ids[j] = q.ID
		position[q.ID] = j
	}
	totals := make([]float64, len(ds.Respondents))
	for _, id := range hashOrder(ids) {
		for i, r := range ds.Respondents {
			if r.Scores != nil {
				totals[i] += top * grade(r.Scores[position[id]])
			}
		}
		scale(totals)
	}
	return totals
}

// grade is a score, or 0 where none was given.
func grade(score float64) float64 {
	if math.IsNaN(score) {
		return 0
	}
	return score
}

// scale brings the values to [0,1]; equal values stay as they are.
func scale(values []float64) {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		lo, hi = min(lo, v), max(hi, v)
	}
	if hi == lo {
		return
	}
	for i, v := range values {
		values[i] = (v - lo) / (hi - lo)
	}
}

// hashOrder returns distinct ASCII keys in the order in which a 64-bit CPython 2.7 dictionary
// filled with them iterates: by slot of an open-addressing table that grows fourfold when two
// thirds full. With Mohler's question numbers it gives the "arbitrary" order in which the
// published run added up the grades.
func hashOrder(keys []string) []string {
	table := make([]*string, 8)
	for i := range keys {
		insert(table, &keys[i])
		if used := i + 1; used*3 >= len(table)*2 {
			table = grow(table, used*4)
		}
	}
	ordered := make([]string, 0, len(keys))
	for _, k := range table {
		if k != nil {
			ordered = append(ordered, *k)
		}
	}
	return ordered
}

// grow returns a table of the smallest power of two above atLeast, with the same keys.
func grow(table []*string, atLeast int) []*string {
	size := 8
	for size <= atLeast {
		size *= 2
	}
	larger := make([]*string, size)
	for _, k := range table {
		if k != nil {
			insert(larger, k)
		}
	}
	return larger
}

// insert puts a key into the first free slot of its probe sequence.
func insert(table []*string, key *string) {
	mask := uint64(len(table) - 1)
	hash := stringHash(*key)
	slot := hash
	for perturb := hash; table[slot&mask] != nil; perturb >>= 5 {
		slot = 5*slot + perturb + 1
	}
	table[slot&mask] = key
}

// stringHash is CPython 2.7's hash of a byte string, as an unsigned number.
func stringHash(s string) uint64 {
	if s == "" {
		return 0
	}
	h := uint64(s[0]) << 7
	for i := range len(s) {
		h = 1000003*h ^ uint64(s[i])
	}
	return h ^ uint64(len(s))
}
