// Package tradelog shows games of Turing Trade to people: as text, and as a graph of the price
// above the conversation, as in figures 3 to 6 of Farfel and Conitzer.
package tradelog

import (
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// entry is a line of a conversation.
type entry struct {
	Time time.Duration
	Kind trade.Kind
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
		c.say(entry{e.Time, e.Kind, trade.Target, e.Text})
		c.current()
	case trade.Done:
		c.say(entry{Time: e.Time, Kind: e.Kind, Text: e.Bettor + " is done"})
	case trade.Leave:
		who := e.Who
		if who == trade.Target {
			who = "the target"
		}
		c.say(entry{Time: e.Time, Kind: e.Kind, Text: who + " leaves"})
	case trade.End:
		c.say(entry{Time: e.Time, Kind: e.Kind, Text: ending(c.game)})
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
	c.say(entry{x.Asked, trade.Question, c.game.Settings().Bettors[x.Bettor], x.Question})
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
	c.say(entry{Time: c.bets[0].Time, Kind: trade.Bet, Text: strings.Join(parts, ", ") + ": " + move})
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
