package auth

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"github.com/luna-rating/luna/internal/suite"
)

var noon = time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)

func tokens(t testing.TB, key string, now time.Time) *Tokens {
	t.Helper()
	return suite.Must(NewTokens([]byte((key + strings.Repeat(".", KeyBytes))[:KeyBytes]),
		func() time.Time { return now }))(t)
}

func session(t testing.TB, ts *Tokens) string {
	t.Helper()
	return suite.Must(ts.Session("id1", "Ann “A.” <b>", 3))(t)
}

func TestSessions(t *testing.T) {
	token := session(t, tokens(t, "k", noon))
	want := Session{Account: "id1", Username: "Ann “A.” <b>", Generation: 3, Issued: noon,
		Expires: noon.Add(60 * 24 * time.Hour)}
	for _, c := range []struct {
		name string
		key  string
		at   time.Time
		want error
	}{
		{"at once", "k", noon, nil},
		{"at the last second", "k", noon.Add(SessionLife - time.Second), nil},
		{"later", "k", noon.Add(SessionLife), ErrExpired},
		{"by a clock that was set back", "k", noon.Add(-time.Hour), nil},
		{"issued in the future", "k", noon.Add(-25 * time.Hour), ErrForged},
		{"by another key", "l", noon, ErrForged},
		{"by another key and later", "l", noon.Add(SessionLife), ErrForged},
	} {
		s, err := tokens(t, c.key, c.at).ParseSession(token)
		if (s.ID == "") != (err != nil) {
			t.Errorf("%s: session %q", c.name, s.ID)
		}
		s.ID = ""
		s.Issued, s.Expires = s.Issued.UTC(), s.Expires.UTC()
		if err != c.want || err == nil && s != want {
			t.Errorf("%s: %+v, %v, want %v", c.name, s, err, c.want)
		}
	}
}

// TestSessionIDs checks that a session keeps its identifier in all its tokens, and that a token
// from before there were identifiers has one of its own.
func TestSessionIDs(t *testing.T) {
	ts := tokens(t, "k", noon)
	first := suite.Must(ts.ParseSession(session(t, ts)))(t)
	later := tokens(t, "k", noon.Add(time.Hour))
	token := suite.Must(later.Renew(first))(t)
	again, err := later.ParseSession(token)
	if err != nil || again.ID != first.ID || !again.Expires.Equal(first.Expires.Add(time.Hour)) {
		t.Errorf("%+v renewed: %+v, %v", first, again, err)
	}
	seen := map[string]bool{first.ID: true}
	for n := range 2 {
		old := signed(t, jwt.SigningMethodHS256, ts.key, jwt.MapClaims{"_id": "id1", "aud": "luna",
			"iat": noon.Unix(), "exp": noon.Add(time.Duration(n+1) * time.Hour).Unix()})
		s, err := ts.ParseSession(old)
		if err != nil || seen[s.ID] || s.ID == "" {
			t.Errorf("a token without an identifier: %+v, %v", s, err)
		}
		seen[s.ID] = true
	}
}

// TestWireClaims reads the claims of a token as a client program may.
func TestWireClaims(t *testing.T) {
	var claims map[string]any
	text := suite.Must(base64.RawURLEncoding.DecodeString(strings.Split(session(t, tokens(t, "k", noon)),
		".")[1]))(t)
	suite.OK(t, json.Unmarshal(text, &claims))
	if claims["_id"] != "id1" || claims["username"] != "Ann “A.” <b>" ||
		claims["exp"] != float64(noon.Add(SessionLife).Unix()) {
		t.Errorf("%s", text)
	}
}

// signed makes a token with any signing method, as a forger may.
func signed(t testing.TB, m jwt.SigningMethod, key any, claims jwt.MapClaims) string {
	t.Helper()
	return suite.Must(jwt.NewWithClaims(m, claims).SignedString(key))(t)
}

func TestForgeries(t *testing.T) {
	ts := tokens(t, "k", noon)
	good := session(t, ts)
	claims := func(change string, value any) jwt.MapClaims {
		c := jwt.MapClaims{"_id": "id1", "username": "ann", "gen": 0, "aud": "luna",
			"iat": noon.Unix(), "exp": noon.Add(time.Hour).Unix()}
		if c[change] = value; value == nil {
			delete(c, change)
		}
		return c
	}
	hs := jwt.SigningMethodHS256
	if _, err := ts.ParseSession(signed(t, hs, ts.key, claims("", ""))); err != nil {
		t.Fatalf("the valid token that the forgeries are made from: %v", err)
	}
	parts := strings.Split(good, ".")
	link := suite.Must(ts.Link(ConfirmEmail, Link{"id1", "ann@example.org"}, time.Hour))(t)
	none := signed(t, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, claims("", ""))
	for name, token := range map[string]string{
		"nothing":                 "",
		"words":                   "let me in",
		"two parts":               parts[0] + "." + parts[1],
		"four parts":              good + ".",
		"no signature":            parts[0] + "." + parts[1] + ".",
		"padding":                 good + "=",
		"white space":             " " + good,
		"long":                    parts[0] + "." + parts[1] + strings.Repeat("A", maxToken) + "." + parts[2],
		"alg none":                none,
		"alg none, old signature": none + parts[2],
		"alg nOnE":                encoded(`{"alg":"nOnE","typ":"JWT"}`) + "." + parts[1] + ".",
		"alg RS256":               resigned(ts.key, encoded(`{"alg":"RS256","typ":"JWT"}`)+"."+parts[1]),
		"alg missing":             resigned(ts.key, encoded(`{"typ":"JWT"}`)+"."+parts[1]),
		"HS384":                   signed(t, jwt.SigningMethodHS384, ts.key, claims("", "")),
		"HS512":                   signed(t, jwt.SigningMethodHS512, ts.key, claims("", "")),
		"an empty key":            signed(t, hs, []byte{}, claims("", "")),
		"no exp":                  signed(t, hs, ts.key, claims("exp", nil)),
		"exp a word":              signed(t, hs, ts.key, claims("exp", "never")),
		"no aud":                  signed(t, hs, ts.key, claims("aud", nil)),
		"another aud":             signed(t, hs, ts.key, claims("aud", "luna/link/confirm-email")),
		"no _id":                  signed(t, hs, ts.key, claims("_id", nil)),
		"_id a list":              signed(t, hs, ts.key, claims("_id", []string{"id1"})),
		"no iat":                  signed(t, hs, ts.key, claims("iat", nil)),
		"not yet good":            signed(t, hs, ts.key, claims("nbf", noon.Add(time.Hour).Unix())),
		"a link":                  link,
	} {
		if s, err := ts.ParseSession(token); err != ErrForged || s != (Session{}) {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

// TestEveryByteIsSigned changes each byte of a token in turn.
func TestEveryByteIsSigned(t *testing.T) {
	ts := tokens(t, "k", noon)
	good := session(t, ts)
	for i := range good {
		for _, c := range []byte("AB_.=") {
			bad := []byte(good)
			bad[i] = c
			if string(bad) == good {
				continue
			}
			if _, err := ts.ParseSession(string(bad)); err != ErrForged {
				t.Fatalf("byte %d as %q: %v", i, c, err)
			}
		}
	}
}

func TestLinks(t *testing.T) {
	ts := tokens(t, "k", noon)
	want := Link{"id1", "ann@example.org"}
	token := suite.Must(ts.Link(ConfirmEmail, want, time.Hour))(t)
	if l, err := ts.ParseLink(ConfirmEmail, token); err != nil || l != want {
		t.Errorf("%+v, %v", l, err)
	}
	if _, err := ts.ParseLink(Unsubscribe, token); err != ErrForged {
		t.Errorf("for another purpose: %v", err)
	}
	if _, err := ts.ParseLink(ConfirmEmail, session(t, ts)); err != ErrForged {
		t.Errorf("a session: %v", err)
	}
	if _, err := ts.ParseLink("", session(t, ts)); err != ErrForged {
		t.Errorf("a session for no purpose: %v", err)
	}
	later := tokens(t, "k", noon.Add(time.Hour))
	if _, err := later.ParseLink(ConfirmEmail, token); err != ErrExpired {
		t.Errorf("later: %v", err)
	}
	if _, err := later.ParseLink(Unsubscribe, token); err != ErrForged {
		t.Errorf("later and for another purpose: %v", err)
	}
	if _, err := ts.Link(ConfirmEmail, Link{"id1", strings.Repeat("x", maxToken)},
		time.Hour); err == nil {
		t.Error("made a link that cannot be read")
	}
}

func TestKeys(t *testing.T) {
	if _, err := NewTokens(make([]byte, 31), nil); err == nil {
		t.Error("a key of 31 bytes is accepted")
	}
	key := NewKey()
	if len(key) != KeyBytes || slices.Equal(key, NewKey()) {
		t.Errorf("a new key has %d bytes or repeats the last one", len(key))
	}
	ts := suite.Must(NewTokens(key, nil))(t)
	token := session(t, ts)
	clear(key) // the key belongs to the caller
	suite.Must(ts.ParseSession(token))(t)
}

func encoded(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// resigned signs a header and a payload with the given key.
func resigned(key []byte, parts string) string {
	return parts + "." + base64.RawURLEncoding.EncodeToString(sum(key, parts))
}

func sum(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// FuzzParseSession checks independently that every accepted token is signed and has the claims of a
// session. Each input is tried both as it is and signed, so that the parsing of claims is reached.
func FuzzParseSession(f *testing.F) {
	ts := tokens(f, "k", noon)
	good := session(f, ts)
	f.Add(good)
	f.Add(strings.Join(strings.Split(good, ".")[:2], "."))
	f.Add(encoded(`{"alg":"none"}`) + "." + encoded(`{"_id":"x","exp":1e300}`))
	f.Add(encoded(`{"alg":"HS256"}`) + "." +
		encoded(`{"_id":"x","exp":-1e400,"aud":["luna"],"iat":1e308}`))
	f.Add(encoded(`{"alg":"HS256","crit":["b64"],"b64":false}`) + "." +
		encoded(`{"_id":{},"exp":[],"aud":7}`))
	f.Fuzz(func(t *testing.T, text string) {
		for _, token := range []string{text, resigned(ts.key, text)} {
			s, err := ts.ParseSession(token)
			if err == ErrExpired || err == ErrForged {
				if s != (Session{}) {
					t.Fatalf("%v and %+v", err, s)
				}
				continue
			}
			parts := strings.Split(token, ".")
			if err != nil || len(parts) != 3 {
				t.Fatalf("%q: %v", token, err)
			}
			signature, err := base64.RawURLEncoding.DecodeString(parts[2])
			if err != nil || !hmac.Equal(signature, sum(ts.key, parts[0]+"."+parts[1])) {
				t.Fatalf("%q is accepted but not signed", token)
			}
			if s.Account == "" || !s.Expires.After(noon) {
				t.Fatalf("%q is accepted as %+v", token, s)
			}
		}
	})
}
