package api

import (
	"context"
	"net/http"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/accounts"
	"github.com/luna-rating/luna/luna/internal/store"
)

// route answers a method of a path.
type route struct {
	method, path string
	answer       func(*API, *call) (any, error)
	flags        flags
}

type flags int

const (
	public  flags = 1 << iota // needs no token
	changes                   // is a GET that changes something
	opens                     // enters a game, of which more is kept than the texts that are sent
)

var routes = []route{
	{"POST", "/register", (*API).register, public},
	{"GET", "/registerGuest", (*API).registerGuest, public | changes},
	{"POST", "/registerMachine", (*API).registerMachine, public},
	{"POST", "/saveGuest", (*API).saveGuest, 0},
	{"POST", "/login", (*API).login, public},

	{"POST", "/home", (*API).enter, opens},
	{"GET", "/home", (*API).games, 0},
	{"GET", "/home/{game}", (*API).game, 0},
	{"POST", "/home/{game}/interview", (*API).interview, 0},
	{"POST", "/home/{game}/response", (*API).respond, 0},
	{"POST", "/home/{game}/guess", (*API).guess, 0},
	{"GET", "/home/{game}/deactivate", (*API).deactivate, changes},
	{"PUT", "/home/responseGrades", (*API).grade, 0},
	{"DELETE", "/notifs", (*API).clearNotices, 0},
	{"GET", "/oldquestions", (*API).oldQuestions, 0},

	{"GET", "/profile", (*API).profile, 0},
	{"POST", "/profile/initial", (*API).setInitial, 0},
	{"POST", "/profile/color", (*API).setColor, 0},
	{"GET", "/profile/consent", (*API).consent, 0},
	{"POST", "/profile/consent", (*API).setConsent, 0},
	{"GET", "/profile/email", (*API).email, 0},
	{"POST", "/profile/email", (*API).setEmail, 0},

	{"GET", "/healthz", (*API).health, public},
}

// call is a request that a route answers.
type call struct {
	ctx     context.Context
	r       *http.Request
	address string        // the key of where it comes from
	account store.Account // whose it is; none where the route is public
	fields  fields
}

func (c *call) player() game.PlayerID { return c.account.ID }

func (c *call) game() game.GameID { return game.GameID(c.r.PathValue("game")) }

// answer does what all routes have in common.
func (a *API) answer(w http.ResponseWriter, r *http.Request, rt route) {
	v, err := a.call(w, r, rt)
	if err != nil {
		a.fail(w, r, err)
		return
	}
	if l, ok := v.(list); ok {
		a.stream(w, r, l)
		return
	}
	a.write(w, http.StatusOK, v)
}

// keep counts what a player sends, all of which may stay for ever. Programs on the same machine are not limited, as by [API.admit].
func (a *API) keep(c *call, rt route, size int) error {
	if rt.flags&public != 0 || a.local(c.r) {
		return nil
	}
	if rt.flags&opens != 0 {
		size += accounts.OpenedGame
	}
	return a.desk.Keep(c.address, size)
}

func (a *API) call(w http.ResponseWriter, r *http.Request, rt route) (any, error) {
	if rt.flags&changes != 0 && r.Method != http.MethodGet {
		f := failf(http.StatusMethodNotAllowed, "found method %s, expected GET", r.Method)
		f.header = http.Header{"Allow": {http.MethodGet}}
		return nil, f
	}
	if rt.flags&public != 0 && foreign(r) {
		return nil, failf(http.StatusForbidden, "found a request of a page of another site, expected one of a program or of this site")
	}
	c := &call{ctx: r.Context(), r: r, address: addressKey(r)}
	if rt.flags&public == 0 {
		var err error
		if c.account, err = a.desk.Authenticate(c.ctx, c.address, bearer(r)); err != nil {
			return nil, err
		}
	}
	if rt.method == http.MethodPost || rt.method == http.MethodPut {
		var err error
		most, size := int64(MaxBody), 0
		if rt.flags&public != 0 {
			most = maxStranger
		}
		if c.fields, size, err = body(w, r, most); err != nil {
			return nil, err
		}
		if err := a.keep(c, rt, size); err != nil {
			return nil, err
		}
	}
	return rt.answer(a, c)
}
