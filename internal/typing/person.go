package typing

import (
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// Person is somebody who types. The zero value is of no use; see [Draw].
type Person struct {
	// Speed is how many words of five characters they type per minute, pauses aside.
	Speed float64
	// Errors is the probability that a letter is mistyped.
	Errors float64
	// Thought is the median time that they think before they type.
	Thought time.Duration
}

const (
	meanSpeed, sdSpeed       = 51.56, 20.2
	slowestSpeed, fastest    = 15, 140
	meanErrors               = 0.065 // see noticed
	medianThought            = 2200 * time.Millisecond
	readingSpeed             = 238 // words per minute
	spreadThought            = 0.85
	leastDelay, longestDelay = 600 * time.Millisecond, 2 * time.Minute
)

// Draw draws a person. The logarithm of the speed has a normal distribution; fast typists make
// fewer errors and think for a shorter time.
func Draw(rng *rand.Rand) Person {
	variance := math.Log1p(sdSpeed * sdSpeed / (meanSpeed * meanSpeed))
	z := rng.NormFloat64()
	speed := math.Exp(math.Log(meanSpeed) - variance/2 + math.Sqrt(variance)*z)
	thought := math.Exp(0.25*rng.NormFloat64() - 0.1*z)
	return Person{
		Speed:   min(max(speed, slowestSpeed), fastest),
		Errors:  min(meanErrors*math.Exp(0.4*rng.NormFloat64()-0.08-0.2*z), 0.15),
		Thought: time.Duration(thought * float64(medianThought)),
	}
}

// Delay returns how long the person takes from seeing a question to the end of their answer: they
// read the question, think and type. It is at least 0.6 s and at most two minutes.
func (p Person) Delay(rng *rand.Rand, question, answer string) time.Duration {
	d := p.Start(rng, question)
	if keys := p.Keys(rng, answer); len(keys) > 0 {
		d += keys[len(keys)-1].At
	}
	return min(max(d, leastDelay), longestDelay)
}

// Start returns how long the person takes from seeing a question to the first key of an answer, at
// most a minute.
func (p Person) Start(rng *rand.Rand, question string) time.Duration {
	words := min(len(strings.Fields(question)), 200)
	reading := time.Duration(words) * time.Minute / readingSpeed
	thought := float64(p.Thought) * math.Exp(spreadThought*rng.NormFloat64())
	return min(reading+time.Duration(min(thought, float64(time.Minute))), time.Minute)
}
