package datasets_test

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// pupil is one of the 48 made-up people who answered six questions worth 15 points; 30 are rated.
type pupil struct {
	id, name, mail, class string
	answers, points       []string // of each question; "" is no points yet
	total                 string
}

// pupils are read from cases/forms2: the answers from plain.csv, all else from its other forms.
func pupils(t *testing.T) []pupil {
	t.Helper()
	plain, form := rowsOf(t, "cases/forms2/plain.csv"), rowsOf(t, "cases/forms2/tr-form.csv")
	scores := rowsOf(t, "cases/forms2/score-each.csv")
	var people []pupil
	for i, r := range plain[1:] {
		p := pupil{id: r[0], answers: r[1:7], total: r[7],
			mail: form[i+1][1], name: form[i+1][2], class: form[i+1][3]}
		for q := range p.answers {
			p.points = append(p.points, scores[i+1][2*q+2])
		}
		people = append(people, p)
	}
	if len(people) != 48 {
		t.Fatalf("%d people", len(people))
	}
	return people
}

func rowsOf(t *testing.T, file string) [][]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(file, err)
	}
	return rows
}

// truthOf returns what every table of these people must be read as. Their highest total is 15, so
// that it makes no difference whether a table states the maximum.
func truthOf(people []pupil) *truth {
	w := &truth{max: 15}
	for _, p := range people {
		total, err := strconv.ParseFloat(p.total, 64)
		if err != nil {
			total = math.NaN()
		}
		w.responses, w.totals = append(w.responses, p.answers), append(w.totals, total)
	}
	return w
}

// asText returns a table as a file.
func asText(t *testing.T, rows [][]string, comma rune) []byte {
	t.Helper()
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	if err := w.WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
