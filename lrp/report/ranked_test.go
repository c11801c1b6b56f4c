package report

import (
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPageRanks checks that a page has the lowest error first, and of many approaches the best
// eight before it is asked for more, in the table and in the figure; files of figures have all.
func TestPageRanks(t *testing.T) {
	cell := regexp.MustCompile(`(?s)<tr( class="([^"]*)")?><th[^>]*>(.*?)</tr>`)
	number := regexp.MustCompile(`<td>([0-9.]+)</td>`)
	for _, regressors := range [][]string{{"ols"}, {"ols", "lasso", "ridge"}} {
		r := thesis(names(1), regressors...)
		page := string(written(t, func(w io.Writer) error { return WriteHTML(w, r, Options{}) }))
		_, body, _ := strings.Cut(page, "<tbody>")
		body, _, _ = strings.Cut(body, "</tbody>")
		last, rest, rows := 0.0, 0, cell.FindAllStringSubmatch(body, -1)
		for i, row := range rows {
			x, err := strconv.ParseFloat(number.FindStringSubmatch(row[3])[1], 64)
			if err != nil || x < last {
				t.Errorf("row %d has %v after %v (%v)", i, x, last, err)
			}
			last = x
			folded := strings.Contains(row[2], "rest")
			if folded {
				rest++
			}
			if control := strings.Contains(row[3], ">control<"); folded && (control || i < bestResults) {
				t.Errorf("row %d is folded: %s", i, row[0])
			}
		}
		want := 0
		if n := len(rows) - 2; n > mostResults {
			want = n - bestResults
		}
		if rest != want || strings.Contains(page, strconv.Itoa(want)+" more results") != (want > 0) {
			t.Errorf("%d of %d rows are folded, expected %d", rest, len(rows), want)
		}
		v := views(r)[0]
		drawn, all := 0, 0
		for _, s := range v.drawn() {
			drawn += len(s.Rows)
		}
		for _, s := range newBars(r, views(r), Options{}, false).sections(v) {
			all += len(s.Rows)
		}
		if drawn != all-want {
			t.Errorf("%d of %d bars are drawn, expected %d", drawn, all, all-want)
		}
	}
}
