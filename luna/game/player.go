package game

import (
	"slices"
	"time"
)

// Player is what the tournament knows of a player with an ID, who has Joined it at a time. It is the player's own business: only [View] tells others of it.
type Player struct {
	ID      PlayerID
	Machine bool // the guesses that it makes do not count
	Joined  time.Time

	Rating  *float64 // the Smarts Rating, nil before the first guess of a human opponent
	History []Rated  // the rating after each such guess, the oldest first
	Guesses []Guess  // the guesses that the player made, in finished games, the oldest first

	Games        int // finished
	Wins         int // of these games
	Streak       int // games won since the last that was not
	StreakRecord int // the longest Streak there was
}

// Rated is a Rating and the Time since when it is held.
type Rated struct {
	Rating float64
	Time   time.Time
}

// Guess is a guess, the Game and the Time at which that ended, and the rating that it was a guess of, nil where the opponent had none yet.
type Guess struct {
	Game   GameID
	Guess  float64
	Rating *float64
	Time   time.Time
}

// player is a Player with what is kept to find things fast.
type player struct {
	Player
	received []float64 // the guesses of human opponents, from which the rating is made
	games    []*Game   // all, the oldest first
	active   []*Game   // those being played, the oldest first
}

// leave takes a game out of those being played.
func (p *player) leave(g *Game) {
	p.active = slices.DeleteFunc(p.active, func(x *Game) bool { return x == g })
}

// faces tells whether another player is the opponent in an active game.
func (p *player) faces(other PlayerID) bool {
	return slices.ContainsFunc(p.active, func(g *Game) bool { return g.seatOf(other) >= 0 })
}

// record counts a finished game. A tie ends a winning streak; a first-time player has none to end.
func (p *player) record(o Outcome, made Guess) {
	p.Games++
	p.Guesses = append(p.Guesses, made)
	if o != Won {
		p.Streak = 0
		return
	}
	p.Wins++
	p.Streak++
	p.StreakRecord = max(p.StreakRecord, p.Streak)
}

// rate sets the rating that a further guess of a human opponent makes.
func (p *player) rate(rating, guess float64, at time.Time) {
	p.received = append(p.received, guess)
	p.Rating = &rating
	p.History = append(p.History, Rated{Rating: rating, Time: at})
}

func (p *player) copied() Player {
	c := p.Player
	c.History = slices.Clone(c.History)
	c.Guesses = slices.Clone(c.Guesses)
	return c
}
