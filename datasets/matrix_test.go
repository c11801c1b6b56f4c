package datasets_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// None of the tables of TestMatrix may be read wrongly, and so many must be read.
const (
	matrixTables = 31 * 11
	matrixRight  = 330
)

// testedLanguages are the languages of TestMatrix. All of them take some three seconds.
const testedLanguages = "tr ro cs hu uk he fa pl ru it pt nl sv da fi el ja zh ko vi th id hi ar " +
	"ka ta sw is eu xx yy" // no word of these is known

// words are those of a language in headers and beside rows, by the names in languages.csv.
type words map[string]string

// TestMatrix reads the same people in many languages and layouts. To see what is wrong with one
// table: go test ./datasets -run TestMatrix/tr/points_row -v.
func TestMatrix(t *testing.T) {
	people := pupils(t)
	c := &tally{tolerated: []string{loud}}
	t.Cleanup(func() {
		t.Logf("languages and layouts\n%s", c)
		c.atLeast(t, matrixRight, matrixTables)
	})
	table := rowsOf(t, "languages.csv")
	for _, row := range table[1:] {
		w := words{}
		for i, name := range table[0] {
			w[name] = row[i]
		}
		if !slices.Contains(strings.Fields(testedLanguages), w["code"]) {
			continue
		}
		t.Run(w["code"], func(t *testing.T) {
			t.Parallel()
			for _, l := range layouts {
				t.Run(l.name, func(t *testing.T) {
					want, comma := truthOf(people), ','
					switch l.name {
					case "key_row":
						want.hasKey, want.key = true, modelAnswers
					case "semicolons":
						comma = ';'
					}
					c.read(t, "exam.csv", asText(t, l.rows(w, people), comma), want,
						"layout "+l.name, "language "+w["code"])
				})
			}
		})
	}
}

// modelAnswers are the key of the layout key_row.
var modelAnswers = []string{"salt lowers the freezing point of water so the ice melts",
	"it measures the temperature and switches the heating on or off to keep it constant",
	"different plants take different nutrients so the soil recovers",
	"cutting it frees a gas that forms acid in the eye",
	"it stores water and makes electricity from its fall",
	"the skin vibrates and the air inside resonates"}

// layout is a way to arrange a table. Its function returns the header and the rows.
type layout struct {
	name string
	rows func(w words, people []pupil) [][]string
}

var layouts = []layout{
	{"plain", plainRows},
	{"form", func(w words, people []pupil) [][]string {
		return arrange(people, []string{w["time"], w["mail"], w["name"], w["class"]}, w.questions(),
			[]string{w["total"], w["comment"]},
			func(i int, p pupil) []string {
				return []string{fmt.Sprintf("2026-01-%02d 10:%02d", i%28+1, i), p.mail, p.name, p.class}
			},
			func(p pupil) []string {
				if p.total == "" {
					return []string{"", ""}
				}
				return []string{p.total, []string{"good work", "see me"}[len(p.name)%2]}
			})
	}},
	{"two_names", func(w words, people []pupil) [][]string {
		return arrange(people, []string{w["first"], w["last"]}, w.questions(), []string{w["total"]},
			func(_ int, p pupil) []string { return strings.SplitN(p.name, " ", 2) }, total)
	}},
	{"more_columns", func(w words, people []pupil) [][]string {
		return arrange(people, []string{w["id"], w["age"], w["duration"], w["ip"], w["exam"]},
			w.questions(), []string{w["total"]},
			func(i int, p pupil) []string {
				return []string{p.id, fmt.Sprint(14 + i*7%4), fmt.Sprint(300 + i*37%600),
					fmt.Sprintf("10.0.%d.%d", i%3, 20+i*11%200), fmt.Sprint(i * 7 % 21)}
			}, total)
	}},
	{"points_row", func(w words, people []pupil) [][]string {
		return slices.Insert(plainRows(w, people), 1,
			[]string{w["max"], "2", "3", "2", "3", "3", "2", "15"})
	}},
	{"key_row", func(w words, people []pupil) [][]string {
		return slices.Insert(plainRows(w, people), 1,
			slices.Concat([]string{w["key"]}, modelAnswers, []string{""}))
	}},
	{"mean_row", func(w words, people []pupil) [][]string {
		return append(arrange(people, []string{w["name"]}, w.questions(), []string{w["total"]},
			func(_ int, p pupil) []string { return []string{p.name} }, total),
			[]string{w["mean"], "", "", "", "", "", "", "7.9"})
	}},
	{"points_total", func(w words, people []pupil) [][]string {
		rows := withPoints(w, people)
		rows[0] = append(rows[0], w["total"])
		for i, p := range people {
			rows[i+1] = append(rows[i+1], p.total)
		}
		return rows
	}},
	{"points_only", withPoints},
	{"long", func(w words, people []pupil) [][]string {
		rows := [][]string{{w["id"], w["question"], w["answer"], w["points"]}}
		for _, p := range people {
			for q, question := range w.questions() {
				rows = append(rows, []string{p.id, question, p.answers[q], p.points[q]})
			}
		}
		return rows
	}},
	{"semicolons", func(w words, people []pupil) [][]string {
		rows := plainRows(w, people)
		for _, r := range rows[1:] {
			r[len(r)-1] = strings.ReplaceAll(r[len(r)-1], ".", ",")
		}
		return rows
	}},
}

// plainRows returns a table of identifiers, answers and totals.
func plainRows(w words, people []pupil) [][]string {
	return arrange(people, []string{w["id"]}, w.questions(), []string{w["total"]},
		func(_ int, p pupil) []string { return []string{p.id} }, total)
}

func total(p pupil) []string { return []string{p.total} }

// arrange returns a table with columns before and after the answers.
func arrange(people []pupil, before, questions, after []string,
	left func(i int, p pupil) []string, right func(p pupil) []string,
) [][]string {
	rows := [][]string{slices.Concat(before, questions, after)}
	for i, p := range people {
		rows = append(rows, slices.Concat(left(i, p), p.answers, right(p)))
	}
	return rows
}

// withPoints returns a table with the points of each question right of the answers.
func withPoints(w words, people []pupil) [][]string {
	rows := [][]string{{w["id"]}}
	for q, question := range w.questions() {
		rows[0] = append(rows[0], question, fmt.Sprintf(w["points of %d"], q+1))
	}
	for _, p := range people {
		row := []string{p.id}
		for q := range p.answers {
			row = append(row, p.answers[q], p.points[q])
		}
		rows = append(rows, row)
	}
	return rows
}

// questions are the headers of the six questions.
func (w words) questions() (headers []string) {
	for q := range 6 {
		headers = append(headers, fmt.Sprintf(w["question %d"], q+1))
	}
	return headers
}
