package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/fair"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	lunaplay "github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	tradearchive "github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

// Fairness is what is known about how honest a player's guesses are.
type Fairness struct {
	ID     string     `json:"id"`     // of the player
	Name   string     `json:"name"`   // "" if the account was deleted
	Weight float64    `json:"weight"` // factor for the weights of their guesses; 1 means undamped
	Reason string     `json:"reason"` // reason for the weight, "" if the player was never damped
	Since  *time.Time `json:"since"`  // when the weight was set
	// Found is what the rules find in the latest guesses, "" for nothing; FoundWeight is the weight
	// that they propose.
	Found       string  `json:"found"`
	FoundWeight float64 `json:"foundWeight"`
	// Traded says, if the player's gains in Turing Trade come from games with one other player, who
	// that is; "" otherwise.
	Traded string `json:"traded"`
	Leaves string `json:"leaves"` // how often the player stalls games, "" if that is rare
	// Wanted is the weight that the operator has requested and the server has not set yet.
	Wanted *float64 `json:"wanted"`
}

// FairnessOf lists, by name, the players of a database file who are damped, have been damped or
// will be, whom the rules find in the latest guesses, or who stall games often.
func FairnessOf(ctx context.Context, db string) ([]Fairness, error) {
	list := []Fairness{}
	err := withGames(ctx, db, func(f *file, a *archive.Archive) error {
		found := make(map[game.PlayerID]*Fairness)
		of := func(id game.PlayerID) *Fairness {
			if found[id] == nil {
				found[id] = &Fairness{ID: string(id), Weight: 1}
			}
			return found[id]
		}
		damped, err := a.Damped(ctx)
		if err != nil {
			return err
		}
		for id, d := range damped {
			x := of(id)
			x.Weight = d.Weight
			x.Reason = d.Reason
			x.Since = &d.Time
		}
		wanted, err := a.Wanted(ctx)
		if err != nil {
			return err
		}
		for id, d := range wanted {
			of(id).Wanted = &d.Weight
		}
		guesses, _, err := a.Guesses(ctx, lunaplay.FairWindow, nil)
		if err != nil {
			return err
		}
		for _, x := range fair.Find(guesses) {
			of(x.Player).Found, of(x.Player).FoundWeight = x.Text(), x.Weight
		}
		leavers, err := a.Leavers(ctx)
		if err != nil {
			return err
		}
		for _, p := range leavers {
			of(p.ID).Leaves = completion(p)
		}
		trading, err := tradearchive.Open(ctx, f.store)
		if err != nil {
			return err
		}
		pairs, err := trading.Pairs(ctx)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			of(game.PlayerID(p.Player)).Traded += fmt.Sprintf("gained in %d of %d games of Turing Trade "+
				"with %s, %+.0f points a game; %d games were too short to count. ", p.Gains, p.Games,
				cmp.Or(f.name(ctx, p.Other), string(p.Other)), p.Points, p.Short)
		}
		for id, x := range found {
			x.Name = f.name(ctx, accounts.ID(id))
			list = append(list, *x)
		}
		slices.SortFunc(list, func(a, b Fairness) int {
			return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
		})
		return nil
	})
	return list, err
}

// name returns the name of a player, "" if the account was deleted.
func (f *file) name(ctx context.Context, id accounts.ID) string {
	a, _ := f.accounts.Get(ctx, id)
	return a.Username
}

// SetWeight requests that the weights of all guesses of a player, given by name or ID, be
// multiplied by a number from 0 to 1. The server of the file does so when it next looks: within a
// minute, or when it starts. 1 undoes it, and the rules then leave the player alone.
func SetWeight(ctx context.Context, db, name string, weight float64, reason string) error {
	return withPlayer(ctx, db, name, func(f *file, account accounts.Account) error {
		a, err := archive.Open(ctx, f.store)
		if err != nil {
			return err
		}
		return a.Want(ctx, game.PlayerID(account.ID), game.Damping{Weight: weight, Reason: reason})
	})
}

// Report is what a player reported, with what was written in the game. Players are named by their
// names, or by the IDs of those who have deleted their accounts.
type Report struct {
	ID       int64          `json:"id"`
	Time     time.Time      `json:"time"`     // in UTC
	Kind     string         `json:"kind"`     // of the game: luna or trade
	Game     string         `json:"game"`     // its ID
	Reporter string         `json:"reporter"` // "" for a visitor
	Reason   string         `json:"reason"`   // in the reporter's words
	Closed   bool           `json:"closed"`   // the operator has dealt with it
	Players  []Party        `json:"players"`  // of the game: the reporter, then the others
	Texts    []ReportedText `json:"texts"`    // what was written in the game, in the order of play
}

// Party is a player of a game of which a player wrote a report.
type Party struct {
	Player    string `json:"player"`    // the name, or the ID of a deleted account
	ID        string `json:"id"`        // of the account
	Reporter  bool   `json:"reporter"`  // of the game
	Suspended string `json:"suspended"` // why they are; "" if they are not
	Deleted   bool   `json:"deleted"`   // the account
}

// ReportedText is a text in a game of which a player wrote a report.
type ReportedText struct {
	Player string     `json:"player"` // "" for a program of the site
	Kind   string     `json:"kind"`   // question or answer; "" in a report of an earlier version
	Text   string     `json:"text"`
	Time   *time.Time `json:"time"` // when it was sent, in UTC; null if that is unknown
}

// Reports lists the open reports in a database file, or all, the oldest first.
func Reports(ctx context.Context, db string, all bool) (list []Report, err error) {
	list = []Report{}
	err = withFile(ctx, db, func(f *file) error {
		found, err := f.accounts.Reports(ctx, all)
		for _, text := range found {
			var r Report
			err = errors.Join(err, json.Unmarshal([]byte(text), &r))
			list = append(list, r)
		}
		return err
	})
	return list, err
}

// CloseReport closes an open report in a database file.
func CloseReport(ctx context.Context, db string, id int64) error {
	return withFile(ctx, db, func(f *file) error {
		err := f.accounts.CloseReport(ctx, id)
		if errors.Is(err, accounts.ErrNoReport) {
			return fmt.Errorf("there is no open report %d", id)
		}
		return err
	})
}
