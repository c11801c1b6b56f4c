// Package typing models how long a person takes to read a question, to think and to type an answer,
// and which keys they press meanwhile. Machines whose answers follow it cannot be told from people
// by their timing.
//
// Typing speeds are those of 168,000 people: 51.56 words per minute on average, standard deviation
// 20.2, where a word is five characters; 1.173 keys per character, because errors are corrected
// (Dhakal, Feit, Kristensson and Oulasvirta, “Observations on Typing from 136 Million Keystrokes”,
// CHI 2018). People read 238 words per minute (Brysbaert, “How many words do we read per minute?”,
// Journal of Memory and Language 109, 2019). How long they think, and how much longer they take
// before a word or after a sentence, follows the human keys in the logs of the Loebner Prize 2009
// and 2010, which are in the public domain. There, the median time from a judge's line to the first
// key of the answer is 4.4 s, the quartiles are 1.4 and 9.2 s; the median gap between keys is
// 0.14 s within words, 0.19 s before a word and 0.30 s after punctuation.
package typing

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"time"
	"unicode"

	"github.com/luna-rating/luna/internal/parallel"
)

// Key is a key that is pressed.
type Key struct {
	At   time.Duration // since the start
	Rune rune          // '\b' is BackSpace
}

// BackSpace removes the previous character.
const BackSpace = '\b'

// maxKeys is the maximum number of keys of a text. A text that takes more is typed without errors,
// and cut if it would still take more.
const maxKeys = 20_000

const (
	spreadGap = 0.45 // standard deviation of the logarithm of a gap
	// keysPerCharacter and slowness are the means over English texts by which gaps are divided, so
	// that the speed is that of the person.
	keysPerCharacter, slowness = 1.173, 1.08
	shortestGap, longestGap    = 25 * time.Millisecond, 15 * time.Second
)

// Keys returns the keys with which the person types a text, in order of time. They mistype letters,
// notice at once or some letters later, and correct the error, so that the text is right in the
// end. Each gap between keys is at most 15 s.
func (p Person) Keys(rng *rand.Rand, text string) []Key {
	t := typist{Person: p, rng: rng}
	wanted := []rune(text)
	wanted = wanted[:min(len(wanted), maxKeys)]
	for i := 0; i < len(wanted); i++ {
		r := wanted[i]
		left := len(wanted) - i
		if other := neighbor(rng, r); other != r && rng.Float64() < p.Errors &&
			len(t.keys)+3*left < maxKeys {
			t.press(other)
			after := wanted[i+1 : i+1+t.noticed(wanted[i+1:])]
			for _, r := range after {
				t.press(r)
			}
			t.correct(1 + len(after))
		}
		t.press(r)
	}
	return t.keys
}

// typist is a person while they type.
type typist struct {
	Person
	rng  *rand.Rand
	keys []Key
	at   time.Duration
	last rune
}

func (t *typist) press(r rune) {
	if len(t.keys) > 0 {
		t.at += t.gap(r)
	}
	t.keys = append(t.keys, Key{At: t.at, Rune: r})
	t.last = r
}

// gap draws the time between the last key and the next one.
func (t *typist) gap(next rune) time.Duration {
	mean := 12 / (t.Speed * keysPerCharacter * slowness) // in seconds
	pause := 0.0
	switch {
	case strings.ContainsRune(".!?", t.last) && next != t.last && t.rng.Float64() < 0.2:
		pause = t.logNormal(1.5, 0.8)
	case t.last == ' ' && t.rng.Float64() < 0.03:
		pause = t.logNormal(1, 0.8)
	}
	switch {
	case t.last == BackSpace && next == BackSpace:
		mean *= 0.7
	case t.last == ' ', unicode.IsUpper(next):
		mean *= 1.3
	case unicode.IsPunct(t.last):
		mean *= 1.7
	}
	s := pause + t.logNormal(mean*math.Exp(-spreadGap*spreadGap/2), spreadGap)
	d := time.Duration(min(s, longestGap.Seconds()) * float64(time.Second))
	return max(d, shortestGap)
}

func (t *typist) logNormal(median, spread float64) float64 {
	return median * math.Exp(spread*t.rng.NormFloat64())
}

// noticed draws how many characters are typed after a wrong one before it is noticed: with
// probability 0.6 none, and so on: 0.67 on average. So an error costs twice 1.67 keys. Four fifths
// of the characters are letters, which with [meanErrors] makes 1.173 keys per character.
func (t *typist) noticed(rest []rune) int {
	n := 0
	for n < min(len(rest), 4) && t.rng.Float64() < 0.4 {
		n++
	}
	return n
}

// correct removes characters after a moment of surprise.
func (t *typist) correct(characters int) {
	t.at += time.Duration(min(t.logNormal(0.2, 0.5), 3) * float64(time.Second))
	for range characters {
		t.press(BackSpace)
	}
}

// rows are the letters of an English keyboard.
var rows = [3]string{"qwertyuiop", "asdfghjkl", "zxcvbnm"}

// neighbor draws a key beside the one of a letter, in the same case. It returns other characters as
// they are.
func neighbor(rng *rand.Rand, r rune) rune {
	lower := unicode.ToLower(r)
	for n, row := range rows {
		i := strings.IndexRune(row, lower)
		if i < 0 {
			continue
		}
		near := []byte{}
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < len(row) {
				near = append(near, row[j])
			}
		}
		for _, m := range []int{n - 1, n + 1} {
			if m >= 0 && m < len(rows) && i < len(rows[m]) {
				near = append(near, rows[m][i])
			}
		}
		other := rune(near[rng.IntN(len(near))])
		if lower != r {
			other = unicode.ToUpper(other)
		}
		return other
	}
	return r
}

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

// Type presses the keys with which the person types a text at their times, which are divided by
// speed. It returns the error of press, or of the context if that ends first.
func (p Person) Type(ctx context.Context, rng *rand.Rand, text string, speed float64,
	press func(key rune) error) error {
	begun := time.Now()
	for _, k := range p.Keys(rng, text) {
		at := time.Duration(float64(k.At) / speed)
		if err := parallel.Sleep(ctx, at-time.Since(begun)); err != nil {
			return err
		}
		if err := press(k.Rune); err != nil {
			return err
		}
	}
	return nil
}
