package server

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	tradearchive "github.com/luna-rating/luna/luna/internal/tradegame/archive"
)

// Player is the account of a player, as the operator sees it. Texts and results are not in it.
type Player struct {
	ID       string    `json:"id"`       // other players never see it
	Name     string    `json:"name"`     // unique; random for guests
	Kind     string    `json:"kind"`     // person, guest or machine
	Joined   time.Time `json:"joined"`   // in UTC
	Consents bool      `json:"consents"` // whether they consent to the publication of their games
	Email    string    `json:"email"`    // "" for none
	// EmailConfirmed says whether the owner of Email has followed a link in a letter.
	EmailConfirmed bool   `json:"emailConfirmed"`
	Suspended      string `json:"suspended"` // why they are suspended; "" if they are not
	// SuspendedUntil is when that ends, in UTC; nil if no end was set.
	SuspendedUntil *time.Time `json:"suspendedUntil"`
	Completion
}

// Completion says how many Luna Games a player finished, and how many they stalled: left, or let
// end, after reading the questions.
type Completion struct {
	Entered  int  `json:"entered"` // including games that nobody else joined
	Finished int  `json:"finished"`
	Stalled  int  `json:"stalled"`
	Often    bool `json:"leavesOften"` // they have lately stalled more games than are forgiven
}

// String says how many games were begun and what became of them.
func (c Completion) String() string {
	text := fmt.Sprintf("finished %d of %d begun, and left %d after reading the questions", c.Finished,
		c.Finished+c.Stalled, c.Stalled)
	if c.Often {
		text += ": often"
	}
	return text
}

func completionOf(p game.Player) Completion {
	return Completion{p.Entered, p.Games, p.Stalled, p.LeavesOften()}
}

// completion sets how many games some players have completed.
func (f *file) completion(ctx context.Context, list []Player) error {
	games, err := archive.Open(ctx, f.store)
	for i := range list {
		if err != nil {
			return err
		}
		var p game.Player
		if p, err = games.Player(ctx, game.PlayerID(list[i].ID), 0); errors.Is(err, game.ErrUnknownPlayer) {
			err = nil
		}
		list[i].Completion = completionOf(p)
	}
	return err
}

// PlayerSearch selects players. The zero value selects all.
type PlayerSearch struct {
	Kind  string // person, guest or machine; "" means any
	Name  string // part of the name, in any case
	Limit int    // 0 means no limit

	Suspended bool // only suspended players
}

// Players lists the players of a database file, the newest account first.
func Players(ctx context.Context, db string, s PlayerSearch) ([]Player, error) {
	list := []Player{}
	err := withFile(ctx, db, func(f *file) error {
		found, err := f.accounts.Find(ctx,
			accounts.Search{Kind: accounts.Kind(s.Kind), Name: s.Name, Limit: s.Limit,
				Suspended: s.Suspended})
		for _, a := range found {
			list = append(list, playerOf(a))
		}
		if err == nil {
			err = f.completion(ctx, list)
		}
		return err
	})
	return list, err
}

// FindPlayer returns the player with a name or an ID.
func FindPlayer(ctx context.Context, db, name string) (p Player, err error) {
	err = withPlayer(ctx, db, name, func(f *file, a accounts.Account) error {
		list := []Player{playerOf(a)}
		err := f.completion(ctx, list)
		p = list[0]
		return err
	})
	return p, err
}

// withPlayer opens an existing database and finds a player in it.
func withPlayer(
	ctx context.Context, db, name string, do func(*file, accounts.Account) error,
) error {
	return withFile(ctx, db, func(f *file) error {
		a, err := f.accounts.Resolve(ctx, name)
		if errors.Is(err, accounts.ErrUnknown) {
			return fmt.Errorf("there is no player %q", name)
		}
		if err != nil {
			return err
		}
		return do(f, a)
	})
}

func playerOf(a accounts.Account) Player {
	p := Player{
		ID: string(a.ID), Name: a.Username, Kind: string(a.Kind), Joined: a.Joined.UTC(),
		Consents: a.Consent, Email: a.Email, EmailConfirmed: a.EmailConfirmed,
		Suspended: a.Suspended,
	}
	if !a.SuspendedUntil.IsZero() {
		p.SuspendedUntil = &a.SuspendedUntil
	}
	return p
}

// ResetLink returns a link to a server's public URL where a player can choose a new password, once
// and within 24 hours.
func ResetLink(ctx context.Context, db, name, baseURL string) (link string, err error) {
	base, err := url.Parse(baseURL)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return "", fmt.Errorf("the address of the server is %q, expected one such as "+
			"https://luna.example.org", baseURL)
	}
	err = withPlayer(ctx, db, name, func(f *file, a accounts.Account) error {
		token, err := f.accounts.ResetToken(a, resetLife)
		link = base.JoinPath("enter", "reset").String() + "?token=" + url.QueryEscape(token)
		return cannotLogIn(a, err)
	})
	return link, err
}

// resetLife is how long a link made by the operator is valid. It does not reach the player by a
// letter, and so may take longer.
const resetLife = 24 * time.Hour

// SetPassword sets a player's password and makes all their tokens void.
func SetPassword(ctx context.Context, db, name, password string) error {
	return withPlayer(ctx, db, name, func(f *file, a accounts.Account) error {
		_, err := f.accounts.SetPassword(ctx, a.ID, password)
		return cannotLogIn(a, err)
	})
}

func cannotLogIn(a accounts.Account, err error) error {
	if errors.Is(err, accounts.ErrNoPassword) {
		return fmt.Errorf("%q is a %s, who has no password", a.Username, a.Kind)
	}
	return err
}

// LogOut makes all tokens of a player void.
func LogOut(ctx context.Context, db, name string) error {
	return withPlayer(ctx, db, name, func(f *file, a accounts.Account) error {
		_, err := f.accounts.Revoke(ctx, a.ID)
		return err
	})
}

// Suspend bars a player from playing until a time or, if that is zero, until [Unsuspend]. They are
// told the reason.
func Suspend(ctx context.Context, db, name, reason string, until time.Time) error {
	return withPlayer(ctx, db, name, func(f *file, a accounts.Account) error {
		_, err := f.accounts.SuspendUntil(ctx, a.ID, reason, until)
		return err
	})
}

// Unsuspend lifts a suspension.
func Unsuspend(ctx context.Context, db, name string) error {
	return withPlayer(ctx, db, name, func(f *file, a accounts.Account) error {
		_, err := f.accounts.Unsuspend(ctx, a.ID)
		return err
	})
}

// DeletePlayer deletes the account of a player, and what they wrote if texts is set. Whatever games
// keep about the player no longer has a name.
func DeletePlayer(ctx context.Context, db, name string, texts bool) error {
	return withPlayer(ctx, db, name, func(f *file, a accounts.Account) error {
		if texts {
			if err := f.eraseTexts(ctx, a.ID); err != nil {
				return err
			}
		}
		return f.accounts.Delete(ctx, a.ID)
	})
}

// EraseTexts removes everything that a player wrote from all games. A player who has deleted their
// account can still be named by their ID.
func EraseTexts(ctx context.Context, db, name string) error {
	return withFile(ctx, db, func(f *file) error {
		a, err := f.accounts.Resolve(ctx, name)
		if err == nil {
			return f.eraseTexts(ctx, a.ID)
		}
		if !errors.Is(err, accounts.ErrUnknown) {
			return err
		}
		if err := f.accounts.EraseReported(ctx, accounts.Erasure{Player: accounts.ID(name)}); err != nil {
			return err
		}
		games, err := archive.Open(ctx, f.store)
		if err != nil {
			return err
		}
		trading, err := tradearchive.Open(ctx, f.store)
		if err != nil {
			return err
		}
		traded, err := trading.EraseTexts(ctx, accounts.ID(name))
		if err != nil {
			return err
		}
		_, err = games.Player(ctx, game.PlayerID(name), 1)
		switch {
		case errors.Is(err, game.ErrUnknownPlayer) && len(traded) > 0:
			return nil
		case errors.Is(err, game.ErrUnknownPlayer):
			return fmt.Errorf("there is no player %q", name)
		case err != nil:
			return err
		}
		return games.EraseTexts(ctx, game.PlayerID(name), false)
	})
}

// EraseGame removes what was written in one game by the player with a name or an ID, or by both
// players if the name is "".
func EraseGame(ctx context.Context, db, id, name string) error {
	return withFile(ctx, db, func(f *file) error {
		player := name
		a, err := f.accounts.Resolve(ctx, name)
		if err == nil {
			player = string(a.ID)
		} else if !errors.Is(err, accounts.ErrUnknown) {
			return err
		}
		games, err := archive.Open(ctx, f.store)
		if err != nil {
			return err
		}
		err = games.EraseGame(ctx, game.GameID(id), game.PlayerID(player))
		if err == nil {
			err = f.accounts.EraseReported(ctx, accounts.Erasure{Player: accounts.ID(player), Game: id})
		}
		switch {
		case errors.Is(err, game.ErrUnknownGame):
			return fmt.Errorf("there is no game %q", id)
		case errors.Is(err, game.ErrNotAPlayer):
			return fmt.Errorf("%q is no player of game %q", name, id)
		}
		return err
	})
}

// eraseTexts removes the texts of a player from both games.
func (f *file) eraseTexts(ctx context.Context, id accounts.ID) error {
	if err := eraseLuna(ctx, f.store, id); err != nil {
		return err
	}
	if err := eraseTrading(ctx, f.store, id); err != nil {
		return err
	}
	return f.accounts.EraseReported(ctx, accounts.Erasure{Player: id})
}

// RotateKey replaces the key that signs tokens and links, which makes all of them void. People must
// log in again; machines need a new token from [RevokeMachine].
func RotateKey(ctx context.Context, db string) error {
	return withFile(ctx, db, func(f *file) error { return f.accounts.RotateKey(ctx) })
}
