package batch

import (
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// Records for another exam are warned of before the first answer, and all are answered in order.
func TestUnlikeRecords(t *testing.T) {
	ds := lrptest.Civics(30, 1)
	m, err := lrp.Train(context.Background(), ds, lrp.TrainOptions{Approach: "CBG", Folds: -1})
	if err != nil {
		t.Fatal(err)
	}
	others := lrptest.Networks(maxAhead+50, 1)
	for _, same := range []bool{true, false} {
		var in strings.Builder
		n := maxAhead + 50
		for i := range n {
			r := ds.Respondents[i%len(ds.Respondents)].Responses
			if !same {
				r = others.Respondents[i].Responses[:len(ds.Questions)]
			}
			fmt.Fprintf(&in, "{\"id\":%d,\"responses\":[", i)
			for j, s := range r {
				fmt.Fprintf(&in, "%s%q", strings.Repeat(",", min(j, 1)), s)
			}
			in.WriteString("]}\n")
		}
		var out strings.Builder
		var warnings []string
		o := Options{Warn: func(w string) {
			if warnings = append(warnings, w); out.Len() > 0 {
				t.Error("the warning comes after the first answer")
			}
		}}
		s, err := Predict(context.Background(), m, io.NopCloser(strings.NewReader(in.String())), "in", &out, o)
		if err != nil || s.Records != n || s.Bad != 0 {
			t.Fatalf("%v, %+v, expected %d records", err, s, n)
		}
		if same != (len(warnings) == 0) {
			t.Errorf("the same exam %v: %q", same, warnings)
		}
		for i, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			if !strings.HasPrefix(line, fmt.Sprintf("{\"id\":%d,", i)) {
				t.Fatalf("line %d: %s", i+1, line)
			}
		}
	}
}
