package contest

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/session"
)

// verdicts returns what judges thought of whom, by name. A pair has two witnesses.
func (x *Results) verdicts() (list []loebner.Verdict) {
	for _, c := range x.Comparisons {
		if !c.Voted || c.Interview {
			continue
		}
		judge, entry, human := x.nameOf(c.Judge), x.entryOf(c.Entry), x.nameOf(c.Confederate)
		if c.Entry != "" {
			list = append(list, loebner.Verdict{Judge: judge, Witness: entry, Partner: human, Program: true,
				Human: c.NamedEntry})
		}
		if c.Confederate != "" {
			list = append(list, loebner.Verdict{Judge: judge, Witness: human, Partner: entry,
				Human: !c.NamedEntry && c.Judged != session.Machine})
		}
	}
	return list
}

// allPrograms returns how often programs were taken for a human, nil without a verdict on one.
func (x *Results) allPrograms() *loebner.Rate {
	for i, r := range x.Rates {
		if r.Program && r.Witness == loebner.AllPrograms {
			return &x.Rates[i]
		}
	}
	return nil
}

// study reports whether nobody can win: whether the rules have no prize.
func (x *Results) study() bool { return len(x.rules.Prizes) == 0 && x.rules.Silver.Amount == 0 }

// studyLine says how often programs were taken for a human.
func (x *Results) studyLine() string {
	r := x.allPrograms()
	if r == nil {
		return "No judge has given a verdict on a program."
	}
	return fmt.Sprintf("Programs were taken for humans %d of %d times, %.0f%% (%s).", r.Human, r.Of, 100*r.Rate,
		interval(*r))
}

// interval writes an interval of 95%.
func interval(r loebner.Rate) string { return fmt.Sprintf("%.0f%% to %.0f%%", 100*r.Low, 100*r.High) }

// writeVerdicts writes a row for each verdict.
func (x *Results) writeVerdicts(out io.Writer) error {
	rows := [][]any{{"stage", "round", "judge", "entry", "confederate", "entry_side", "verdict", "correct",
		"confidence", "reason", "voted_by"}}
	for _, c := range x.Comparisons {
		row := []any{c.Stage, c.Round, x.nameOf(c.Judge), x.entryOf(c.Entry), x.nameOf(c.Confederate),
			string(c.EntrySide), "", "", nil, c.Reason, c.VotedBy}
		switch {
		case !c.Voted:
		case c.Interview:
			row[6] = fmt.Sprint(*c.EntryPoints)
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
		rows = append(rows, row)
	}
	return sheet.Write(out, sheet.Dialect{Comma: ','}, rows)
}

// conversations returns a row for each turn of all conversations.
func (c *contest) conversations(x *Results) ([][]any, error) {
	rows := [][]any{{"stage", "round", "judge", "entry", "confederate", "seconds", "speaker", "from", "to", "text"}}
	for _, p := range x.Comparisons {
		said, err := readBlind(filepath.Join(c.dir, filepath.Dir(filepath.FromSlash(p.Log)), blindFile))
		if err != nil {
			continue // it was not held
		}
		sides := map[string]string{keylog.Judge: "judge", string(keylog.Left): "confederate", string(keylog.Right): "confederate"}
		sides[string(p.EntrySide)] = "entry"
		names := map[string]string{"judge": x.nameOf(p.Judge), "entry": x.entryOf(p.Entry),
			"confederate": x.nameOf(p.Confederate)}
		for _, t := range keylog.Transcript(said) {
			rows = append(rows, []any{p.Stage, p.Round, names["judge"], names["entry"], names["confederate"],
				fmt.Sprintf("%.1f", t.T*c.Speed), sides[t.From], names[sides[t.From]], names[sides[t.To]], t.Text})
		}
	}
	return rows, nil
}

// writeTables writes the verdicts and the conversations as tables.
func (c *contest) writeTables(x *Results) error {
	if err := atomicdir.WriteFile(filepath.Join(c.dir, "verdicts.csv"), x.writeVerdicts); err != nil {
		return err
	}
	rows, err := c.conversations(x)
	if err != nil {
		return err
	}
	return atomicdir.WriteFile(filepath.Join(c.dir, "conversations.csv"), func(out io.Writer) error {
		return sheet.Write(out, sheet.Dialect{Comma: ','}, rows)
	})
}
