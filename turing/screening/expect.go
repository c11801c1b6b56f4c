package screening

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/turing/screening/internal/phrase"
)

// expectation is the key of a question at a moment.
type expectation interface {
	// mark compares an answer with the key and says why.
	mark(t phrase.Text) (Verdict, string)
	// key returns the acceptable answers as text, the best first.
	key() []string
}

// expects returns the key of a question that is asked at a moment.
func (q *Question) expects(f Facts, asked time.Time) (expectation, error) {
	if q.Clock != "" {
		clock, ok := clocks[q.Clock]
		if !ok {
			return nil, fmt.Errorf("found the clock %q, expected one of %s", q.Clock,
				strings.Join(Clocks(), ", "))
		}
		if q.At != "" {
			at, err := f.on(q.At)
			if err != nil {
				return nil, err
			}
			asked = at
		}
		e := clock(f, asked.In(f.Start.Location()))
		if e, ok := e.(*choice); ok {
			e.question = phrase.Parse(q.Text)
		}
		return e, nil
	}
	if len(q.Key) == 0 {
		return nil, fmt.Errorf(`found neither "key" nor "clock", expected one of them`)
	}
	if n := numbersOf(q.Key); n != nil && len(q.Reject) == 0 {
		return number{n, 0}, nil
	}
	e := choices(q.Key, q.Reject)
	e.question = phrase.Parse(q.Text)
	return e, nil
}

// numbersOf returns the values of a key of numbers alone, nil for another one.
func numbersOf(key []string) (list []float64) {
	for _, k := range key {
		t := phrase.Parse(k)
		if len(t.Tokens) != 1 || !t.Tokens[0].IsNumber || t.Tokens[0].Ordinal {
			return nil
		}
		list = append(list, t.Tokens[0].Number)
	}
	return list
}

// number expects one of several numbers. Of is one that does not count behind "of": 3 of 6.
type number struct {
	values []float64
	of     float64
}

func (n number) key() (list []string) {
	for _, v := range n.values {
		list = append(list, fmt.Sprint(v))
	}
	return list
}

func (n number) mark(t phrase.Text) (Verdict, string) {
	var found []float64
	for _, i := range t.Numbers() {
		v := t.Tokens[i].Number
		total := n.of > 0 && v == n.of && i > 0 &&
			(t.Tokens[i-1].Text == "of" || t.Tokens[i-1].IsNumber)
		if !total && !slices.Contains(found, v) {
			found = append(found, v)
		}
	}
	right := func(v float64) bool { return slices.Contains(n.values, v) }
	if len(found) > 1 && !right(1) { // as in "in one hour"
		found = slices.DeleteFunc(found, func(v float64) bool { return v == 1 })
	}
	if len(found) == 0 && right(0) && len(t.Sequence(phrase.NewPattern("none"))) > 0 {
		return Right, "says none"
	}
	return amongFew(found, right, func(v float64) string { return fmt.Sprint(v) }, "number")
}

// amongFew marks what was found of what can be only one.
func amongFew[T any](
	found []T,
	right func(T) bool,
	name func(T) string,
	what string,
) (Verdict, string) {
	i := slices.IndexFunc(found, right)
	switch {
	case len(found) == 0:
		return Wrong, "names no " + what
	case len(found) == 1 && i == 0:
		return Right, "says " + name(found[0])
	case len(found) == 1:
		return Wrong, "says " + name(found[0])
	case len(found) == 2 && i >= 0:
		return Partly, fmt.Sprintf("says both %s and %s", name(found[0]), name(found[1]))
	}
	return Wrong, fmt.Sprintf("names %d %ss", len(found), what)
}

// timeOfDay expects a time of day.
type timeOfDay time.Time

func (e timeOfDay) key() []string { return []string{time.Time(e).Format("3:04 PM")} }

func (e timeOfDay) minute() int { return time.Time(e).Hour()*60 + time.Time(e).Minute() }

func (e timeOfDay) mark(t phrase.Text) (Verdict, string) {
	var found []phrase.Time
	for _, f := range t.Times(true) {
		if !slices.ContainsFunc(
			found,
			func(g phrase.Time) bool { return g.Minute == f.Minute && g.Half == f.Half },
		) {
			found = append(found, f)
		}
	}
	within := func(minutes int) func(phrase.Time) bool {
		return func(f phrase.Time) bool { return f.Away(e.minute()) <= minutes }
	}
	name := func(f phrase.Time) string {
		form := "3:04 PM"
		if f.Half {
			form = "3:04"
		}
		return time.Date(2000, 1, 1, 0, f.Minute, 0, 0, time.UTC).Format(form)
	}
	v, why := amongFew(found, within(rightWithin), name, "time of day")
	if v == Wrong && len(found) == 1 && within(partlyWithin)(found[0]) {
		return Partly, fmt.Sprintf("%s, %d minutes off", why, found[0].Away(e.minute()))
	}
	return v, why
}

// length expects a length of time. Without a unit, a number is in that of the question.
type length struct{ value, unit time.Duration }

func (e length) key() []string {
	m := int(math.Round(e.value.Minutes()))
	if m%60 == 0 && m > 0 {
		return []string{plural(m/60, "hour")}
	}
	return []string{plural(m, "minute")}
}

func (e length) mark(t phrase.Text) (Verdict, string) {
	var found []float64 // minutes
	add := func(minutes float64) {
		if !slices.Contains(found, minutes) {
			found = append(found, minutes)
		}
	}
	for _, d := range t.Durations() {
		add(d.Seconds / 60)
	}
	if len(found) == 0 && len(t.Times(false)) == 0 {
		for _, i := range t.Numbers() {
			add(t.Tokens[i].Number * e.unit.Minutes())
		}
	}
	within := func(minutes float64) func(float64) bool {
		return func(f float64) bool { return math.Abs(f-e.value.Minutes()) <= minutes }
	}
	name := func(f float64) string {
		return length{value: time.Duration(min(f, 1e7) * float64(time.Minute))}.key()[0]
	}
	v, why := amongFew(found, within(rightWithin), name, "length of time")
	if v == Wrong && len(found) == 1 && within(partlyLengths)(found[0]) {
		return Partly, fmt.Sprintf(
			"%s, %.0f minutes off",
			why,
			math.Abs(found[0]-e.value.Minutes()),
		)
	}
	return v, why
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
