package trade

import (
	"slices"
	"time"
)

// Due returns the reason why a game that has not ended must end by the given time, and since when:
// after that, no event except the end can happen. When all bettors who are still there are done,
// the game ends even if questions wait. The event of the end may come later, since clocks may be
// late.
func (g *Game) Due(now time.Duration) (reason Reason, at time.Duration, due bool) {
	switch {
	case g.end != nil:
		return "", 0, false
	case g.gone:
		return TargetLeft, g.changed, true
	case !slices.ContainsFunc(g.bettors, func(b bettor) bool { return !b.gone }):
		return BettorsLeft, g.changed, true
	case !slices.ContainsFunc(g.bettors, func(b bettor) bool { return !b.gone && !b.done }):
		return AllDone, g.changed, true
	case now >= g.Duration():
		return TimeOver, g.Duration(), true
	}
	return "", 0, false
}

// finish ends the game. A reason with a name of its own, as other programs may write, stands for
// the one that the rules find.
func (g *Game) finish(e Event) error {
	if e.Nature != "" && !e.Nature.valid() || e.Nature == "" && e.Reason != Annulled {
		return refuse("the nature is %q, %q or %q is needed", e.Nature, Human, Computer)
	}
	if e.Reason == Annulled {
		g.close(e, e.Time)
		return nil
	}
	reason, at, due := g.Due(e.Time)
	if !due {
		return refuse("the game cannot end yet: the time is not over, and neither have all "+
			"bettors left or said that they are done, nor has the target left (reason %q)",
			e.Reason)
	}
	if e.Reason == TimeOver && at == g.Duration() {
		reason = TimeOver // besides what happened in the last moment
	}
	if e.Reason != reason && slices.Contains(reasons, e.Reason) {
		return refuse("the game ends for the reason %q, found %q", reason, e.Reason)
	}
	e.Reason = reason
	g.close(e, at)
	return nil
}

var reasons = []Reason{TimeOver, AllDone, TargetLeft, BettorsLeft, Annulled}

// close ends a game that was over at a time. Questions that wait are dropped.
func (g *Game) close(e Event, over time.Duration) {
	g.pass(e.Time)
	g.end, g.over = &e, over
	g.open = false
	for i := range g.bettors {
		g.bettors[i].queue = nil
	}
	g.tell(nobody, Message{
		Kind: HasEnded, Time: g.now, Reason: e.Reason, Nature: e.Nature,
		Results: g.Results(), Reward: g.Reward(),
	})
}

// Results returns what the bettors have at the end, in their order; nil before the end. If the game
// was annulled, they all have nothing.
func (g *Game) Results() []Result {
	if g.end == nil {
		return nil
	}
	list := make([]Result, len(g.bettors))
	if g.end.Reason == Annulled {
		return list
	}
	for i, b := range g.bettors {
		list[i] = b.Paid(g.end.Nature)
	}
	return list
}

// Reward returns the target's reward in points: the mean price of a human security from the start
// until the game was over, ∫ price dt / T, or the last price if the game took no time. It is 0
// before the end and in a game that was annulled.
func (g *Game) Reward() float64 {
	switch {
	case g.end == nil || g.end.Reason == Annulled:
		return 0
	case g.over == 0:
		return g.Price()
	}
	sum := 0.0
	for i, p := range g.curve {
		until := g.over
		if i+1 < len(g.curve) {
			until = g.curve[i+1].Time
		}
		sum += p.Price * (until - p.Time).Seconds()
	}
	return sum / g.over.Seconds()
}

// PublicAt returns the time from which the log of a game that has ended may be published: when all
// of its texts have been released.
func (g *Game) PublicAt() time.Duration {
	if g.end == nil {
		return -1
	}
	at := g.end.Time
	for _, x := range g.asked {
		if x.Answered >= 0 {
			at = max(at, x.Answered+g.settings.delay())
		}
	}
	return at
}
