package contest

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/rows"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

const (
	// judgesFile says more of judges than the description, and may change after the end: whom pass
	// rates leave out and why, and what else an analysis needs.
	judgesFile     = "judges.csv"
	judgeColumn    = "judge"
	excludedColumn = "excluded"
)

// addJudges adds when judges agreed to take part and what the table of judges says of them.
func (c *contest) addJudges(x *Results) error {
	for i, j := range x.Judges {
		if at, agreed := c.state.agreed[j.Label]; agreed {
			x.Judges[i].agreed = at.Format(time.RFC3339)
		}
	}
	path := c.path(judgesFile)
	in, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer in.Close()
	form := rows.Form{Needed: []string{judgeColumn}, Optional: []string{excludedColumn}, Wide: true}
	list, facts, err := rows.Read(in, path, form, func(row *rows.Row) (*rows.Row, error) { return row, nil })
	if err != nil {
		return err
	}
	x.facts = facts
	seen := make(map[int]bool)
	for _, row := range list {
		who := row.Cell(judgeColumn)
		i := slices.IndexFunc(x.Judges, func(p Participant) bool { return p.Name == who || p.Label == who })
		switch {
		case i < 0:
			return row.Errorf("the judge "+text.Quote(who), "a label such as J1 or a name of contest.toml")
		case seen[i]:
			return row.Errorf("the judge "+text.Quote(who)+" again", "each judge once")
		}
		seen[i] = true
		j := &x.Judges[i]
		if j.Excluded = row.Cell(excludedColumn); j.Excluded != "" {
			x.Notes = append(x.Notes, fmt.Sprintf("Pass rates leave out %s (%s): %s.", j.Label, j.Name, j.Excluded))
		}
		for _, name := range facts {
			j.facts = append(j.facts, row.Cell(name))
		}
	}
	return nil
}

// judge returns the judge of a comparison.
func (x *Results) judge(c Comparison) Participant {
	i := slices.IndexFunc(x.Judges, func(p Participant) bool { return p.Label == c.Judge })
	return x.Judges[i]
}

// rateLines writes the pass rates, and those without silent entries.
func (x *Results) rateLines() (lines []string) {
	for i, r := range slices.Concat(x.Rates, x.Answered) {
		if i == len(x.Rates) {
			lines = append(lines, "without conversations in which the entry was silent:")
		}
		lines = append(lines, fmt.Sprintf("%-30s %4d of %4d  %4.0f%%  (%s)", r.Witness, r.Human, r.Of, 100*r.Rate,
			interval(r)))
	}
	return lines
}

// writeVerdicts writes a row for each comparison, with what the table of judges says of the judge.
func (x *Results) writeVerdicts(out io.Writer) error {
	header := []string{"stage", "round", "judge", "entry", "confederate", "entry_side", "verdict", "correct",
		"confidence", "reason", "voted_by", "corrected", "void", "silent", "excluded", "consent"}
	for _, name := range x.facts {
		header = append(header, "judge_"+name)
	}
	var rows [][]any
	for _, c := range x.Comparisons {
		rows = append(rows, x.verdictRow(c))
	}
	return sheet.WriteRows(out, header, rows)
}

func (x *Results) verdictRow(c Comparison) []any {
	j := x.judge(c)
	row := []any{c.Stage, c.Round, j.Name, x.nameOf(c.Entry), x.nameOf(c.Confederate), string(c.EntrySide),
		"", "", "", c.Reason, c.VotedBy, mark(c.Corrected != ""), c.Void, mark(c.Silent), j.Excluded, j.agreed}
	switch {
	case !c.given:
	case c.Interview:
		row[6] = *c.EntryPoints
	case c.Judged != "":
		row[6], row[7] = c.Judged, fmt.Sprint((c.Judged == session.Human) == (c.Entry == ""))
	case c.NamedEntry:
		row[6], row[7] = "entry", "false"
	default:
		row[6], row[7] = "confederate", "true"
	}
	if c.Confidence != nil {
		row[8] = *c.Confidence
	}
	for k := range x.facts {
		row = append(row, columns.At(j.facts, k))
	}
	return row
}

// mark writes that something holds.
func mark(holds bool) string {
	if holds {
		return "true"
	}
	return ""
}
