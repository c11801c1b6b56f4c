package report

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/lrp/experiment"
)

// line is what a column of results shows: one row of a view.
type line struct {
	*view
	row
	in   format
	opts Options
}

// columnsOf lists the columns of a data set's results, in all formats and in their order. Those of
// a learning curve are in CSV alone: tables have a column for each size.
func columnsOf(v *view) []column[line] {
	measures := measureColumns(v)
	if !v.curve {
		return slices.Concat(runColumns(v), measures, detailColumns(v))
	}
	for i := range measures {
		measures[i].cell = nil
	}
	return slices.Concat(runColumns(v), measures, detailColumns(v), sizeColumns(v))
}

// runColumns say which run on which data the result is of.
func runColumns(v *view) []column[line] {
	return []column[line]{
		data("dataset synthetic sha256 respondents questions train test rating_mean rating_sd",
			func(x line) []any {
				return []any{x.Name, x.Synthetic, x.SHA256, x.Respondents, x.Questions, x.Train, x.Test,
					x.RatingMean, x.RatingSD}
			}),
		data("seed trials train_fraction alpha", func(x line) []any {
			return []any{x.report.Seed, x.report.Trials, x.report.TrainFraction, x.report.Alpha}
		}),
		data("protocol", func(x line) []any { return []any{x.report.Protocol} }).unless(v.curve),
		data("learn", func(x line) []any { return []any{x.Learn} }),
		{head: head{Text: firstHead(v), Words: true}, cell: approachCell,
			csv: "approach", values: func(x line) []any { return []any{x.Approach} }},
		{head: head{Text: "regressor", Words: true}, in: inMarkdown | inPage, cell: plain(regressorText),
			csv: "regressor", values: func(x line) []any { return []any{x.Regressor} }},
		data("size", func(x line) []any { return []any{x.Size} }).unless(!v.curve),
	}
}

// measureColumns say how large the error is. This is the place to show another measure.
func measureColumns(v *view) []column[line] {
	type result = experiment.Result
	alone := v.CBG == nil // without CBG to compare with
	return []column[line]{
		number("RMSE ± sd", "", errorText).of(inText),
		{head: head{Text: "RMSE", Title: "root mean square error of the predicted rating, from 0 to 1", First: true},
			in: inMarkdown | inPage, cell: rmseCell,
			csv: "rmse_mean", values: func(x line) []any { return []any{x.RMSEMean} }},
		{head: head{Text: "vs CBG", Title: "change of the RMSE from that of CBG, the constant best guess"},
			in: inPage, hidden: alone, cell: changeCell},
		{head: head{Text: "p vs CBG", Title: "p value of the difference from CBG, adjusted by Holm"},
			in: inPage, hidden: alone, cell: vsGuessCell},
		{head: head{Text: "p vs best", Title: "p value of the difference from the approach with the lowest " +
			"RMSE, adjusted by Holm"}, in: inPage, cell: bestCell},
		measure("sd", "standard deviation of the RMSE over the trials", "rmse_sd", 4,
			func(r *result) float64 { return r.RMSESD }).of(inMarkdown | inPage),
		{head: head{Text: "thesis", Title: "RMSE as published, and its standard deviation over the trials"},
			hidden: !v.hasThesisFigures(), cell: plain(thesisText),
			csv: "thesis_rmse_mean thesis_rmse_sd thesis_source", values: thesisValues},
		{head: head{Text: "95% interval", Title: "of the RMSE"},
			cell: plain(func(x line) string { return interval(x.Result) }),
			csv:  "rmse_ci95_low rmse_ci95_high",
			values: func(x line) []any {
				return []any{x.RMSECI95[0], x.RMSECI95[1]}
			}},
		{head: head{Text: "over seeds", Title: "lowest and highest RMSE over the seeds"}, in: inPage,
			hidden: v.report.Seeds < 2,
			cell: plain(func(x line) string {
				if x.RMSEHighest == 0 { // a judge
					return undefined
				}
				return decimal(x.RMSELowest, 4) + " to " + decimal(x.RMSEHighest, 4)
			}),
			csv:    "rmse_mean_lowest rmse_mean_highest",
			values: func(x line) []any { return []any{x.RMSELowest, x.RMSEHighest} }},
		measure("pooled", "RMSE over all respondents at once", "", 4,
			func(r *result) float64 { return r.RMSEPooled }).unless(!v.pooled()),
		measure("MAE", "mean absolute error of the predicted rating, from 0 to 1", "mae_mean", 4,
			func(r *result) float64 { return r.MAEMean }),
		measure("r", "Pearson correlation of predictions and ratings, from -1 to 1", "pearson_mean", 3,
			func(r *result) float64 { return r.PearsonMean }),
		data("spearman_mean", func(x line) []any { return []any{x.SpearmanMean} }),
		{head: head{Text: "columns", Title: "columns of the design matrix"},
			cell: plain(func(x line) string { return columns(x.Result) }),
			csv:  "columns_mean", values: func(x line) []any { return []any{x.ColumnsMean} }},
		number("vs CBG", "", func(x line) string { return percent(x.Change) }).of(inText).unless(alone),
		{head: head{Words: true, Close: true}, in: inText, hidden: alone,
			cell: plain(func(x line) string { return x.mark() })},
		number("vs CBG", "", func(x line) string {
			return strings.TrimSpace(percent(x.Change) + " " + x.mark())
		}).of(inMarkdown),
	}
}

// detailColumns are in CSV alone.
func detailColumns(v *view) []column[line] {
	grades := func(csv string, of func(g *experiment.GradeAgreement) *experiment.Agreement) column[line] {
		return data(csv, func(x line) []any {
			if x.Grades == nil || of(x.Grades) == nil {
				return nil
			}
			a := of(x.Grades)
			return []any{a.Accuracy, a.Kappa, a.RMSE}
		})
	}
	return []column[line]{
		data("folds rmse_pooled", func(x line) []any { return []any{x.Folds, x.RMSEPooled} }).
			unless(v.Folds == 0),
		data("p_cbg p_cbg_holm vs_cbg smallest_cbg p_best p_best_holm vs_best smallest_best", func(x line) []any {
			a, b := x.tests.VsCBG[x.index(x.Result)], x.tests.VsBest[x.index(x.Result)]
			return []any{a.P, a.PHolm, a.Outcome, a.Smallest, b.P, b.PHolm, b.Outcome, b.Smallest}
		}).unless(v.curve),
		data("p_equivalent_holm equivalent", func(x line) []any {
			if b := x.tests.VsBest[x.index(x.Result)]; b.PEquivalent != nil {
				return []any{*b.PEquivalent, b.Equivalent}
			}
			return nil
		}).unless(v.curve || v.Margin == 0),
		data("points_kappa points_exact points_adjacent points_smd points_kappa_unrounded points_step",
			func(x line) []any {
				if p := x.Points; p != nil {
					return []any{p.Kappa, p.Exact, p.Adjacent, p.SMD, p.KappaUnrounded, p.Step}
				}
				return nil
			}),
		data("interval_level interval_coverage_mean interval_width_mean interval_score_mean",
			func(x line) []any {
				if c := x.Coverage; c != nil {
					return []any{c.Level, c.Share, c.Width, c.Score}
				}
				return nil
			}),
		data("prmse", func(x line) []any {
			if x.PRMSE == nil {
				return nil
			}
			return []any{*x.PRMSE}
		}).unless(v.curve),
		data(withEnds("bootstrap_kappa_unrounded", "bootstrap_pearson", "bootstrap_mae", "bootstrap_prmse"),
			func(x line) []any {
				if b := x.Bootstrap; b != nil {
					return valuesAndEnds(b.Kappa, b.Pearson, b.MAE, b.PRMSE)
				}
				return nil
			}).unless(v.curve),
		data("rmse_without", func(x line) []any {
			if x.RMSEWithout == nil {
				return nil
			}
			return []any{*x.RMSEWithout}
		}).unless(len(v.Contaminated) == 0),
		grades("agreement_accuracy agreement_kappa agreement_rmse",
			func(g *experiment.GradeAgreement) *experiment.Agreement { return &g.All }),
		grades("baseline_accuracy baseline_kappa baseline_rmse",
			func(g *experiment.GradeAgreement) *experiment.Agreement { return g.Baseline }),
	}
}

// measure is a column of numbers, with so many decimals in tables.
func measure(
	title, about, csv string, decimals int, value func(*experiment.Result) float64,
) column[line] {
	c := number(title, about, func(x line) string { return decimal(value(x.Result), decimals) })
	if csv != "" {
		c.csv, c.values = csv, func(x line) []any { return []any{value(x.Result)} }
	}
	return c
}

// sizeColumns are the columns of a learning curve: the error at each size.
func sizeColumns(v *view) (list []column[line]) {
	for _, size := range v.whole.Sizes {
		at := func(x line) cell { return x.pointCell(size) }
		title := strconv.Itoa(size)
		list = append(list, column[line]{head: head{Text: title}, in: inMarkdown | inPage, cell: at},
			column[line]{head: head{Text: title + " "}, in: inText, cell: at})
	}
	return list
}

// pointCell has a point of a curve. In text, where columns are narrow, it leaves out the spread,
// and the mark of the best has a place of its own.
func (x line) pointCell(size int) cell {
	p := x.row.points[size]
	c := cell{Text: undefined, Class: "open"}
	mark := " "
	if p != nil {
		if c = (cell{Text: plusMinus(p, 4)}); x.in == inText {
			c.Text = decimal(p.RMSEMean, 4)
		}
		if defined(p.RMSECI95[0]) {
			c.Title = "95% interval " + interval(p)
		}
		if x.bestAt(p) {
			c.Class, mark = "best", "*"
		}
	}
	switch {
	case x.in == inText:
		c.Text += mark
	case x.in == inPage && mark == "*":
		c.Text += "\u00a0*"
	}
	return c
}

// table returns the results of a data set as a table of a format.
func (v *view) table(in format, opts Options) table {
	columns := shownIn(in, columnsOf(v))
	t := table{}
	for _, c := range columns {
		t.Head = append(t.Head, c.head)
	}
	add := func(name string, rows []row) *tableSection {
		s := tableSection{Name: name}
		for _, r := range rows {
			shown := newRow(line{v, r, in, opts}, columns)
			shown.result = r.Result
			if !v.curve {
				shown.Class = r.class()
			}
			s.Rows = append(s.Rows, shown)
		}
		t.Sections = append(t.Sections, s)
		return &t.Sections[len(t.Sections)-1]
	}
	for _, s := range v.Sections {
		name := shorten(s.Regressor)
		if s.control() {
			name = ""
		}
		shown := add(name, s.Rows)
		shown.Equal, shown.Note = s.Equal, s.equalText()+s.equalReason()
	}
	if judges := v.humanRows(); len(judges) > 0 {
		add(human, judges)
	}
	return t
}

// class says what is emphasised.
func (r row) class() string {
	switch {
	case r.Best && r.mark() != "":
		return "best dim"
	case r.Best:
		return "best"
	case r.mark() != "":
		return "dim"
	}
	return ""
}

func firstHead(v *view) string {
	if v.curve {
		return "rated"
	}
	return "approach"
}

// approachCell names an approach; a page spells it out too.
func approachCell(x line) cell {
	c := cell{Text: x.Approach}
	switch x.in {
	case inText:
		c.Text = shorten(x.Approach)
	case inMarkdown:
		if x.Best && !x.curve {
			c.Class = "best"
		}
	case inPage:
		if c.Title = clean(x.opts.description(x.Approach)); !x.curve {
			c.Small = x.opts.shortName(x.Approach)
		}
		if c.Text = clean(x.Approach); x.Best && !x.curve {
			c.Text += " *"
		}
	}
	return c
}

func regressorText(x line) string {
	switch {
	case x.Regressor != control:
		return clean(x.Regressor)
	case x.in == inMarkdown:
		return undefined
	}
	return "control"
}

func rmseCell(x line) cell {
	c := cell{Text: decimal(x.RMSEMean, 4)}
	if x.Best && x.in == inMarkdown {
		c.Class = "best"
	}
	return c
}

// errorText has the error and its spread in one column.
func errorText(x line) string {
	if !defined(x.RMSESD) {
		return decimal(x.RMSEMean, 4) + "   " + padded(undefined, 6) // keeps the means aligned
	}
	return plusMinus(x.Result, 4)
}

func changeCell(x line) cell {
	return cell{Text: percent(x.Change), Sort: sheet.Exact(x.Change), Small: x.mark()}
}

// pCell has the adjusted p value of a row's test.
func (x line) pCell(tests []experiment.Test) cell {
	k := x.index(x.Result)
	if k < 0 {
		return cell{}
	}
	c := cell{Text: pValue(tests[k].PHolm)}
	if !(tests[k].PHolm < experiment.Significance) {
		c.Class = "open"
	}
	return c
}

// vsGuessCell is that of the test against CBG, with the smallest difference that it would find.
func vsGuessCell(x line) cell {
	c := x.pCell(x.tests.VsCBG)
	if c.Text != "" {
		c.Small = "detects " + decimal(x.tests.VsCBG[x.index(x.Result)].Smallest, 4)
	}
	return c
}

// bestCell is that of the test against the best approach.
func bestCell(x line) cell {
	if x.Result == x.bestResult() {
		return cell{Text: "best"}
	}
	c := x.pCell(x.tests.VsBest)
	if k := x.index(x.Result); k >= 0 && x.tests.VsBest[k].Equivalent {
		c.Text, c.Sort = c.Text+" equivalent", c.Text
	}
	return c
}

func thesisText(x line) string {
	if x.Thesis == nil {
		return ""
	}
	return decimal(x.Thesis.RMSEMean, 3) + " ± " + decimal(x.Thesis.RMSESD, 3)
}

func thesisValues(x line) []any {
	if x.Thesis == nil {
		return nil
	}
	return []any{x.Thesis.RMSEMean, x.Thesis.RMSESD, x.Thesis.Source}
}

// WriteCSV writes one row for each approach, regressor and data set (and size, for a learning
// curve), with columns named as in the JSON document, and with the p values and outcomes of
// [experiment.Tests]. Columns that apply to none of the data sets are left out: the figures of
// folds, of the thesis and, for a learning curve, of tests. Undefined values are empty, and numbers
// have as many digits as are needed to read them back unchanged.
func WriteCSV(w io.Writer, r *experiment.Report) error {
	list := views(r)
	if len(list) == 0 {
		list = append(list, newView(r, &experiment.DatasetReport{}))
	}
	columns := slices.DeleteFunc(columnsOf(list[0]), func(c column[line]) bool { return c.csv == "" })
	var lines []line
	for _, v := range list {
		for _, c := range columnsOf(v) {
			if i := slices.IndexFunc(columns, func(x column[line]) bool { return x.csv == c.csv }); i >= 0 {
				columns[i].hidden = columns[i].hidden && c.hidden
			}
		}
		for i := range v.whole.Results {
			lines = append(lines, line{view: v, row: row{Result: &v.whole.Results[i]}})
		}
	}
	return writeSheet(w, columns, lines)
}
