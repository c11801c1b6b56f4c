package auth

import (
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Purpose is what a signed link is good for. A link of one purpose is not good for another, nor as a player's token.
type Purpose string

// The purposes.
const (
	ConfirmEmail Purpose = "confirm-email" // Value is the address that Account is to be told at.
	Unsubscribe  Purpose = "unsubscribe"   // Value is the address that Account is no more to be told at.
)

// Link is what a signed link says: whose Account it is about, and a Value as its purpose has it.
type Link struct {
	Account string
	Value   string
}

type linkClaims struct {
	ID    string `json:"_id"`
	Value string `json:"val"`
	jwt.RegisteredClaims
}

// Link returns a token to put into a link, good for a time. It can be used more than once in it.
func (t *Tokens) Link(p Purpose, l Link, life time.Duration) (string, error) {
	return t.sign(linkClaims{ID: l.Account, Value: l.Value, RegisteredClaims: t.claims(forLinks+string(p), life)})
}

// ParseLink reads a token that [Tokens.Link] made for the same purpose. The error is [ErrExpired] or [ErrForged].
func (t *Tokens) ParseLink(p Purpose, token string) (Link, error) {
	var c linkClaims
	if err := t.parse(token, forLinks+string(p), &c); err != nil {
		return Link{}, err
	}
	return Link{Account: c.ID, Value: c.Value}, nil
}
