package demo

import (
	"fmt"

	"github.com/luna-rating/luna/internal/synth"
	"github.com/luna-rating/luna/luna/player"
	"github.com/luna-rating/luna/luna/responder"
)

// cast is all players of a demonstration.
type cast struct {
	set       player.QuestionSet // what the machine and the bots ask
	people    []*member
	gibberish *member
	note      *member
	machine   *member
	untaught  player.Guesser // a copy of the machine's guesser that never learns
}

func newCast(o Options) (*cast, error) {
	exam := synth.Civics()
	k := newKnown(exam)
	c := &cast{set: sharpest(exam), people: newPeople(k, o)}
	var guesser player.Guesser
	for _, g := range []*player.Guesser{&guesser, &c.untaught} {
		var err error
		if *g, err = o.NewGuesser(c.set); err != nil {
			return nil, fmt.Errorf("make a guesser: %w", err)
		}
	}
	answers, ability := newCanned(k, o.Seed)
	c.machine = &member{"machine", aMachine, ability,
		&machine{set: c.set, responder: answers, guesser: guesser}}
	onNote, ability := newNote(exam)
	c.note = &member{"note-bot", aNote, ability,
		&machine{set: c.set, responder: onNote, guesser: player.Template(c.set.Questions)}}
	c.gibberish = &member{"gibberish-bot", aGibberish, 0,
		&machine{set: c.set, responder: responder.NewGibberish(o.Seed), guesser: player.Middle}}
	return c, nil
}

// others returns all players but the machine.
func (c *cast) others() []*member {
	return append([]*member{c.gibberish, c.note}, c.people...)
}

// all returns all players, the people first.
func (c *cast) all() []*member {
	return append(append([]*member{}, c.people...), c.note, c.gibberish, c.machine)
}
