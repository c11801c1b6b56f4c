package play_test

import (
	"bytes"
	"database/sql"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// shown returns the games that the archive, its search, the logs and single pages show, which must
// agree, and the names on the leaderboards.
func (h *house) shown(games []string) (shown, names []string) {
	h.t.Helper()
	ctx := h.t.Context()
	list, _, err := h.List(ctx, archive.Query{})
	suite.OK(h.t, err)
	found, _, err := h.List(ctx, archive.Query{Text: "words"})
	if err != nil || len(found) != len(list) {
		h.t.Errorf("a search finds %d games of %d, %v", len(found), len(list), err)
	}
	var logs bytes.Buffer
	suite.OK(h.t, h.Logs(ctx, &logs))
	for _, g := range games {
		listed := slices.ContainsFunc(list, func(i archive.Info) bool { return i.ID == g })
		_, _, err := h.Finished(ctx, g)
		if listed != strings.Contains(logs.String(), g) || listed != (err == nil) ||
			err != nil && !errors.Is(err, archive.ErrUnknown) {
			h.t.Errorf("game %s: listed %v, in the logs %v, its page: %v", g, listed,
				strings.Contains(logs.String(), g), err)
		}
		if listed {
			shown = append(shown, g)
		}
	}
	// As if all had met enough opponents.
	suite.OK(h.t, h.store.Write(ctx, func(tx *sql.Tx) error {
		_, err := tx.Exec("UPDATE trade_scores SET opponents = 9")
		return err
	}))
	bettors, targets, err := h.Leaders(ctx)
	suite.OK(h.t, err)
	for _, l := range bettors {
		names = append(names, "bettor:"+l.Name)
	}
	for _, l := range targets {
		names = append(names, "target:"+l.Name)
	}
	slices.Sort(names)
	return shown, names
}

// TestConsent plays games, and has players withdraw and give their consent: the archive shows games
// of which all players agree, also after a restart and after accounts were deleted.
func TestConsent(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{Patience: time.Millisecond,
			Settings: trade.Settings{Seconds: 10}, Targets: []play.Target{{Name: "echo", Archive: true}}})
		h.SetToss(human)
		ctx := t.Context()
		var games []string
		for _, who := range []string{"ann", "bob", "cat"} {
			game := h.start("tom", who)
			h.must(who, game, ask("words of "+who))
			h.must(who, game, bet(trade.Human))
			h.must("tom", game, reply(1, "words of tom to "+who))
			time.Sleep(time.Minute)
			games = append(games, game)
		}
		check := func(when string, want []string, wantNames ...string) {
			t.Helper()
			got, names := h.shown(games)
			if !slices.Equal(got, want) || !slices.Equal(names, wantNames) {
				t.Errorf("%s: %q and %q, expected %q and %q", when, got, names, want, wantNames)
			}
		}
		all := []string{"bettor:", "bettor:", "bettor:", "target:"}
		check("at first", games, all...)
		suite.Must(h.accounts.SetPublicName(ctx, h.person("ann"), "Moon fan"))(t)
		named := []string{"bettor:", "bettor:", "bettor:Moon fan", "target:"}
		check("with a public name", games, named...)

		bob := h.person("bob")
		h.enter("bob", play.AsBettor)
		before, err := h.Consent(ctx, bob)
		if err != nil || !before.Agreed || before.Time.IsZero() {
			t.Errorf("bob's consent is %+v, %v", before, err)
		}
		suite.OK(t, h.Disagree(ctx, bob))
		if l := h.lobby("bob"); l.Role != "" || l.Consent {
			t.Errorf("bob sees %+v after he withdrew his consent", l)
		}
		if err := h.Enter(ctx, bob, play.AsBettor); !errors.Is(err, play.ErrConsent) {
			t.Errorf("bob enters without consent: %v", err)
		}
		rest := []string{"bettor:", "bettor:Moon fan", "target:"}
		without := []string{games[0], games[2]}
		check("without bob", without, rest...)
		if got := h.hear("words of bob"); strings.Contains(got, "bob") || got == responder.DontKnow {
			t.Errorf("a program repeats %q", got)
		}
		h.reopen()
		after, err := h.Consent(ctx, bob)
		if err != nil || after.Agreed || !after.Time.After(before.Time) {
			t.Errorf("bob's consent is %+v after a restart, %v", after, err)
		}
		for _, s := range h.state("tom", games[1]).Exchanges {
			if s.Question != "words of bob" {
				t.Errorf("the target of bob's game sees %+v", s)
			}
		}
		suite.OK(t, h.Agree(ctx, bob))
		rest = append(rest, "target:echo")
		check("with bob again", games, append([]string{"bettor:"}, rest...)...)

		suite.OK(t, errors.Join(h.Disagree(ctx, bob), h.accounts.Delete(ctx, bob)))
		suite.OK(t, h.accounts.Delete(ctx, h.person("cat")))
		time.Sleep(time.Second)
		check("with bob's and cat's accounts deleted", without, "bettor:Moon fan", "target:", "target:echo")
	})
}

// TestConsentOfBefore opens a database in which some players had agreed at sign-up only: they are
// asked again, and what was never agreed to is not shown until then.
func TestConsentOfBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHouse(t, play.Options{Patience: time.Millisecond, Settings: trade.Settings{Seconds: 10}})
		h.SetToss(program)
		var games []string
		for _, who := range []string{"ann", "bob", "cat"} {
			game := h.start("tom", who)
			h.must(who, game, ask("words of "+who))
			h.must(who, game, bet(trade.Human))
			time.Sleep(time.Minute)
			games = append(games, game)
		}
		cat := h.person("cat")
		suite.OK(t, h.store.Write(t.Context(), func(tx *sql.Tx) error {
			for _, statement := range []string{
				"DELETE FROM accounts WHERE id = '" + string(cat) + "'",
				"DELETE FROM trade_consents WHERE player IN ('" + string(h.person("bob")) + "', '" +
					string(cat) + "')",
				"DROP VIEW trade_public", "DROP VIEW trade_agreed", "DROP TABLE trade_results",
				"ALTER TABLE trade_consents DROP COLUMN withdrawn",
				"UPDATE settings SET value = CAST('1' AS BLOB) WHERE name = 'migrations of trade'",
			} {
				if _, err := tx.Exec(statement); err != nil {
					return err
				}
			}
			return nil
		}))
		var told strings.Builder
		h.options.Log = slog.New(slog.NewTextHandler(&told, nil))
		h.reopen()
		if got, names := h.shown(games); !slices.Equal(got, []string{games[0], games[2]}) ||
			slices.ContainsFunc(names, func(n string) bool {
				return strings.Contains(n, "ann") || strings.Contains(n, "bob")
			}) {
			t.Errorf("found %q and %q", got, names)
		}
		if !strings.Contains(told.String(), "games=1") {
			t.Errorf("the operator is told %q", told.String())
		}
		if err := h.Enter(t.Context(), h.people["bob"], play.AsBettor); !errors.Is(err, play.ErrConsent) {
			t.Errorf("bob is not asked: %v", err)
		}
		suite.OK(t, h.Agree(t.Context(), h.people["bob"]))
		if got, _ := h.shown(games); !slices.Equal(got, games) {
			t.Errorf("after bob has agreed: %q", got)
		}
	})
}
