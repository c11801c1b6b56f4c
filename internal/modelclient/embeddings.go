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
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	body := struct {
		Model    string   `json:"model,omitempty"`
		Input    []string `json:"input"`
		Encoding string   `json:"encoding_format"`
	}{c.Model, texts, "float"}
	var got struct {
		Error json.RawMessage
		Data  []struct {
			Index     int
			Embedding json.RawMessage
		}
	}
	n := len(texts)
	switch answer, err := c.do(ctx, c.Address, body, &got, `{"data":[{"index":0,"embedding":[…]},…]}`); {
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
	var got struct{ Data []struct{ ID string } }
	_, err = c.do(ctx, c.models, nil, &got, `{"data":[{"id":…},…]}`)
	for _, m := range got.Data {
		names = append(names, m.ID)
	}
	return names, err
}
