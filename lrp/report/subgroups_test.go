package report

import (
	"bytes"
	"encoding/csv"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/luna-rating/luna/lrp/experiment"
)

// TestSubgroups looks at the subgroups of a column in all formats.
func TestSubgroups(t *testing.T) {
	r := thesis([]string{"civics"}, "ols", "lasso")
	d := &r.Datasets[0]
	ends := [2]float64{-.062, .031}
	for _, value := range []string{"f", "m|x"} {
		for _, x := range d.Results {
			g := experiment.Subgroup{Column: "sex", Value: value, Approach: x.Approach, Regressor: x.Regressor,
				Respondents: 12, RMSE: &experiment.Measure{Value: .123, CI95: &ends},
				Bias: &experiment.Measure{Value: -.0116, CI95: &ends}}
			if value == "f" {
				g.Respondents, g.Few, g.DSM = 9, true, &experiment.Measure{Value: 1.5}
			}
			d.Subgroups = append(d.Subgroups, g)
		}
	}
	var table, markdown, page, cells bytes.Buffer
	for _, err := range []error{WriteTable(&table, r, Options{}),
		WriteMarkdown(&markdown, r, Options{}), WriteHTML(&page, r, Options{}),
		WriteSubgroups(&cells, r)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{" by sex\n",
		"\n  f    few: 9  0.123 [-.06, .03]  -0.012 [-.06, .03]  1.500         –\n", "\n  m|x      12  0.123"} {
		if !strings.Contains(table.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, table.String())
		}
	}
	for _, line := range strings.Split(table.String(), "\n") {
		if uniseg.StringWidth(line) > 88 {
			t.Errorf("a line is wider than 88 columns: %s", line)
		}
	}
	if want := `| m\|x | 12 | 0.123 [-.06, .03] |`; !strings.Contains(markdown.String(), want) {
		t.Errorf("Markdown lacks %s", want)
	}
	if want := `<th class="name" scope="row">m|x</th><td>12</td>`; !strings.Contains(page.String(), want) {
		t.Errorf("the page lacks %s", want)
	}
	rows, err := csv.NewReader(&cells).ReadAll()
	if err != nil || len(rows) != 1+2*len(d.Results) {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if got := strings.Join(rows[1][5:], ","); got != "9,true,0.123,-0.062,0.031,-0.0116,-0.062,0.031,1.5,,,,," {
		t.Errorf("the first row ends in %s", got)
	}
}

// TestGroupsLeftOut looks at what reports say of data sets whose groups were each left out once,
// and of one beside them with random splits.
func TestGroupsLeftOut(t *testing.T) {
	r := thesis([]string{"civics", "biology"}, "ols")
	r.Protocol, r.Trials, r.Groups = "described", 20, "class"
	for _, c := range []struct {
		folds          [2]int
		heading, spans string
	}{
		{[2]int{6, 5}, "every group predicted from all others, seed", "the groups"},
		{[2]int{6, 0}, "20 trials, seed", "20 trials"},
		{[2]int{0, 6}, "20 trials, seed", "20 trials"},
	} {
		for i := range r.Datasets {
			d := &r.Datasets[i]
			if d.Folds, d.Groups = c.folds[i], c.folds[i]; d.Folds == 0 {
				d.Groups = 30
			}
		}
		if got := settings(r); !strings.HasPrefix(got, c.heading) {
			t.Errorf("folds %v: heading %q, expected %s", c.folds, got, c.heading)
		}
		if got := over(r, views(r)); got != c.spans {
			t.Errorf("folds %v: whiskers over %q, expected %s", c.folds, got, c.spans)
		}
	}
}
