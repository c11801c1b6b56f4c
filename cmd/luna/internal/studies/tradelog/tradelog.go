// Package tradelog shows games of Turing Trade to people as text.
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

// entry is a line of a conversation.
type entry struct {
	Time time.Duration
	Who  string // who speaks; "" where Text is a sentence
	Text string
}

// entriesOf returns the conversation of a game. A question is listed where it became current, and
// consecutive bets are one entry.
func entriesOf(p *trade.Played) ([]entry, error) {
	g, err := trade.New(p.Settings())
	if err != nil {
		return nil, err
	}
	c := conversation{game: g, from: g.Price()}
	for _, e := range p.Log[1:] {
		if e.Kind != trade.Bet && e.Kind != trade.Question {
			c.flush()
		}
		if err := g.Apply(e); err != nil {
			return nil, err
		}
		c.add(e)
	}
	return c.entries, nil
}

// conversation is a list of entries that grows.
type conversation struct {
	game    *trade.Game
	entries []entry
	shown   int           // exchanges that are listed
	bets    []trade.Event // that are not listed yet
	from    float64       // the price before them
}

func (c *conversation) say(e entry) { c.entries = append(c.entries, e) }

// add adds an event that has happened.
func (c *conversation) add(e trade.Event) {
	switch e.Kind {
	case trade.Bet:
		c.bets = append(c.bets, e)
	case trade.Question:
		c.current()
	case trade.Answer:
		c.say(entry{e.Time, trade.Target, e.Text})
		c.current()
	case trade.Done:
		c.say(entry{Time: e.Time, Text: e.Bettor + " is done"})
	case trade.Leave:
		who := e.Who
		if who == trade.Target {
			who = "the target"
		}
		c.say(entry{Time: e.Time, Text: who + " leaves"})
	case trade.End:
		c.say(entry{Time: e.Time, Text: ending(c.game)})
	}
}

// current lists the question that has become current, if one has.
func (c *conversation) current() {
	x, ok := c.game.Current()
	if !ok || c.game.Asked() == c.shown {
		return
	}
	c.flush()
	c.shown = c.game.Asked()
	c.say(entry{x.Asked, c.game.Settings().Bettors[x.Bettor], x.Question})
}

// flush lists the bets that are not listed yet.
func (c *conversation) flush() {
	if len(c.bets) == 0 {
		return
	}
	counts := make(map[[2]string]int)
	for _, b := range c.bets {
		counts[[2]string{b.Bettor, string(b.Side)}]++
	}
	var parts []string
	for _, name := range c.game.Settings().Bettors {
		for _, side := range []trade.Side{trade.Human, trade.Computer} {
			if n := counts[[2]string{name, string(side)}]; n > 0 {
				parts = append(parts, fmt.Sprintf("%s bets %s%s", name, side, times(n)))
			}
		}
	}
	to := c.game.Price()
	move := fmt.Sprintf("the price goes from %s to %s", points(c.from), points(to))
	if to == c.from {
		move = "the price is " + points(to) + " again"
	}
	c.say(entry{Time: c.bets[0].Time, Text: strings.Join(parts, ", ") + ": " + move})
	c.bets, c.from = nil, to
}

func times(n int) string {
	switch n {
	case 1:
		return ""
	case 2:
		return " twice"
	}
	return fmt.Sprintf(" %d times", n)
}

// points formats a price or points: without decimals where there are none.
func points(x float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
}

// endings are the words that say why a game ended.
var endings = map[trade.Reason]string{
	trade.TimeOver:    "the time is over",
	trade.AllDone:     "all bettors are done",
	trade.TargetLeft:  "the target has left",
	trade.BettorsLeft: "all bettors have left",
	trade.Annulled:    "the game is annulled: nobody is paid",
}

func ending(g *trade.Game) string {
	e, _ := g.Ended()
	text := endings[e.Reason]
	if e.Nature != "" {
		text += "; the target is a " + string(e.Nature)
	}
	return text
}
