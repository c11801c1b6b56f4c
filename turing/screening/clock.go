package screening

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Tolerances of answers about time. The rules grant a clock that is a minute or two off; people
// round to five minutes.
const (
	clockSlack    = 2 * time.Minute
	rightWithin   = 5  // minutes
	partlyWithin  = 15 // minutes
	partlyLengths = 10 // minutes, for lengths of time
)

// Clocks lists what a question's Clock can be, in alphabetical order:
//
//	date          the date, such as October 23
//	day           the day of the week; tomorrow and yesterday the one after and before
//	end           when the contest ends
//	hour-later    the time in an hour; ten-ago that of ten minutes ago
//	left          how long the round still lasts
//	length        how long the contest lasts
//	month, year   those of the date
//	next-round    when the next round starts
//	part          the part of the day: morning, noon, afternoon, evening or night
//	round         the number of the round, or that there is none
//	round-end     when the round ends
//	round-length  how long a round lasts
//	rounds        how many rounds there are
//	rounds-left   how many rounds come after this one
//	since-start   how long ago the contest started
//	start         when the contest starts
//	time          the time of day
//	until-end     how long it is until the contest ends
func Clocks() []string { return slices.Sorted(maps.Keys(clocks)) }

var clocks = map[string]func(f Facts, now time.Time) expectation{
	"time":       func(_ Facts, now time.Time) expectation { return timeOfDay(now) },
	"hour-later": func(_ Facts, now time.Time) expectation { return timeOfDay(now.Add(time.Hour)) },
	"ten-ago": func(_ Facts, now time.Time) expectation {
		return timeOfDay(now.Add(-10 * time.Minute))
	},
	"start": func(f Facts, _ time.Time) expectation { return timeOfDay(f.Start) },
	"end":   func(f Facts, _ time.Time) expectation { return timeOfDay(f.end()) },
	"round-end": inRound(
		func(f Facts, n int, _ time.Time) expectation { return timeOfDay(f.starts(n + 1)) },
	),
	"next-round": inRound(func(f Facts, n int, _ time.Time) expectation {
		if n == f.Rounds {
			return noRound()
		}
		return timeOfDay(f.starts(n + 1))
	}),
	"left": inRound(func(f Facts, n int, now time.Time) expectation {
		return length{f.starts(n + 1).Sub(now), time.Minute}
	}),
	"since-start": inRound(func(f Facts, _ int, now time.Time) expectation {
		return length{now.Sub(f.Start), time.Minute}
	}),
	"until-end": inRound(func(f Facts, _ int, now time.Time) expectation {
		return length{f.end().Sub(now), time.Minute}
	}),
	"rounds-left": inRound(func(f Facts, n int, _ time.Time) expectation {
		return number{[]float64{float64(f.Rounds - n)}, 0}
	}),
	"round": func(f Facts, now time.Time) expectation {
		var n []float64
		for _, at := range []time.Time{now, now.Add(-clockSlack), now.Add(clockSlack)} {
			if r := f.round(at); r >= 1 && r <= f.Rounds && !slices.Contains(n, float64(r)) {
				n = append(n, float64(r))
			}
		}
		if n == nil {
			return noRound()
		}
		return number{n, float64(f.Rounds)}
	},
	"length": func(f Facts, _ time.Time) expectation {
		return length{f.end().Sub(f.Start), time.Hour}
	},
	"round-length": func(f Facts, _ time.Time) expectation {
		return length{f.Round, time.Minute}
	},
	"rounds": func(f Facts, _ time.Time) expectation {
		return number{[]float64{float64(f.Rounds)}, 0}
	},
	"part":      func(_ Facts, now time.Time) expectation { return partOfDay(now) },
	"day":       func(_ Facts, now time.Time) expectation { return weekday(now, 0) },
	"tomorrow":  func(_ Facts, now time.Time) expectation { return weekday(now, 1) },
	"yesterday": func(_ Facts, now time.Time) expectation { return weekday(now, -1) },
	"date": func(_ Facts, now time.Time) expectation {
		return date{now.Month(), now.Day(), now.Year()}
	},
	"month": func(_ Facts, now time.Time) expectation {
		var others []string
		for m := time.January; m <= time.December; m++ {
			if m != now.Month() {
				others = append(others, m.String())
			}
		}
		return choices([]string{now.Month().String()}, others)
	},
	"year": func(_ Facts, now time.Time) expectation {
		return number{[]float64{float64(now.Year())}, 0}
	},
}

// inRound is for keys that exist during the contest alone.
func inRound(
	key func(f Facts, n int, now time.Time) expectation,
) func(Facts, time.Time) expectation {
	return func(f Facts, now time.Time) expectation {
		if n := f.round(now); n >= 1 && n <= f.Rounds {
			return key(f, n, now)
		}
		return noRound()
	}
}

// noRound expects the answer that there is no round, before the contest and after it.
func noRound() expectation {
	e := choices(
		[]string{"no round", "none", "not started", "not begun", "has not", "not yet", "no contest",
			"over", "finished", "ended", "done", "last", "no more", "zero",
			"before", "after", "past", "no next"},
		nil,
	)
	e.literal = true
	return e
}

// round returns the number of the round at a time, from 1; 0 before the first and more than Rounds
// after the last.
func (f Facts) round(at time.Time) int {
	since := at.Sub(f.Start)
	if since < 0 {
		return 0
	}
	return int(min(since/f.Round, time.Duration(f.Rounds))) + 1
}

// starts returns when a round starts.
func (f Facts) starts(n int) time.Time { return f.Start.Add(time.Duration(n-1) * f.Round) }

// end returns when the last round ends.
func (f Facts) end() time.Time { return f.starts(f.Rounds + 1) }

// on returns a time of the contest's day, such as "10:40".
func (f Facts) on(at string) (time.Time, error) {
	h, m, ok := strings.Cut(at, ":")
	hour, err := strconv.Atoi(h)
	minute, err2 := strconv.Atoi(m)
	if !ok || err != nil || err2 != nil || hour < 0 || hour > 23 || minute < 0 || minute > 59 {
		return time.Time{}, fmt.Errorf("found the time %q, expected one such as \"10:40\"", at)
	}
	y, month, d := f.Start.Date()
	return time.Date(y, month, d, hour, minute, 0, 0, f.Start.Location()), nil
}

// weekday expects the day of the week some days later; near midnight, two are right.
func weekday(now time.Time, days int) expectation {
	var right, wrong []string
	for d := range 7 {
		name := time.Weekday(d).String()
		at := func(t time.Time) bool { return t.AddDate(0, 0, days).Weekday() == time.Weekday(d) }
		if at(now) || at(now.Add(clockSlack)) || at(now.Add(-clockSlack)) {
			right = append(right, name)
			right = append(right, name[:3])
		} else {
			wrong = append(wrong, name, name[:3])
		}
	}
	return choices(right, wrong)
}

// parts are the parts of the day with the minutes of the day at which they begin and end. At their
// borders two are right.
var parts = []struct {
	name        string
	also        []string
	begin, ends int
}{
	{"night", []string{"nighttime"}, 20 * 60, 30 * 60},
	{"morning", nil, 4 * 60, 12*60 + 2},
	{"noon", []string{"midday", "lunch time", "lunchtime"}, 11*60 + 30, 13*60 + 30},
	{"afternoon", nil, 11*60 + 58, 18*60 + 30},
	{"evening", nil, 16*60 + 30, 23 * 60},
}

func partOfDay(now time.Time) expectation {
	minute := now.Hour()*60 + now.Minute()
	var right, wrong []string
	for _, p := range parts {
		names := append([]string{p.name}, p.also...)
		if minute >= p.begin && minute < p.ends || minute+24*60 < p.ends {
			right = append(right, names...)
		} else {
			wrong = append(wrong, names...)
		}
	}
	return choices(right, wrong)
}
