package auth

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
)

// cheap is a cost low enough for a test to make many hashes.
var cheap = Cost{Memory: 64, Passes: 1, Lanes: 1}

func hasher(t testing.TB, c Cost, atOnce int) *Hasher {
	t.Helper()
	return suite.Must(NewHasher(c, atOnce))(t)
}

func TestPasswords(t *testing.T) {
	h, ctx := hasher(t, cheap, 2), context.Background()
	hash := suite.Must(h.Hash(ctx, "caf\u00e9 \u00e0 la Luna"))(t)
	for _, c := range []struct {
		password string
		want     error
	}{
		{"caf\u00e9 \u00e0 la Luna", nil},
		{"cafe\u0301 a\u0300 la Luna", nil}, // the same characters, as another keyboard sends them
		{"caf\u00e9 \u00e0 la luna", ErrMismatch},
		{"caf\u00e9 \u00e0 la Luna ", ErrMismatch},
		{"", ErrMismatch},
		{"\xff", ErrMismatch},
		{strings.Repeat("x", 5000), ErrMismatch},
	} {
		if stale, err := h.Verify(ctx, hash, c.password); err != c.want || stale {
			t.Errorf("%q: %v, %v, want %v", c.password, stale, err, c.want)
		}
	}
	if other, _ := h.Hash(ctx, "caf\u00e9 \u00e0 la Luna"); other == hash {
		t.Error("two hashes have the same salt")
	}
	if err := h.VerifyNone(ctx, "anything at all"); err != ErrMismatch {
		t.Error(err)
	}
	for _, p := range []string{"", "anything at all", strings.Repeat("\x00", 32)} {
		if _, err := h.Verify(ctx, NoPassword, p); err != ErrMismatch {
			t.Errorf("no password matches %q: %v", p, err)
		}
	}
}

func TestPasswordRules(t *testing.T) {
	h, ctx := hasher(t, cheap, 1), context.Background()
	for password, want := range map[string]error{
		"1234567":                      ErrPasswordShort,
		"12345678":                     nil,
		"日本語日本語日本":                     nil,
		"e\u0301e\u0301e\u0301e\u0301": ErrPasswordShort, // four characters
		"        ":                     nil,
		"abcdefg\xff":                  ErrPasswordText,
		strings.Repeat("x", 1024):      nil,
		strings.Repeat("x", 1025):      ErrPasswordLong,
	} {
		hash, err := h.Hash(ctx, password)
		if err != want || (hash == "") != (want != nil) {
			t.Errorf("%q: %v, want %v", password, err, want)
		}
		if want == nil {
			if _, err := h.Verify(ctx, hash, password); err != nil {
				t.Errorf("%q: %v", password, err)
			}
		}
	}
}

// TestLongestPasswordIsNotTruncated checks that a password of maximum length does not match a
// longer one with the same beginning.
func TestLongestPasswordIsNotTruncated(t *testing.T) {
	h, ctx := hasher(t, cheap, 1), context.Background()
	longest := strings.Repeat("x", MaxPassword)
	hash := suite.Must(h.Hash(ctx, longest))(t)
	if _, err := h.Verify(ctx, hash, longest+"y"); err != ErrMismatch {
		t.Errorf("a longer password: %v", err)
	}
}

// reference is the hash of "password" in the tests of the reference implementation,
// github.com/P-H-C/phc-winner-argon2 (src/test.c).
const reference = "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4"

func TestReferenceHash(t *testing.T) {
	h, ctx := hasher(t, Cost{}, 1), context.Background()
	stale, err := h.Verify(ctx, reference, "password")
	if err != nil || !stale {
		t.Errorf("%v, stale %v", err, stale)
	}
	if _, err := h.Verify(ctx, reference, "passwort"); err != ErrMismatch {
		t.Error(err)
	}
	hash, err := h.Hash(ctx, "a password")
	if err != nil || !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("%s, %v", hash, err)
	}
}

func TestDamagedHashes(t *testing.T) {
	h, ctx := hasher(t, cheap, 1), context.Background()
	good := suite.Must(h.Hash(ctx, "a password"))(t)
	for _, bad := range []string{
		"a password",
		strings.Replace(good, "argon2id", "argon2i", 1),
		strings.Replace(good, "v=19", "v=16", 1),
		strings.Replace(good, "m=64", "m=4294967295", 1),
		strings.Replace(good, "m=64", "m=1048577", 1),
		strings.Replace(good, "m=64", "m=7", 1),
		strings.Replace(good, "m=64", "m=064", 1),
		strings.Replace(good, "m=64", "m=-64", 1),
		strings.Replace(good, "t=1", "t=0", 1),
		strings.Replace(good, "t=1", "t=1000000", 1),
		strings.Replace(good, "p=1", "p=0", 1),
		strings.Replace(good, "p=1", "p=257", 1),
		good + "$", good[:len(good)-1], good[:40], good + "\n",
	} {
		if _, err := h.Verify(ctx, bad, "a password"); err == nil || errors.Is(err, ErrMismatch) {
			t.Errorf("%q: %v", bad, err)
		} else if strings.Contains(err.Error(), good[30:]) {
			t.Errorf("the error reveals the hash: %v", err)
		}
	}
	if _, err := NewHasher(Cost{Memory: 64}, 1); err == nil {
		t.Error("a cost without passes is allowed")
	}
}

// TestHashesWaitForTheirTurn holds the only slot, so that the others wait until their context ends.
func TestHashesWaitForTheirTurn(t *testing.T) {
	h := hasher(t, cheap, 1)
	h.slots <- struct{}{}
	ctx, cancel := context.WithCancel(context.Background())
	var waiting sync.WaitGroup
	for range 3 {
		waiting.Go(func() {
			if _, err := h.Hash(ctx, "a password"); err != context.Canceled {
				t.Error(err)
			}
			if err := h.VerifyNone(ctx, "a password"); err != context.Canceled {
				t.Error(err)
			}
		})
	}
	cancel()
	waiting.Wait()
	<-h.slots
	suite.Must(h.Hash(context.Background(), "a password"))(t)
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }
