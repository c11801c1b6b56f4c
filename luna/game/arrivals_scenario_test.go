package game_test

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// scenario says which players come, and how they play.
type scenario struct {
	name     string
	machines int
	length   time.Duration
	crowd    int           // people who come at the beginning and stay to the end
	every    time.Duration // mean time between two arrivals of people; 0 means that nobody comes
	pace     pace
}

// pace is how long people take. Times are uniformly distributed from half of each value to one and
// a half.
type pace struct {
	first, again   time.Duration // to ask, in the first game and with the same questions later
	respond, guess time.Duration
	patience       time.Duration // mean wait for an opponent until they leave; 0 is for ever
	more           float64       // probability of another game
}

var (
	// atEase is a guess at how people play: the website of 2016 did not record it.
	atEase = pace{first: time.Minute, again: 10 * time.Second, respond: time.Minute,
		guess: 30 * time.Second, patience: 5 * time.Minute, more: 0.75}
	// hurried is the pace of scripts.
	hurried = pace{first: 2 * time.Second, again: time.Second, respond: 3 * time.Second,
		guess: 3 * time.Second, more: 1}
)

func scenarios(people int) []scenario {
	list := []scenario{
		{name: "6 hurried guests, 150 s", machines: 2, crowd: 6, length: 150 * time.Second,
			pace: hurried},
		{name: "2 hurried guests, 150 s", machines: 2, crowd: 2, length: 150 * time.Second,
			pace: hurried},
		{name: "2 who stay for 2 h", machines: 2, crowd: 2, length: 2 * time.Hour,
			pace: pace{atEase.first, atEase.again, atEase.respond, atEase.guess, 0, 1}},
	}
	for _, every := range []time.Duration{time.Hour, 10 * time.Minute, 3 * time.Minute,
		time.Minute, 10 * time.Second} {
		for _, machines := range []int{0, 1, 2, 5} {
			list = append(list, scenario{name: fmt.Sprint("one in ", round(every)),
				machines: machines, every: every, pace: atEase,
				length: time.Duration(people) * every})
		}
	}
	return list
}

// round formats a time of arrival.
func round(d time.Duration) string {
	switch {
	case d >= time.Hour:
		return fmt.Sprintf("%g h", d.Hours())
	case d >= time.Minute:
		return fmt.Sprintf("%g min", d.Minutes())
	}
	return fmt.Sprintf("%g s", d.Seconds())
}

// about returns a time from half to one and a half of another.
func about(rng *rand.Rand, d time.Duration) time.Duration {
	return d/2 + time.Duration(rng.Int64N(int64(d)+1))
}

// exponential returns a random time with a mean.
func exponential(rng *rand.Rand, mean time.Duration) time.Duration {
	return time.Duration(rng.ExpFloat64() * float64(mean))
}
