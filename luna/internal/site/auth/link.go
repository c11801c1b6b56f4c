package auth

import (
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Purpose is the purpose of a signed link. A link is valid neither for another purpose nor as a
// session.
type Purpose string

// The purposes.
const (
	ConfirmEmail  Purpose = "confirm-email"  // Value is the address to confirm
	Unsubscribe   Purpose = "unsubscribe"    // Value is the address to remove
	ResetPassword Purpose = "reset-password" // Value identifies the password to replace
	KnownDevice   Purpose = "known-device"   // Value identifies the device; not for a link
)

// Link is the content of a signed link.
type Link struct {
	Account string // the account that the link is about
	Value   string // depends on the purpose
}

type linkClaims struct {
	ID    string `json:"_id"`
	Value string `json:"val"`
	jwt.RegisteredClaims
}

// Link returns a token to put into a link. It can be used more than once until it expires.
func (t *Tokens) Link(p Purpose, l Link, life time.Duration) (string, error) {
	c := t.claims(forLinks+string(p), life)
	return t.sign(linkClaims{ID: l.Account, Value: l.Value, RegisteredClaims: c})
}

// ParseLink parses a token that [Tokens.Link] made for the same purpose. The error is [ErrExpired]
// or [ErrForged].
func (t *Tokens) ParseLink(p Purpose, token string) (Link, error) {
	var c linkClaims
	if err := t.parse(token, forLinks+string(p), &c); err != nil {
		return Link{}, err
	}
	return Link{Account: c.ID, Value: c.Value}, nil
}
