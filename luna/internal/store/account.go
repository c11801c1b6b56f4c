package store

import (
	"time"

	"github.com/luna-rating/luna/luna/game"
)

// Kind tells who plays.
type Kind string

// A Person has signed up and can log in. A Guest can not, until she becomes a person. The guesses of a Machine never count.
const (
	Person  Kind = "person"
	Guest   Kind = "guest"
	Machine Kind = "machine"
)

// Account is what is known of a player besides her games: her ID, the Username that no other has, her Kind, when she Joined, and more.
type Account struct {
	ID       game.PlayerID
	Username string
	Password string // its hash; "" where there is none, and no login
	Kind     Kind

	Email          string // "" where there is none
	EmailConfirmed bool   // by who reads it; no mail but the request for that goes to others

	Initial string // what stands for her before opponents
	Color   string // of the disc on which it stands, as "#aabbcc"

	Consent bool // to publish her questions, responses and guesses
	Joined  time.Time
	// Generation is that of the tokens that are valid. A higher one makes all that were given out void.
	Generation int
}

// Look is how the player appears to others.
func (a *Account) Look() game.Look { return game.Look{Initial: a.Initial, Color: a.Color} }
