package modelclient

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"github.com/luna-rating/luna/internal/text"
)

// Message is a message of a chat. Its role is system, user or assistant.
type Message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Settings are those of a reply.
type Settings struct {
	Tokens      int      // the most that it may have
	Temperature *float64 // nil leaves it to the server
	Schema      any      // of the JSON that the reply is to be, nil for any text
}

// Reply is what a chat server says.
type Reply struct {
	Text          string // without the thoughts that some models write before it
	Read, Written int    // tokens, 0 if the server does not count them
}

// completion is the body of a request to a chat server.
type completion struct {
	Model     string    `json:"model,omitempty"`
	Messages  []Message `json:"messages"`
	MaxTokens int       `json:"max_tokens,omitempty"`
	// NewMaxTokens takes the place of MaxTokens at servers that refuse it.
	NewMaxTokens int      `json:"max_completion_tokens,omitempty"`
	Temperature  *float64 `json:"temperature,omitempty"`
	Format       any      `json:"response_format,omitempty"`
	Stream       bool     `json:"stream"`
}

// What a server has refused, so that it is not sent again.
const (
	refusedMaxTokens = 1 << iota
	refusedTemperature
	refusedFormat
)

// Complete returns the server's reply to some messages. Fields that the server refuses are left out
// of this and of later requests.
func (c *Client) Complete(ctx context.Context, messages []Message, s Settings) (Reply, error) {
	for guess := uint32(0); ; {
		refused := c.refusedFields.Load() | guess
		r := completion{Model: c.Model, Messages: messages, MaxTokens: s.Tokens, Temperature: s.Temperature}
		if refused&refusedMaxTokens != 0 {
			r.MaxTokens, r.NewMaxTokens = 0, s.Tokens
		}
		if refused&refusedTemperature != 0 {
			r.Temperature = nil
		}
		if s.Schema != nil && refused&refusedFormat == 0 {
			r.Format = map[string]any{"type": "json_schema",
				"json_schema": map[string]any{"name": "reply", "strict": true, "schema": s.Schema}}
		}
		reply, err := c.complete(ctx, r)
		if err == nil {
			c.refusedFields.Or(guess) // which was what it refused
		}
		refusal, ok := errors.AsType[*Refusal](err)
		if !ok || refusal.Status != http.StatusBadRequest && refusal.Status != http.StatusUnprocessableEntity {
			return reply, err
		}
		named := uint32(0)
		if r.MaxTokens > 0 && bytes.Contains(refusal.answer, []byte("max_tokens")) {
			named |= refusedMaxTokens
		}
		if r.Temperature != nil && bytes.Contains(refusal.answer, []byte("temperature")) {
			named |= refusedTemperature
		}
		switch c.refusedFields.Or(named); {
		case named == 0 && r.Format == nil:
			return reply, err
		case named == 0:
			guess = refusedFormat
		}
	}
}

// thoughts matches the thoughts that some models write before their reply. If they are cut off,
// they have no end.
var thoughts = text.Pattern(`(?s)^\s*<think>.*?(</think>|$)`)

func (c *Client) complete(ctx context.Context, r completion) (Reply, error) {
	var got struct {
		Choices []struct {
			Message struct{ Content *string }
		}
		Usage struct {
			Read    float64 `json:"prompt_tokens"`
			Written float64 `json:"completion_tokens"`
		}
	}
	const want = `{"choices":[{"message":{"content":…`
	switch _, err := c.do(ctx, c.Address, r, &got, want); {
	case err != nil:
		return Reply{}, err
	case len(got.Choices) == 0 || got.Choices[0].Message.Content == nil:
		return Reply{}, errors.New("found an answer without a reply, expected " + want)
	}
	tokens := func(n float64) int { return int(max(0, min(n, 1e9))) }
	return Reply{thoughts().ReplaceAllString(*got.Choices[0].Message.Content, ""), tokens(got.Usage.Read),
		tokens(got.Usage.Written)}, nil
}
