// Package online lets a machine bettor play Turing Trade on a server.
package online

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/trade"
	"github.com/luna-rating/luna/luna/trade/bettors"
)

// Wait waits in the lobby as a bettor until a game starts, and returns its name. It polls every
// second. Setting consent says that the player agrees to public logs.
func Wait(ctx context.Context, c *client.Client, consent bool) (game string, err error) {
	lobby, err := c.TradeLobby(ctx)
	for err == nil && lobby.Game == "" {
		if lobby.Role == "" {
			if lobby, err = c.EnterTrade(ctx, consent); err != nil || lobby.Game != "" {
				break
			}
		}
		select {
		case <-ctx.Done():
			return "", ctx.Err()
		case <-time.After(time.Second):
		}
		lobby, err = c.TradeLobby(ctx)
	}
	return lobby.Game, err
}

// maxWait is how long a request waits for messages.
const maxWait = 10 * time.Second

// Play plays a game until its end and returns all messages. Actions that the server refuses are
// dropped.
func Play(ctx context.Context, c *client.Client, game string,
	newBettor func(bettors.Seat) bettors.Bettor) ([]trade.Message, error) {
	g, err := c.TradeGame(ctx, game)
	if err != nil {
		return nil, err
	}
	start := time.Now().Add(-g.Now)
	b := newBettor(bettors.Seat{Name: g.Name, Settings: g.Settings})
	var seen []trade.Message
	wait := time.Duration(0)
	for acts := 0; ; {
		more, err := c.TradeMessages(ctx, game, len(seen), wait)
		if err != nil {
			return seen, err
		}
		seen = append(seen, more.Messages...)
		if n := len(seen); n > 0 && seen[n-1].Kind == trade.HasEnded || more.Over {
			return seen, nil
		}
		now := time.Since(start)
		do, wake := b.Next(now, seen)
		for _, e := range do {
			acts++
			// the key is new after a restart, too: messages only grow
			key := fmt.Sprintf("%d-%d-%d", now.Microseconds(), len(seen), acts)
			err := c.ActInTrade(ctx, game, e, key)
			if refusal, ok := errors.AsType[*client.Error](err); err != nil && (!ok || refusal.Status >= 500) {
				return seen, err
			}
		}
		wait = min(max(0, wake-time.Since(start)), maxWait)
		if wake == bettors.Never {
			wait = maxWait
		}
	}
}
