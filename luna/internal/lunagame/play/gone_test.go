package play_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/play"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
)

// TestGoneAtOnce deletes and suspends players while they play, in the server and, as the operator's
// commands do, behind its back: their games end, say why, and the opponents' questions go on.
func TestGoneAtOnce(t *testing.T) {
	ctx := t.Context()
	for name, do := range map[string]func(*accounts.Service, accounts.ID) error{
		"delete": func(a *accounts.Service, id accounts.ID) error { return a.Delete(ctx, id) },
		"suspend": func(a *accounts.Service, id accounts.ID) error {
			_, err := a.Suspend(ctx, id, "insults")
			return err
		},
	} {
		for _, observed := range []bool{true, false} {
			f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{})
			if observed {
				f.accounts.Observe(f.AccountObserver())
			}
			ann, bob := guest(t, f), guest(t, f)
			id := enter(t, f, ann).ID
			enter(t, f, bob)
			suite.OK(t, do(f.accounts, accounts.ID(ann)))
			if !observed {
				suite.OK(t, f.Tick(ctx))
			}
			var v game.View
			for range 1000 {
				if v = suite.Must(f.Game(ctx, bob, id))(t); !v.Active {
					break
				}
				time.Sleep(5 * time.Millisecond)
			}
			if v.Active || v.Ending != game.EndAccount || v.EndedBy != game.Opponent {
				t.Errorf("%s, seen %v: %+v", name, observed, v)
			}
			on := suite.Must(f.Active(ctx, bob))(t)
			if len(on) != 1 || on[0].Phase != 1 {
				t.Errorf("%s: the opponent goes on in %+v", name, on)
			}
			if left := suite.Must(f.Active(ctx, ann))(t); len(left) > 0 {
				t.Errorf("%s: still active %+v", name, left)
			}
		}
	}
}

// TestBlock blocks the opponent of a game that is being played: it ends, and the two do not meet
// again before that is taken back. A deleted account blocks nobody.
func TestBlock(t *testing.T) {
	ctx := t.Context()
	f := open(t, filepath.Join(t.TempDir(), "luna.db"), play.Options{})
	ann, bob := guest(t, f), guest(t, f)
	id := enter(t, f, ann).ID
	enter(t, f, bob)
	if v := suite.Must(f.Block(ctx, ann, id))(t); v.HowEnded() != "you left the game" {
		t.Errorf("after the block: %+v", v)
	}
	if v := suite.Must(f.Game(ctx, bob, id))(t); v.HowEnded() != "the other player has left the game" {
		t.Errorf("to the other player: %+v", v)
	}
	for player, want := range map[game.PlayerID]bool{ann: true, bob: false} {
		if blocked := suite.Must(f.Blocked(ctx, player, id))(t); blocked != want {
			t.Errorf("%s has blocked: %v", player, blocked)
		}
	}
	waits := enter(t, f, ann).ID
	if v := enter(t, f, bob); v.Phase != 1 {
		t.Errorf("they meet again: %+v", v)
	}
	if report := suite.Must(f.Verify(ctx, nil, nil))(t); len(report.Problems) > 0 {
		t.Error(report.Problems)
	}
	suite.OK(t, f.Unblock(ctx, ann, ""))
	suite.OK(t, f.Due(ctx))
	joined(t, f, ann, waits)
	suite.Must(f.Block(ctx, bob, waits))(t)
	suite.OK(t, f.accounts.Delete(ctx, accounts.ID(bob)))
	suite.OK(t, f.Tick(ctx))
	if p := suite.Must(f.Player(ctx, bob, 1))(t); len(p.Blocks) > 0 {
		t.Errorf("a deleted account blocks %+v", p.Blocks)
	}
}
