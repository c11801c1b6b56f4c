package demo

import (
	"fmt"

	"github.com/luna-rating/luna/datasets/synth"
	"github.com/luna-rating/luna/luna/player"
)

// cast is all who take part.
type cast struct {
	set       player.QuestionSet // what the machine asks
	people    []*member
	gibberish *member
	note      *member
	machine   *member
	responder player.Responder // the machine's
	guesser   player.Guesser   // the machine's
	untaught  player.Guesser   // the same, but it never learns
}

func newCast(o Options) (*cast, error) {
	exam := synth.Civics()
	k := newKnown(exam)
	c := &cast{set: sharpest(exam), people: newPeople(k, o), note: newNote(exam)}
	c.gibberish = newGibberish(c.set.Texts(), o.Seed)
	for _, g := range []*player.Guesser{&c.guesser, &c.untaught} {
		var err error
		if *g, err = o.NewGuesser(c.set); err != nil {
			return nil, fmt.Errorf("make a guesser: %w", err)
		}
	}
	answers, ability := newCanned(k, o.Seed)
	c.responder = answers
	c.machine = &member{"machine", Machine, ability, &learner{set: c.set, responder: answers, guesser: c.guesser}}
	return c, nil
}

// others are all but the machine.
func (c *cast) others() []*member {
	return append([]*member{c.gibberish, c.note}, c.people...)
}

// all are all, the people first.
func (c *cast) all() []*member {
	return append(append([]*member{}, c.people...), c.note, c.gibberish, c.machine)
}
