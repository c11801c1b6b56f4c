package player

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	// respondWithin is how long a responder outside of the program may take.
	respondWithin = 2 * time.Minute
	// mostOfAnswer is how many bytes its answer may have: five responses of four bytes a character, escaped, and more.
	mostOfAnswer = 1 << 20
)

// HTTP asks a service: it posts {"id":"…","questions":["…",…]} to a URL and expects {"id":"…","responses":["…",…]} with the
// same id, one response a question, within two minutes.
type HTTP struct {
	url    string
	client *http.Client
}

// NewHTTP returns a responder that asks the service at an address of http or https.
func NewHTTP(address string) (*HTTP, error) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%w: found %q, expected an address such as http://127.0.0.1:9000/respond", ErrResponder, address)
	}
	return &HTTP{url: address, client: &http.Client{Timeout: respondWithin, Transport: http.DefaultTransport.(*http.Transport).Clone()}}, nil
}

// Respond implements [Responder].
func (h *HTTP) Respond(ctx context.Context, questions []string) ([]string, error) {
	asked := exchange{ID: newID(), Questions: questions}
	body, err := json.Marshal(asked)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	resp, err := h.client.Do(req)
	if err != nil {
		return nil, fmt.Errorf("responder: %w", err)
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(resp.Body, mostOfAnswer))
	if err != nil {
		return nil, fmt.Errorf("responder %s: %w", h.url, err)
	}
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("responder %s: found status %d, expected 200", h.url, resp.StatusCode)
	}
	var got exchange
	if err := json.Unmarshal(answer, &got); err != nil {
		return nil, fmt.Errorf("responder %s: the answer is not JSON as expected: %w", h.url, err)
	}
	list, err := checkExchange(asked, got)
	if err != nil {
		return nil, fmt.Errorf("responder %s: %w", h.url, err)
	}
	return list, nil
}

// Close lets go of the connections that are kept.
func (h *HTTP) Close() error {
	h.client.CloseIdleConnections()
	return nil
}
