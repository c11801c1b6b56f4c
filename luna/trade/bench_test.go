package trade_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/trade"
)

// longGame returns the events of a game with a number of bets.
func longGame(bets int) []trade.Event {
	s := trade.Settings{Bettors: []string{"ann", "bob", "cyd"}}
	list := []trade.Event{{Kind: trade.Start, Settings: &s}}
	for i := range bets {
		e := trade.Event{Kind: trade.Bet, Time: time.Duration(i) * time.Millisecond,
			Bettor: s.Bettors[i%3], Side: trade.Human}
		if i/40%2 == 1 {
			e.Side = trade.Computer
		}
		list = append(list, e)
	}
	return append(list, trade.Event{Kind: trade.Leave, Time: list[bets].Time, Who: trade.Target},
		trade.Event{Kind: trade.End, Time: list[bets].Time, Nature: trade.Human})
}

// BenchmarkApply plays games of 100,000 bets, watched by all after each hundred.
func BenchmarkApply(b *testing.B) {
	const bets = 100_000
	events := longGame(bets)
	b.ReportAllocs()
	for b.Loop() {
		g := suite.Must(trade.New(*events[0].Settings))(b)
		var seen [4]int
		for i, e := range events[1:] {
			suite.OK(b, g.Apply(e))
			if i%100 == 0 {
				for v := range seen {
					seen[v] += len(g.Look(trade.Viewer(v-1), seen[v], e.Time))
				}
			}
		}
	}
	b.ReportMetric(bets*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}

// BenchmarkReadLogs reads the log of such a game.
func BenchmarkReadLogs(b *testing.B) {
	const bets = 100_000
	var log bytes.Buffer
	suite.OK(b, trade.WriteLog(&log, longGame(bets)))
	b.SetBytes(int64(log.Len()))
	b.ReportAllocs()
	for b.Loop() {
		for _, err := range trade.ReadLogs(bytes.NewReader(log.Bytes()), "log") {
			suite.OK(b, err)
		}
	}
	b.ReportMetric(bets*float64(b.N)/b.Elapsed().Seconds(), "events/s")
}
