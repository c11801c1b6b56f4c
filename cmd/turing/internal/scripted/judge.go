// Package scripted implements judges and confederates that are programs, so that a contest can be
// tried without people. They type like people, but a contest with them says nothing about its
// entries.
package scripted

import (
	"context"
	_ "embed" // for the questions
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/parallel"
	"github.com/luna-rating/luna/internal/typing"
	"github.com/luna-rating/luna/turing/lpp"
)

//go:embed questions.txt
var questionsFile string

// Questions returns the questions of judges who have none of their own.
func Questions() []string { return strings.Split(strings.TrimSpace(questionsFile), "\n") }

// Terminal is a terminal at which a judge talks to an entity.
type Terminal interface {
	// Press presses keys.
	Press(keys ...lpp.Key) error
	// Line returns the next line that the entity has ended. It waits for one until the context
	// ends.
	Line(ctx context.Context) (string, error)
	// Discard forgets the lines that Line has not returned.
	Discard()
}

// Judge asks questions from a list.
type Judge struct {
	Questions []string
	Ask       int     // how many of them
	Seed      uint64  // of the choice, the typing and the pauses
	Speed     float64 // 100 is a hundred times faster than people
	// Patience is how long the judge waits for an answer, in their own time. An entity that was
	// silent twice is given a tenth of it.
	Patience time.Duration
	// Least is the least patience in real time, which programs need however fast the clocks run.
	Least time.Duration
}

// Converse asks each entity the same questions, one after the other, until the list or the context
// ends. It returns an error if a key press fails, and nil when the time is over.
func (j Judge) Converse(ctx context.Context, terminals ...Terminal) error {
	rng := numbers.Stream(j.Seed, "scripted judge", 0)
	person := typing.Draw(rng)
	list := slices.Clone(j.Questions)
	rng.Shuffle(len(list)-min(1, len(list)), func(a, b int) { // the first one is a greeting
		list[a+1], list[b+1] = list[b+1], list[a+1]
	})
	silent := make([]int, len(terminals)) // questions in a row without an answer
	for _, question := range list[:min(j.Ask, len(list))] {
		for _, t := range terminals {
			t.Discard()
			err := person.Type(ctx, rng, lpp.Typeable(question)+"\n", j.Speed,
				func(key rune) error { return t.Press(lpp.Key(key)) })
			if ctx.Err() != nil {
				return nil
			}
			if err != nil {
				return err
			}
		}
		for i, t := range terminals {
			patience := max(j.Patience, time.Duration(float64(j.Least)*j.Speed))
			if silent[i] >= 2 {
				patience /= 10
			}
			answer := j.hear(ctx, t, patience)
			silent[i]++
			if answer != "" {
				silent[i] = 0
			}
			if parallel.Sleep(ctx, j.real(person.Start(rng, answer))) != nil {
				return nil
			}
		}
	}
	return nil
}

// hear returns the answer of an entity, empty if there is none in time.
func (j Judge) hear(ctx context.Context, t Terminal, patience time.Duration) string {
	ctx, cancel := context.WithTimeout(ctx, j.real(patience))
	defer cancel()
	line, _ := t.Line(ctx) // "" if none comes
	return line
}

// real converts a duration in the judge's time to real time.
func (j Judge) real(d time.Duration) time.Duration { return time.Duration(float64(d) / j.Speed) }
