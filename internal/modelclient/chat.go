package modelclient

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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
}

// completion is the body of a request to a chat server.
type completion struct {
	Model     string    `json:"model,omitempty"`
	Messages  []Message `json:"messages"`
	MaxTokens int       `json:"max_tokens,omitempty"`
	// NewMaxTokens takes the place of MaxTokens at servers that refuse it.
	NewMaxTokens int      `json:"max_completion_tokens,omitempty"`
	Temperature  *float64 `json:"temperature,omitempty"`
	Stream       bool     `json:"stream"`
}

// Complete returns the server's reply to some messages.
func (c *Client) Complete(ctx context.Context, messages []Message, s Settings) (string, error) {
	r := completion{Model: c.Model, Messages: messages, Temperature: s.Temperature}
	if !c.newer.Load() {
		r.MaxTokens = s.Tokens
		reply, err := c.complete(ctx, r)
		refusal, ok := errors.AsType[*Refusal](err)
		if !ok || refusal.Status != http.StatusBadRequest || !bytes.Contains(refusal.answer, []byte("max_tokens")) {
			return reply, err
		}
		c.newer.Store(true)
	}
	r.MaxTokens, r.NewMaxTokens = 0, s.Tokens
	return c.complete(ctx, r)
}

func (c *Client) complete(ctx context.Context, r completion) (reply string, err error) {
	err = c.do(ctx, c.Address, r, func(answer []byte) error {
		var got struct {
			Choices []struct {
				Message struct{ Content *string }
			}
		}
		const want = `{"choices":[{"message":{"content":…`
		if err := decode(answer, &got, want); err != nil {
			return err
		}
		if len(got.Choices) == 0 || got.Choices[0].Message.Content == nil {
			return errors.New("found an answer without a reply, expected " + want)
		}
		reply = *got.Choices[0].Message.Content
		return nil
	})
	return reply, err
}

// decode decodes an answer.
func decode(answer []byte, into any, want string) error {
	if err := json.Unmarshal(answer, into); err != nil {
		return fmt.Errorf("found the answer %.60q, expected %s: %w", answer, want, err)
	}
	return nil
}
