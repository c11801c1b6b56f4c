package experiment_test

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
	"github.com/luna-rating/luna/regress"
)

// witness is ordinary least squares that records its problems.
type witness struct {
	regress.OLS
	mu   sync.Mutex
	seen []regress.Problem
}

func (*witness) Name() string { return "witness" }

func (w *witness) Fit(p regress.Problem) (regress.Model, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.seen = append(w.seen, p)
	return w.OLS.Fit(p)
}

// TestGroups checks the question of each column that a regressor gets against the names of the
// columns of NewDesign, which are those of the evaluation without the columns of zeros.
func TestGroups(t *testing.T) {
	ds := samples(t)[0]
	split := mustSplits(t, ds, 1, 4)[0]
	for _, a := range approach.All() {
		if isControl(a) || a.Learns() {
			continue
		}
		d, err := experiment.NewDesign(ds, text.English, a, split)
		if err != nil {
			t.Fatal(err)
		}
		if len(d.Groups) != len(d.Columns) {
			t.Fatalf("%s: %d groups for %d columns", a.Name, len(d.Groups), len(d.Columns))
		}
		for k, c := range d.Columns {
			id, _, _ := strings.Cut(c, "/")
			if ds.Questions[d.Groups[k]].ID != id {
				t.Fatalf("%s: column %s is in group %d", a.Name, c, d.Groups[k])
			}
		}
		w := &witness{}
		a.Regressors = nil
		evaluate(
			t,
			[]*datasets.Dataset{ds},
			experiment.Options{
				Trials:     1,
				Seed:       4,
				Approaches: []approach.Approach{a},
				Regressors: []regress.Regressor{w},
			},
		)
		if len(w.seen) != 1 {
			t.Fatalf("%s: %d fits", a.Name, len(w.seen))
		}
		if err := w.seen[0].Check(); err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		want, got := signatures(d.Train, d.Groups), signatures(w.seen[0].X, w.seen[0].Groups)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-plain +evaluated):\n%s", a.Name, diff)
		}
	}
}

// signatures describes each column other than zeros by its group and its entries, sorted.
func signatures(m *regress.Matrix, groups []int) []string {
	n, p := m.Dims()
	columns := make([]strings.Builder, p)
	for i := range n {
		row := m.Row(i)
		for k, j := range row.Index {
			if row.Value[k] != 0 {
				columns[j].WriteString(
					" " + strconv.Itoa(i) + ":" + strconv.FormatFloat(row.Value[k], 'g', 6, 64),
				)
			}
		}
	}
	var list []string
	for j := range columns {
		if columns[j].Len() > 0 {
			list = append(list, strconv.Itoa(groups[j])+columns[j].String())
		}
	}
	slices.Sort(list)
	return list
}

func mustSplits(t testing.TB, ds *datasets.Dataset, trials int, seed uint64) []datasets.Split {
	t.Helper()
	splits, err := datasets.Splits(len(ds.Respondents), .8, trials, seed)
	if err != nil {
		t.Fatal(err)
	}
	return splits
}
