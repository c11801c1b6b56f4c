package pages_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
)

var limits = sitetest.Wide

// long returns a text of n characters that take four bytes each.
func long(n int) string { return strings.Repeat("🌙", n) }

func idOf(path string) game.GameID { return game.GameID(strings.TrimPrefix(path, "/play/")) }

func (p *place) notices(t *testing.T, v *person) int {
	t.Helper()
	return suite.Must(p.referee.Notices(t.Context(), v.id))(t)
}

// oneDigit formats a rating as pages show it.
func oneDigit(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }
