package pairweb

import (
	"cmp"
	"errors"
	"io"
	"mime"
	"net/http"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/turing/lpp"
)

const (
	maxBody  = 64 << 10
	maxPages = 1000 // that type in one view of a seat
)

// typing is a request from a page: the keys that follow the first After keys typed there.
type typing struct {
	View   string  `json:"view"`
	Client uint32  `json:"client"` // a number that the page has drawn, not 0
	After  uint32  `json:"after"`
	Keys   []press `json:"keys"`
}

type press struct {
	Side keylog.Side `json:"side"`
	Text string      `json:"text"`
}

// typed answers with the number of the page's keys that have been typed. A page that does not
// receive it sends the keys again; they are typed only once.
func typed(w http.ResponseWriter, r *http.Request, seat *Seat) error {
	var t typing
	if err := body(w, r, &t); err != nil {
		return err
	}
	view, err := seat.of(t.View)
	if err != nil {
		return err
	}
	if t.Client == 0 {
		return httpx.Errorf(http.StatusBadRequest, "found client 0, expected another number")
	}
	n, err := view.typed(t)
	if err != nil {
		return err
	}
	return httpx.WriteJSON(w, http.StatusOK, map[string]uint32{"accepted": n})
}

// typed types keys that were not typed before, and returns how many of the page were.
func (v *view) typed(t typing) (uint32, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := v.accepted[t.Client]
	if n < t.After {
		return n, nil // keys are missing: the page sends them
	}
	if n == 0 && len(v.accepted) >= maxPages {
		clear(v.accepted) // a person has opened so many pages that the first ones are closed
	}
	skip := int(n - t.After)
	for _, p := range t.Keys {
		rest := p.Text[min(skip, len(p.Text)):]
		skip = max(0, skip-len(p.Text))
		if rest == "" {
			continue
		}
		keys := []lpp.Key(rest)
		if err := v.Session.TypeAs(uint64(t.Client)<<32|uint64(n+1), p.Side, keys...); err != nil {
			return n, err
		}
		n += uint32(len(keys))
		v.accepted[t.Client] = n
	}
	return n, nil
}

func verdict(w http.ResponseWriter, r *http.Request, seat *Seat) error {
	var answer struct {
		View       string `json:"view"`
		Confidence *int   `json:"confidence"`
		session.Verdict
	}
	if err := body(w, r, &answer); err != nil {
		return err
	}
	view, err := seat.of(answer.View)
	if err != nil {
		return err
	}
	if answer.Confidence != nil {
		answer.Verdict.Confidence = *answer.Confidence
	} else if view.Session.Details().Confidence {
		return errors.New("found no confidence, expected 0 to 100")
	}
	if err := view.Session.Decide(answer.Verdict); err != nil {
		return err
	}
	return httpx.WriteJSON(w, http.StatusOK, view.Session.State())
}

// of returns the view of a page, which must be the present one.
func (s *Seat) of(id string) (*view, error) {
	v, _ := s.watch()
	if v.ID != id || v.Session == nil {
		return nil, httpx.Errorf(http.StatusConflict,
			"found a page of an earlier round, expected the present one: load the page again")
	}
	return v, nil
}

// body reads a request in JSON.
func body(w http.ResponseWriter, r *http.Request, into any) error {
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		return httpx.Errorf(http.StatusUnsupportedMediaType,
			"found content type %.80q, expected application/json", r.Header.Get("Content-Type"))
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return httpx.Errorf(http.StatusRequestEntityTooLarge, "found more than %d bytes", maxBody)
	}
	if err = cmp.Or(err, files.DecodeJSON(data, into)); err != nil {
		return httpx.Errorf(http.StatusBadRequest, "reading JSON: %v", err)
	}
	return nil
}
