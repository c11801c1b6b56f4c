package winograd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/subprocess"
)

// maxAnswer bounds an answer, in bytes.
const maxAnswer = 1 << 20

// command asks a program, which runs until it is ended, and starts it again.
type command struct {
	line    string
	program *subprocess.Process // nil before it is started
}

func (c *command) solver() Solver { return external(strconv.Quote(c.line), c.ask, c.end) }

func (c *command) ask(ctx context.Context, request, answer any) (err error) {
	if c.program == nil {
		if c.program, err = subprocess.Start(c.line, maxAnswer, nil); err != nil {
			return err
		}
	}
	return c.program.Ask(ctx, request, answer)
}

func (c *command) end() error {
	if c.program != nil {
		c.program.End(subprocess.EndTimeout)
		c.program = nil
	}
	return nil
}

// service returns the solver that asks a service.
func service(address string) (Solver, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return Solver{}, fmt.Errorf("%w: found %q, expected an address such as "+
			"http://127.0.0.1:9000/solve", ErrSpec, address)
	}
	client := httpx.Client(nil)
	ask := func(ctx context.Context, request, answer any) error {
		return post(ctx, client, address, request, answer)
	}
	return external(u.Redacted(), ask, func() error {
		client.CloseIdleConnections()
		return nil
	}), nil
}

// post sends a request as JSON and reads the answer.
func post(ctx context.Context, client *http.Client, address string, request, answer any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch {
	case err != nil:
		return err
	case resp.StatusCode != http.StatusOK:
		return fmt.Errorf("found status %d, expected 200", resp.StatusCode)
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("found the answer %.60q, expected JSON: %w", text, err)
	}
	return nil
}
