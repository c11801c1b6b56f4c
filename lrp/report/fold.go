package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
	"github.com/luna-rating/luna/lrp/experiment"
)

// pairsShown is how many pairs a terminal shows of more.
const pairsShown = 20

// fold returns the rows that a terminal shows, lowest error first, and says what it does not show;
// "" if it shows all, by section.
func (v *view) fold() (shown []row, note string) {
	var hidden []row
	foremost, equals := v.foremost(), ""
	for _, s := range v.Sections {
		for _, r := range s.Rows {
			if foremost[r.Result] {
				shown = append(shown, r)
			} else {
				hidden = append(hidden, r)
			}
		}
		if len(s.Equal) > 0 {
			equals += fmt.Sprintf("; %s with %s", s.equalText(), shorten(s.Regressor))
		}
	}
	if len(hidden) == 0 {
		return nil, ""
	}
	for _, rows := range [][]row{shown, hidden} {
		slices.SortStableFunc(rows, func(a, b row) int { return byError(a.Result, b.Result) })
	}
	for i := range shown {
		shown[i].Best = shown[i].Result == v.bestResult()
	}
	return shown, fmt.Sprintf("… and %d others, RMSE %s to %s: --out (page, files) and --format csv "+
		"have all%s", len(hidden), decimal(hidden[0].RMSEMean, 4), decimal(hidden[len(hidden)-1].RMSEMean, 4), equals)
}

// folded reports whether a terminal does not show all results.
func (v *view) folded() bool { _, note := v.fold(); return note != "" }

// summary is the table of a terminal that does not show all results.
func (v *view) summary(opts Options) table {
	rows, note := v.fold()
	if judges := v.humanRows(); len(judges) > 0 && judges[len(judges)-1].Approach == otherJudges {
		last := judges[len(judges)-1]
		last.Result.Approach = "a judge"
		rows = append(rows, last)
	}
	columns := shownIn(inText, columnsOf(v))
	columns[0].cell = func(x line) cell {
		name := shorten(x.Approach)
		if !approach.NamesAll(x.Approach, x.Regressor) && x.Regressor != human {
			name += "/" + shorten(x.Regressor)
		}
		return cell{Text: name}
	}
	for i := range columns {
		columns[i].in = 0
	}
	lines := make([]line, len(rows))
	for i, r := range rows {
		lines[i] = line{v, r, inText, opts}
	}
	t := newTable("", lines, columns...)
	for i, r := range rows {
		if !v.curve {
			t.Sections[0].Rows[i].Class = r.class()
		}
	}
	t.Sections[0].Note = note
	return t
}

// foldPairs leaves to a terminal the first pairs of a comparison, which are of the approaches with
// the lowest errors, and those with what it always shows.
func foldPairs(t table, baseline bool) table {
	others, most := 0, pairsShown
	if baseline {
		most = bestResults
	}
	s := t.Sections[0]
	rows := slices.DeleteFunc(slices.Clone(s.Rows), func(r tableRow) bool {
		name, regressor, ok := strings.Cut(r.Cells[0].Text, "/")
		if baseline && (!ok || alwaysShown(name, regressor)) {
			return false
		}
		others++
		return others > most
	})
	if others <= most+mostResults-bestResults {
		return t
	}
	s.Rows, s.Note = rows, fmt.Sprintf("… and %s: --format csv, json and markdown have all",
		text.Count(len(s.Rows)-len(rows), "other"))
	t.Sections = []tableSection{s}
	return t
}

// brief has shorter explanations of marks than pages have.
var brief = map[string]string{
	"*": "lowest RMSE of its regressor", "no mark": "means RMSE significantly below CBG's (5%, Holm)",
	unclear: "below, not significantly", untested: "below, with too few trials for a test",
	noBetter: "not below", equal: "the same", "95%": "interval of the mean RMSE, ± its sd over trials",
	human: "a judge's own rating as a prediction", otherJudges: "as a prediction of the other judges'",
	"QWK": "quadratic weighted kappa",
}

// endNotes explain names and marks in two paragraphs.
func endNotes(list []*view, opts Options) (notes []string) {
	var names, marks []string
	several := false // sections
	for _, v := range list {
		rows, note := v.fold()
		if note == "" {
			several = true
			for i := range v.Results {
				rows = append(rows, row{Result: &v.Results[i]})
			}
		}
		for _, r := range rows {
			if d := opts.description(r.Approach); d != "" {
				d = r.Approach + " " + shortDescription(d)
				if !slices.Contains(names, d) {
					names = append(names, d)
				}
			}
		}
	}
	for _, l := range key(list) {
		mark, text := shorten(l[0]), cmp.Or(brief[l[0]], l[1])
		switch {
		case list[0].curve, mark == "95%" && strings.HasPrefix(l[1], "with everyone"):
			text = l[1]
		case several:
		case mark == human:
			mark, text = "a judge", "one's rating as a prediction of the other judges'"
		case mark == otherJudges:
			continue
		case mark == "*":
			text = "lowest RMSE"
		}
		marks = append(marks, mark+" "+text)
	}
	for _, list := range [][]string{names, marks} {
		if len(list) > 0 {
			notes = append(notes, strings.Join(list, " · "))
		}
	}
	return notes
}

// briefTexts say less than the page of learners, judges and points, if there is no room.
func (v *view) briefTexts() (list []string) {
	if !v.folded() || v.curve {
		return v.texts()
	}
	for i := range v.Results {
		r := v.Results[i]
		if r.Grades != nil {
			r.Grades = &experiment.GradeAgreement{All: r.Grades.All}
		}
		if text := learnedText(&r); text != "" {
			list = append(list, text)
		}
	}
	return list
}
