package gradebook_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/gradebook"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// A transductive result differs, and says what it is in its notes and in its table.
func TestTransductive(t *testing.T) {
	ds := lrptest.Civics(30, 3)
	for i := 6; i < len(ds.Respondents); i++ {
		ds.Respondents[i].Rating = math.NaN()
	}
	plain, err := gradebook.Grade(context.Background(), ds, gradebook.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all, err := gradebook.Grade(context.Background(), ds, gradebook.Options{Transductive: true})
	if err != nil {
		t.Fatal(err)
	}
	if plain.Rows[20].Rating == all.Rows[20].Rating {
		t.Error("the texts of the unrated made no difference")
	}
	marked := func(s string) bool { return strings.Contains(s, "transductive") }
	for _, r := range []*gradebook.Result{plain, all} {
		names, _ := r.Columns()
		if slices.ContainsFunc(r.Notes, marked) != (r == all) || marked(names[0]) != (r == all) {
			t.Errorf("notes %q and columns %q", r.Notes, names)
		}
	}
}
