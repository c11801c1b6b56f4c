package grades

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
)

// Prior is the mean of the shared parameters before anybody is rated, learned from other question sets.
type Prior struct {
	// Source says what it was learned from.
	Source string `json:"source"`
	// Intercept is the logit of the grade of a response for which every cue is 0.
	Intercept float64 `json:"intercept"`
	// Unkeyed is the logit of the mean grade: the intercept of a response to a question without
	// a key, unless it is empty.
	Unkeyed float64 `json:"unkeyed"`
	// Weights holds the weight of each cue by its name; that of a cue not in it is 0.
	Weights map[string]float64 `json:"weights"`

	names   []string // of the model's cues
	weights []float64
}

//go:generate go run ./gen

//go:embed prior.json
var priorJSON []byte

// DefaultPrior returns the prior that comes with the module. Its Source says what it was learned from.
func DefaultPrior() Prior {
	var p Prior
	if err := json.Unmarshal(priorJSON, &p); err != nil {
		// It is part of the program: it was built from a damaged file.
		panic(fmt.Sprintf("grades: embedded prior: %v", err))
	}
	return p
}

// DefaultPriorChecksum returns how many bytes the embedded prior has and their SHA-256 in hexadecimal.
func DefaultPriorChecksum() (size int, digest string) {
	sum := sha256.Sum256(priorJSON)
	return len(priorJSON), hex.EncodeToString(sum[:])
}

// ordered returns the prior with its weights in the order of the cues.
func (p Prior) ordered(cues []Cue) Prior {
	p.weights = make([]float64, len(cues))
	p.names = make([]string, len(cues))
	for k, c := range cues {
		p.names[k], p.weights[k] = c.Name, p.Weights[c.Name]
	}
	return p
}

// cues returns their number.
func (p *Prior) cues() int { return len(p.weights) }

// mean returns the prior's mean of g for a text.
func (p *Prior) mean(x *question, t *textOf) float64 {
	return p.intercept(x, t) + dot(p.weights, t.cues)
}

func (p *Prior) intercept(x *question, t *textOf) float64 {
	if !x.keyed && !t.doc.Empty() {
		return p.Unkeyed
	}
	return p.Intercept
}
