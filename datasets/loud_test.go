package datasets_test

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
)

// ambiguous are tables that a person could not read with certainty either. Each function changes
// the plain table of 48 people.
var ambiguous = []struct {
	name   string
	change func(rows [][]string, people []pupil) [][]string
}{
	{"two columns of totals", func(rows [][]string, people []pupil) [][]string {
		rows[0][7] = "Points"
		return withColumn(rows, "Marks", func(i int) string {
			if people[i].total == "" {
				return ""
			}
			return strconv.Itoa(i * 7 % 16)
		})
	}},
	{"two columns of totals without a known name", func(rows [][]string, people []pupil) [][]string {
		rows[0][7] = "Zorp"
		return withColumn(rows, "Blik", func(i int) string {
			if people[i].total == "" {
				return ""
			}
			return strconv.Itoa(i * 7 % 16)
		})
	}},
	{"header and cells state other maxima", func(rows [][]string, _ []pupil) [][]string {
		rows[0][7] = "Total (max 20)"
		for _, r := range rows[1:] {
			if r[7] != "" {
				r[7] += " / 15"
			}
		}
		return rows
	}},
	{"cells state several maxima", func(rows [][]string, _ []pupil) [][]string {
		for i, r := range rows[1:] {
			if r[7] != "" {
				r[7] += " / " + strconv.Itoa(15+i%2*5)
			}
		}
		return rows
	}},
	{"header and row of points state other maxima", func(rows [][]string, _ []pupil) [][]string {
		rows[0][7] = "Total (max 20)"
		return slices.Insert(rows, 1, strings.Split("points|2|3|2|3|3|2|15", "|"))
	}},
	{"a percentage among totals", func(rows [][]string, _ []pupil) [][]string {
		i := slices.IndexFunc(rows[1:], func(r []string) bool { return r[7] != "" })
		rows[1+i][7] = "75 %"
		return rows
	}},
	{"a total above the points that the header states", func(rows [][]string, _ []pupil) [][]string {
		for k, points := range []string{"2", "3", "2", "3", "3", "2"} {
			rows[0][1+k] += " (" + points + " points)"
		}
		i := slices.IndexFunc(rows[1:], func(r []string) bool { return r[7] != "" })
		rows[1+i][7] = "17"
		return rows
	}},
	{"people who are not rated stopped halfway", func(rows [][]string, people []pupil) [][]string {
		for i, p := range people {
			if p.total == "" {
				copy(rows[i+1][4:7], []string{"", "", ""})
			}
		}
		return rows
	}},
}

// withColumn adds a column at the end.
func withColumn(rows [][]string, header string, cell func(i int) string) [][]string {
	rows[0] = append(rows[0], header)
	for i := range rows[1:] {
		rows[i+1] = append(rows[i+1], cell(i))
	}
	return rows
}

// TestAmbiguousTables expects an error, or that nobody is rated, where a guess could be wrong.
func TestAmbiguousTables(t *testing.T) {
	for _, a := range ambiguous {
		t.Run(a.name, func(t *testing.T) {
			people := pupils(t)
			rows := plainExam{id: "Student ID", questions: "Q1|Q2|Q3|Q4|Q5|Q6",
				total: "Total"}.plain(people)
			table := asText(t, a.change(rows, people), ',')
			d, err := datasets.ReadTable(bytes.NewReader(table), "exam.csv",
				datasets.TableOptions{}, datasets.Options{})
			if kind, detail := truthOf(people).judge(d, err); kind != loud {
				t.Errorf("read, expected an error; compared with the plain table: %s %s\n%s", kind,
					detail, notes(d))
			}
		})
	}
}
