package trade_test

import (
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// slowGame is the game again, written from the paper and not from the package: it keeps the events
// that happened and, for each viewer, all that they will ever see of them and when.
type slowGame struct {
	names   []string
	seconds time.Duration
	delay   time.Duration
	start   int

	events []trade.Event
	queues [][]string
	asker  int // of the open question, or -1
	turns  []slowTurn
	isDone []bool
	gone   []bool
	book   *book
	now    time.Duration
	over   string // the reason, when the game has to end at once
	ended  bool

	sees [][]sight // of the bettors and, last, of the target
}

type slowTurn struct {
	bettor   int
	question string
	at       time.Duration
	answer   string
	answered time.Duration
}

// sight is what a viewer sees from a time on because of an event.
type sight struct {
	cause int
	at    time.Duration
	late  bool // a text that was released
	what  string
}

func newSlowGame(names []string, start int, seconds, delay time.Duration) *slowGame {
	n := len(names)
	return &slowGame{names: names, seconds: seconds, delay: delay, start: start,
		queues: make([][]string, n), asker: -1, isDone: make([]bool, n), gone: make([]bool, n),
		book: newBook(start), sees: make([][]sight, n+1)}
}

// see notes that the viewers whom a function selects see something. The target is the number -1.
func (g *slowGame) see(at time.Duration, late bool, who func(v int) bool, format string, a ...any) {
	for i := range g.sees {
		v := i
		if i == len(g.names) {
			v = -1
		}
		if who(v) {
			g.sees[i] = append(g.sees[i], sight{len(g.events), at, late, fmt.Sprintf(format, a...)})
		}
	}
}

func all(int) bool       { return true }
func bettors(v int) bool { return v >= 0 }

// apply reports whether an event is possible, and makes it happen.
func (g *slowGame) apply(e trade.Event) bool {
	if g.ended || e.Time < g.now {
		return false
	}
	if e.Kind == trade.End {
		return g.end(e)
	}
	if g.over != "" || e.Time > g.seconds {
		return false
	}
	i := slices.Index(g.names, e.Bettor)
	if e.Kind == trade.Leave {
		i = slices.Index(g.names, e.Who)
	}
	switch e.Kind {
	case trade.Question, trade.Bet, trade.Done:
		if i < 0 || g.gone[i] {
			return false
		}
	case trade.Leave:
		if e.Who != "target" && (i < 0 || g.gone[i]) {
			return false
		}
	}
	switch e.Kind {
	case trade.Question:
		if e.Text == "" || g.asker >= 0 && len(g.queues[i]) == 100 {
			return false
		}
		g.isDone[i] = false
		if g.asker >= 0 {
			g.queues[i] = append(g.queues[i], e.Text)
			g.see(e.Time, false, func(v int) bool { return v == i }, "queued %s", e.Text)
		} else {
			g.current(e.Time, i, e.Text)
		}
	case trade.Answer:
		if e.Text == "" || g.asker < 0 {
			return false
		}
		g.answer(e)
	case trade.Bet:
		if e.Side != trade.Human && e.Side != trade.Computer || !g.book.bet(i, e.Side) {
			return false
		}
		g.isDone[i] = false
		g.see(e.Time, false, func(v int) bool { return v == i }, "holding %s", g.holding(i))
		g.see(e.Time, false, all, "price %d", g.book.ask())
	case trade.Done:
		if !g.isDone[i] {
			g.see(e.Time, false, bettors, "done %s", e.Bettor)
		}
		g.isDone[i] = true
	case trade.Leave:
		g.see(e.Time, false, bettors, "left %s", e.Who)
		if i < 0 {
			g.over = "target_left"
		} else {
			g.gone[i], g.queues[i] = true, nil
		}
	default:
		return false
	}
	g.check()
	g.now = e.Time
	g.events = append(g.events, e)
	return true
}

func (g *slowGame) current(at time.Duration, i int, text string) {
	g.asker = i
	g.turns = append(g.turns, slowTurn{i, text, at, "", -1})
	g.see(at, false, all, "question %d %s %s", len(g.turns), g.names[i], text)
}

func (g *slowGame) answer(e trade.Event) {
	i, n := g.asker, len(g.turns)
	g.turns[n-1].answer, g.turns[n-1].answered = e.Text, e.Time
	others := func(v int) bool { return v >= 0 && v != i }
	g.see(e.Time, false, func(v int) bool { return v == i || v == -1 }, "answer %d %s", n, e.Text)
	g.see(e.Time, false, others, "answered %d", n)
	g.see(e.Time+g.delay, true, others, "answer %d %s", n, e.Text)
	g.asker = -1
	for k := range g.names {
		j := (i + 1 + k) % len(g.names)
		if len(g.queues[j]) > 0 {
			text := g.queues[j][0]
			g.queues[j] = g.queues[j][1:]
			g.current(e.Time, j, text)
			return
		}
	}
}

// check finds out whether the game is over before its time.
func (g *slowGame) check() {
	if g.over != "" {
		return
	}
	here, finished := 0, 0
	for i := range g.names {
		if !g.gone[i] {
			here++
			if g.isDone[i] {
				finished++
			}
		}
	}
	switch {
	case here == 0:
		g.over = "bettors_left"
	case here == finished:
		g.over = "done"
	}
}

func (g *slowGame) end(e trade.Event) bool {
	if e.Nature != trade.Human && e.Nature != trade.Computer {
		return false
	}
	switch {
	case e.Reason == "annulled":
	case g.over == "" && e.Time < g.seconds:
		return false
	case e.Reason == "time" && (g.over == "" || g.now == g.seconds):
	case g.over == "" && e.Reason != "time", g.over != "" && string(e.Reason) != g.over:
		return false
	}
	g.see(e.Time, false, all, "end %s %s%s", e.Reason, e.Nature, g.results(e))
	g.ended = true
	g.events = append(g.events, e)
	return true
}

func (g *slowGame) results(e trade.Event) string {
	s := ""
	for i := range g.names {
		cash, human, bot := g.book.cash[i], g.book.human[i], g.book.bot[i]
		if e.Reason == "annulled" {
			cash, human, bot = 0, 0, 0
		}
		paid := human * 100
		if e.Nature == trade.Computer {
			paid = bot * 100
		}
		s += fmt.Sprintf(" [%d %d %d]", cash, paid, cash+paid)
	}
	return s
}

func (g *slowGame) holding(i int) string {
	switch {
	case g.book.human[i] > 0:
		return fmt.Sprintf("%d %d human", g.book.cash[i], g.book.human[i])
	case g.book.bot[i] > 0:
		return fmt.Sprintf("%d %d computer", g.book.cash[i], g.book.bot[i])
	}
	return fmt.Sprintf("%d 0 ", g.book.cash[i])
}

// stream returns what a viewer has seen by a time, in order: a text is released before the first
// event, after its answer, that does not come earlier.
func (g *slowGame) stream(v int, now time.Duration) []string {
	i := v
	if v < 0 {
		i = len(g.names)
	}
	place := func(s sight) int {
		if !s.late {
			return 2*s.cause + 1
		}
		k := s.cause + 1
		for k < len(g.events) && g.events[k].Time < s.at {
			k++
		}
		return 2 * k
	}
	var seen []sight
	for _, s := range g.sees[i] {
		if s.at <= now {
			seen = append(seen, s)
		}
	}
	slices.SortStableFunc(seen, func(a, b sight) int { return place(a) - place(b) })
	var list []string
	for _, s := range seen {
		list = append(list, fmt.Sprintf("%v %s", s.at, s.what))
	}
	return list
}

// shown writes a message as the slow game does.
func shown(m trade.Message) string {
	s := fmt.Sprintf("%v %s", m.Time, m.Kind)
	switch m.Kind {
	case trade.Asked:
		s += fmt.Sprintf(" %d %s %s", m.Number, m.Bettor, m.Text)
	case trade.Queued:
		s += " " + m.Text
	case trade.Signal:
		s += fmt.Sprintf(" %d", m.Number)
	case trade.Answered:
		s += fmt.Sprintf(" %d %s", m.Number, m.Text)
	case trade.Priced:
		s += fmt.Sprintf(" %.0f", m.Price)
	case trade.Held:
		s += fmt.Sprintf(" %.0f %d %s", m.Holding.Cash, m.Holding.Held, m.Holding.Kind)
	case trade.IsDone:
		s += " " + m.Bettor
	case trade.Left:
		s += " " + m.Who
	case trade.HasEnded:
		s += fmt.Sprintf(" %s %s", m.Reason, m.Nature)
		for _, r := range m.Results {
			s += fmt.Sprintf(" [%.0f %.0f %.0f]", r.Cash, r.Payout, r.Points)
		}
	}
	return s
}
