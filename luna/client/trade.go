package client

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/luna-rating/luna/luna/trade"
)

// TradeLobby is the lobby of Turing Trade as a player sees it.
type TradeLobby struct {
	Role    string `json:"role"`    // the player's own while waiting; "" otherwise
	Bettors int    `json:"bettors"` // number waiting
	Targets int    `json:"targets"` // number waiting
	Game    string `json:"game"`    // the player's own; "" for none
}

// TradeGame is a game of Turing Trade in which the player has a seat.
type TradeGame struct {
	Game     string         `json:"game"`
	Name     string         `json:"name"`     // of the player in the game
	Settings trade.Settings `json:"settings"` // of the game
	Now      time.Duration  `json:"-"`        // time since the start
	Over     bool           `json:"over"`     // the game has ended, and all texts are released
}

// TradeMessages are the messages of a game that follow those already seen.
type TradeMessages struct {
	Messages []trade.Message `json:"messages"`
	Next     int             `json:"next"` // the number of messages seen, including these
	Over     bool            `json:"over"` // no more messages will follow
}

const tradePath = "/trade/api"

// TradeLobby returns the lobby of Turing Trade: how many players wait for a game.
func (c *Client) TradeLobby(ctx context.Context) (l TradeLobby, err error) {
	err = c.repeat(ctx, request{method: http.MethodGet, path: tradePath + "/lobby"}, &l)
	return l, err
}

// TradeGame returns a game in which the player has a seat.
func (c *Client) TradeGame(ctx context.Context, id string) (TradeGame, error) {
	var g struct {
		TradeGame
		Now float64 `json:"now"`
	}
	err := c.repeat(ctx, request{method: http.MethodGet, path: tradeGamePath(id)}, &g)
	g.TradeGame.Now = time.Duration(g.Now * float64(time.Second))
	return g.TradeGame, err
}

// TradeMessages returns the messages after the first ones, waiting for some if there are none yet.
func (c *Client) TradeMessages(ctx context.Context, id string, after int, wait time.Duration) (m TradeMessages, err error) {
	if after < 0 || wait < 0 {
		return m, fmt.Errorf("after is %d and wait is %v, neither may be less than 0", after, wait)
	}
	query := url.Values{"after": {strconv.Itoa(after)},
		"wait": {strconv.FormatFloat(wait.Seconds(), 'f', 3, 64)}}
	r := request{method: http.MethodGet, path: tradeGamePath(id) + "/messages?" + query.Encode()}
	err = c.repeat(ctx, r, &m)
	return m, err
}

func tradeGamePath(id string) string { return tradePath + "/games/" + url.PathEscape(id) }
