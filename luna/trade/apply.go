package trade

import (
	"errors"
	"fmt"
	"time"
)

// ErrRule is wrapped by the errors of events that the rules do not allow.
var ErrRule = errors.New("not allowed")

// ErrEnded is for an event after the end of a game, or after the moment when the game must end.
var ErrEnded = fmt.Errorf("%w: the game has ended", ErrRule)

func refuse(format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrRule, fmt.Errorf(format, args...))
}

// Apply applies an event. Events must come in the order of their times; those at the same time
// happen in the order of the calls. An event may still happen at the exact time when the game is
// over. An event that is refused changes nothing; the error wraps [ErrRule].
func (g *Game) Apply(e Event) error {
	e.Time = e.Time.Truncate(time.Microsecond)
	if g.end != nil {
		return ErrEnded
	}
	if e.Time < g.now {
		return refuse("it happens at %v s, before what happened at %v s",
			toSeconds(e.Time), toSeconds(g.now))
	}
	if e.Kind == End {
		return g.finish(e)
	}
	if reason, at, due := g.Due(e.Time); due && (reason != TimeOver || e.Time > at) {
		return ErrEnded
	}
	if g.events >= maxEvents && e.Kind != Leave {
		return refuse("the game has had %d events, and no more are possible", maxEvents)
	}
	if err := g.happen(e); err != nil {
		return err
	}
	g.events++
	g.changed = e.Time
	return nil
}

func (g *Game) happen(e Event) error {
	switch e.Kind {
	case Question:
		return g.ask(e)
	case Answer:
		return g.answer(e)
	case Bet:
		return g.bet(e)
	case Done:
		return g.done(e)
	case Leave:
		return g.leave(e)
	case Start:
		return refuse("the game has started already, and has not ended")
	}
	return refuse("there is no event of the kind %q: known are %s, %s, %s, %s, %s, %s and %s",
		e.Kind, Start, Question, Answer, Bet, Done, Leave, End)
}

// player returns a bettor who is still in the game.
func (g *Game) player(name string) (int, error) {
	i, ok := g.Bettor(name)
	if !ok {
		return 0, refuse("%q is not a bettor of the game", name)
	}
	if g.bettors[i].gone {
		return 0, refuse("%q has left", name)
	}
	return i, nil
}

func (g *Game) ask(e Event) error {
	i, err := g.player(e.Bettor)
	if err != nil {
		return err
	}
	if err := checkText("question", e.Text); err != nil {
		return refuse("%w", err)
	}
	if g.open && len(g.bettors[i].queue) >= maxQueue {
		return refuse("%d questions of %q are waiting", maxQueue, e.Bettor)
	}
	g.pass(e.Time)
	g.bettors[i].done = false
	if g.open {
		g.bettors[i].queue = append(g.bettors[i].queue, e.Text)
		g.tell(i, Message{Kind: Queued, Time: e.Time, Text: e.Text})
		return nil
	}
	g.become(i, e.Text)
	return nil
}

// become makes a question of a bettor the current one.
func (g *Game) become(i int, text string) {
	g.asked = append(g.asked, Exchange{Bettor: i, Question: text, Asked: g.now, Answered: -1})
	g.open = true
	g.tell(i, Message{Kind: Asked, Time: g.now, Number: len(g.asked), Bettor: g.name(i), Text: text})
}

func (g *Game) answer(e Event) error {
	if g.gone {
		return refuse("the target has left")
	}
	if !g.open {
		return refuse("there is no question to answer")
	}
	if err := checkText("answer", e.Text); err != nil {
		return refuse("%w", err)
	}
	g.pass(e.Time)
	last := &g.asked[len(g.asked)-1]
	last.Answer, last.Answered = e.Text, e.Time
	g.open = false
	g.publish(last.Bettor, len(g.asked), e)
	for step := 1; step <= len(g.bettors); step++ {
		j := (last.Bettor + step) % len(g.bettors)
		if queue := g.bettors[j].queue; len(queue) > 0 {
			g.bettors[j].queue = queue[1:]
			g.become(j, queue[0])
			break
		}
	}
	return nil
}

func (g *Game) bet(e Event) error {
	i, err := g.player(e.Bettor)
	if err != nil {
		return err
	}
	if !e.Side.valid() {
		return refuse("the bet is on %q, %q or %q is needed", e.Side, Human, Computer)
	}
	if err := g.bettors[i].bet(&g.prices, e.Side); err != nil {
		return refuse("%w", err)
	}
	g.pass(e.Time)
	g.bettors[i].done = false
	g.bets++
	g.mark()
	g.tell(i, Message{Kind: Held, Time: g.now, Holding: g.held(i)})
	g.tell(i, Message{Kind: Priced, Time: g.now, Price: g.Price()})
	return nil
}

func (g *Game) done(e Event) error {
	i, err := g.player(e.Bettor)
	if err != nil {
		return err
	}
	g.pass(e.Time)
	if !g.bettors[i].done {
		g.bettors[i].done = true
		g.tell(i, Message{Kind: IsDone, Time: g.now, Bettor: e.Bettor})
	}
	return nil
}

func (g *Game) leave(e Event) error {
	if e.Who == Target {
		if g.gone {
			return refuse("the target has left already")
		}
		g.pass(e.Time)
		g.gone = true
	} else {
		i, err := g.player(e.Who)
		if err != nil {
			return err
		}
		g.pass(e.Time)
		g.bettors[i].gone, g.bettors[i].queue = true, nil
	}
	g.tell(nobody, Message{Kind: Left, Time: g.now, Who: e.Who})
	return nil
}

// pass lets time pass until what happens now.
func (g *Game) pass(now time.Duration) {
	g.release(now)
	g.now = now
}

// held returns a copy of what a bettor has.
func (g *Game) held(i int) *Holding {
	h := g.bettors[i].Holding
	return &h
}
