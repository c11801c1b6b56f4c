package columns

import (
	"fmt"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
)

// Tables of very many columns, named in ways that relate them to others, take seconds at most.
func TestManyColumns(t *testing.T) {
	suite.Slow(t, "reads a huge table")
	const n = 50_000
	for name, column := range map[string]func(i int) string{
		"scores": func(i int) string { return fmt.Sprintf("c%d%s", i/2, [2]string{"", " score"}[i%2]) },
		"Moodle": func(i int) string {
			return fmt.Sprintf([4]string{"Response %d", "Question %d", "Right answer %d", "Q. %d /5.00"}[i%4],
				i/4)
		},
		"one name": func(int) string { return "name" },
		"numbered": func(i int) string { return fmt.Sprint("Q", i) },
	} {
		header, row := make([]string, n), make([]string, n)
		o := Options{Given: map[string][]string{}}
		for i := range header {
			header[i], row[i] = column(i), "1"
			if i%10 == 0 && name == "numbered" {
				o.Given["ignore-columns"] = append(o.Given["ignore-columns"], header[i])
			}
		}
		began := time.Now()
		l, err := Recognise(header, [][]string{row, row}, o)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
		if name == "Moodle" && (err != nil || len(l.Questions) != n/4 || l.Questions[7].Score != 31 ||
			l.Questions[7].Max != 5) {
			t.Errorf("Moodle: %v", err)
		}
	}
}
