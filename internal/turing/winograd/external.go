package winograd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/subprocess"
)

const (
	// answerTimeout is how long a program or service may take for a problem. The rules of the
	// contest name no limit.
	answerTimeout = 2 * time.Minute
	// maxAnswer bounds an answer, in bytes.
	maxAnswer = 1 << 20
)

// command returns the solver that asks a program, which runs until all problems are answered. After
// an error it is started again, since its next line may be the answer to an earlier problem.
func (o Options) command(line string) Solver {
	return SolverFunc(func(ctx context.Context, problems []Problem) ([]int, error) {
		var program *subprocess.Process
		end := func() {
			if program != nil {
				program.End(subprocess.EndTimeout)
			}
			program = nil
		}
		defer end()
		return o.each(func(ctx context.Context, p Problem) (text string, err error) {
			ctx, cancel := bounded(ctx)
			defer cancel()
			if program == nil {
				program, err = subprocess.Start(line, maxAnswer, nil)
			}
			var got answer
			if err == nil {
				err = program.Ask(ctx, requestOf(p), &got)
			}
			if err == nil {
				text, err = got.to(p)
			}
			if err != nil {
				end()
				return "", fmt.Errorf("solver %q: %w", line, err)
			}
			return text, nil
		}).Solve(ctx, problems)
	})
}

// service returns the solver that asks a service.
func (o Options) service(address string) (Solver, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("%w: found %q, expected an address such as "+
			"http://127.0.0.1:9000/solve", ErrSpec, address)
	}
	client := httpx.Client(nil)
	solver := o.each(func(ctx context.Context, p Problem) (string, error) {
		ctx, cancel := bounded(ctx)
		defer cancel()
		var got answer
		if err := post(ctx, client, address, requestOf(p), &got); err != nil {
			return "", fmt.Errorf("solver %s: %w", u.Redacted(), err)
		}
		return got.to(p)
	})
	return closable{solver, idle{client}}, nil
}

// idle closes the idle connections of a client.
type idle struct{ client *http.Client }

func (i idle) Close() error {
	i.client.CloseIdleConnections()
	return nil
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
