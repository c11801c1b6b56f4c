package analysis

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/internal/sheet"
)

// table is rows of cells under a head.
type table struct {
	title string
	head  []string
	rows  [][]string
}

// tables returns the tables of the report: scores, and calibration and sharpness at each time.
func (r *Result) tables() []table {
	const title = "Brier score by time (0 is perfect, 0.25 is a constant price of 50)"
	scores := table{title, []string{"time", "ended before", "Brier", "± SE", "reliability",
		"resolution", "uncertainty", "within-bin variance", "within-bin covariance",
		"mean price - humans"}, nil}
	for _, m := range r.At {
		s := m.Score
		if s == nil {
			continue
		}
		row := []string{m.title(), strconv.Itoa(m.Ended)}
		for _, x := range []float64{s.Brier, s.SE, s.Reliability, s.Resolution, s.Uncertainty,
			s.WithinVariance, s.WithinCovariance, s.Bias} {
			row = append(row, fmt.Sprintf("%.4f", x))
		}
		scores.rows = append(scores.rows, row)
	}
	list := []table{scores}
	for _, m := range r.At {
		t := table{"Price " + m.title(), []string{"price", "games", "share of games", "humans",
			"share of humans", "95% interval", "mean price"}, nil}
		for _, b := range m.Bins {
			row := []string{b.prices(), strconv.Itoa(b.Runs),
				fmt.Sprintf("%.3f", b.Sharpness), strconv.Itoa(b.Human), "–", "–", "–"}
			if b.Runs > 0 {
				row[4] = fmt.Sprintf("%.3f", *b.Share)
				row[5] = fmt.Sprintf("[%.3f, %.3f]", b.Interval[0], b.Interval[1])
				row[6] = fmt.Sprintf("%.1f", *b.Price)
			}
			t.rows = append(t.rows, row)
		}
		list = append(list, t)
	}
	return list
}

// opening says what was analysed.
func (r *Result) opening() string {
	s := fmt.Sprintf("%s analysed; left out: %d without bets, %d annulled. Games that ended before a "+
		"time count with their last price.", r.subject(), r.LeftOut.NoBets, r.LeftOut.Annulled)
	return r.title(s)
}

// WriteText writes the result as plain text.
func (r *Result) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", r.opening())
	for _, t := range r.tables() {
		fmt.Fprintf(&b, "\n%s\n", t.title)
		t.writeText(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (t table) writeText(b *strings.Builder) {
	w := tabwriter.NewWriter(b, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, row := range append([][]string{t.head}, t.rows...) {
		fmt.Fprintf(w, "%s\t\n", strings.Join(row, "\t"))
	}
	w.Flush() // a Builder takes everything
}

// WriteBinsCSV writes one row per time and bin.
func (r *Result) WriteBinsCSV(w io.Writer) error {
	head := []string{"time", "low", "high", "runs", "human", "share", "share_low", "share_high",
		"mean_price", "sharpness", "sharpness_low", "sharpness_high"}
	var rows [][]any
	for _, m := range r.At {
		for _, b := range m.Bins {
			row := []any{m.Name, b.Low, b.High, b.Runs, b.Human, "", "", "", ""}
			if b.Runs > 0 {
				row = append(row[:5], *b.Share, b.Interval[0], b.Interval[1], *b.Price)
			}
			rows = append(rows, append(row, b.Sharpness, b.SharpnessInterval[0], b.SharpnessInterval[1]))
		}
	}
	return sheet.WriteRows(w, head, rows)
}

// file is a file of a result's folder.
type file struct {
	name  string
	write func(r *Result, w io.Writer) error
}

var files = []file{
	{"figure-7.png", drawn((*Result).Calibration, (*figure.Drawing).WritePNG)},
	{"figure-7.svg", drawn((*Result).Calibration, (*figure.Drawing).WriteSVG)},
	{"figure-8.png", drawn((*Result).Sharpness, (*figure.Drawing).WritePNG)},
	{"figure-8.svg", drawn((*Result).Sharpness, (*figure.Drawing).WriteSVG)},
	{"bins.csv", (*Result).WriteBinsCSV},
	{"analysis.txt", (*Result).WriteText},
	{"analysis.json", func(r *Result, w io.Writer) error { return cli.WriteJSON(w, r) }},
}

func drawn(of func(*Result) *figure.Drawing,
	write func(*figure.Drawing, io.Writer) error) func(*Result, io.Writer) error {
	return func(r *Result, w io.Writer) error { return write(of(r), w) }
}

// Files lists the files of a result's folder: figures 7 and 8, tables and texts.
func Files() []string {
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	return names
}

// WriteFiles writes all [Files].
func (r *Result) WriteFiles(dir *atomicdir.Dir) error {
	for _, f := range files {
		write := func(w io.Writer) error { return f.write(r, w) }
		if err := dir.Write(f.name, write); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return nil
}
