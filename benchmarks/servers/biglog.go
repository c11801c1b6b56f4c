package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/luna-rating/luna/luna/game"
)

const gap = 20 * time.Second // between the beginnings of games

// writeGames makes up finished games and writes the events of their log into a database that has
// accounts with the given names and no games. A server loads these like the events of an earlier
// version. Players with names play often. No server may be using the database.
func writeGames(ctx context.Context, path string, games int) {
	db := get(sql.Open("sqlite", "file:"+path+"?_pragma=synchronous(off)&_pragma=journal_mode(wal)"))
	defer db.Close()
	ids := accounts(ctx, db, max(games/40, 40))
	g := &generator{rng: rand.New(rand.NewPCG(1, uint64(games))), ids: ids,
		now: time.Now().Add(-time.Duration(games+len(ids)) * gap), known: make(map[string]bool)}
	do(db.QueryRowContext(ctx, "SELECT count(*) FROM events").Scan(&g.number))
	for written := 0; written < games; {
		tx := get(db.BeginTx(ctx, nil))
		for range min(10_000, games-written) {
			g.game(ctx, tx, written)
			written++
		}
		do(tx.Commit())
	}
	get(db.ExecContext(ctx, "PRAGMA wal_checkpoint(truncate)"))
}

// accounts adds accounts that are copies of the first one except for their names, and returns the
// IDs of all, those with the given names first.
func accounts(ctx context.Context, db *sql.DB, more int) (ids []string) {
	var found string
	do(db.QueryRowContext(ctx, "SELECT group_concat(id) FROM accounts").Scan(&found))
	ids = strings.Split(found, ",")
	tx := get(db.BeginTx(ctx, nil))
	defer tx.Rollback() // without effect after the commit
	const pattern = "CREATE TEMP TABLE pattern AS SELECT * FROM accounts WHERE id = ?"
	get(tx.ExecContext(ctx, pattern, ids[0]))
	for i := range more {
		id := fmt.Sprintf("%024x", i+1)
		ids = append(ids, id)
		get(tx.ExecContext(ctx, "UPDATE pattern SET id = ?1, username = ?2, username_key = ?2; "+
			"INSERT INTO accounts SELECT * FROM pattern", id, fmt.Sprintf("copy %d", i)))
	}
	do(tx.Commit())
	return ids
}

// generator makes up the events of games.
type generator struct {
	rng    *rand.Rand
	ids    []string
	now    time.Time
	known  map[string]bool // players who are registered in the log
	number int             // of the last event
}

// game writes a whole game.
func (g *generator) game(ctx context.Context, tx *sql.Tx, i int) {
	a, b := g.someone(), g.someone()
	for b == a {
		b = g.someone()
	}
	id := game.GameID(fmt.Sprintf("s%013x", i+1)) // no name that a server would choose
	g.now = g.now.Add(gap)
	var events []game.Event
	for _, p := range []int{a, b} {
		if p := g.ids[p]; !g.known[p] {
			g.known[p] = true
			events = append(events, game.Event{Kind: game.Registered, Time: g.now,
				Player: game.PlayerID(p)})
		}
	}
	seats := [2]game.PlayerID{game.PlayerID(g.ids[a]), game.PlayerID(g.ids[b])}
	events = append(events,
		game.Event{Kind: game.Opened, Player: seats[0], Questions: g.questions(a)},
		game.Event{Kind: game.Joined, Player: seats[1], Questions: g.questions(b)})
	for _, p := range seats {
		events = append(events, game.Event{Kind: game.Responded, Player: p,
			Responses: g.responses()})
	}
	for _, p := range seats {
		guess := float64(g.rng.IntN(101))
		events = append(events, game.Event{Kind: game.Guessed, Player: p, Guess: &guess})
	}
	for _, e := range events {
		e.Time = g.now
		if e.Kind != game.Registered {
			e.Game = id
		}
		g.number++
		get(tx.ExecContext(ctx, "INSERT INTO events (number, body) VALUES (?, ?)", g.number,
			string(get(json.Marshal(e)))))
	}
}

// someone returns a player: a few play most.
func (g *generator) someone() int {
	x := g.rng.Float64()
	return int(x * x * float64(len(g.ids)))
}

// questions returns one of the five sets of questions that a player asks, mostly the first.
func (g *generator) questions(p int) []string {
	set := min(g.rng.IntN(5), g.rng.IntN(5))
	five := make([]string, game.Questions)
	for i := range five {
		five[i] = fmt.Sprintf("Question %d.%d of player %d: what would you say about it?", set, i, p)
	}
	return five
}

const said = "The river goes on because it rains, people say, and the water flows down to the sea and " +
	"returns as clouds, perhaps, nobody knows why."

func (g *generator) responses() []string {
	five := make([]string, game.Questions)
	for i := range five {
		five[i] = said[:20+g.rng.IntN(len(said)-20)]
	}
	return five
}
