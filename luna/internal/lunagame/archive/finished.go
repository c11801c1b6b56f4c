package archive

import (
	"context"
	"iter"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/store"
)

// finishedChunk is the number of games that are read at a time.
const finishedChunk = 16

// Finished iterates over all games with a result, with their texts and secrets, in an order that
// reveals nothing about when they were played. An error ends the iteration.
func (a *Archive) Finished(ctx context.Context) iter.Seq2[game.Game, error] {
	return func(yield func(game.Game, error) bool) {
		place := []byte{}
		for {
			list, last, err := a.finishedAfter(ctx, place)
			for _, g := range list {
				if !yield(g, nil) {
					return
				}
			}
			if err != nil {
				yield(game.Game{}, err)
			}
			if err != nil || len(list) == 0 {
				return
			}
			place = last
		}
	}
}

// finishedAfter returns the next games after a place. Places are different: they are made of 128
// bits of a hash.
func (a *Archive) finishedAfter(ctx context.Context, place []byte) (list []game.Game, last []byte, err error) {
	err = a.read(ctx, func(q store.Querier) error {
		list, err = readGames(ctx, q, `WHERE g.number IN (SELECT number FROM games WHERE place > ?
			ORDER BY place LIMIT ?) ORDER BY g.place, g.number, s.seat`, place, finishedChunk)
		if err != nil || len(list) == 0 {
			return err
		}
		row := q.QueryRowContext(ctx, "SELECT place FROM games WHERE number = ?", list[len(list)-1].Event)
		if err := row.Scan(&last); err != nil {
			return err
		}
		return fillTexts(ctx, q, list, show)
	})
	return list, last, err
}

// playedChunk is the number of games without texts that are read at a time.
const playedChunk = 1000

// Played iterates over all games, without texts, in the order in which they were opened. An error
// ends the iteration.
func (a *Archive) Played(ctx context.Context) iter.Seq2[game.Game, error] {
	return func(yield func(game.Game, error) bool) {
		after := 0
		for {
			list, err := readGames(ctx, a.reads, `WHERE g.number IN (SELECT number FROM games
				WHERE number > ? ORDER BY number LIMIT ?) ORDER BY g.number, s.seat`, after, playedChunk)
			for _, g := range list {
				if !yield(g, nil) {
					return
				}
				after = g.Event
			}
			if err != nil {
				yield(game.Game{}, err)
			}
			if err != nil || len(list) == 0 {
				return
			}
		}
	}
}
