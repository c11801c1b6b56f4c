package main

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/ask"
	"github.com/luna-rating/luna/benchmarks/internal/biglog"
	"github.com/luna-rating/luna/benchmarks/internal/process"
	"github.com/luna-rating/luna/luna/game"
)

// migration is a run in which a server takes up a log of finished games and is killed meanwhile.
type migration struct {
	program, old string
	games, kills int
	seed         uint64
}

const maxMemory = 4 << 30

// run carries it out on a new database and says what happened. What differs is an error.
func (m migration) run(ctx context.Context, path string) (string, error) {
	if err := m.prepare(ctx, path); err != nil {
		return "", err
	}
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=query_only(1)&_pragma=busy_timeout(10000)")
	if err != nil {
		return "", err
	}
	defer db.Close()
	before, events, err := sumOfLog(ctx, db)
	if err != nil {
		return "", err
	}
	within, err := m.kill(ctx, db, path, events)
	if err != nil {
		return "", err
	}
	if err := m.finish(ctx, path); err != nil {
		return "", err
	}
	after, _, err := sumOfLog(ctx, db)
	if err == nil && after != before {
		err = errors.New("the log has changed")
	}
	players := 0
	if err == nil {
		players, err = compareRatings(ctx, db)
	}
	if err == nil {
		err = verify(ctx, m.program, path)
	}
	if err != nil {
		return "", fmt.Errorf("after %d kills: %w", m.kills, err)
	}
	return fmt.Sprintf("%d kills of a server that takes up the log of %d games, %d of them with a part "+
		"of the %d events taken up: the log is as before, and the ratings of %d players follow from it to "+
		"the bit", m.kills, m.games, within, events, players), nil
}

// prepare makes the database with the old program.
func (m migration) prepare(ctx context.Context, path string) error {
	names := []string{"player 0", "player 1"}
	p, err := process.Start(filepath.Dir(path), maxMemory, m.old, "serve", "--db", path, "--addr",
		"127.0.0.1:0")
	if err != nil {
		return err
	}
	defer p.Kill()
	address, err := p.Address(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		player := ask.Player{Client: http.DefaultClient, Base: "http://" + address}
		if err := player.Do(ctx, http.MethodPost, "/register", map[string]any{"username": name,
			"password": "correct horse battery"}, nil); err != nil {
			return err
		}
	}
	if _, inTime := p.Terminate(time.Minute); !inTime {
		return fmt.Errorf("%s does not end: %s", m.old, p.Output())
	}
	return biglog.Fill(ctx, path, names, m.games)
}

// kill starts and kills the server. It returns how often the tables had followed a part of the log
// then. What they have followed must never become less.
func (m migration) kill(
	ctx context.Context, db *sql.DB, path string, events int,
) (within int, err error) {
	rng := rand.New(rand.NewPCG(m.seed, 2))
	last := 0
	for range m.kills {
		p, err := process.Start(filepath.Dir(path), maxMemory, m.program, "serve", "--db", path,
			"--addr", "127.0.0.1:0")
		if err != nil {
			return within, err
		}
		ended := p.Wait(ctx, 200*time.Millisecond+time.Duration(rng.Int64N(int64(2*time.Second))))
		p.Kill()
		if ended {
			return within, fmt.Errorf("the server ends: %s", p.Output())
		}
		at, err := position(ctx, db)
		if err != nil {
			return within, err
		}
		if at < last {
			return within, fmt.Errorf("the tables had followed %d events, and now %d", last, at)
		}
		if last = at; at > 0 && at < events {
			within++
		}
	}
	return within, nil
}

// finish lets the server take up what is left, and answer.
func (m migration) finish(ctx context.Context, path string) error {
	p, err := process.Start(filepath.Dir(path), maxMemory, m.program, "serve", "--db", path, "--addr",
		"127.0.0.1:0")
	if err != nil {
		return err
	}
	defer p.Kill()
	if _, err := p.Address(ctx); err != nil {
		return err
	}
	if _, inTime := p.Terminate(time.Minute); !inTime {
		return fmt.Errorf("the server does not end: %s", p.Output())
	}
	return p.Err()
}

// position returns how many events the tables have followed, 0 if there are no tables yet.
func position(ctx context.Context, db *sql.DB) (int, error) {
	var text []byte
	row := db.QueryRowContext(ctx, "SELECT value FROM settings WHERE name = 'position of events'")
	if err := row.Scan(&text); errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	} else if err != nil {
		return 0, err
	}
	var p struct {
		Number int `json:"number"`
	}
	return p.Number, json.Unmarshal(text, &p)
}

// sumOfLog returns a checksum of the log, which has no games without a result and so keeps all texts,
// and the number of its events.
func sumOfLog(ctx context.Context, db *sql.DB) (sum [sha256.Size]byte, events int, err error) {
	rows, err := db.QueryContext(ctx, "SELECT number, body FROM events ORDER BY number")
	if err != nil {
		return sum, 0, err
	}
	defer rows.Close()
	h := sha256.New()
	for rows.Next() {
		var number int
		var body []byte
		if err := rows.Scan(&number, &body); err != nil {
			return sum, events, err
		}
		fmt.Fprintf(h, "%d %s\n", number, body)
		events++
	}
	h.Sum(sum[:0])
	return sum, events, rows.Err()
}

// compareRatings compares the ratings of all players, to the bit, with those that the rules make of
// the log. It returns the number of players.
func compareRatings(ctx context.Context, db *sql.DB) (players int, err error) {
	t, err := replayLog(ctx, db)
	if err != nil {
		return 0, fmt.Errorf("the log: %w", err)
	}
	rows, err := db.QueryContext(ctx, "SELECT id, rating, games, wins FROM players")
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var id game.PlayerID
		var rating *float64
		var games, wins int
		if err := rows.Scan(&id, &rating, &games, &wins); err != nil {
			return players, err
		}
		p, err := t.Player(id)
		if err != nil {
			return players, err
		}
		if !equal(rating, p.Rating) || games != p.Games || wins != p.Wins {
			return players, fmt.Errorf("player %s: found %v, %d and %d in the tables and %v, %d and %d in "+
				"the log", id, rating, games, wins, p.Rating, p.Games, p.Wins)
		}
		players++
	}
	return players, rows.Err()
}

// verify has the program compare the tables with the log.
func verify(ctx context.Context, program, db string) error {
	out, err := exec.CommandContext(ctx, program, "admin", "verify", "--db", db).CombinedOutput()
	if err != nil {
		return fmt.Errorf("luna admin verify: %w: %s", err, out)
	}
	return nil
}
