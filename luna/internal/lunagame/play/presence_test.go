package play_test

import (
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
)

// TestMachinesThatDied has a machine wait whose program dies, and a person whose grace ends: they
// are paired only when the machine is back, which then happens at once.
//
//luna:race
func TestMachinesThatDied(t *testing.T) {
	path := filepath.Join(t.TempDir(), "luna.db")
	synctest.Test(t, func(t *testing.T) {
		const grace = 30 * time.Second
		r := open(t, path, play.Options{Pairing: play.Pairing{Grace: grace}})
		ann, bot, alive := guest(t, r), machine(t, r, "bot"), machine(t, r, "alive")
		left := enter(t, r, bot)
		time.Sleep(3 * time.Minute) // bot is not seen any more
		hers := enter(t, r, ann)
		time.Sleep(10 * grace)
		synctest.Wait()
		if v, err := r.Game(t.Context(), ann, hers.ID); err != nil || v.Phase != 1 {
			t.Fatalf("a dead machine was found for ann: %+v, %v", v, err)
		}
		if v := enter(t, r, alive); v.ID != hers.ID {
			t.Errorf("the other machine is in %+v, not with ann", v)
		}
		again := enter(t, r, ann)
		time.Sleep(10 * grace)
		if _, err := r.Player(t.Context(), bot, play.MaxHistory); err != nil { // bot looks at its profile
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		v, err := r.Game(t.Context(), bot, left.ID)
		if err != nil || v.Active || v.Moved != again.ID {
			t.Errorf("the machine that is back sees %+v, %v", v, err)
		}
		if v, err = r.Game(t.Context(), bot, v.Moved); err != nil || v.Turn != game.ToAct || !v.Notice {
			t.Errorf("and in the place of that %+v, %v", v, err)
		}
		games, _, err := r.Games(t.Context(), bot, archive.Page{})
		if err != nil || len(games) != 2 || games[1].Moved != again.ID || games[0].Moved != "" {
			t.Errorf("all games: %+v, %v", games, err)
		}
	})
}
