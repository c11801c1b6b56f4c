package contest

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/sheet"
)

// author returns words that name the author of an entry, if they are known.
func (x *Results) author(entry string) string {
	i := slices.IndexFunc(x.Entries, func(e EntryResult) bool { return e.Name == entry })
	if i < 0 || x.Entries[i].Author == "" {
		return ""
	}
	return " by " + x.Entries[i].Author
}

// won says what an award is for, in parts of a sentence.
func (x *Results) won(a Award) []string {
	place := ordinal(a.Place) + " place"
	if slices.ContainsFunc(x.Money, func(b Award) bool { return b.Place == a.Place && b.Entry != a.Entry }) {
		place += ", shared"
	} else if x.Outcome == loebner.Wins {
		place += " as the only compliant entry"
	}
	parts := []string{place}
	if x.Score != nil {
		for _, p := range x.Score.Places {
			if x.nameOf(p.Entry) == a.Entry {
				parts = append(parts, fmt.Sprintf("taken for the human in %d of %d comparisons", p.Total, p.Of))
			}
		}
	}
	var prize []string
	if a.Amount > 0 {
		prize = append(prize, x.money(a.Amount))
	}
	if a.Medal != "" {
		prize = append(prize, "the "+a.Medal+" medal")
	}
	if len(prize) > 0 {
		parts = append(parts, "and receives "+strings.Join(prize, " and "))
	}
	return parts
}

// silverLine says that an entry alone has won the silver medal.
func (x *Results) silverLine(entry string) string {
	s := x.rules.Silver
	if !slices.Equal(x.Silver, []string{entry}) {
		return ""
	}
	won := "and the " + cmp.Or(s.Medal, "silver") + " medal"
	if s.Amount > 0 {
		won += " with " + x.money(float64(s.Amount))
	}
	return won + ", having been taken for a human by enough judges"
}

func ordinal(n int) string {
	if words := []string{"first", "second", "third", "fourth"}; n <= len(words) {
		return words[n-1]
	}
	return fmt.Sprint(n, "th")
}

// Text returns the result in a few lines.
func (x *Results) Text() string {
	lines := []string{x.Headline()}
	for _, a := range x.Money {
		lines = append(lines, a.Entry+" won "+strings.Join(x.won(a), ", ")+".")
	}
	if line := x.SilverLine(); line != "" {
		lines = append(lines, line)
	}
	if x.study() {
		lines = append(lines, x.rateLines()...)
	}
	if x.Synthetic != "" {
		lines = append(lines, "SYNTHETIC CONTEST: "+x.Synthetic)
	}
	return strings.Join(lines, "\n") + "\n"
}

// rated returns the verdicts that count in pass rates as ballots, with names.
func (x *Results) rated() (list []loebner.Ballot) {
	for _, c := range x.Comparisons {
		if !c.Voted || c.Interview || x.judge(c).Excluded != "" {
			continue
		}
		b := c.ballot()
		b.Judge, b.Entry, b.Confederate = x.nameOf(c.Judge), x.nameOf(c.Entry), x.nameOf(c.Confederate)
		list = append(list, b)
	}
	return list
}

// ballot returns what a judge decided, by labels.
func (c *Comparison) ballot() loebner.Ballot {
	b := loebner.Ballot{Judge: c.Judge, Entry: c.Entry, Confederate: c.Confederate, Silent: c.Silent,
		Named: loebner.NamedConfederate}
	if c.NamedEntry {
		b.Named = loebner.NamedEntry
	} else if c.Judged == session.Machine {
		b.Named = loebner.NamedNobody
	}
	if c.EntryPoints != nil {
		b.Points = int(*c.EntryPoints)
	}
	return b
}

// study reports whether nobody can win: whether the rules have no prize.
func (x *Results) study() bool { return len(x.rules.Prizes) == 0 && x.rules.Silver.Amount == 0 }

// studyLine says how often programs were taken for a human.
func (x *Results) studyLine() string {
	i := slices.IndexFunc(x.Rates, func(r loebner.Rate) bool {
		return r.Program && r.Witness == loebner.AllPrograms
	})
	if i < 0 {
		return "No judge has given a verdict on a program."
	}
	r := x.Rates[i]
	return fmt.Sprintf("Programs were taken for humans %d of %d times, %.0f%% (%s).", r.Human, r.Of, 100*r.Rate,
		interval(r))
}

// interval writes an interval of 95%.
func interval(r loebner.Rate) string { return fmt.Sprintf("%.0f%% to %.0f%%", 100*r.Low, 100*r.High) }

// writeConversations writes a row for each turn of all conversations.
func (c *contest) writeConversations(out io.Writer, x *Results) error {
	var rows [][]any
	for _, p := range x.Comparisons {
		said, err := readBlind(filepath.Join(c.dir, filepath.Dir(filepath.FromSlash(p.Log)), blindFile))
		if err != nil {
			continue // it was not held
		}
		judge := x.nameOf(p.Judge)
		entry := x.nameOf(p.Entry)
		human := x.nameOf(p.Confederate)
		parties := map[string][2]string{keylog.Judge: {"judge", judge}, string(keylog.Left): {"confederate", human},
			string(keylog.Right): {"confederate", human}}
		speed := cmp.Or(c.state.round(p.Stage, p.Round).speed, c.Speed)
		parties[string(p.EntrySide)] = [2]string{"entry", entry}
		for _, t := range keylog.Transcript(said) {
			from := parties[t.From]
			rows = append(rows, []any{p.Stage, p.Round, judge, entry, human, fmt.Sprintf("%.1f", t.T*speed),
				from[0], from[1], parties[t.To][1], t.Text})
		}
	}
	return sheet.WriteRows(out, []string{"stage", "round", "judge", "entry", "confederate", "seconds", "speaker",
		"from", "to", "text"}, rows)
}
