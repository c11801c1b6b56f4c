package report

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/luna-rating/luna/lrp/experiment"
)

// TestThesisFigures checks that every format has the thesis's figures beside the results that have
// one, and nothing of them otherwise.
func TestThesisFigures(t *testing.T) {
	const source = "Silver (2016)"
	opts := Options{Approaches: approachesOfTests}
	plain := thesis([]string{"powergrading"}, "ols")
	r := thesis([]string{"powergrading"}, "ols")
	r.Protocol = "published"
	for i := range r.Datasets[0].Results {
		if x := &r.Datasets[0].Results[i]; x.Approach == "BWO" {
			x.Thesis = &experiment.ThesisFigure{RMSEMean: .158, RMSESD: .076, Source: source}
		}
	}
	for _, form := range []struct {
		name  string
		write func(io.Writer, *experiment.Report) error
		want  string // in the row of BWO
		head  string
	}{
		{"table", func(w io.Writer, r *experiment.Report) error { return WriteTable(w, r, opts) },
			"  0.158 ± 0.076  ", " thesis "},
		{"markdown",
			func(w io.Writer, r *experiment.Report) error { return WriteMarkdown(w, r, opts) },
			"| 0.158 ± 0.076 |", "| thesis |"},
		{"csv", WriteCSV, ",0.158,0.076," + source + ",",
			",thesis_rmse_mean,thesis_rmse_sd,thesis_source,"},
		{"json", WriteJSON, `"rmse_sd": 0.076`, `"source": "` + source},
		{"page", func(w io.Writer, r *experiment.Report) error { return WriteHTML(w, r, opts) },
			"<td>0.158 ± 0.076</td>", ">thesis</th>"},
	} {
		write := func(r *experiment.Report) string {
			return string(written(t, func(w io.Writer) error { return form.write(w, r) }))
		}
		with, without := write(r), write(plain)
		if strings.Count(with, form.want) != 1 || !strings.Contains(with, form.head) ||
			!strings.Contains(with, source) {
			t.Errorf("%s: found no %q and %q in\n%s", form.name, form.want, form.head, with)
		}
		if strings.Contains(without, form.head) || strings.Contains(without, source) {
			t.Errorf("%s: found a figure of the thesis in\n%s", form.name, without)
		}
	}
	var b bytes.Buffer
	if err := WriteJSON(&b, r); err != nil {
		t.Fatal(err)
	}
	back, err := ReadJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, x := range back.Datasets[0].Results {
		if x.Thesis != nil && *x.Thesis == (experiment.ThesisFigure{
			RMSEMean: .158, RMSESD: .076, Source: source,
		}) {
			found++
		}
	}
	if found != 1 {
		t.Errorf("read back %d figures of the thesis, expected 1", found)
	}
}
