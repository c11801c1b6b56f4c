package game

import "time"

// The rules for games that a player leaves, or lets end, after reading the opponent's questions.
const (
	// makesUp is the number of finished games with people that make up for a stalled one.
	makesUp = 20
	// forgiven is the largest Debt with which another stalled game has no price: two have none.
	forgiven = makesUp
	// mostDebt bounds what a player has to make up for.
	mostDebt = 5 * makesUp
	// leaverWait is how much longer people who leave often wait for others, for each game that
	// they have stalled beyond those forgiven.
	leaverWait = 20 * time.Second
	// patience is how long a player waits for the opponent before leaving is no longer stalling.
	patience = 24 * time.Hour
)

// Stall is a Game without a result that ended because a player left it, or did not act in it, after
// reading the opponent's questions. It was recorded at a Time by the Event with a number.
//
// Two such games are forgiven, and 20 games that the player then finishes with people of other
// networks make up for one. Each further one counts like a guess of 0 by the opponent, so that
// leaving does not pay, whatever the opponent would have guessed.
type Stall struct {
	Game  GameID
	Time  time.Time
	Event int
	// Price is the weight with which the game counts like a guess of 0 by the opponent, whose
	// network is Origin; 0 if it is forgiven.
	Price  float64
	Origin uint64
}

// LeavesOften reports whether a player has lately stalled more games than are forgiven. Such people
// wait longer for others.
func (p Player) LeavesOften() bool { return p.Debt > forgiven+makesUp }

// leaverWait returns how long others wait for somebody else before they meet a player who leaves
// often.
func (p Player) leaverWait() time.Duration {
	over := max(0, p.Debt-forgiven-makesUp)
	return leaverWait * time.Duration((over+makesUp-1)/makesUp)
}

// Stallers returns the players who stall a game by an event that is about to end it: the one who
// leaves, unless the opponent has been silent for a day, or those whose silence ends it. They have
// responded to the opponent's questions, or at least read them, as the given function reports.
func (t *Tournament) Stallers(e Event, read func(PlayerID, GameID) bool) (list []PlayerID) {
	g, ok := t.games[e.Game]
	if !ok || g.Status != Active || g.Stage() < Responding {
		return nil
	}
	for i, s := range g.Seats {
		if g.stalls(i, e) && (s.Submitted > int(Responding) || read(s.Player, g.ID)) {
			list = append(list, s.Player)
		}
	}
	return list
}

// stalls reports whether a seat stalls a game by an event that ends it without a result.
func (g *Game) stalls(seat int, e Event) bool {
	silence := e.Time.Sub(g.Updated)
	switch {
	case e.Kind == Expired || e.Kind == Evicted:
		return g.toAct(seat)
	case e.Kind != Deactivated:
		return false
	case e.Moved != "": // the opponent, who did not wait any longer
		return g.toAct(seat) && silence >= regularSilence
	case g.Seats[seat].Player == e.Player:
		return leavingStalls(g.toAct(seat), silence)
	}
	return !leavingStalls(g.toAct(1-seat), silence) // the opponent's waiting was in vain
}

// leavingStalls reports whether leaving stalls a game whose questions can be read, depending on
// whether it waits for the player who leaves, and how long nobody has acted.
func leavingStalls(toAct bool, silence time.Duration) bool { return toAct || silence < patience }

// LeavingStalls reports whether the player stalls the game by leaving it now.
func (v *View) LeavingStalls(now time.Time) bool {
	return v.Active && v.Phase >= showQuestions && !(v.Phase == 5 && v.Guess == nil) &&
		leavingStalls(v.Turn == ToAct, now.Sub(v.Updated))
}

// LeavingCosts reports whether another game that the player stalls counts like a guess of 0.
func (p Player) LeavingCosts() bool { return p.Debt > forgiven }

// makeUp lets a finished game with a person of another network make up for a part of a stalled one.
func (t *Tournament) makeUp(g *Game) {
	a, b := &g.Seats[0], &g.Seats[1]
	for i, s := range g.Seats {
		if !g.Seats[1-i].Machine && (a.Origin == 0 || a.Origin != b.Origin) {
			p := t.players[s.Player]
			p.Debt = max(0, p.Debt-1)
		}
	}
}

// checkStalled allows a player to be held responsible for a game right after the event that ended
// it, which may be the opponent's fault, too.
func (t *Tournament) checkStalled(g *Game, seat int, e Event) error {
	if g.Status != Left && g.Status != TimedOut || g.Stage() < Responding || t.events-g.Ended > 1 {
		return invalid("game", -1, "has not just ended without a result")
	}
	if err := checkWeight(e.Weight); err != nil || e.Weight == nil {
		return err
	}
	s := Stall{Game: g.ID, Price: *e.Weight, Origin: g.Seats[1-seat].Origin}
	_, err := t.ratingWith(t.players[e.Player], PriceOf(s), e.Rules)
	return err
}

// PriceOf returns the guess of 0 that a stalled game counts like, which shares its weight with
// other guesses from the opponent's network, but not with all stalled games.
func PriceOf(s Stall) Received {
	return Received{By: "left " + PlayerID(s.Game), Left: true, Weight: s.Price, Origin: s.Origin}
}

// stall records a stalled game, for which a player pays unless it is forgiven. If the event has no
// weight, it is only counted.
func (t *Tournament) stall(g *Game, seat int, e Event) {
	p := t.players[e.Player]
	t.touchPlayer(p)
	s := Stall{Game: g.ID, Time: e.Time, Event: t.events}
	if e.Weight != nil && *e.Weight > 0 && p.LeavingCosts() {
		s.Price, s.Origin = *e.Weight, g.Seats[1-seat].Origin
		rating, _ := t.ratingWith(p, PriceOf(s), e.Rules) // checked before
		p.rate(rating.full(), PriceOf(s), e.Time, t.events)
	}
	if e.Weight != nil {
		p.Debt = min(p.Debt+makesUp, mostDebt)
	}
	p.Stalled++
	p.Stalls = append(p.Stalls, s)
}
