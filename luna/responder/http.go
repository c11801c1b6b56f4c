package responder

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/luna-rating/luna/internal/httpx"
)

// httpResponder queries a service over HTTP.
type httpResponder struct {
	url    string
	client *http.Client
}

// openHTTP opens an address. The scheme may be written twice: http:http://host.
func openHTTP(address string, _ Options) (Responder, error) {
	if _, twice, _ := strings.Cut(address, ":"); strings.Contains(twice, "://") {
		address = twice
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		const want = "an address such as http://127.0.0.1:9000/respond"
		return nil, fmt.Errorf("%w: found %q, expected %s", ErrSpec, address, want)
	}
	client := httpx.Client(nil)
	client.Timeout = respondTimeout
	return &httpResponder{url: address, client: client}, nil
}

func (h *httpResponder) Respond(ctx context.Context, questions []string) ([]string, error) {
	return h.send(ctx, newExchange(questions))
}

// Converse implements [Converser].
func (h *httpResponder) Converse(seed uint64) Conversation { return newRemembered(h, seed) }

func (h *httpResponder) send(ctx context.Context, request exchange) ([]string, error) {
	body, err := json.Marshal(request)
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
	answer, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
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
	list, err := request.responsesFrom(got)
	if err != nil {
		return nil, fmt.Errorf("responder %s: %w", h.url, err)
	}
	return list, nil
}

// Close closes idle connections.
func (h *httpResponder) Close() error {
	h.client.CloseIdleConnections()
	return nil
}
