package modelclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

// Embed returns the server's vector of each text, in the order of the texts.
func (c *Client) Embed(ctx context.Context, texts []string) (vectors [][]float32, err error) {
	body := struct {
		Model    string   `json:"model,omitempty"`
		Input    []string `json:"input"`
		Encoding string   `json:"encoding_format"`
	}{c.Model, texts, "float"}
	err = c.do(ctx, c.Address, body, func(answer []byte) (err error) {
		vectors, err = vectorsFrom(answer, len(texts))
		return err
	})
	return vectors, err
}

// vectorsFrom returns the n vectors in an answer, in the order of their indices.
func vectorsFrom(answer []byte, n int) ([][]float32, error) {
	const want = `{"data":[{"index":0,"embedding":[…]},…]}`
	var got struct {
		Error json.RawMessage
		Data  []struct {
			Index     int
			Embedding json.RawMessage
		}
	}
	switch err := decode(answer, &got, want); {
	case err != nil:
		return nil, err
	case len(got.Error) > 0 && string(got.Error) != "null":
		return nil, errors.New("found an error in place of vectors: " + messageFrom(answer))
	case len(got.Data) != n:
		return nil, fmt.Errorf("found %s, expected %d, one for each text", text.Count(len(got.Data), "vector"), n)
	}
	vectors := make([][]float32, n)
	for _, d := range got.Data {
		if d.Index < 0 || d.Index >= n {
			return nil, fmt.Errorf("found a vector with the index %d, expected 0 to %d", d.Index, n-1)
		}
		if vectors[d.Index] != nil {
			return nil, fmt.Errorf("found two vectors with the index %d, expected one for each text", d.Index)
		}
		v, err := numbers.Vector(d.Embedding)
		if err != nil {
			return nil, fmt.Errorf("vector %d: %w", d.Index, err)
		}
		vectors[d.Index] = v
	}
	return vectors, nil
}

// Models returns the names of the server's models.
func (c *Client) Models(ctx context.Context) (names []string, err error) {
	err = c.do(ctx, c.models, nil, func(answer []byte) error {
		var got struct{ Data []struct{ ID string } }
		if err := decode(answer, &got, `{"data":[{"id":…},…]}`); err != nil {
			return err
		}
		for _, m := range got.Data {
			names = append(names, m.ID)
		}
		return nil
	})
	return names, err
}
