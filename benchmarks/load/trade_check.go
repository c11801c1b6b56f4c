package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/luna/trade"
)

// check compares the messages to the players with the public logs: everything acknowledged must
// have happened once, and every stream must be the one that follows from the log.
func (r *tradeResult) check(ctx context.Context, players []*trader) (err error) {
	defer must.Catch(&err)
	games := logs(ctx, players[0])
	for _, p := range players {
		if p.game == "" {
			continue
		}
		g := games[p.game]
		if g == nil {
			return fmt.Errorf("game %s is not among the logs", p.game)
		}
		counts := make(map[string]int)
		for _, e := range g.Log {
			if e.Bettor == p.name && p.role == "bettor" || e.Kind == trade.Answer && p.role == "target" {
				counts[string(e.Kind)]++
			}
		}
		for _, kind := range []string{"bet", "question", "answer"} {
			if counts[kind] != p.done[kind] {
				return fmt.Errorf("game %s, %s: the log has %d × %s, %d were acknowledged", p.game,
					p.name, counts[kind], kind, p.done[kind])
			}
		}
		var want struct{ Messages []json.RawMessage }
		must.Do(p.call(ctx, "GET", "/games/"+p.game+"/messages?after=0", nil, &want))
		if len(want.Messages) != len(p.messages) {
			return fmt.Errorf("game %s, %s: got %d messages, expected %d", p.game, p.name,
				len(p.messages), len(want.Messages))
		}
		for i, m := range p.messages {
			if m.text != string(want.Messages[i]) {
				return fmt.Errorf("game %s, %s: message %d was %s, is %s", p.game, p.name, i+1, m.text,
					want.Messages[i])
			}
			if m.Kind == "price" {
				if sent, ok := r.sent[tradeKey(p.game, m.Time)]; ok {
					r.trades.Add(m.got.Sub(sent))
				}
			}
		}
		r.messages += len(p.messages)
	}
	for _, g := range games {
		r.bets += g.Bets()
		if end, _ := g.Ended(); end.Reason == trade.Annulled {
			r.annulled++
		}
	}
	return nil
}

// logs reads the public logs.
func logs(ctx context.Context, p *trader) map[string]*trade.Played {
	q := must.Get(http.NewRequestWithContext(ctx, "GET", p.Base+"/trade/logs.jsonl", nil))
	a := must.Get(p.Client.Do(q))
	defer a.Body.Close()
	games := make(map[string]*trade.Played)
	for g, err := range trade.ReadLogs(a.Body, "logs, "+a.Status) {
		must.Do(err)
		games[g.Settings().Game] = g
	}
	return games
}
