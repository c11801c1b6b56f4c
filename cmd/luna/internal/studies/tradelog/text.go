package tradelog

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// WriteText writes a game as text: the conversation with times in seconds and bets summed up, and
// what everybody has at the end. The caller must make control characters readable.
func WriteText(w io.Writer, p *trade.Played) error {
	entries, err := entriesOf(p)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintln(out, title(p))
	fmt.Fprintln(out)
	for _, e := range entries {
		text := oneLine(e.Text)
		if e.Who != "" {
			text = e.Who + ": " + text
		}
		fmt.Fprintf(out, "%7s  %s\n", seconds(e.Time), text)
	}
	fmt.Fprintln(out)
	if err := writeResults(out, p); err != nil {
		return err
	}
	return out.Flush()
}

// title describes the game in one sentence.
func title(p *trade.Played) string {
	s := p.Settings()
	name := "A game"
	if s.Game != "" {
		name = "Game " + s.Game
	}
	return fmt.Sprintf("%s of %s s with %s. The price starts at %s.", name,
		points(p.Duration().Seconds()), strings.Join(s.Bettors, ", "), points(s.StartPrice))
}

// writeResults writes a table of what bettors have.
func writeResults(w io.Writer, p *trade.Played) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "\tcash\tsecurities\tpayout\tpoints\t\n")
	for i, r := range p.Results() {
		held := "none"
		if r.Held > 0 {
			held = fmt.Sprintf("%d %s", r.Held, r.Kind)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\t\n", p.Settings().Bettors[i], points(r.Cash), held,
			points(r.Payout), points(r.Points))
	}
	fmt.Fprintf(t, "%s\t\t\t\t%s\t\n", trade.Target, points(p.Reward()))
	return t.Flush()
}

// seconds formats a time.
func seconds(d time.Duration) string { return fmt.Sprintf("%.1f", d.Seconds()) }

// oneLine puts a text on one line: other lines could be taken for other entries.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
