package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"runtime"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// What a password may be.
const (
	// MinPassword is how many characters (code points) a password has at least.
	MinPassword = 8
	// MaxPassword is how many bytes of UTF-8 it has at most. Long ones cost no more than short ones; the bound is for what is kept meanwhile.
	MaxPassword = 1024
)

// What is wrong with a password that somebody chose. The texts may be shown.
var (
	ErrPasswordShort = fmt.Errorf("the password is too short: at least %d characters are needed", MinPassword)
	ErrPasswordLong  = fmt.Errorf("the password is too long: at most %d bytes are allowed", MaxPassword)
	ErrPasswordText  = errors.New("the password is not valid UTF-8")
)

// ErrMismatch is for a wrong password, and for any password of an account that has none or is not there.
var ErrMismatch = errors.New("the password does not match")

// NoPassword stands in place of a hash for an account that nobody can log in to, as of a guest or a machine. It matches no password, and
// to learn that takes as long as with a hash.
const NoPassword = ""

// CheckPassword returns why a password may not be chosen: ErrPasswordShort, ErrPasswordLong or ErrPasswordText.
func CheckPassword(password string) error {
	switch {
	case len(password) > MaxPassword:
		return ErrPasswordLong
	case !utf8.ValidString(password):
		return ErrPasswordText
	case utf8.RuneCountInString(norm.NFC.String(password)) < MinPassword:
		return ErrPasswordShort
	}
	return nil
}

// Hasher makes and checks hashes of passwords by argon2id (RFC 9106). It is safe for concurrent use, and runs a few hashes at a time only,
// because each takes its share of memory and of a processor: who comes later waits.
//
// A password is brought into Unicode's form NFC first, since keyboards differ in whether they write é as one code point or
// two. Nothing else is changed: spaces and letters' case count.
type Hasher struct {
	cost Cost
	slot chan struct{}
}

// NewHasher returns a hasher that makes hashes of a cost, the zero one being [DefaultCost], and runs at most atOnce at a time; 0 is as
// many as there are processors.
func NewHasher(cost Cost, atOnce int) (*Hasher, error) {
	if cost == (Cost{}) {
		cost = DefaultCost
	}
	if err := cost.check(); err != nil {
		return nil, err
	}
	if atOnce <= 0 {
		atOnce = runtime.GOMAXPROCS(0)
	}
	return &Hasher{cost: cost, slot: make(chan struct{}, atOnce)}, nil
}

// Hash returns the hash of a password that [CheckPassword] allows, with a salt of its own, in the form that [Hasher.Verify] reads. The error is one
// of CheckPassword, or the context's where it ends while others are hashed.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := CheckPassword(password); err != nil {
		return "", err
	}
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	sum, err := h.sum(ctx, password, salt, h.cost, sumBytes)
	if err != nil {
		return "", err
	}
	return encode(h.cost, salt, sum), nil
}

// Verify returns nil where a password is that of a hash, else [ErrMismatch], the context's error, or one that tells that the hash is damaged. Stale
// tells that the hash was made at another cost than new ones are, and should be replaced now that the password is known.
func (h *Hasher) Verify(ctx context.Context, hash, password string) (stale bool, err error) {
	if hash == NoPassword {
		return false, h.VerifyNone(ctx, password)
	}
	cost, salt, want, err := decode(hash)
	if err != nil {
		return false, err
	}
	sum, err := h.sum(ctx, password, salt, cost, len(want))
	if err != nil {
		return false, err
	}
	if subtle.ConstantTimeCompare(sum, want) != 1 || len(password) > MaxPassword {
		return false, ErrMismatch
	}
	return cost != h.cost, nil
}

// VerifyNone does for an account that is not there what [Hasher.Verify] does for a wrong password: it takes as long and returns
// [ErrMismatch], so that neither tells which accounts there are.
func (h *Hasher) VerifyNone(ctx context.Context, password string) error {
	if _, err := h.sum(ctx, password, make([]byte, saltBytes), h.cost, sumBytes); err != nil {
		return err
	}
	return ErrMismatch
}

func (h *Hasher) sum(ctx context.Context, password string, salt []byte, c Cost, size int) ([]byte, error) {
	select {
	case h.slot <- struct{}{}:
		defer func() { <-h.slot }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if len(password) > MaxPassword {
		password = password[:MaxPassword] // which matches none
	}
	return argon2.IDKey(norm.NFC.Bytes([]byte(password)), salt, c.Passes, c.Memory, c.Lanes, uint32(size)), nil
}
