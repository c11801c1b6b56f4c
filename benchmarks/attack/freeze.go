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
// player enters a game and another one looks at theirs. Then strangers read the published games
// again and again.
func freeze(ctx context.Context, b *bench) (finding, error) {
	s, err := b.serveLuna(ctx, "luna.db")
	if err != nil {
		return finding{}, err
	}
	if _, err := s.person(ctx, "203.0.113.1", "ann"); err != nil {
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
	exported, err := whileExporting(ctx, writer, reader, time.Duration(b.amount(20, 5))*time.Second)
	if err != nil {
		return finding{}, err
	}
	return judge(max(locked, exported) > 2*time.Second, "%d games; another player's page waited %s "+
		"at most while the file was locked (the writer: status %d), %s during exports", games,
		locked.Round(time.Millisecond), wrote, exported.Round(time.Millisecond))
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

// whileExporting is slowest while one player writes and strangers read all published games.
func whileExporting(
	ctx context.Context, writer, reader *stranger, during time.Duration,
) (time.Duration, error) {
	ctx, cancel := context.WithCancel(ctx)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for range 2 {
		wg.Go(func() {
			for ctx.Err() == nil {
				reader.probe(ctx, "/export/games.jsonl", time.Minute)
			}
		})
	}
	wg.Go(func() {
		for ctx.Err() == nil {
			if v, err := writer.enter(ctx, short("What is this")); err == nil {
				_ = writer.leave(ctx, v.ID)
			}
			time.Sleep(20 * time.Millisecond)
		}
	})
	return reader.slowest(ctx, during)
}
