// Package auth identifies players: passwords are stored as hashes that are costly to guess
// ([Hasher]), sessions are signed tokens that expire ([Tokens]), and links in mail are tokens that
// are valid for one purpose ([Tokens.Link]). It knows neither HTTP nor a database.
package auth

import (
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

const (
	// KeyBytes is the length of the key that tokens are signed with.
	KeyBytes = 32
	// SessionLife is how long a session is valid.
	SessionLife = 60 * 24 * time.Hour
	// leeway is by how much the clock may be set back without making void what was issued before.
	leeway = 24 * time.Hour
	// maxToken is the maximum length of a token in bytes.
	maxToken = 4096
)

// Errors of a token. ErrForged is for any text that was not signed with the key for the same use.
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

// Tokens signs and parses JSON Web Tokens, using HMAC-SHA256 and one key. It is safe for concurrent
// use.
type Tokens struct {
	key []byte
	now func() time.Time
}

// NewTokens returns Tokens with a key of [KeyBytes] random bytes. Now returns the time; nil means
// [time.Now].
func NewTokens(key []byte, now func() time.Time) (*Tokens, error) {
	if len(key) != KeyBytes {
		return nil, fmt.Errorf("a signing key of %d bytes, expected %d", len(key), KeyBytes)
	}
	if now == nil {
		now = time.Now
	}
	return &Tokens{key: slices.Clone(key), now: now}, nil
}

// Session is the content of a player's token: the account, and its username when the token was
// issued.
type Session struct {
	// ID is the same for all tokens of a session; [Tokens.Renew] makes more of them. Tokens from
	// before sessions had identifiers are a session each.
	ID       string
	Account  string
	Username string
	// Generation is the account's generation. An account only accepts tokens of its present
	// generation, so that raising it revokes all tokens.
	Generation int
	Issued     time.Time
	Expires    time.Time
}

// forSessions is the audience of sessions. The audiences of links begin with forLinks, so that
// neither kind of token is valid as the other.
const (
	forSessions = "luna"
	forLinks    = "luna/link/"
)

// sessionClaims are the claims of the website of 2016 (_id, username, exp) and more.
type sessionClaims struct {
	ID         string `json:"_id"`
	Username   string `json:"username"`
	Generation int    `json:"gen"`
	jwt.RegisteredClaims
}

// Session returns a token for a new session of an account, valid for [SessionLife].
func (t *Tokens) Session(account, username string, generation int) (string, error) {
	return t.Renew(Session{
		ID: rand.Text(), Account: account, Username: username, Generation: generation,
	})
}

// Renew returns another token of a session, valid for [SessionLife] from now on.
func (t *Tokens) Renew(s Session) (string, error) {
	c := t.claims(forSessions, SessionLife)
	c.ID = s.ID
	return t.sign(sessionClaims{
		ID: s.Account, Username: s.Username, Generation: s.Generation, RegisteredClaims: c,
	})
}

// ParseSession parses a token that [Tokens.Session] made. The error is [ErrExpired] or [ErrForged].
func (t *Tokens) ParseSession(token string) (Session, error) {
	var c sessionClaims
	if err := t.parse(token, forSessions, &c); err != nil {
		return Session{}, err
	}
	if c.ID == "" || c.IssuedAt == nil {
		return Session{}, ErrForged
	}
	return Session{
		ID:      cmp.Or(c.RegisteredClaims.ID, digest(token)),
		Account: c.ID, Username: c.Username, Generation: c.Generation,
		Issued: c.IssuedAt.Time, Expires: c.ExpiresAt.Time,
	}, nil
}

// digest identifies a token.
func digest(token string) string {
	sum := sha256.Sum256([]byte(token))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

func (t *Tokens) claims(audience string, life time.Duration) jwt.RegisteredClaims {
	now := t.now()
	return jwt.RegisteredClaims{
		Audience:  jwt.ClaimStrings{audience},
		IssuedAt:  jwt.NewNumericDate(now),
		ExpiresAt: jwt.NewNumericDate(now.Add(life)),
	}
}

// sign refuses to make a token that parse would not accept.
func (t *Tokens) sign(c jwt.Claims) (string, error) {
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, c).SignedString(t.key)
	if err != nil {
		return "", fmt.Errorf("signing a token: %w", err)
	}
	if len(token) > maxToken {
		return "", fmt.Errorf("a token of %d bytes, expected at most %d: its claims are too long",
			len(token), maxToken)
	}
	return token, nil
}

// checkIssued refuses a token that was issued while the clock was wrong: it would live too long.
func (t *Tokens) checkIssued(c jwt.Claims) error {
	issued, err := c.GetIssuedAt()
	if err == nil && issued != nil && issued.After(t.now().Add(leeway)) {
		return ErrForged
	}
	return err
}

// parse accepts one algorithm only. A token that names another one, or none, is a forgery.
func (t *Tokens) parse(token, audience string, c jwt.Claims) error {
	if len(token) > maxToken {
		return ErrForged
	}
	_, err := jwt.ParseWithClaims(token, c, func(*jwt.Token) (any, error) { return t.key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}), jwt.WithStrictDecoding(),
		jwt.WithExpirationRequired(), jwt.WithAudience(audience), jwt.WithTimeFunc(t.now))
	if err == nil {
		err = t.checkIssued(c)
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jwt.ErrTokenExpired) && !errors.Is(err, jwt.ErrTokenInvalidAudience):
		return ErrExpired
	}
	return ErrForged
}

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
