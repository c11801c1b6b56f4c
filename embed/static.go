package embed

import (
	"context"
	"strings"
	"sync"
)

// Static returns the memory of the encoder inside the program, which all who call it share.
func Static() (*Memory, error) { return static() }

var static = sync.OnceValues(func() (*Memory, error) {
	v, err := Default()
	if err != nil {
		return nil, err
	}
	return Remember(meanEncoder{v}), nil
})

// meanEncoder encodes a text by the mean of its words' vectors.
type meanEncoder struct{ vectors *Vectors }

func (e meanEncoder) Identity() Identity {
	return Identity{Name: "static", Dim: e.vectors.Dim(), SHA256: e.vectors.Digest()}
}

func (e meanEncoder) Encode(_ context.Context, texts []string) ([][]float32, error) {
	list := make([][]float32, len(texts))
	for i, s := range texts {
		mean, _ := e.vectors.Mean(strings.Fields(strings.ToLower(s)))
		list[i] = make([]float32, len(mean))
		for k, x := range mean {
			list[i][k] = float32(x)
		}
	}
	return list, nil
}
