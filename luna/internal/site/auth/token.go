package auth

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const (
	// KeyBytes is the length of the key that tokens are signed with.
	KeyBytes = 32
	// SessionLife is how long a token of a player is good.
	SessionLife = 60 * 24 * time.Hour
	// maxToken bounds what is looked at.
	maxToken = 4096
)

// What is wrong with a token. Forged is all that was not signed by the key for the use it is put to, changed afterwards, or no token at all.
var (
	ErrExpired = errors.New("the token has expired")
	ErrForged  = errors.New("the token is not valid")
)

// NewKey returns a fresh random key for [NewTokens].
func NewKey() []byte {
	key := make([]byte, KeyBytes)
	rand.Read(key) // never fails
	return key
}

// Tokens signs and reads JSON Web Tokens by HMAC-SHA256 with one key. It is safe for concurrent use.
type Tokens struct {
	key []byte
	now func() time.Time
}

// NewTokens returns the tokens of a key of [KeyBytes] random bytes. Now tells the time; nil is the clock.
func NewTokens(key []byte, now func() time.Time) (*Tokens, error) {
	if len(key) != KeyBytes {
		return nil, fmt.Errorf("a signing key of %d bytes, expected %d", len(key), KeyBytes)
	}
	if now == nil {
		now = time.Now
	}
	return &Tokens{key: slices.Clone(key), now: now}, nil
}

// Session is what a player's token says: the Account it is of and its Username when it was Issued, and when it Expires.
type Session struct {
	Account  string
	Username string
	// Generation is a number of the account's: the account accepts tokens of its present one, so that to raise it revokes all there are.
	Generation int
	Issued     time.Time
	Expires    time.Time
}

// forSessions is the audience of players' tokens. All others have one that begins with forLinks, so that none can stand for another.
const (
	forSessions = "luna"
	forLinks    = "luna/link/"
)

// sessionClaims are those of the website of 2016, _id, username and exp, and more.
type sessionClaims struct {
	ID         string `json:"_id"`
	Username   string `json:"username"`
	Generation int    `json:"gen"`
	jwt.RegisteredClaims
}

// Session returns a new token of an account, good for [SessionLife].
func (t *Tokens) Session(account, username string, generation int) (string, error) {
	c := sessionClaims{ID: account, Username: username, Generation: generation, RegisteredClaims: t.claims(forSessions, SessionLife)}
	return t.sign(c)
}

// ParseSession reads a token that [Tokens.Session] made. The error is [ErrExpired] or [ErrForged].
func (t *Tokens) ParseSession(token string) (Session, error) {
	var c sessionClaims
	if err := t.parse(token, forSessions, &c); err != nil {
		return Session{}, err
	}
	if c.ID == "" || c.IssuedAt == nil {
		return Session{}, ErrForged
	}
	return Session{Account: c.ID, Username: c.Username, Generation: c.Generation, Issued: c.IssuedAt.Time, Expires: c.ExpiresAt.Time}, nil
}

func (t *Tokens) claims(audience string, life time.Duration) jwt.RegisteredClaims {
	now := t.now()
	return jwt.RegisteredClaims{
		Audience:  jwt.ClaimStrings{audience},
		IssuedAt:  jwt.NewNumericDate(now),
		ExpiresAt: jwt.NewNumericDate(now.Add(life)),
	}
}

// sign refuses to make what parse would not read.
func (t *Tokens) sign(c jwt.Claims) (string, error) {
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString(t.key)
	if err != nil {
		return "", fmt.Errorf("signing a token: %w", err)
	}
	if len(token) > maxToken {
		return "", fmt.Errorf("a token of %d bytes, expected at most %d: what it is to say is too long", len(token), maxToken)
	}
	return token, nil
}

// parse accepts one algorithm only, whatever the token names: none at all, or the key taken for a public one, is a forgery.
func (t *Tokens) parse(token, audience string, c jwt.Claims) error {
	if len(token) > maxToken {
		return ErrForged
	}
	_, err := jwt.ParseWithClaims(token, c, func(*jwt.Token) (any, error) { return t.key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithStrictDecoding(),
		jwt.WithExpirationRequired(), jwt.WithAudience(audience), jwt.WithTimeFunc(t.now))
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jwt.ErrTokenExpired) && !errors.Is(err, jwt.ErrTokenInvalidAudience):
		return ErrExpired
	}
	return ErrForged
}
