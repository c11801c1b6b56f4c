package screening

import (
	"fmt"
	"time"
)

// clockQuestion is one that a clock answers.
type clockQuestion struct {
	clock string
	then  bool
	texts []string
}

// asks are questions that a clock answers, each in several wordings. Then is true of those that
// make sense with a supposed time, "it" and "this" included.
var asks = []clockQuestion{
	{
		"time",
		false,
		[]string{"What time is it?", "Can you tell me the time?", "What time is it now?"},
	},
	{
		"part",
		true,
		[]string{"Is it morning, noon, or night?", "Is it morning, afternoon, or evening?",
			"Is it morning or afternoon?"},
	},
	{"round", true, []string{"What round is this?", "Which round is this?"}},
	{"day", false, []string{"What day of the week is it?", "What day is it today?"}},
	{"tomorrow", false, []string{"What day of the week is tomorrow?"}},
	{"yesterday", false, []string{"What day of the week was yesterday?"}},
	{"date", false, []string{"What is the date today?"}},
	{"month", false, []string{"What month is it?"}},
	{"year", false, []string{"What year is it?"}},
	{"hour-later", true, []string{"What time will it be in one hour?"}},
	{"ten-ago", true, []string{"What time was it ten minutes ago?"}},
	{
		"left",
		true,
		[]string{
			"How many minutes are left in this round?",
			"How long will this round still last?",
		},
	},
	{
		"round-end",
		true,
		[]string{"When does this round end?", "At what time will this round be over?"},
	},
	{"next-round", true, []string{"When does the next round start?"}},
	{"since-start", true, []string{"How long ago did the contest start?"}},
	{"until-end", true, []string{"How long is it until the contest ends?"}},
	{"rounds-left", true, []string{"How many rounds come after this one?"}},
}

// known are questions that the facts of the contest answer.
var known = []struct{ clock, text string }{
	{"start", "At what time does the contest start?"},
	{"end", "At what time does the contest end?"},
	{"length", "How many hours does the contest last?"},
	{"round-length", "How long does each round last?"},
	{"rounds", "How many rounds does the contest have?"},
}

// timeMakers ask for the time now, for that at a supposed time, and for the facts of the contest,
// which are fewest.
func timeMakers(o Options) []maker {
	list := []maker{supposed, supposed, fact}
	if !o.Fixed {
		list = []maker{now, supposed, now, supposed, now, fact}
	}
	return list
}

func now(g *generator) []Question {
	a := g.clock(false)
	g.used["clock:"+a.clock] = true
	return []Question{{Text: pick(g, a.texts), Clock: a.clock}}
}

func supposed(g *generator) []Question {
	a := g.clock(true)
	f := g.o.Facts
	// Not within five minutes of a border between rounds, where two answers would be right.
	at := f.Start.Add(
		time.Duration(1+g.rng.IntN(max(int(f.end().Sub(f.Start)/time.Minute)-1, 1))) * time.Minute,
	)
	away := at.Sub(f.Start) % f.Round
	sameDay := at.YearDay() == f.Start.YearDay()
	if !a.then || !sameDay || at.Minute()%5 != 0 || away < 5*time.Minute ||
		f.Round-away < 5*time.Minute {
		return nil
	}
	if a.clock == "part" && len(partOfDay(at).key()) > 1 {
		return nil
	}
	if a.clock == "next-round" && f.round(at) == f.Rounds {
		return nil
	}
	g.used["clock:"+a.clock] = true
	return []Question{{
		Text: fmt.Sprintf("Suppose that it is %s on the day of the contest. %s",
			at.Format("3:04 PM"), pick(g, a.texts)),
		Clock: a.clock, At: at.Format("15:04"),
	}}
}

// clock draws what to ask of a clock, different things first.
func (g *generator) clock(then bool) clockQuestion {
	var left []clockQuestion
	for _, a := range asks {
		if (a.then || !then) && !g.used["clock:"+a.clock] {
			left = append(left, a)
		}
	}
	if left != nil {
		return pick(g, left)
	}
	for _, a := range asks {
		delete(g.used, "clock:"+a.clock)
	}
	return g.clock(then)
}

func fact(g *generator) []Question {
	k := pick(g, known)
	return []Question{{Text: k.text, Clock: k.clock, At: g.o.Facts.Start.Format("15:04")}}
}
