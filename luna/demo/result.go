package demo

import (
	"math"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/player"
)

// middle is the constant guess that the machine is compared with: the middle of the scale.
const middle = 50.0

// result is the result of a demonstration with a Seed, and the Questions that the machine asked.
// All of it is SYNTHETIC.
type result struct {
	Seed         uint64
	Server       bool // played over HTTP, in an order that depends on timing
	Questions    player.QuestionSet
	Players      []outcome // the people first
	Games        []played  // of all players, in the order in which they ended
	MachineGames int       // the machine's games, including those with first-time players
	Guesses      []guessed // guesses of rated players, in the order in which the games ended
	// Spearman is the rank correlation of ratings with abilities over all players; SpearmanAt300 is
	// the same after the first 300 games of all players. Both are NaN if undefined.
	Spearman, SpearmanAt300 float64
	Seconds                 float64 // duration
}

// outcome is the result of one player. Ability and Rating are from 0 to 100; Rating is NaN if no
// human guessed it.
type outcome struct {
	Name    string
	Kind    kind
	Ability float64
	Rating  float64
	Guesses int // number of guesses by human opponents, which make the rating
	Games   int
}

// rate sets the rating that the rating system has.
func (p *outcome) rate(rating *float64, games int) {
	p.Games, p.Rating = games, math.NaN()
	if rating != nil {
		p.Rating = *rating
	}
}

// guessed is a guess of the machine in one of its games with a rated opponent, numbered from 1,
// with the guesses that the controls would have made.
type guessed struct {
	Number   int
	Game     game.GameID
	Opponent string
	Kind     kind
	Ability  float64 // the opponent's ability, unknown to the machine
	Rating   float64 // the opponent's rating before the game, which its end reveals
	Guess    float64 // the machine's
	Mean     float64 // mean of the ratings revealed before; 50 for the first
	Untaught float64 // the guess of a guesser that has learned from no game

	responses []string
}

// Error is the distance of the machine's guess from the rating.
func (g guessed) Error() float64 { return math.Abs(g.Guess - g.Rating) }

// MeanError is the distance of the running mean from the rating.
func (g guessed) MeanError() float64 { return math.Abs(g.Mean - g.Rating) }

// MiddleError is the distance of the constant 50 from the rating.
func (g guessed) MiddleError() float64 { return math.Abs(middle - g.Rating) }

// UntaughtError is the distance of the untrained guess from the rating.
func (g guessed) UntaughtError() float64 { return math.Abs(g.Untaught - g.Rating) }

// meanErrors are mean distances from the ratings over the N guesses numbered From to To: of the
// Machine's guesses, of the running Mean, of the Middle of the scale, and of the Untaught guesser.
type meanErrors struct {
	From, To, N                     int
	Machine, Mean, Middle, Untaught float64
}

// meanErrors returns the mean errors of a range of guesses, counted from 1; NaN if there are none.
func (r *result) Errors(from, to int) meanErrors {
	lo, hi := min(max(from-1, 0), len(r.Guesses)), min(to, len(r.Guesses))
	list := r.Guesses[lo:max(lo, hi)]
	return meanErrors{
		From: from, To: to, N: len(list),
		Machine: meanOf(list, guessed.Error), Mean: meanOf(list, guessed.MeanError),
		Middle: meanOf(list, guessed.MiddleError), Untaught: meanOf(list, guessed.UntaughtError),
	}
}

func meanOf(list []guessed, value func(guessed) float64) float64 {
	sum := 0.0
	for _, g := range list {
		sum += value(g)
	}
	return sum / float64(len(list))
}

// played is a game that has ended. If the machine played, its side comes first.
type played struct {
	Number int         `json:"number"` // position in the order in which games ended
	ID     game.GameID `json:"id"`
	Sides  [2]side     `json:"sides"`
}

// side is what one player did in a game.
type side struct {
	Player    string   `json:"player"`
	Kind      kind     `json:"kind"`
	Questions []string `json:"questions"`
	Responses []string `json:"responses"` // to the other side's questions
	Guess     float64  `json:"guess"`     // guess of the other side's rating
	Rating    *float64 `json:"rating"`    // the player's own rating before the game, nil for none
}

func newPlayed(number int, a, b *member, v game.View) played {
	return played{Number: number, ID: v.ID, Sides: [2]side{
		{a.name, a.kind, game.QuestionTexts(v.Questions), game.ResponseTexts(v.Responses), *v.Guess,
			v.OldSmartsRating},
		{b.name, b.kind, game.QuestionTexts(v.OpQuestions), game.ResponseTexts(v.OpResponses),
			*v.OpGuess, v.OpSmartsRating},
	}}
}
