package typing

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/luna-rating/luna/internal/numbers"
)

const sample = "I went to the market with my sister on Sunday. We bought far too many apples, " +
	"and then it rained all the way home. Have you ever baked a cake? I never had the patience."

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / float64(len(list))
}

func quantile(list []float64, q float64) float64 {
	list = slices.Sorted(slices.Values(list))
	return list[int(q*float64(len(list)-1))]
}

func within(t *testing.T, what string, got, low, high float64) {
	t.Helper()
	if got < low || got > high {
		t.Errorf("%s: found %.4g, want %v to %v", what, got, low, high)
	}
}

// TestPopulation compares people with the figures of the study: mean and standard deviation of
// speed, and keys per character.
func TestPopulation(t *testing.T) {
	rng := numbers.Stream(1, "test", 0)
	var drawn, speeds, keysPer, sentences []float64
	for range 4000 {
		p := Draw(rng)
		keys := p.Keys(rng, sample)
		n := float64(len(sample))
		keysPer = append(keysPer, float64(len(keys))/n)
		typing := 0.0 // without the pauses of thought
		for i, k := range keys[1:] {
			if gap := (k.At - keys[i].At).Seconds(); gap < 1 {
				typing += gap
			}
		}
		drawn = append(drawn, p.Speed)
		speeds = append(speeds, 12*n/typing)
		sentences = append(sentences, keys[len(keys)-1].At.Seconds())
	}
	within(t, "mean of speeds", mean(drawn), 50.5, 52.5)
	var squares []float64
	for _, x := range drawn {
		squares = append(squares, (x-mean(drawn))*(x-mean(drawn)))
	}
	within(t, "deviation of speeds", math.Sqrt(mean(squares)), 18.5, 21)
	within(t, "mean of typed words per minute", mean(speeds), 48, 56)
	within(t, "lower quartile", quantile(speeds, 0.25), 35, 42)
	within(t, "upper quartile", quantile(speeds, 0.75), 57, 67)
	within(t, "keys per character", mean(keysPer), 1.14, 1.20)
	within(t, "seconds with pauses", quantile(sentences, 0.5), 40, 65)
}

// TestGaps compares the gaps between keys with those of people in the logs of the Loebner Prize.
func TestGaps(t *testing.T) {
	rng := numbers.Stream(2, "test", 0)
	var inside, before, after, starts []float64
	for range 2000 {
		p := Draw(rng)
		keys := p.Keys(rng, sample)
		for i, k := range keys[1:] {
			gap := (k.At - keys[i].At).Seconds()
			switch last := keys[i].Rune; {
			case last == BackSpace || k.Rune == BackSpace:
			case last == ' ':
				before = append(before, gap)
			case strings.ContainsRune(".,?", last):
				after = append(after, gap)
			default:
				inside = append(inside, gap)
			}
		}
		starts = append(starts, p.Start(rng, "Have you ever baked a cake at home?").Seconds())
	}
	within(t, "median gap in words", quantile(inside, 0.5), 0.12, 0.20)  // 0.144
	within(t, "95 % in words", quantile(inside, 0.95), 0.3, 0.9)         // 0.865
	within(t, "median before a word", quantile(before, 0.5), 0.17, 0.26) // 0.191
	within(t, "95 % before a word", quantile(before, 0.95), 0.5, 1.2)    // 1.12
	within(t, "median after a mark", quantile(after, 0.5), 0.24, 0.36)   // 0.304
	within(t, "median start", quantile(starts, 0.5), 3.6, 5)             // 4.4
	within(t, "upper quartile of starts", quantile(starts, 0.75), 5, 9.2)
}

// typed returns what is on the line after some keys.
func typed(keys []Key) string {
	var line []rune
	for _, k := range keys {
		if k.Rune == BackSpace {
			line = line[:len(line)-1]
		} else {
			line = append(line, k.Rune)
		}
	}
	return string(line)
}

func FuzzKeys(f *testing.F) {
	f.Add(uint64(1), sample)
	f.Add(uint64(2), "é\n\x00QpZ.")
	f.Add(uint64(3), strings.Repeat("q", maxKeys+1))
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		if strings.ContainsRune(text, BackSpace) || !utf8.ValidString(text) {
			t.Skip("nobody types it")
		}
		rng := numbers.Stream(seed, "test", 0)
		p := Draw(rng)
		p.Errors = 0.5
		keys := p.Keys(rng, text)
		if len(keys) > maxKeys {
			t.Errorf("%d keys", len(keys))
		}
		if got := typed(keys); got != text && utf8.RuneCountInString(text) <= maxKeys {
			t.Errorf("found %q, want %q", got, text)
		}
		for i := 1; i < len(keys); i++ {
			gap := keys[i].At - keys[i-1].At
			if gap < shortestGap || gap > longestGap+3*time.Second {
				t.Fatalf("a gap of %v", gap)
			}
		}
		if d := p.Delay(rng, text, text); d < leastDelay || d > longestDelay {
			t.Errorf("a delay of %v", d)
		}
	})
}

func TestSameSeedSameKeys(t *testing.T) {
	draw := func(seed uint64) ([]Key, time.Duration) {
		rng := rand.New(rand.NewPCG(seed, 0))
		p := Draw(rng)
		return p.Keys(rng, sample), p.Delay(rng, "Why?", sample)
	}
	keys, delay := draw(1)
	again, delayAgain := draw(1)
	if !slices.Equal(keys, again) || delay != delayAgain {
		t.Error("the same seed gives other keys")
	}
	if other, _ := draw(2); slices.Equal(keys, other) {
		t.Error("another seed gives the same keys")
	}
}

func TestDelayGrows(t *testing.T) {
	rng := numbers.Stream(3, "test", 0)
	p := Draw(rng)
	short, long := 0.0, 0.0
	for range 300 {
		short += p.Delay(rng, "Why?", "no").Seconds() / 300
		long += p.Delay(rng, "Why?", "because my sister told me so").Seconds() / 300
	}
	if more := 26 * 12 / p.Speed; long-short < 0.8*more || long-short > 2*more {
		t.Errorf("26 characters more take %.1f s more, want about %.1f", long-short, more)
	}
}

func TestType(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := Draw(numbers.Stream(1, "type", 0))
		keys := p.Keys(numbers.Stream(2, "type", 0), "Hello there.")
		begun, n := time.Now(), 0
		err := p.Type(t.Context(), numbers.Stream(2, "type", 0), "Hello there.", 2, func(key rune) error {
			if at := time.Since(begun); key != keys[n].Rune || at != keys[n].At/2 && n != 3 {
				t.Errorf("key %d is %q after %v, expected %q after %v", n, key, at, keys[n].Rune, keys[n].At/2)
			}
			if n++; n == 3 {
				time.Sleep((keys[3].At-keys[2].At)/2 + 5*time.Millisecond) // which delays only the next key
			}
			return nil
		})
		if err != nil || n != len(keys) {
			t.Errorf("%d keys of %d, %v", n, len(keys), err)
		}
		failed := errors.New("no such key")
		if err := p.Type(t.Context(), numbers.Stream(2, "type", 0), "x", 1, func(rune) error { return failed }); err != failed {
			t.Errorf("a key that fails: %v", err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		err = p.Type(ctx, numbers.Stream(2, "type", 0), "xyz", 1, func(rune) error { cancel(); return nil })
		if !errors.Is(err, context.Canceled) {
			t.Errorf("after the end: %v", err)
		}
	})
}
