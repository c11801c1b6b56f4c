package screening

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/luna-rating/luna/internal/seeded"
)

// Options say which questions to generate.
type Options struct {
	Seed   uint64   // of the random choices
	PerSet int      // questions of each set, 1 to [MaxPerSet]; 0 means 5
	Sets   []string // some of [Sets]; nil means all
	Facts  Facts    // the zero value means [Facts2010] in local time
	// Fixed leaves out questions whose key depends on when they are asked, such as "What time is
	// it?". Those that suppose a time stay.
	Fixed bool
}

// MaxPerSet bounds the generated questions of a set.
const MaxPerSet = 50

// Generate makes a questionnaire. The same options give the same questions, no two of which are
// equal.
func Generate(o Options) (*Questionnaire, error) {
	if o.PerSet == 0 {
		o.PerSet = 5
	}
	if o.PerSet < 0 || o.PerSet > MaxPerSet {
		return nil, fmt.Errorf("found %d questions per set, expected 1 to %d", o.PerSet, MaxPerSet)
	}
	if o.Sets == nil {
		o.Sets = Sets()
	}
	if o.Facts == (Facts{}) {
		o.Facts = Facts2010(time.Local)
	}
	if err := o.Facts.Check(); err != nil {
		return nil, err
	}
	q := &Questionnaire{Name: fmt.Sprintf("screening-%d", o.Seed), Seed: o.Seed, Facts: o.Facts}
	for i, set := range o.Sets {
		makers, ok := makersOf[set]
		if !ok || slices.Contains(o.Sets[:i], set) {
			return nil, fmt.Errorf(
				"found the sets %q, expected different ones of %q",
				o.Sets,
				Sets(),
			)
		}
		g := generator{
			rng:  seeded.New(o.Seed, "turing/screening/"+set, 0),
			o:    o,
			used: map[string]bool{},
		}
		list, err := g.set(set, makers(o))
		if err != nil {
			return nil, err
		}
		if set == Time {
			list[0].Say = slices.Concat(o.Facts.said(), list[0].Say)
		}
		q.Questions = append(q.Questions, list...)
	}
	return q, nil
}

// Check returns what is wrong with the facts, nil if nothing is.
func (f Facts) Check() error {
	switch {
	case f.Rounds < 1 || f.Rounds > 100:
		return fmt.Errorf("found %d rounds, expected 1 to 100", f.Rounds)
	case f.Round < time.Second || f.Round > 24*time.Hour || f.Round%time.Second != 0:
		return fmt.Errorf(
			"found rounds of %v, expected whole seconds, 1 second to 24 hours",
			f.Round,
		)
	case f.Start.Year() < 1900 || f.Start.Year() > 9999:
		return fmt.Errorf("found a start in the year %d, expected 1900 to 9999", f.Start.Year())
	}
	return nil
}

// said tells the facts, so that everybody who is asked knows them.
func (f Facts) said() []string {
	long := plural(int(f.Round/time.Minute), "minute")
	if f.Round%time.Minute != 0 {
		long = plural(int(f.Round/time.Second), "second")
	}
	return []string{
		f.Start.Format("The contest starts at 3:04 PM on Monday, January 2, 2006."),
		fmt.Sprintf("It has %s of %s each.", plural(f.Rounds, "round"), long),
	}
}

// maker makes questions of a kind, some of which may be about the same assertion; none if what it
// drew does not make one.
type maker func(g *generator) []Question

var makersOf = map[string]func(Options) []maker{
	Time:      timeMakers,
	Things:    func(Options) []maker { return thingMakers },
	Relations: func(Options) []maker { return relationMakers },
	Memory:    func(Options) []maker { return memoryMakers },
}

// generator generates the questions of a set.
type generator struct {
	rng  *rand.Rand
	o    Options
	used map[string]bool // texts, and values that are used once
}

// set makes the questions of a set, taking turns among the makers in an order of chance.
func (g *generator) set(set string, makers []maker) ([]Question, error) {
	var list []Question
	order := g.rng.Perm(len(makers))
	for turn := 0; len(list) < g.o.PerSet; turn++ {
		if len(order) == 0 {
			return nil, fmt.Errorf("only %d different questions of the set %q can be made, not %d",
				len(list), set, g.o.PerSet)
		}
		i := turn % len(order)
		made := g.draw(makers[order[i]])
		if made == nil { // it has no more
			order = slices.Delete(order, i, i+1)
			continue
		}
		for _, q := range made {
			if len(list) < g.o.PerSet {
				g.used[q.Text+q.About] = true
				q.Set = set
				q.ID = fmt.Sprintf("%s-%d", set, len(list)+1)
				list = append(list, q)
			}
		}
	}
	return list, nil
}

// maxTries is how often a maker is asked before it counts as exhausted.
const maxTries = 3_000

// draw asks a maker until it makes questions that were not made before.
func (g *generator) draw(m maker) []Question {
	for range maxTries {
		made := m(g)
		if made != nil &&
			!slices.ContainsFunc(made, func(q Question) bool { return g.used[q.Text+q.About] }) {
			return made
		}
	}
	return nil
}

// pick draws an element.
func pick[T any](g *generator, list []T) T { return list[g.rng.IntN(len(list))] }

// fresh draws a value that was not drawn before under the same name, or any when all were.
func (g *generator) fresh(name string, list []string) string {
	var left []string
	for _, v := range list {
		if !g.used[name+":"+v] {
			left = append(left, v)
		}
	}
	if left == nil { // begin again
		left = list
		for _, v := range list {
			delete(g.used, name+":"+v)
		}
	}
	v := pick(g, left)
	g.used[name+":"+v] = true
	return v
}
