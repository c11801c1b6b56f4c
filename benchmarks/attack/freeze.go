package main

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/luna-rating/luna/benchmarks/internal/biglog"
	"github.com/luna-rating/luna/benchmarks/internal/must"
)

// freeze lets another program keep the file from being written, as a slow backup might, while one
// player enters a game and another one looks at theirs. Then long answers are read again and again.
func freeze(ctx context.Context, b *bench) (finding, error) {
	s := must.Get(b.serveLuna(ctx, "luna.db"))
	busiest := must.Get(s.person(ctx, "203.0.113.1", "ann"))
	s.Terminate(time.Minute)
	games := b.amount(50_000, 5_000)
	must.Do(biglog.Fill(ctx, b.path("luna.db"), []string{"ann"}, games))
	s = must.Get(b.serveLuna(ctx, "luna.db", "--export-keep", "1ms"))
	busiest.server = s
	writer := must.Get(s.guest(ctx, "203.0.113.2"))
	reader := must.Get(s.guest(ctx, "203.0.113.3"))
	db := must.Get(sql.Open("sqlite", "file:"+b.path("luna.db")+"?_txlock=immediate"))
	defer db.Close()
	tx := must.Get(db.BeginTx(ctx, nil))
	defer tx.Rollback()
	entered := make(chan error, 1)
	go func() {
		_, err := writer.enter(ctx, short("What is this"))
		entered <- err
	}()
	locked := must.Get(reader.slowest(ctx, time.Duration(b.amount(25, 10))*time.Second))
	must.Do(tx.Rollback())
	wrote := status(<-entered)
	busy := must.Get(whileBusy(ctx, busiest, writer, reader,
		time.Duration(b.amount(20, 5))*time.Second))
	return judge(max(locked, busy) > 2*time.Second, "%d games; another player's page waited %s "+
		"at most while the file was locked (the writer: status %d), %s during long answers", games,
		locked.Round(time.Millisecond), wrote, busy.Round(time.Millisecond))
}

// slowest looks at a player's games for a while and returns the longest wait.
func (s *stranger) slowest(ctx context.Context, during time.Duration) (time.Duration, error) {
	slowest := time.Duration(0)
	for end := time.Now().Add(during); time.Now().Before(end); {
		began := time.Now()
		if err := s.do(ctx, http.MethodGet, "/home", nil, nil); err != nil {
			return 0, err
		}
		slowest = max(slowest, time.Since(began))
		time.Sleep(20 * time.Millisecond)
	}
	return slowest, nil
}

// whileBusy is slowest while one player writes, strangers read all published games and the busiest
// player reads all of their own.
func whileBusy(
	ctx context.Context, busiest, writer, reader *stranger, during time.Duration,
) (time.Duration, error) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for _, do := range []func(){
		func() { reader.probe(ctx, "/export/games.jsonl", time.Minute) },
		func() { _ = busiest.do(ctx, http.MethodGet, "/home", nil, nil) },
		func() { _ = busiest.do(ctx, http.MethodGet, "/profile", nil, nil) },
		func() {
			if v, err := writer.enter(ctx, short("What is this")); err == nil {
				_ = writer.leave(ctx, v.ID)
			}
		},
	} {
		wg.Go(func() {
			for ctx.Err() == nil {
				do()
				time.Sleep(20 * time.Millisecond)
			}
		})
	}
	return reader.slowest(ctx, during)
}
