package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
)

// Games are read together until there are many, or their texts are long.
func TestTogether(t *testing.T) {
	for _, c := range []struct {
		games, bytes int
		want         string
	}{
		{0, 0, ""}, {1, 1 << 20, "1"}, {3, 1 << 20, "1 1 1"}, {5, 40 << 10, "2 2 1"},
		{120, 100, "50 50 20"},
	} {
		var list []archive.Listed
		for i := range c.games {
			list = append(list, archive.Listed{ID: game.GameID(fmt.Sprint(i)), Bytes: c.bytes})
		}
		var sizes []string
		n := 0
		for len(list) > 0 {
			var some []game.GameID
			some, list = together(list)
			sizes = append(sizes, fmt.Sprint(len(some)))
			for _, id := range some {
				if id != game.GameID(fmt.Sprint(n)) {
					t.Errorf("%+v: found game %s, expected %d", c, id, n)
				}
				n++
			}
		}
		if got := strings.Join(sizes, " "); got != c.want || n != c.games {
			t.Errorf("%+v: found %s of %d games", c, got, n)
		}
	}
}
