package columns

import (
	"fmt"
	"strings"
	"testing"
)

// TestManyColumns reads tables of very many columns, named in ways that relate them to others. What
// it allocates grows with their number, not with its square.
func TestManyColumns(t *testing.T) {
	for name, test := range map[string]struct {
		column    func(i int) string
		questions int // one in so many columns, 0 for the error that there is none
	}{
		"scores": {func(i int) string { return fmt.Sprintf("c%d%s", i/2, [2]string{"", " score"}[i%2]) }, 2},
		"Moodle": {func(i int) string {
			return fmt.Sprintf([4]string{"Response %d", "Question %d", "Right answer %d", "Q. %d /5.00"}[i%4],
				i/4)
		}, 4},
		"one name": {func(int) string { return "name" }, 0},
		"numbered": {func(i int) string { return fmt.Sprint("Q", i) }, 0},
	} {
		recognise := func(n int) (*Layout, error) {
			header, row := make([]string, n), make([]string, n)
			o := Options{Given: map[string][]string{}}
			for i := range header {
				header[i], row[i] = test.column(i), "1"
				if i%10 == 0 && name == "numbered" {
					o.Given["ignore-columns"] = append(o.Given["ignore-columns"], header[i])
				}
			}
			return Recognise(header, [][]string{row, row}, o)
		}
		const n = 1_000
		l, err := recognise(4 * n)
		switch {
		case test.questions == 0:
			if err == nil || !strings.Contains(err.Error(), "found no column of responses among") {
				t.Errorf("%s: found %v", name, err)
			}
		case err != nil || len(l.Questions) != 4*n/test.questions:
			t.Errorf("%s: found %v", name, err)
		case name == "Moodle" && (l.Questions[7].Score != 31 || l.Questions[7].Max != 5):
			t.Errorf("Moodle: found %+v", l.Questions[7])
		}
		few := testing.AllocsPerRun(1, func() { recognise(n) })
		if many := testing.AllocsPerRun(1, func() { recognise(4 * n) }); many > 6*few {
			t.Errorf("%s: found %v allocations for %d columns and %v for %d", name, few, n, many, 4*n)
		}
	}
}
