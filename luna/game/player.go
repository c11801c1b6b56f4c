package game

import (
	"cmp"
	"slices"
	"time"
)

// Player is what the tournament knows about a player with an ID. It is private to the player:
// others see only a [View].
type Player struct {
	ID      PlayerID
	Event   int       // number of the event that registered the player
	Machine bool      // the player is a machine, whose guesses do not count
	Joined  time.Time // when the player registered

	// Rating is the Smarts Rating, nil until guesses of human opponents weigh [MinWeight] together.
	Rating  *float64
	History []PastRating // the rating after each guess about the player from then on, oldest first
	Guesses []PastGuess  // made by the player in games with a result, oldest first
	Damping *Damping     // how the player's guesses are damped; nil if they never were

	Games        int // games with a result
	Wins         int // of these games, against players of other networks
	Streak       int // number of such games won since the last that was not won
	StreakRecord int // the longest Streak so far
	Entered      int // number of games entered, with or without a result

	Stalled int     // games that ended because of the player, who had read the questions
	Debt    int     // finished games that the player owes for those; see [Player.LeavesOften]
	Stalls  []Stall // of these games the new ones, oldest first

	Blocks []Block // the opponents whom the player does not meet again, by game

	Turn time.Time // when the player, a machine, was last paired with a person
}

// Block is the Player whom another one met in a Game, with that one's Number, and blocked.
type Block struct {
	Game   GameID
	Number int
	Player PlayerID
}

// Compare puts blocks in the order of their games.
func (b Block) Compare(other Block) int { return cmp.Compare(b.Number, other.Number) }

// PastRating is a Rating, the Time from which the player held it, and the number of the Event that
// set it.
type PastRating struct {
	Rating float64
	Time   time.Time
	Event  int
	Left   bool // because the player left a game
}

// PastGuess is a guess in a finished game.
type PastGuess struct {
	Game   GameID
	Guess  float64   // from 0 to 100
	Rating *float64  // the opponent's rating before the game, nil if there was none
	Time   time.Time // when the game ended
}

// player is a Player with additional data for fast lookups.
type player struct {
	Player
	received []Received // the guesses of human opponents, from which the rating is made
	unread   bool       // received is still to be read from the source, before another is added
	active   []*Game    // active games, oldest first
	used     int        // the number of events when the player was last needed
	// rated are, if the player is being damped, those about whom they guessed according to the
	// source, with the ratings that result.
	rated map[PlayerID]rerated
}

// leave removes a game from the active ones.
func (p *player) leave(g *Game) {
	p.active = slices.DeleteFunc(p.active, func(x *Game) bool { return x == g })
}

// faces reports whether another player is the opponent in an active game.
func (p *player) faces(other PlayerID) bool {
	return slices.ContainsFunc(p.active, func(g *Game) bool { return g.seatOf(other) >= 0 })
}

// avoids reports whether one of two players has blocked the other.
func (p *player) avoids(other *player) bool {
	return blocks(p, other.ID) || blocks(other, p.ID)
}

func blocks(p *player, other PlayerID) bool {
	return slices.ContainsFunc(p.Blocks, func(b Block) bool { return b.Player == other })
}

// record records an outcome. A tie ends a streak.
func (p *player) record(o Outcome) {
	if o != Won {
		p.Streak = 0
		return
	}
	p.Wins++
	p.Streak++
	p.StreakRecord = max(p.StreakRecord, p.Streak)
}

// rate sets the rating that results from another guess of a human opponent, nil if there is none.
func (p *player) rate(rating *float64, guess Received, at time.Time, event int) {
	p.received = append(p.received, guess)
	p.Rating = rating
	if rating != nil {
		p.History = append(p.History,
			PastRating{Rating: *rating, Time: at, Event: event, Left: guess.Left})
	}
}

func (p *player) clone() Player {
	c := p.Player
	c.History = slices.Clone(c.History)
	c.Guesses = slices.Clone(c.Guesses)
	c.Stalls = slices.Clone(c.Stalls)
	c.Blocks = slices.Clone(c.Blocks)
	return c
}
