package play_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/store"
	"github.com/luna-rating/luna/luna/internal/tradegame/archive"
	"github.com/luna-rating/luna/luna/internal/tradegame/play"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/luna/trade"
)

// TestArchive plays games with different words, then searches and pages through them.
func TestArchive(t *testing.T) {
	inHouse(t, play.Options{Settings: trade.Settings{Seconds: 10}}, nil, func(t *testing.T, h *house) {
		words := []string{"Äpfel sind gut", "pears and apples", "plums", "rule \"of\" AND (three", "pears"}
		for i, text := range words {
			person := i%2 == 0
			h.SetToss(func() bool { return person })
			game := h.start("tom", "ann", "bob", "cat")
			h.must("ann", game, ask(text))
			time.Sleep(30 * time.Second)
		}
		for _, c := range []struct {
			query archive.Query
			want  string
		}{
			{archive.Query{}, "4 3 2 1 0"},
			{archive.Query{Text: "pears"}, "4 1"},
			{archive.Query{Text: "PEA"}, "4 1"},
			{archive.Query{Text: "apples pears"}, "1"},
			{archive.Query{Text: "apfel"}, "0"},
			{archive.Query{Text: "\"of\" NOT (three"}, ""},
			{archive.Query{Text: "rule (three\""}, "3"},
			{archive.Query{Text: "words: pears*"}, ""},
			{archive.Query{Text: "%%% ***"}, ""},
			{archive.Query{Nature: trade.Human}, "4 2 0"},
			{archive.Query{Nature: trade.Computer, Text: "pears"}, "1"},
		} {
			for limit := 1; limit <= 6; limit++ {
				var got []string
				q := c.query
				for q.Limit = limit; ; {
					list, next, err := h.List(t.Context(), q)
					suite.OK(t, err)
					for _, i := range list {
						for n, text := range words {
							if i.First == text {
								got = append(got, fmt.Sprint(n))
							}
						}
					}
					if q.Before = next; next == "" {
						break
					}
				}
				if strings.Join(got, " ") != c.want {
					t.Errorf("%+v: found %q, expected %q", c.query, got, c.want)
				}
			}
		}
		for _, q := range []archive.Query{{Before: "x"}, {Text: strings.Repeat("x", 5000)}} {
			if _, _, err := h.List(t.Context(), q); err == nil {
				t.Errorf("%.40v: found no error", q)
			}
		}
		var b bytes.Buffer
		suite.OK(t, h.Logs(t.Context(), &b))
		n := 0
		for g, err := range trade.ReadLogs(&b, "logs") {
			suite.OK(t, err)
			if first := g.Exchanges()[0].Question; first != words[n] {
				t.Errorf("game %d begins with %q", n, first)
			}
			n++
		}
		if n != len(words) {
			t.Errorf("the logs have %d games", n)
		}
	})
}

// TestErase removes the texts of a player from a finished game and from one under way, deletes the
// account, and looks for the texts in everything that is left.
func TestErase(t *testing.T) {
	inHouse(t, play.Options{Settings: trade.Settings{Seconds: 60}}, human, func(t *testing.T, h *house) {
		finished := h.start("tom", "ann", "bob", "cat")
		h.must("ann", finished, ask("old secret"))
		h.must("tom", finished, reply(1, "I know"))
		h.must("ann", finished, bet(trade.Human))
		time.Sleep(90 * time.Second)
		live := h.start("tom", "ann", "bob", "cat")
		h.must("ann", live, ask("new secret"))
		h.must("ann", live, ask("queued secret"))
		h.must("tom", live, reply(1, "I see"))
		before := len(h.all("bob", live))
		ann := suite.Must(h.accounts.Get(t.Context(), h.person("ann")))(t)
		var own bytes.Buffer
		for _, part := range h.Data(t.Context(), ann.ID) {
			for v, err := range part.Values {
				suite.OK(t, errors.Join(err, json.NewEncoder(&own).Encode(v)))
			}
		}
		for _, words := range []string{"old secret", "queued secret", `"side":"human"`, `"points"`} {
			if !strings.Contains(own.String(), words) || strings.Contains(own.String(), "I know") ||
				strings.Contains(own.String(), string(h.person("bob"))) {
				t.Errorf("what is kept about ann lacks %s, or has others' texts: %s", words, &own)
			}
		}
		suite.OK(t, h.accounts.DeleteOwn(t.Context(), "test", ann, "correct horse", true))
		look := func(when string) {
			t.Helper()
			var all bytes.Buffer
			for _, p := range []string{"bob", "cat", "tom"} {
				for _, g := range []string{finished, live} {
					_ = json.NewEncoder(&all).Encode(h.state(p, g))
					_ = json.NewEncoder(&all).Encode(h.all(p, g))
				}
			}
			list, _, err := h.List(t.Context(), archive.Query{})
			found, _, err2 := h.List(t.Context(), archive.Query{Text: "secret"})
			bettors, targets, err3 := h.Leaders(t.Context())
			_ = json.NewEncoder(&all).Encode([]any{list, bettors, targets})
			if err := h.Logs(t.Context(), &all); err != nil || err2 != nil || err3 != nil {
				t.Fatal(err, err2, err3)
			}
			if err != nil || len(found) > 0 || strings.Contains(all.String(), "secret") ||
				strings.Contains(all.String(), "ann") || !strings.Contains(all.String(), "I know") {
				t.Errorf("%s: %v, %d games found:\n%s", when, err, len(found), all.String())
			}
		}
		look("at once")
		if s := h.state("bob", live); len(h.all("bob", live)) < before || !s.Bettors[0].Left {
			t.Errorf("bob sees %+v", s)
		}
		h.must("bob", live, bet(trade.Computer))
		time.Sleep(2 * time.Minute)
		look("after the end")
		h.reopen()
		look("after a restart")
		if err := h.Enter(t.Context(), ann.ID, play.AsBettor); err == nil {
			t.Error("a deleted player enters")
		}
	})
}

// TestErasedElsewhere removes the texts of a player from a game under way by another process. They
// must not come into the archive when the game does.
func TestErasedElsewhere(t *testing.T) {
	inHouse(t, play.Options{Settings: trade.Settings{Seconds: 60}}, human, func(t *testing.T, h *house) {
		game := h.start("tom", "ann", "bob", "cat")
		h.must("ann", game, ask("a secret"))
		h.must("tom", game, reply(1, "I see"))
		other := suite.Must(store.Open(context.Background(), h.path))(t)
		kept, err := archive.Open(t.Context(), other)
		if err == nil {
			_, err = kept.EraseTexts(t.Context(), h.person("ann"))
		}
		suite.OK(t, errors.Join(err, other.Close()))
		time.Sleep(2 * time.Minute)
		list, _, err := h.List(t.Context(), archive.Query{})
		if err != nil || len(list) != 1 || strings.Contains(list[0].First, "secret") {
			t.Errorf("the archive lists %+v, %v", list, err)
		}
		if list, _, err = h.List(t.Context(), archive.Query{Text: "secret"}); err != nil || len(list) > 0 {
			t.Errorf("a search finds %+v, %v", list, err)
		}
		if _, _, problems, err := h.verify(); err != nil || len(problems) > 0 {
			t.Errorf("found %q, %v", problems, err)
		}
	})
}

// TestRebuild makes the tables again from the log, with a game under way, and verifies them before
// and after; then it verifies tables that were changed.
func TestRebuild(t *testing.T) {
	inHouse(t, play.Options{Settings: trade.Settings{Seconds: 60}}, nil, func(t *testing.T, h *house) {
		for i := range 4 {
			h.SetToss(func() bool { return i%2 == 0 })
			game := h.start("tom", "ann", "bob", "cat")
			h.must("ann", game, ask("How are you?"))
			h.must("ann", game, bet(trade.Human))
			time.Sleep(90 * time.Second)
		}
		h.SetToss(human)
		live := h.start("tom", "ann", "bob", "cat")
		h.must("bob", live, bet(trade.Human))
		before, _, err := h.List(t.Context(), archive.Query{})
		suite.OK(t, err)
		verify := func(problems int) {
			t.Helper()
			records, games, found, err := h.verify()
			if err != nil || games != 5 || records < 20 || len(found) != problems {
				t.Errorf("%d records, %d games, %q, %v; expected %d problems", records, games, found, err,
					problems)
			}
		}
		verify(0)
		h.Close()
		suite.OK(t, h.kept().Rebuild(t.Context()))
		verify(0)
		h.reopen()
		after, _, err := h.List(t.Context(), archive.Query{})
		if diff := cmp.Diff(before, after); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		if s := h.state("ann", live); s.Price != 51 || s.Ended != nil {
			t.Errorf("ann sees %+v", s)
		}
		h.must("bob", live, bet(trade.Human))
		suite.OK(t, h.store.Write(t.Context(), func(tx *sql.Tx) error {
			_, err := tx.Exec(`UPDATE trade_scores SET points = points + 1 WHERE target = 0;
				UPDATE trade_games SET info = '{}' WHERE place = 1`)
			return err
		}))
		verify(4) // in two tables, a row too many and one that is missing
	})
}

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
	inHouse(t, play.Options{Patience: time.Millisecond,
		Settings: trade.Settings{Seconds: 10}, Targets: []play.Target{{Name: "echo", Archive: true}}}, human, func(t *testing.T, h *house) {
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
	inHouse(t, play.Options{Patience: time.Millisecond, Settings: trade.Settings{Seconds: 10}}, program, func(t *testing.T, h *house) {
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
