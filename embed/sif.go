package embed

import (
	"errors"
	"fmt"
	"math"
)

// DefaultSIFWeight is the usual weight parameter of [SIF].
const DefaultSIFWeight = 1e-3

// SIF is the smooth inverse frequency vector of a sentence s:
//
//	x(s) = 1/|s| Σ a/(a + p(w)) v(w)  over the known words w of s
//	y(s) = x(s) - u (u·x(s))
//
// with p(w) the probability of the word and u the first principal component, not
// centred, of the x of given sentences: the direction they have most in common, which
// tells nothing about any of them. |s| counts the known words. The numbers are in the
// units of the word vectors.
//
// Source: Arora, Liang and Ma, A Simple but Tough-to-Beat Baseline for Sentence
// Embeddings, ICLR 2017.
type SIF struct {
	// Vectors are the word vectors.
	Vectors *Vectors
	// Weight is a > 0; 0 stands for 1e-3.
	Weight float64
	// Frequency returns the probability of a word, in [0, 1]. Nil stands for
	// [Zipf] of Vectors, whose words must then be in the order of falling frequency.
	Frequency func(word string) float64
}

// Zipf returns the probability of a word by Zipf's law for the order of the words in v:
//
//	p(w) = 1 / (r H)
//
// with r = 1, 2, … the rank of the word, H the sum of 1/r over all; 0 for unknown words.
func Zipf(v *Vectors) func(word string) float64 {
	var h float64
	for r := v.Len(); r > 0; r-- {
		h += 1 / float64(r)
	}
	return func(word string) float64 {
		i := v.words.index(word)
		if i < 0 {
			return 0
		}
		return 1 / (float64(i+1) * h)
	}
}

// FittedSIF is a [SIF] with its component. It does not change and may be used by several
// goroutines at once, if the frequency function may.
type FittedSIF struct {
	vectors   *Vectors
	weight    float64
	frequency func(string) float64
	component []float64
}

// ErrSIF is wrapped by the errors of a SIF that cannot be fitted.
var ErrSIF = errors.New("embed: SIF")

func (s SIF) unfitted() (*FittedSIF, error) {
	if s.Weight == 0 {
		s.Weight = DefaultSIFWeight
	}
	switch {
	case s.Vectors == nil:
		return nil, fmt.Errorf("%w: no word vectors", ErrSIF)
	case !(s.Weight > 0) || math.IsInf(s.Weight, 0):
		return nil, fmt.Errorf("%w: found weight %v, expected a positive number", ErrSIF, s.Weight)
	}
	if s.Frequency == nil {
		s.Frequency = Zipf(s.Vectors)
	}
	return &FittedSIF{s.Vectors, s.Weight, s.Frequency, make([]float64, s.Vectors.dim)}, nil
}

// Fit finds the component in the sentences, each a list of words. Without any known word in
// them it is zero, and nothing will be removed. Fit fails where the parameters or a
// frequency are out of range.
func (s SIF) Fit(sentences [][]string) (*FittedSIF, error) {
	f, err := s.unfitted()
	if err != nil {
		return nil, err
	}
	d := s.Vectors.dim
	square := newSquare(d)
	for _, words := range sentences {
		x, _ := f.average(words)
		for j, a := range x {
			if math.IsNaN(a) || math.IsInf(a, 0) {
				return nil, fmt.Errorf("%w: found a frequency out of range among the words %.40q", ErrSIF, words)
			}
			for k := range j + 1 {
				square[j][k] += a * x[k]
			}
		}
	}
	for j := range d {
		for k := range j {
			square[k][j] = square[j][k]
		}
	}
	values, vectors := symmetricEigen(square)
	if values[0] > 0 {
		copy(f.component, vectors[0])
	}
	return f, nil
}

// WithComponent returns the fitted SIF with a component from [FittedSIF.Component]: zero,
// or of norm 1.
func (s SIF) WithComponent(component []float64) (*FittedSIF, error) {
	f, err := s.unfitted()
	if err != nil {
		return nil, err
	}
	if len(component) != s.Vectors.dim {
		return nil, fmt.Errorf("%w: found a component of %d numbers, expected %d", ErrSIF, len(component), s.Vectors.dim)
	}
	if n := norm(component); n != 0 && !(math.Abs(n-1) < 1e-6) {
		return nil, fmt.Errorf("%w: found a component of norm %v, expected 1 or 0", ErrSIF, n)
	}
	copy(f.component, component)
	return f, nil
}

// Component returns a copy of the component that is removed.
func (f *FittedSIF) Component() []float64 { return append([]float64(nil), f.component...) }

// Vector returns the vector of the sentence and how many of its words were known.
// Without any it is the zero vector.
func (f *FittedSIF) Vector(words []string) (vector []float64, known int) {
	x, known := f.average(words)
	var along float64
	for j, u := range f.component {
		along += float64(u * x[j])
	}
	for j, u := range f.component {
		x[j] -= float64(u * along)
	}
	return x, known
}

// average is x(s).
func (f *FittedSIF) average(words []string) (x []float64, known int) {
	x = make([]float64, f.vectors.dim)
	for _, w := range words {
		if i := f.vectors.words.index(w); i >= 0 {
			f.vectors.addTo(x, i, f.weight/(f.weight+f.frequency(w)))
			known++
		}
	}
	divide(x, known)
	return x, known
}

func norm(x []float64) float64 {
	var sum float64
	for _, a := range x {
		sum += float64(a * a)
	}
	return math.Sqrt(sum)
}
