package accounts

import (
	"crypto/rand"
	"encoding/hex"
	"hash/fnv"
	"strings"
	"time"
	"unicode/utf8"
)

// ID identifies an account, whatever its name. Other players never see it.
type ID string

// Kind is the kind of player.
type Kind string

// A Person has signed up and can log in. A Guest cannot log in, unless they choose a name and
// become a Person. A Machine is a program.
const (
	Person  Kind = "person"
	Guest   Kind = "guest"
	Machine Kind = "machine"
)

// Account is what a site knows about a player, whatever they play.
type Account struct {
	ID       ID
	Username string // unique
	Password string // hash of the password; "" if nobody can log in
	Kind     Kind

	Email          string // "" for none
	EmailConfirmed bool   // by a link in a letter; other mail is only sent to confirmed addresses

	Initial string // shown to opponents in place of a name
	Color   string // of the disc behind the initial, such as "#aabbcc"

	Consent       bool      // to the publication of what the player writes in the Luna Game
	ConsentChosen time.Time // when they last chose; zero if they were never asked
	PublicName    string    // the name that leaderboards show, unique; "" for none
	PublicChosen  time.Time // when they last chose it
	Joined        time.Time
	// Generation is the generation of the valid tokens. Raising it revokes all tokens issued
	// before.
	Generation int
	// Suspended is the reason why the player may not do anything at present, "" if they may.
	Suspended string
}

// colors are the colors that new accounts get. White letters are readable on all of them: the
// contrast is at least 4.5.
var colors = []string{
	"#b71c1c", "#880e4f", "#4a148c", "#311b92", "#1a237e", "#0d47a1",
	"#01579b", "#006064", "#004d40", "#1b5e20", "#bf360c", "#3e2723",
}

// complete fills in what an account has from its beginning.
func (a *Account) complete(now time.Time) {
	a.ID, a.Joined = ID(NewID()), now
	if key, err := NameKey(a.Username); err == nil {
		first, _ := utf8.DecodeRuneInString(key)
		a.Initial = strings.ToUpper(string(first))
	}
	h := fnv.New32a()
	h.Write([]byte(a.ID))
	sum := h.Sum32()
	if a.Kind == Guest {
		a.Initial = string(rune('A' + sum%26)) // the random name means nothing
	}
	a.Color = colors[sum%uint32(len(colors))]
}

// NewID returns 24 random hexadecimal digits, the form that identifiers had on the site of 2016.
func NewID() string {
	b := make([]byte, 12)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}
