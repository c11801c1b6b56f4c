package study

import (
	"context"
	"database/sql"
	"math"
	"slices"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// sums are those of the lengths and guesses about one responder, or several.
type sums struct{ n, x, y, xx, yy, xy float64 }

func (s *sums) add(o sums) {
	s.n += o.n
	s.x += o.x
	s.y += o.y
	s.xx += o.xx
	s.yy += o.yy
	s.xy += o.xy
}

// pearson returns the correlation, NaN if one side is constant.
func (s sums) pearson() float64 {
	return (s.n*s.xy - s.x*s.y) / math.Sqrt((s.n*s.xx-s.x*s.x)*(s.n*s.yy-s.y*s.y))
}

// correlate adds the intervals to the table of lengths.
func (r *Study) correlate(ctx context.Context, tx *sql.Tx) error {
	groups := make(map[string][]sums)
	err := store.Rows(ctx, tx, func(r *sql.Rows) error {
		var kind string
		var s sums
		err := r.Scan(&kind, &s.n, &s.x, &s.y, &s.xx, &s.yy, &s.xy)
		groups["all"] = append(groups["all"], s)
		groups[kind] = append(groups[kind], s)
		if kind != "machine" {
			groups["people"] = append(groups["people"], s)
		}
		return err
	}, `SELECT kind, count(*), sum(length), sum(guess),
		sum(length * length), sum(guess * guess), sum(length * guess) FROM pairs GROUP BY responder`)
	if err != nil {
		return err
	}
	t := r.table("lengths")
	low, high := slices.Index(t.Columns, "low"), slices.Index(t.Columns, "high")
	for _, row := range t.Rows {
		kind := row[0].(string)
		if lo, hi, ok := interval(groups[kind], r.Seed, kind); ok {
			row[low], row[high] = lo, hi
		}
	}
	return nil
}

// interval returns the 95% interval of the correlation by resampling responders: guesses about one
// of them are not independent. Resamples of which one side is constant have none.
func interval(list []sums, seed uint64, purpose string) (low, high float64, ok bool) {
	rng := numbers.Stream(seed, "bootstrap of "+purpose, 0)
	var found []float64
	for range resamples {
		var all sums
		for range list {
			all.add(list[rng.IntN(len(list))])
		}
		if p := all.pearson(); !math.IsNaN(p) && !math.IsInf(p, 0) {
			found = append(found, p)
		}
	}
	if len(list) < 2 || len(found) < resamples/2 {
		return 0, 0, false
	}
	slices.Sort(found)
	return found[len(found)*25/1000], found[(len(found)*975-1)/1000], true
}
