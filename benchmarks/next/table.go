package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// shown lists the numbers of decisions in the tables.
var shown = []int{0, 20, 40, 80, 120, 160, 200, 240, 320, 400, 600, 800}

// least is the number of decisions from which orders are compared.
const least = 40

// writeTables writes Markdown tables of the errors and of decisions to equal errors.
func writeTables(w io.Writer, results []*result) error {
	for _, r := range results {
		fmt.Fprintf(w, "%s: %d × %d, %d answers in %d groups\n\n", r.name, r.respondents, r.questions, r.answers,
			r.groups)
		if err := measure.Table(w, r.rows()); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	head := []string{"decisions of lrp next to the error of"}
	for _, r := range results {
		head = append(head, r.name)
	}
	rows := [][]string{head}
	for k, o := range orders[1:] {
		for _, n := range shown {
			row, compared := []string{fmt.Sprintf("%s, %d", o.name, n)}, false
			for _, r := range results {
				entry := ""
				if i := slices.Index(r.sizes, n); n >= least && i >= 0 {
					entry, compared = decisions(r, k+1, i), true
				}
				row = append(row, entry)
			}
			if compared {
				rows = append(rows, row)
			}
		}
		ratios := []string{fmt.Sprintf("**%s, mean ratio**", o.name)}
		for _, r := range results {
			ratios = append(ratios, fmt.Sprintf("**%.2f**", meanRatio(r, k+1)))
		}
		rows = append(rows, ratios)
	}
	return measure.Table(w, rows)
}

// rows returns the errors by order and number of decisions.
func (r *result) rows() [][]string {
	rows := [][]string{{"decisions"}}
	for _, o := range orders {
		rows = append(rows, []string{o.name})
	}
	for i, n := range r.sizes {
		if !slices.Contains(shown, n) {
			continue
		}
		rows[0] = append(rows[0], strconv.Itoa(n))
		for k := range orders {
			rows[1+k] = append(rows[1+k], strings.TrimPrefix(fmt.Sprintf("%.4f", r.errors[k][i]), "0"))
		}
	}
	return rows
}

// decisions says how many decisions lrp next takes to the least error of another order.
func decisions(r *result, order, at int) string {
	if n, ok := r.reach(order, at); ok {
		return fmt.Sprintf("%.0f", n)
	}
	return fmt.Sprintf("> %d", r.sizes[len(r.sizes)-1])
}

// reach returns how many decisions the first order takes to reach the least error of another one
// within sizes[at] decisions, with interpolation between two sizes.
func (r *result) reach(order, at int) (float64, bool) {
	target, mine := slices.Min(r.errors[order][:at+1]), r.errors[0]
	for i, e := range mine {
		if e > target {
			continue
		}
		if i == 0 {
			return 0, true
		}
		share := (mine[i-1] - target) / (mine[i-1] - e)
		return float64(r.sizes[i-1]) + share*float64(r.sizes[i]-r.sizes[i-1]), true
	}
	return 0, false
}

// meanRatio returns the geometric mean of the ratios of decisions to equal errors, over all sizes
// from the least on. If the error is never reached, it counts the last size.
func meanRatio(r *result, order int) float64 {
	sum, n := 0.0, 0.0
	for i, size := range r.sizes {
		if size < least {
			continue
		}
		mine, ok := r.reach(order, i)
		if !ok {
			mine = float64(r.sizes[len(r.sizes)-1])
		}
		sum += math.Log(max(mine, 1) / float64(size))
		n++
	}
	return math.Exp(sum / n)
}
