package embed

import (
	"context"
	"math"
	"sort"

	"github.com/luna-rating/luna/internal/seeded"
)

const (
	// sampleThreshold is t of [SkipGram].
	sampleThreshold = 1e-3
	// lowestRate is the fraction of the initial learning rate that remains at the end.
	lowestRate = 1e-4
)

func trainSkipGram(ctx context.Context, t *tokens, o TrainOptions) ([][]float32, error) {
	n, dim := len(t.words), o.Dim
	random := seeded.New(o.Seed, "embed/sgns/start", 0)
	rows, contexts := make([][]float32, n), make([][]float32, n)
	for i := range rows {
		rows[i], contexts[i] = make([]float32, dim), make([]float32, dim)
		for j := range rows[i] {
			rows[i][j] = (random.Float32() - .5) / float32(dim)
		}
	}
	negatives := make([]float64, n) // cumulative
	var sum float64
	for i, c := range t.counts {
		sum += math.Pow(float64(c), contextPower)
		negatives[i] = sum
	}
	keep := make([]float64, n) // probabilities
	for i, c := range t.counts {
		keep[i] = math.Sqrt(sampleThreshold * float64(t.total) / float64(c))
	}

	total := int64(o.Epochs) * int64(len(t.stream))
	gradient := make([]float32, dim)
	var sentence []int32
	for epoch := range o.Epochs {
		random := seeded.New(o.Seed, "embed/sgns/epoch", epoch)
		sentences := 0
		for at, w := range t.stream {
			if w != sentenceEnd {
				if random.Float64() < keep[w] {
					sentence = append(sentence, w)
				}
				continue
			}
			done := int64(epoch)*int64(len(t.stream)) + int64(at)
			if sentences++; sentences%checkEvery == 1 {
				o.report("epochs", done, total)
				if err := ctx.Err(); err != nil {
					return nil, err
				}
			}
			rate := float32(o.Rate * max(lowestRate, 1-float64(done)/float64(total)))
			for i, w := range sentence {
				window := 1 + random.IntN(o.Window)
				for k := max(0, i-window); k <= min(i+window, len(sentence)-1); k++ {
					if k == i {
						continue
					}
					row := rows[w]
					clear(gradient)
					descend(row, contexts[sentence[k]], gradient, 1, rate)
					for range o.Negative {
						c := sort.SearchFloat64s(negatives, random.Float64()*sum)
						if c = min(c, n-1); int32(c) != sentence[k] {
							descend(row, contexts[c], gradient, 0, rate)
						}
					}
					for j, g := range gradient {
						row[j] += g
					}
				}
			}
			sentence = sentence[:0]
		}
	}
	o.report("epochs", total, total)
	return rows, nil
}

// descend takes a step of gradient descent on the logistic loss of a pair that is near
// (label 1) or random (label 0): it updates the context's vector and adds the word's part of
// the step to gradient.
func descend(row, context, gradient []float32, label, rate float32) {
	var dot float32
	for j, x := range row {
		dot += x * context[j]
	}
	step := rate * (label - float32(1/(1+math.Exp(-float64(dot)))))
	for j, x := range row {
		gradient[j] += step * context[j]
		context[j] += step * x
	}
}
