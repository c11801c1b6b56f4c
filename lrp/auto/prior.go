package auto

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/embed"
)

// Prior is the prior mean of the shared parameters, learned from other question sets.
type Prior struct {
	// Source says what it was learned from.
	Source string `json:"source"`
	// Encoder is what the cue ENC was computed with; nil for the cue WCS.
	Encoder *embed.Identity `json:"encoder,omitempty"`
	// Intercept is the logit of the grade of a response for which every cue is 0.
	Intercept float64 `json:"intercept"`
	// Unkeyed is the logit of the mean grade. It is the intercept of a response that is not empty
	// to a question without a key.
	Unkeyed float64 `json:"unkeyed"`
	// Weights holds the weight of each cue by its name. The weight of a cue not in it is 0.
	Weights map[string]float64 `json:"weights"`
	// Between is the variance between exams of each weight, and of the intercept by the name
	// "intercept". It is empty if the prior was learned from one exam.
	Between map[string]float64 `json:"between,omitempty"`
	// Exams are what it was learned from, as far as this was recorded.
	Exams []PriorExam `json:"exams,omitempty"`
	// Transductive replaces Intercept and Weights in a model that knows the responses of everybody
	// ([Model].Population), the more the more others there are: their share is m/(m+20) with m
	// others. It is nil if it was not learned, and then they stay.
	Transductive *TransductivePrior `json:"transductive,omitempty"`
}

// TransductivePrior is the part of a [Prior] that is for models with a [Model].Population. How
// common a response is says much of what the other cues do, whose weights are smaller with it.
type TransductivePrior struct {
	// Intercept is the logit of the grade of a response for which every cue is 0.
	Intercept float64 `json:"intercept"`
	// Weights holds the weight of each cue by its name, as those of the prior.
	Weights map[string]float64 `json:"weights"`
}

//go:generate go run ./gen

//go:embed prior.json
var priorJSON []byte

// DefaultPrior returns the prior that comes with the module for the encoder of [embed.Static]. Its
// Source says what it was learned from.
func DefaultPrior() Prior {
	list := defaultPriors()
	return list[slices.IndexFunc(list, func(p Prior) bool { return p.Encoder != nil })]
}

// defaultPriors returns the priors that come with the module: the one for word vectors, the one for
// the encoder of [embed.Static] and those for other encoders.
func defaultPriors() (list []Prior) {
	if err := json.Unmarshal(priorJSON, &list); err != nil {
		// The program was built from a damaged file.
		panic(fmt.Sprintf("grades: embedded priors: %v", err))
	}
	return list
}

// Start returns the prior to start from: the model's, or the one for its encoder, or that of
// [embed.Static] for encoders without one of their own.
func (m *Model) Start() Prior {
	if m.Prior != nil {
		return *m.Prior
	}
	for _, p := range defaultPriors() {
		if m.Encoder == nil && p.Encoder == nil ||
			m.Encoder != nil && p.Encoder != nil && m.Encoder.Identity().Same(*p.Encoder) == nil {
			return p
		}
	}
	return DefaultPrior()
}

// DefaultPriorChecksum returns the size of the embedded prior in bytes and its SHA-256 in
// hexadecimal.
func DefaultPriorChecksum() (size int, digest string) {
	sum := sha256.Sum256(priorJSON)
	return len(priorJSON), hex.EncodeToString(sum[:])
}

// orderedPrior is a prior with its weights in the order of the model's cues.
type orderedPrior struct {
	Prior
	keyed   float64  // the intercept of questions with a key
	names   []string // of the cues
	weights []float64
}

// ordered returns the prior for cues. The share of its transductive part is from 0 to 1.
func (p Prior) ordered(cues []cue, share float64) orderedPrior {
	o := orderedPrior{p, p.Intercept, make([]string, len(cues)), make([]float64, len(cues))}
	t := p.Transductive
	if t != nil {
		o.keyed += share * (t.Intercept - p.Intercept)
	}
	for k, c := range cues {
		o.names[k], o.weights[k] = c.name, c.weight
		if c.weight == 0 {
			o.weights[k] = p.Weights[c.name]
		}
		if t != nil {
			o.weights[k] += share * (t.Weights[c.name] - p.Weights[c.name])
		}
	}
	return o
}

// cues returns the number of cues.
func (p *orderedPrior) cues() int { return len(p.weights) }

// mean returns the prior mean of g for a text.
func (p *orderedPrior) mean(x *question, t *encodedText) float64 {
	return p.intercept(x, t) + dot(p.weights, t.cues)
}

func (p *orderedPrior) intercept(x *question, t *encodedText) float64 {
	if !x.keyed && !t.doc.Empty() {
		return p.Unkeyed
	}
	return p.keyed
}
