package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/internal/pause"
)

// head names the columns.
var head = []string{"games", "file", "first start", "start", "RSS", "after play", "after export",
	"enter p50 / p99", "guess", "profile", "home", "home of 50,000",
	"CPU of enter", "of guess", "of profile", "of home"}

// load is what a server has to do while it is measured.
type load struct {
	alone  int // games of two people, without others
	people int
	time   time.Duration // they play
	export bool
}

// maxMemory is the memory that a server may take before it is killed.
const maxMemory = 8 << 30

// measureGames measures a server with a number of finished games.
func measureGames(
	ctx context.Context, dir string, serve []string, games int, l load,
) ([]string, error) {
	db := filepath.Join(dir, "luna.db")
	players, err := prepare(ctx, serve, db, games)
	if err != nil {
		return nil, err
	}
	first, err := start(ctx, serve, db)
	if err != nil {
		return nil, err
	}
	if err := first.stop(); err != nil {
		return nil, err
	}
	s, err := start(ctx, serve, db)
	if err != nil {
		return nil, err
	}
	defer s.Kill()
	if err := pause.For(ctx, 2*time.Second); err != nil {
		return nil, err
	}
	row := []string{fmt.Sprint(games), measure.Bytes(size(db)), seconds(first.took),
		seconds(s.took), measure.Bytes(s.RSS())}
	if err := logIn(ctx, s, players); err != nil {
		return nil, err
	}
	m, err := playAlone(ctx, s, players, l.alone)
	if err != nil {
		return nil, err
	}
	times, err := playAll(ctx, players[:1+l.people], l.time)
	if err != nil {
		return nil, err
	}
	row = append(row, measure.Bytes(s.RSS()))
	busy, err := homes(ctx, players[0])
	if err != nil {
		return nil, err
	}
	exported := "-"
	if l.export {
		if err := export(ctx, s.base); err != nil {
			return nil, err
		}
		exported = measure.Bytes(s.RSS())
	}
	row = append(row, exported, quantiles(&times.enter), quantiles(&times.guess),
		quantiles(&times.profile), quantiles(&times.home), quantiles(busy),
		m.enter.String(), m.guess.String(), m.profile.String(), m.home.String())
	return row, s.stop()
}

func seconds(d time.Duration) string { return measure.Seconds(d.Seconds()) }

func quantiles(l *measure.Latencies) string {
	return fmt.Sprintf("%.1f / %.1f ms", milliseconds(l.Quantile(.5)), milliseconds(l.Quantile(.99)))
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// size returns the size of a database in bytes, with what waits in its write-ahead log.
func size(db string) (n int64) {
	for _, suffix := range []string{"", "-wal"} {
		if info, err := os.Stat(db + suffix); err == nil {
			n += info.Size()
		}
	}
	return n
}

// listed finds a file in the index of what is published.
var listed = regexp.MustCompile(`"path":"([^"]+)"`)

// export reads the largest published file, once it has been made.
func export(ctx context.Context, base string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Hour)
	defer cancel()
	var index []byte
	for {
		text, status, err := download(ctx, base+"/export")
		if err != nil {
			return err
		}
		if status == http.StatusServiceUnavailable { // it is being made
			if err := pause.For(ctx, time.Second); err != nil {
				return err
			}
			continue
		}
		if status != http.StatusOK {
			return fmt.Errorf("/export: status %d: %.200s", status, text)
		}
		index = text
		break
	}
	largest := listed.FindSubmatch(index)
	if largest == nil {
		return fmt.Errorf("/export: found no file in %.200s", index)
	}
	path := string(largest[1])
	if _, status, err := download(ctx, base+path); err != nil || status != http.StatusOK {
		return fmt.Errorf("%s: status %d (%w)", path, status, err)
	}
	return nil
}

func download(ctx context.Context, url string) (text []byte, status int, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, 0, err
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, 0, err
	}
	defer a.Body.Close()
	text, err = io.ReadAll(a.Body)
	return text, a.StatusCode, err
}

// server is a server that runs.
type server struct {
	*process.Process
	base string
	took time.Duration // until it answered
}

// start runs a command line that serves a database, and waits until it answers.
func start(ctx context.Context, serve []string, db string) (*server, error) {
	args := append(slices.Clip(serve[1:]), "--db", db, "--addr", "127.0.0.1:0")
	p, err := process.Start(filepath.Dir(db), maxMemory, serve[0], args...)
	if err != nil {
		return nil, err
	}
	address, err := p.Address(ctx)
	if err != nil {
		p.Kill()
		return nil, err
	}
	s := &server{Process: p, base: "http://" + address}
	for {
		a, err := http.Get(s.base + "/livez")
		if err == nil {
			a.Body.Close()
			break
		}
		if p.Wait(ctx, 5*time.Millisecond) || ctx.Err() != nil {
			return nil, fmt.Errorf("the server does not answer: %w", err)
		}
	}
	s.took = time.Since(p.Began)
	return s, nil
}

func (s *server) stop() error {
	if _, inTime := s.Terminate(time.Minute); !inTime {
		return fmt.Errorf("the server does not end: %s", s.Output())
	}
	return s.Err()
}
