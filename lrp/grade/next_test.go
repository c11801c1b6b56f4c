package grade

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/auto"
	"github.com/luna-rating/luna/lrp/internal/lrptest"
)

// ungraded is an exam of n respondents without ratings and scores, of which the points are known,
// and the scores of the answers.
func ungraded(n int) (ds *datasets.Dataset, truth func(question int, answer string) float64) {
	ds = lrptest.Civics(n, 5)
	known := map[wording]float64{}
	ds.Scale, ds.Warnings, ds.Points = datasets.Scale{}, nil, nil
	for j := range ds.Questions {
		ds.Points = append(ds.Points, float64(1+j%3))
		ds.Scale.Full += ds.Points[j]
	}
	for i := range ds.Respondents {
		r := &ds.Respondents[i]
		if i%7 == 0 {
			r.Responses[i%len(r.Responses)] = ""
		}
		for j, answer := range r.Responses {
			if w := (wording{j, auto.Wording(answer)}); known[w] == 0 {
				known[w] = r.Scores[j]
			}
		}
		r.Scores, r.Rating = nil, math.NaN()
	}
	return ds, func(j int, answer string) float64 {
		if strings.TrimSpace(answer) == "" {
			return 0
		}
		return known[wording{j, auto.Wording(answer)}]
	}
}

// next asks for n decisions after others, checks that it says so, and writes the sheet.
func next(t *testing.T, ds *datasets.Dataset, o Options, n int, path string) *Agenda {
	t.Helper()
	a, err := Next(context.Background(), ds, o, n)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := a.Write(&out, path); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return a
}

// fill writes points into a sheet, as a person does in a spreadsheet.
func fill(t *testing.T, path string, points func(row int, cells []string) any) {
	t.Helper()
	r, err := sheet.Open(path, sheet.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var rows [][]any
	for {
		row, err := r.Next()
		if err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		line := texts(row.Cells)
		if len(rows) > 0 {
			line = append(line, make([]any, len(rows[0])-len(line))...)
			line[len(line)-1] = points(len(rows), row.Cells)
		}
		rows = append(rows, line)
	}
	var out bytes.Buffer
	if filepath.Ext(path) == ".xlsx" {
		err = sheet.WriteBook(&out, sheet.Page{Name: "next", Rows: rows})
	} else {
		err = sheet.Write(&out, r.Dialect(), rows)
	}
	if err == nil {
		err = os.WriteFile(path, out.Bytes(), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// An exam is graded by decisions alone, round by round, until all is decided: in both forms of
// sheets, each answer once, with totals that come ever closer.
func TestNextRounds(t *testing.T) {
	for _, extension := range []string{".csv", ".xlsx"} {
		ds, truth := ungraded(40)
		var paths []string
		var o Options
		seen := map[wording]bool{}
		first, last := rmse(t, ds, grade(t, ds, Options{Transductive: true}), truth), math.Inf(1)
		for round := 1; ; round++ {
			path := filepath.Join(t.TempDir(), fmt.Sprint("next", round, extension))
			a := next(t, ds, o, 40, path)
			if len(a.Items) == 0 {
				if a.open > 0 || a.Now > 1e-6 || !strings.Contains(a.String(), "nothing left") {
					t.Errorf("%d answers are open, error %v: %s", a.open, a.Now, a)
				}
				break
			}
			for _, x := range a.Items {
				for _, answer := range append([]string{x.Answer}, x.Others...) {
					w := wording{x.Question, auto.Wording(answer)}
					if seen[w] || w.text == "" {
						t.Errorf("round %d: %q comes twice, or is empty", round, answer)
					}
					seen[w] = true
				}
			}
			if a.After >= a.Now || a.answers() > a.open || a.Now > ds.Scale.Full {
				t.Errorf("round %d: %s", round, a)
			}
			fill(t, path, func(row int, _ []string) any {
				x := a.Items[row-1]
				return truth(x.Question, x.Answer) * x.OutOf
			})
			paths = append(paths, path)
			var err error
			if o.Decisions, err = ReadDecisions(ds, paths...); err != nil {
				t.Fatal(err)
			}
			o.Transductive = true
			last = rmse(t, ds, grade(t, ds, o), truth)
			if round == 2 && last > first/2 {
				t.Errorf("%s: error %v after 80 decisions, %v before", extension, last, first)
			}
		}
		if last > .03*ds.Scale.Full {
			t.Errorf("%s: error %v with all answers decided", extension, last)
		}
	}
}

// rmse is the error of a result's ratings, none of which may be missing.
func rmse(
	t *testing.T, ds *datasets.Dataset, r *Result, truth func(question int, answer string) float64,
) float64 {
	t.Helper()
	var sum float64
	for i, row := range r.Rows {
		total := 0.0
		for j, answer := range ds.Respondents[i].Responses {
			total += ds.Points[j] * truth(j, answer)
		}
		if row.Rated() || math.IsNaN(row.Rating) {
			t.Fatalf("row %d: %+v", i, row)
		}
		sum += (row.Rating - total) * (row.Rating - total)
	}
	return math.Sqrt(sum / float64(len(r.Rows)))
}

// Points that were decided stay as they are, for all who wrote one of the wordings, and the rating
// is the sum of the suggested points. What is learned from a decision is one respondent's.
func TestDecided(t *testing.T) {
	ds, truth := ungraded(30)
	a, err := Next(context.Background(), ds, Options{}, 1000)
	if err != nil {
		t.Fatal(err)
	}
	var list []Decision
	of := map[wording]float64{}
	for k, x := range a.Items {
		if k%3 == 2 {
			continue
		}
		d := Decision{x.Question, append([]string{x.Answer}, x.Others...), truth(x.Question, x.Answer)}
		list = append(list, d)
		for _, answer := range d.wordings {
			of[wording{d.question, auto.Wording(answer)}] = d.score
		}
	}
	r := grade(t, ds, Options{Decisions: list})
	s := decided(ds, list)
	learned, given, apart := 0, 0, 0
	for i, row := range r.Rows {
		sum := 0.0
		for j, p := range row.Points {
			sum += p
			score, ok := of[wording{j, auto.Wording(ds.Respondents[i].Responses[j])}]
			if ok && math.Abs(p-score*ds.Points[j]) > 1e-9 {
				t.Errorf("row %d, question %d: %v points, decided were %v of %v", i, j, p, score, ds.Points[j])
			}
			if known := s.given[i] != nil && !math.IsNaN(s.given[i][j]); known != ok {
				t.Errorf("row %d, question %d: decided %v, expected %v", i, j, known, ok)
			} else if ok {
				given++
			}
			if s.learned[i] != nil && !math.IsNaN(s.learned[i][j]) {
				learned++
			}
		}
		if math.Abs(sum-row.Rating) > 1e-6 {
			apart++
		}
	}
	if apart != r.apart || apart > 1 {
		t.Errorf("the points of %d rows do not add up, of %d by the result", apart, r.apart)
	}
	if learned != len(list) || given != s.answers || given <= learned {
		t.Errorf("%d decisions: %d learned, %d answers of %d", len(list), learned, s.answers, given)
	}
	if !strings.Contains(strings.Join(r.Notes, ""), fmt.Sprintf("%d decisions give points to %d answers",
		len(list), given)) || !strings.HasPrefix(r.Trust.String(), "No row has a total: ") {
		t.Errorf("notes %q, trust %q", r.Notes, r.Trust)
	}
}

// Decisions are for unrated respondents and answers without points. They improve predictions that
// ratings of others give.
func TestDecisionsBesideRatings(t *testing.T) {
	full := lrptest.Civics(40, 5)
	ds := partlyGraded(40, 8, 4)
	a, err := Next(context.Background(), ds, Options{}, 40)
	if err != nil {
		t.Fatal(err)
	}
	first := map[wording]float64{}
	for _, r := range full.Respondents {
		for j, answer := range r.Responses {
			first[wording{j, auto.Wording(answer)}] = r.Scores[j]
		}
	}
	var o Options
	for _, x := range a.Items {
		o.Decisions = append(o.Decisions, Decision{x.Question, append([]string{x.Answer}, x.Others...),
			first[wording{x.Question, auto.Wording(x.Answer)}]})
	}
	s := decided(ds, o.Decisions)
	for i, r := range ds.Respondents {
		for j, v := range r.Scores {
			if !math.IsNaN(v) && (s.given[i][j] != v || s.learned[i][j] != v) || r.Rated() &&
				math.IsNaN(v) != math.IsNaN(s.given[i][j]) {
				t.Errorf("row %d, question %d: the score %v became %v", i, j, v, s.given[i][j])
			}
		}
	}
	without, with := grade(t, ds, Options{}), grade(t, ds, o)
	off := func(r *Result) (sum float64) {
		for i, row := range r.Rows {
			if !row.Rated() {
				sum += math.Abs(row.Rating - 20*full.Respondents[i].Rating)
			}
		}
		return sum
	}
	if off(with) > .85*off(without) || with.Trust.Rated != 8 {
		t.Errorf("off by %v, without decisions by %v; %d rated", off(with), off(without), with.Trust.Rated)
	}
	o.Learn = approach.LearnTotals
	if _, err := Grade(context.Background(), ds, o); err == nil {
		t.Error("decisions were graded by totals alone")
	}
}

// Sheets that people have edited are read by the names of the columns, in the notations of
// spreadsheets.
func TestReadDecisions(t *testing.T) {
	ds := &datasets.Dataset{Name: "exam", Questions: []datasets.Question{{ID: "Q1"}, {ID: "Why is it?"}},
		Points: []float64{2.5, 4}, Respondents: []datasets.Respondent{
			{ID: "a", Responses: []string{"ice", "water, from\nclouds"}},
			{ID: "b", Responses: []string{"Snow", "=1+1"}},
			{ID: "c", Responses: []string{"", "rain"}}}}
	read := func(name, content string, more ...string) (string, error) {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		list, err := ReadDecisions(ds, append(more, path)...)
		found := ""
		for _, d := range list {
			found += fmt.Sprintf("%d %s %.4g; ", d.question, strings.Join(d.wordings, "|"), d.score)
		}
		if err != nil {
			return filepath.Base(err.Error()), err
		}
		return found, nil
	}
	earlier := filepath.Join(t.TempDir(), "earlier.csv")
	if err := os.WriteFile(earlier, []byte("question,answer,points\nQ1,snow,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ content, want string }{
		{"question,answer,points\nQ1,ice,2.5\nQ1,SNOW,\n", "0 ice 1; "},
		{"Points;Answer;Question;Other wordings\n1,25;ice;q1;\"snow\n\"\n2;rain;why is it;", "0 ice|snow 0.5; 1 rain 0.5; "},
		{"question,answer,out of,points\nQ1,ice,5,4\nWhy is it?,\"water, from clouds\",,1\nQ1,snow,,2/4\n",
			"0 ice 0.8; 1 water, from clouds 0.25; 0 snow 0.5; "},
		{"question,answer,points\nWhy is it?,'=1+1,4\nWhy is it?,=1+1,4\n", "1 =1+1 1; "},
		{"question,answer,points\n,,-\n", ""},
		{"", `x.csv: found an empty file, expected a table with the names of its columns in the first row`},
		{"question,answer\nQ1,ice\n", `x.csv:1: found no column "points", expected a sheet of decisions, as lrp next writes it`},
		{"question,answer,points\nQ1,ice,3\n", `x.csv:2: found "3" in column "points", expected a number from 0 to 2.5, or nothing; a column "out of" states another maximum`},
		{"question,answer,points\nQ1,ice,-1\n", `x.csv:2: found "-1" in column "points", expected a number from 0 to 2.5, or nothing; a column "out of" states another maximum`},
		{"question,answer,points\nQ1,ice,good\n", `x.csv:2: found "good" in column "points", expected a number from 0 to 2.5, or nothing`},
		{"question,answer,out of,points\nQ1,ice,0,0\n", `x.csv:2: found "0" in column "out of", expected a number above 0`},
		{"question,answer,points\nQ1,ice,1\nQ3,ice,1\n", `x.csv:3: found the question "Q3", expected one of Q1, Why is it?`},
		{"question,answer,points\nQ1,hail,1\n", `x.csv:2: found the answer "hail" to question "Q1", expected one that somebody gave in exam`},
		{"question,answer,points\nQ1,,1\n", `x.csv:2: found the answer "" to question "Q1", expected one that somebody gave in exam`},
	} {
		name := "x.csv"
		got, err := read(name, c.content)
		if c.content == "" && err != nil {
			continue // what the reader of tables says
		}
		if got != c.want {
			t.Errorf("%q: found %s, expected %s", c.content, got, c.want)
		}
	}
	if got, err := read("x.csv", "question,answer,points\nQ1,snow,1\nQ1,ice,1\n", earlier); err != nil ||
		got != "0 snow 0.4; 0 ice 0.4; " {
		t.Errorf("two files: %s", got)
	}
	_, err := read("x.csv", "question,answer,points\nQ1,snow,2\n", earlier)
	if err == nil || !strings.Contains(err.Error(), `found other points for the answer "snow" than in `+
		earlier+":2, expected one decision for an answer") {
		t.Errorf("contradictory decisions: %v", err)
	}
}

// Answers that spreadsheets take for formulas, with line breaks or without a known maximum survive
// the way into a sheet and back, and so many wordings do not fit into a cell.
func TestAgendaSheet(t *testing.T) {
	ds := &datasets.Dataset{Name: "exam", Questions: []datasets.Question{{ID: "1"}}}
	answers := []string{"=cmd|' /c calc'!A0", "two\nlines", "@home", "'quoted", "1/2", " spaced  out "}
	for k := range 1000 {
		answers = append(answers, strings.Repeat("frozen water ", 3)+strings.Repeat(".", k))
	}
	for k, answer := range answers {
		ds.Respondents = append(ds.Respondents, datasets.Respondent{ID: fmt.Sprint(k),
			Responses: []string{answer}, Rating: math.NaN()})
	}
	for _, extension := range []string{".csv", ".xlsx", ".tsv"} {
		path := filepath.Join(t.TempDir(), "next"+extension)
		a := next(t, ds, Options{}, 100, path)
		most := 0
		for _, x := range a.Items {
			most = max(most, len(strings.Join(x.Others, "\n")))
		}
		if most > maxOthers || most < maxOthers/2 {
			t.Errorf("%d characters of other wordings", most)
		}
		fill(t, path, func(int, []string) any { return 0.5 })
		list, err := ReadDecisions(ds, path)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, d := range list {
			if n += len(d.wordings); d.score != .5 {
				t.Errorf("the score %v of 1", d.score)
			}
		}
		if n != a.answers() || len(list) != len(a.Items) {
			t.Errorf("%s: %d answers in %d decisions, expected %d in %d", extension, n, len(list),
				a.answers(), len(a.Items))
		}
	}
}
