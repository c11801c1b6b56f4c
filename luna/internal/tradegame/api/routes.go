// Package api is Turing Trade's part of the JSON interface of package jsonapi, for programs that
// play as people do. docs/trade.md describes it.
package api

import (
	"cmp"
	"context"
	_ "embed" // for the description of the interface
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/site/jsonapi"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/trade"
)

// api implements the endpoints for machine players.
type api struct{ *play.Referee }

// Routes returns the endpoints of Turing Trade.
func Routes(r *play.Referee) []jsonapi.Route {
	a := api{r}
	const home, game = "/trade/api", "/trade/api/games/{game}"
	return []jsonapi.Route{
		{Method: "POST", Path: home + "/enter", Answer: a.enter},
		{Method: "POST", Path: home + "/withdraw", Answer: a.withdraw},
		{Method: "GET", Path: home + "/lobby", Answer: a.lobby},
		{Method: "POST", Path: home + "/consent", Answer: a.consent, Flags: jsonapi.Suspended},
		{Method: "GET", Path: game, Answer: a.state},
		{Method: "POST", Path: game + "/act", Answer: a.act},
		{Method: "GET", Path: game + "/messages", Answer: a.messages},
	}
}

func gameOf(c *jsonapi.Call) string { return c.Request.PathValue("game") }

// lobby is the wire form of [play.Lobby].
type lobby struct {
	Role    play.Role `json:"role,omitempty"`
	Bettors int       `json:"bettors"`
	Targets int       `json:"targets"`
	Start   *float64  `json:"start,omitempty"` // in how many seconds a game starts
	Game    string    `json:"game,omitempty"`
	Playing int       `json:"playing"`
	Consent bool      `json:"consent"`
}

// done is the answer to requests that have no other answer.
type done struct {
	OK bool `json:"ok"`
}

// enter makes a player wait for a game: {"role":"bettor","consent":true}.
func (a api) enter(c *jsonapi.Call) (any, error) {
	role, err := c.Fields.Text("role")
	if err != nil {
		return nil, err
	}
	consent, err := c.Fields.Bool("consent")
	if err == nil && consent {
		err = a.Agree(c.Context, c.Account.ID)
	}
	if err != nil {
		return nil, err
	}
	role = cmp.Or(role, string(play.AsBettor))
	if err := a.Enter(fair.From(c.Context, c.Request), c.Account.ID, play.Role(role)); err != nil {
		return nil, err
	}
	return a.lobby(c)
}

// consent sets whether the player agrees that the logs of their games are published:
// {"consent":false}.
func (a api) consent(c *jsonapi.Call) (any, error) {
	if c.Fields["consent"] == nil {
		return nil, httpx.Errorf(http.StatusBadRequest, "consent: is missing, expected true or false")
	}
	consent, err := c.Fields.Bool("consent")
	set := a.Disagree
	if consent {
		set = a.Agree
	}
	if err == nil {
		err = set(c.Context, c.Account.ID)
	}
	if err != nil {
		return nil, err
	}
	return a.lobby(c)
}

func (a api) withdraw(c *jsonapi.Call) (any, error) {
	if err := a.Withdraw(c.Context, c.Account.ID); err != nil {
		return nil, err
	}
	return a.lobby(c)
}

func (a api) lobby(c *jsonapi.Call) (any, error) {
	l, err := a.Lobby(c.Context, c.Account.ID)
	if err != nil {
		return nil, err
	}
	out := lobby{
		Role: l.Role, Bettors: l.Bettors, Targets: l.Targets, Game: l.Game, Playing: l.Playing,
		Consent: l.Consent,
	}
	if l.Start >= 0 {
		s := seconds(l.Start)
		out.Start = &s
	}
	return out, nil
}

// act carries out an action in a game: {"type":"bet","side":"human","key":"1"}.
func (a api) act(c *jsonapi.Call) (any, error) {
	var texts [4]string
	for i, name := range []string{"type", "text", "side", "key"} {
		var err error
		if texts[i], err = c.Fields.Text(name); err != nil {
			return nil, err
		}
	}
	number := 0.0
	if texts[0] == string(trade.Answer) {
		var err error
		if number, err = c.Fields.Number("number", math.MaxInt32); err != nil {
			return nil, err
		}
	}
	err := a.Do(c.Context, c.Account.ID, gameOf(c), play.Action{
		Kind: trade.Kind(texts[0]), Text: texts[1], Side: trade.Side(texts[2]), Key: texts[3],
		Number: int(number),
	})
	if err != nil {
		return nil, err
	}
	return done{true}, nil
}

// state is what a program needs to know about a game before its messages.
type state struct {
	Game     string           `json:"game"`
	Role     play.Role        `json:"role"`
	Name     string           `json:"name"`
	Settings trade.Settings   `json:"settings"`
	Now      float64          `json:"now"`
	Bettors  []archive.Bettor `json:"bettors"`
	Price    float64          `json:"price"`
	Holding  trade.Holding    `json:"holding"`
	Current  int              `json:"current,omitempty"`
	Queue    []string         `json:"queue,omitempty"`
	Ended    *trade.Message   `json:"ended,omitempty"`
	Next     int              `json:"next"`
	Over     bool             `json:"over"`
}

func (a api) state(c *jsonapi.Call) (any, error) {
	s, err := a.State(c.Context, c.Account.ID, gameOf(c))
	if err != nil {
		return nil, err
	}
	return state{
		Game: s.Game, Role: s.Role, Name: s.Name, Settings: s.Settings, Now: seconds(s.Now),
		Bettors: s.Bettors, Price: s.Price, Holding: s.Holding, Current: s.Current, Queue: s.Queue,
		Ended: s.Ended, Next: s.Next, Over: s.Over,
	}, nil
}

// maxWait is the maximum time that a request waits for messages, in seconds.
const maxWait = 30

// messages is the answer to GET …/messages?after=N&wait=SECONDS: what a player learns of a game.
type messages struct {
	Messages []trade.Message `json:"messages"`
	Next     int             `json:"next"`
	Over     bool            `json:"over"`
}

func (a api) messages(c *jsonapi.Call) (any, error) {
	q := c.Request.URL.Query()
	after, wait := 0, 0.0
	var err error
	if text := q.Get("after"); text != "" {
		if after, err = strconv.Atoi(text); err != nil || after < 0 {
			return nil, httpx.Errorf(http.StatusBadRequest,
				"after: found %.20q, expected a number of messages", text)
		}
	}
	if text := q.Get("wait"); text != "" {
		if wait, err = jsonapi.ParseNumber("wait", text, maxWait); err != nil {
			return nil, err
		}
	}
	ctx := c.Context
	if wait > 0 {
		if ctx, err = httpx.Stay(ctx); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(wait*float64(time.Second)))
	defer cancel()
	msgs, next, err := a.Watch(ctx, c.Account.ID, gameOf(c), after)
	ends := errors.Is(err, context.Canceled) && c.Context.Err() == nil
	if ends || errors.Is(err, context.DeadlineExceeded) {
		return messages{Messages: []trade.Message{}, Next: next}, nil
	}
	if err != nil {
		return nil, err
	}
	if msgs == nil {
		msgs = []trade.Message{}
	}
	return messages{Messages: msgs, Next: next, Over: len(msgs) == 0}, nil
}

func seconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1e6 }

// OpenAPI describes the endpoints of this package in OpenAPI 3.1. Package jsonapi describes those
// of accounts.
//
//go:embed openapi.json
var OpenAPI []byte
