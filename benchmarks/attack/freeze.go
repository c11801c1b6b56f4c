package main

import (
	"context"
	"database/sql"
	"net/http"
	"sync"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/luna-rating/luna/benchmarks/internal/biglog"
)

// freeze has another program keep the file from being written, as a slow backup might, while one
// player enters a game and another one looks at theirs. Then long answers are read again and again.
func freeze(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	busiest, err := s.person(ctx, "203.0.113.1", "ann")
	if err != nil {
		return finding{}, err
	}
	s.Terminate(time.Minute)
	games := b.amount(50_000, 5_000)
	if err := biglog.Fill(ctx, b.path("luna.db"), []string{"ann"}, games); err != nil {
		return finding{}, err
	}
	if s, err = b.serveLuna(ctx, "luna.db", "--export-keep", "1ms"); err != nil {
		return finding{}, err
	}
	busiest.server = s
	writer, err := s.guest(ctx, "203.0.113.2")
	if err != nil {
		return finding{}, err
	}
	reader, err := s.guest(ctx, "203.0.113.3")
	if err != nil {
		return finding{}, err
	}
	db, err := sql.Open("sqlite", "file:"+b.path("luna.db")+"?_txlock=immediate")
	if err != nil {
		return finding{}, err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return finding{}, err
	}
	defer tx.Rollback()
	entered := make(chan error, 1)
	go func() {
		_, err := writer.enter(ctx, short("What is this"))
		entered <- err
	}()
	locked, err := reader.slowest(ctx, time.Duration(b.amount(25, 10))*time.Second)
	if err != nil {
		return finding{}, err
	}
	if err := tx.Rollback(); err != nil {
		return finding{}, err
	}
	wrote := status(<-entered)
	busy, err := whileBusy(ctx, busiest, writer, reader,
		time.Duration(b.amount(20, 5))*time.Second)
	if err != nil {
		return finding{}, err
	}
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
