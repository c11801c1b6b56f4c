package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"unicode/utf8"

	"github.com/trustelem/zxcvbn"
	"github.com/trustelem/zxcvbn/match"
	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

// The limits of a password.
const (
	// MinPassword is the minimum length of a password in characters (code points).
	MinPassword = 8
	// MaxPassword is the maximum length in bytes of UTF-8. Long passwords cost no more time than
	// short ones; the bound is on memory.
	MaxPassword = 1024
)

// Errors of a new password. The texts may be shown to players.
var (
	ErrPasswordShort = fmt.Errorf(
		"the password is too short: at least %d characters are needed", MinPassword)
	ErrPasswordLong = fmt.Errorf(
		"the password is too long: at most %d bytes are allowed", MaxPassword)
	ErrPasswordText = errors.New("the password is not valid UTF-8")
	// ErrPasswordEasy is for a password that is among the first that somebody would try. The error
	// that wraps it says why.
	ErrPasswordEasy = errors.New("the password is too easy to guess")
)

// ErrMismatch is for a wrong password, and for any password of an account without one.
var ErrMismatch = errors.New("the password does not match")

// NoPassword takes the place of a hash for an account that nobody can log in to, such as a guest's
// or a machine's. It matches no password, and verifying one against it takes as long as against a
// hash.
const NoPassword = ""

// CheckPassword returns an error if a password is not acceptable: ErrPasswordShort,
// ErrPasswordLong, ErrPasswordText or ErrPasswordEasy. The words in known are ones that somebody
// would try for this account, such as its name.
func CheckPassword(password string, known ...string) error {
	if err := checkLimits(password); err != nil {
		return err
	}
	return checkEasy(password, known)
}

func checkLimits(password string) error {
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

// Hasher computes and verifies hashes of passwords with argon2id (RFC 9106). It is safe for
// concurrent use. Since a hash takes much memory and processor time, only a few are computed at a
// time, and further callers wait.
//
// A password is normalized to NFC first, since keyboards differ in whether they produce é as one
// code point or two. Nothing else is changed: spaces and case count.
type Hasher struct {
	cost  Cost
	slots chan struct{} // one per hash being computed
}

// NewHasher returns a hasher with a cost; zero means [DefaultCost]. It computes at most concurrency
// hashes at a time; 0 means one per processor.
func NewHasher(cost Cost, concurrency int) (*Hasher, error) {
	if cost == (Cost{}) {
		cost = DefaultCost
	}
	if err := cost.check(); err != nil {
		return nil, err
	}
	if concurrency <= 0 {
		concurrency = runtime.GOMAXPROCS(0)
	}
	return &Hasher{cost: cost, slots: make(chan struct{}, concurrency)}, nil
}

// Hash returns the hash of an acceptable password, with a new salt, in the form that
// [Hasher.Verify] reads. The error comes from [CheckPassword], or from the context if that ends
// while Hash waits.
func (h *Hasher) Hash(ctx context.Context, password string) (string, error) {
	if err := checkLimits(password); err != nil {
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

// Verify returns nil if a password matches a hash, otherwise [ErrMismatch], the context's error, or
// an error that says how the hash is damaged. Stale reports whether the hash was made at another
// cost than new hashes, and should be replaced now that the password is known.
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

// VerifyNone takes the place of [Hasher.Verify] for an account that does not exist: it takes as
// long as for a wrong password and returns [ErrMismatch], so that neither reveals which accounts
// exist.
func (h *Hasher) VerifyNone(ctx context.Context, password string) error {
	if _, err := h.sum(ctx, password, make([]byte, saltBytes), h.cost, sumBytes); err != nil {
		return err
	}
	return ErrMismatch
}

func (h *Hasher) sum(ctx context.Context, password string, salt []byte, c Cost, size int) ([]byte, error) {
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if len(password) > MaxPassword {
		password = password[:MaxPassword] // Verify rejects it anyhow
	}
	normalized := norm.NFC.Bytes([]byte(password))
	return argon2.IDKey(normalized, salt, c.Passes, c.Memory, c.Lanes, uint32(size)), nil
}

const (
	// enoughGuesses is how many guesses an acceptable password withstands, as zxcvbn estimates
	// them: those that a site's limits let through in years.
	enoughGuesses = 1e6
	// judged is as much of a password as is estimated, since that takes the cube of its length.
	judged = 40
)

// siteNames are names that people use for the site.
var siteNames = []string{"luna", "lunagame", "turing", "turingtrade", "trade"}

// checkEasy refuses a password that is found in lists of common passwords, words and names, or is
// made up of these, as NIST SP 800-63B recommends.
func checkEasy(password string, known []string) error {
	var words []string
	for _, w := range append(known, siteNames...) {
		if w = strings.ToLower(w); w != "" {
			words = append(words, w)
		}
	}
	if r := []rune(password); len(r) > judged {
		password = string(r[:judged])
	}
	found := zxcvbn.PasswordStrength(password, words)
	if found.Guesses >= enoughGuesses {
		return nil
	}
	return fmt.Errorf("%w: %s; three or four unrelated words make a good one", ErrPasswordEasy,
		weakness(found.Sequence))
}

// weakness says what makes a password easy.
func weakness(parts []*match.Match) string {
	for _, m := range parts {
		if m.DictionaryName == "user_inputs" {
			return "your name or that of this site is in it"
		}
	}
	switch {
	case len(parts) == 1 && parts[0].DictionaryName == "passwords":
		return "it is one of the most common ones"
	case len(parts) > 0 && parts[0].Pattern == "dictionary":
		return "it is a common word or name with little else"
	}
	return "it is a date, a row of keys, or the same over and over"
}
