package pages

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/internal/site/pages"
)

// verdict is what came of a guess about an answer, or about a program.
type verdict struct {
	Guess, Known, Off string  // Known is what the guess is compared with, "" if nothing
	At, KnownAt       float64 // where both are in a picture
	Points            int     // 100 less the distance
	Source            string  // of Known, as a sentence
	Others            string  // how far off others were, as a sentence; "" if they are too few
	By                string  // who wrote the answer, as a sentence
}

// The numbers of guesses of others from which on their mean is told, and how far off they were. The
// single guesses are never told.
const minMean, minOthers = 3, 5

// verdict keeps a guess and compares it with a rating or, if that is nil, with what others guessed.
func (w *web) verdict(
	ctx context.Context, answer string, j archive.Judge, guess float64, known *float64, source string,
) (*verdict, error) {
	others, err := w.referee.GuessesAbout(ctx, answer, j.ID)
	if err == nil {
		err = w.referee.PutGuess(ctx, answer, j.ID, guess, w.referee.Now())
	}
	if err != nil {
		return nil, err
	}
	v := &verdict{Guess: ratingText(&guess), At: position(guess)}
	if known == nil && len(others) >= minMean {
		sum := 0.0
		for _, x := range others {
			sum += x
		}
		known = new(sum / float64(len(others)))
		source = fmt.Sprintf("It is the mean of what %d others guessed.", len(others))
	}
	if known == nil {
		return v, nil
	}
	to := math.Round(*known) // so that nobody recognizes a player by decimals
	distance := math.Abs(guess - to)
	v.Known, v.KnownAt, v.Off = ratingText(&to), position(to), ratingText(&distance)
	v.Points, v.Source, v.Others = int(math.Round(100-distance)), source, compared(others, to, distance)
	return v, nil
}

// compared says how far off others were.
func compared(others []float64, known, own float64) string {
	if len(others) < minOthers {
		return ""
	}
	farther, sum := 0, 0.0
	for _, x := range others {
		d := math.Abs(x - known)
		if sum += d; d > own {
			farther++
		}
	}
	return fmt.Sprintf("Others were off by %.0f on average. You were closer than %d of %d.",
		sum/float64(len(others)), farther, len(others))
}

// position is where a number from 0 to 100 is in the picture of a scale.
func position(x float64) float64 { return round1(20 + 2.8*x) }

// minMachineGames is after how many games the rating of a machine is worth a comparison.
const minMachineGames = 3

// ratingOf returns the rating of a program, and where it comes from: that of the machine of its
// name on this site, or one that it came with. It is nil if there is none.
func (w *web) ratingOf(ctx context.Context, m *Machine) (*float64, string, error) {
	account, err := w.accounts.Named(ctx, m.Name)
	if err == nil && account.Kind == accounts.Machine {
		p, err := w.referee.Archive.Player(ctx, game.PlayerID(account.ID), 0)
		if err == nil && p.Rating != nil && p.Games >= minMachineGames {
			return p.Rating, "It is the Smarts Rating of the program on this site.", nil
		}
		if err != nil && !errors.Is(err, game.ErrUnknownPlayer) {
			return nil, "", err
		}
	} else if err != nil && !errors.Is(err, accounts.ErrUnknown) {
		return nil, "", err
	}
	return m.Rating, m.Source, nil
}

// judgingConsent takes in whether a player lets others judge what they answer.
func (w *web) judgingConsent(x *pages.Exchange) error {
	if err := x.Form(); err != nil {
		return err
	}
	if err := w.chooseJudging(x); err != nil {
		return err
	}
	if id := x.Value("game"); id != "" {
		return x.Redirect(gamePath(game.GameID(id)))
	}
	return x.Redirect("/me?done=judging")
}

// chooseJudging stores the choice of a form about judging.
func (w *web) chooseJudging(x *pages.Exchange) error {
	choice := x.Value("judging")
	if choice != "yes" && choice != "no" {
		return errNoChoice
	}
	return w.referee.SetJudgingConsent(x.Context(), player(x), choice == "yes", w.referee.Now())
}
