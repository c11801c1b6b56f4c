package synth

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"strings"
	"unicode"
)

// Judge grades answers by their quality, with a personal bias and noise. The noise is a
// function of the judge, the question and the text, so that a judge gives equal texts equal
// grades.
type Judge struct {
	Name string // determines the noise, with question and text
	// Leniency is added to the quality of every answer that is neither
	// entirely right nor entirely wrong.
	Leniency float64
	// Noise is the standard deviation of what the judge adds to such answers.
	Noise float64
	// Slip is the probability of misjudging any answer by one step.
	Slip float64
}

// Panel returns the three judges of the civics sample.
func Panel() []Judge {
	return []Judge{
		{Name: "G1", Leniency: 0.05, Noise: 0.2, Slip: 0.001},
		{Name: "G2", Leniency: -0.02, Noise: 0.2, Slip: 0.001},
		{Name: "G3", Leniency: 0.02, Noise: 0.25, Slip: 0.002},
	}
}

// Graders returns the two graders of the networks sample, the second more
// lenient than the first.
func Graders() []Judge {
	return []Judge{
		{Name: "me", Leniency: -0.03, Noise: 0.1, Slip: 0.12},
		{Name: "other", Leniency: 0.18, Noise: 0.13, Slip: 0.12},
	}
}

// Grade returns a whole number from 0 to highest for an answer.
func (j Judge) Grade(question, text string, quality float64, highest int) int {
	return j.grade(question, plainText(text), quality, highest)
}

// Grades returns each judge's grade of an answer.
func Grades(judges []Judge, question string, a Answer, highest int) []int {
	plain := plainText(a.Text)
	grades := make([]int, len(judges))
	for i, j := range judges {
		grades[i] = j.grade(question, plain, a.Quality, highest)
	}
	return grades
}

// grade is Grade of a text as plainText returns it.
func (j Judge) grade(question, plain string, quality float64, highest int) int {
	rng := j.stream(question, plain)
	seen := quality
	if quality > 0 && quality < 1 {
		seen += j.Leniency + j.Noise*rng.NormFloat64()
	}
	grade := int(math.Floor(seen*float64(highest) + 0.5))
	if rng.Float64() < j.Slip {
		if 2*grade > highest {
			grade--
		} else {
			grade++
		}
	}
	return min(highest, max(0, grade))
}

// stream returns the judge's noise for a text as plainText returns it, so that case and
// punctuation do not matter.
func (j Judge) stream(question, plain string) *rand.Rand {
	h := fnv.New128a()
	h.Write([]byte(j.Name + "\x00" + question + "\x00" + plain))
	sum := h.Sum(nil)
	rng := rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:8]), binary.BigEndian.Uint64(sum[8:])))
	rng.Uint64()
	return rng
}

// plainText keeps the lower-cased letters, digits and single spaces of a text
// and drops line-break tags.
func plainText(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	gap := false
	for _, r := range strings.ToLower(strings.ReplaceAll(text, "<br>", " ")) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if gap && b.Len() > 0 {
				b.WriteByte(' ')
			}
			gap = false
			b.WriteRune(r)
		case unicode.IsSpace(r):
			gap = true
		}
	}
	return b.String()
}
