// Package tradesim plays games of Turing Trade with simulated bettors and targets, by the rules of
// package trade. Bettors have private signals of known quality about what the target is.
//
// An answer gives each bettor who reads it a log-likelihood ratio, ln(P(answer|human) /
// P(answer|computer)), drawn from the normal distribution with mean +q²/2 if the target is a human
// and -q²/2 otherwise, and standard deviation q, the quality: such a signal means what it says. A
// bettor's belief has the log odds of the price, plus what it has not yet told the market: the part
// of its signals by which its own bets have not yet moved these log odds. Since the signals of the
// bettors are independent, the price becomes the belief given all signals.
//
// All texts, targets and bettors are synthetic, and the logs say so.
package tradesim

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/luna/trade"
)

// Options are the settings of a simulation.
type Options struct {
	Games   int    // number of games, 1 to [MaxGames]
	Seed    uint64 // determines all random choices
	Workers int    // 0 means one per processor; results do not depend on it
	// Shy bettors leave 4 of 10 games after one bet on computer.
	Shy bool
}

// MaxGames bounds the number of games of a simulation.
const MaxGames = 1_000_000

// block is how many games are kept in memory at a time.
const block = 32

// Games plays games and calls do with each, in order. It stops at the first error.
func Games(ctx context.Context, o Options, do func(*trade.Played) error) error {
	for from := 0; from < o.Games; from += block {
		games, err := o.playBlock(ctx, from)
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := do(g); err != nil {
				return err
			}
		}
	}
	return nil
}

// playBlock plays the games of a block, which begins at a number.
func (o Options) playBlock(ctx context.Context, from int) ([]*trade.Played, error) {
	workers := cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	games := make([]*trade.Played, min(block, o.Games-from))
	err := parallel.Do(ctx, workers, len(games), func(k int) (err error) {
		if games[k], err = o.play(from + k); err != nil {
			return fmt.Errorf("game %d: %w", from+k+1, err)
		}
		return nil
	}, nil)
	return games, err
}

// The texts of simulated games. They only look like a conversation: what bettors believe comes from
// their signals.

// questions are the questions that simulated bettors ask.
var questions = []string{
	"What did you have for breakfast?", "What colour is the sky at noon?",
	"Which is heavier, a toaster or a pencil?", "How do you feel about rain?",
	"What did I ask you first?", "Can you spell your name backwards?",
	"What is two plus three?", "Do you like cheese?", "Who is your best friend?",
	"What is the last thing that you bought?", "Where are you right now?", "Tell me a joke.",
	"Have you ever been to the sea?", "What do you hear at this moment?", "Are you a human?",
	"What would you do with a million points?",
}

// replies are the answers of simulated targets, human or computer.
var replies = []string{
	"(simulated) Yes, I think so.", "(simulated) Not that I know.", "(simulated) It depends.",
	"(simulated) Why do you ask?", "(simulated) Let me think.", "(simulated) Three, maybe four.",
	"(simulated) I had not thought of that.", "(simulated) Ask me another one.",
}
