package jsonapi

import (
	"context"
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// Route answers requests with a method and a path, in the form of [http.ServeMux] patterns.
type Route struct {
	Method, Path string
	// Answer returns a value to be sent as JSON, a [Stream], or an error, whose status the rules
	// of the site choose.
	Answer func(*Call) (any, error)
	Flags  Flags
	// ExtraBytes are counted as text to be kept, in addition to the body.
	ExtraBytes int
}

// Flags say how a route differs from most others.
type Flags int

// The flags of a route.
const (
	Public  Flags = 1 << iota // needs no token
	Changes                   // is a GET that changes something, and takes no HEAD
)

// Call is a request to a route.
type Call struct {
	Context context.Context
	Request *http.Request
	Address string           // the [httpx.AddressKey] of the client
	Account accounts.Account // the caller's account; none for a public route
	Fields  Fields           // the fields of the body
	Header  http.Header      // the header of the answer
}

// serve does what all routes have in common.
func (a *API) serve(w http.ResponseWriter, r *http.Request, rt Route) {
	v, err := a.answer(w, r, rt)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if s, ok := v.(Stream); ok {
		a.stream(w, r, s)
		return
	}
	text, err := a.encode(v)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	httpx.WriteEncoded(w, http.StatusOK, text)
}

// encode makes an answer. Only a few are made at a time, which bounds the memory for answers that
// then find no room.
func (a *API) encode(v any) ([]byte, error) {
	a.encoding <- struct{}{}
	defer func() { <-a.encoding }()
	return marshal(v)
}

func (a *API) answer(w http.ResponseWriter, r *http.Request, rt Route) (any, error) {
	public := rt.Flags&Public != 0
	if rt.Flags&Changes != 0 && r.Method != http.MethodGet {
		e := httpx.Errorf(http.StatusMethodNotAllowed, "found method %s, expected GET", r.Method)
		return nil, e.With("Allow", http.MethodGet)
	}
	if public && crossSite(r) {
		return nil, httpx.Errorf(http.StatusForbidden,
			"found a request from a page of another site, expected one from a program or from this site")
	}
	c := &Call{Context: r.Context(), Request: r, Address: addressKey(r), Header: w.Header()}
	var err error
	limit := int64(maxPublicBody)
	if !public {
		limit = MaxBody
		if c.Account, err = a.accounts.Authenticate(c.Context, c.Address, bearer(r)); err != nil {
			return nil, err
		}
		httpx.SetPlayer(r, string(c.Account.ID))
	}
	if rt.Method == http.MethodPost || rt.Method == http.MethodPut {
		var size int
		if c.Fields, size, err = readBody(w, r, limit); err != nil {
			return nil, err
		}
		// What players send may be kept for ever. Programs on this machine are not limited.
		if !public && !a.local(r) {
			if err := a.accounts.ChargeTexts(c.Address, size+rt.ExtraBytes); err != nil {
				return nil, err
			}
		}
	}
	return rt.Answer(c)
}
