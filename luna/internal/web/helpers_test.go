package web_test

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/auth"
)

// limits are wide, so that tests do not meet them by chance.
var limits = func() auth.Limits {
	wide := auth.Rate{Burst: 1 << 20, Every: time.Nanosecond}
	return auth.Limits{Registrations: wide, Logins: wide, Guesses: wide, Refusals: wide, Players: wide, Addresses: wide}
}()

// long is a text of characters that take four bytes each.
func long(n int) string { return strings.Repeat("🌙", n) }

func idOf(path string) game.GameID { return game.GameID(strings.TrimPrefix(path, "/play/")) }

func (p *place) notices(t testing.TB, v *person) int {
	t.Helper()
	n, err := p.desk.Referee.Notices(v.id)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// oneDigit is a rating as pages show it.
func oneDigit(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }
