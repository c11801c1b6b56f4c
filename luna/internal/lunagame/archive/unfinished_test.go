package archive_test

import (
	"context"
	"database/sql"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/internal/lunagame/archive"
)

// five returns questions or responses that begin with a word.
func five(word string) []string {
	return []string{word + " 1", word + " 2", word + " 3", word + " 4", word + " 5"}
}

// leave has a player leave a game with another one, each of whom has asked and one has responded.
func (d *double) leave(id game.GameID, a, b game.PlayerID) {
	for _, p := range []game.PlayerID{a, b} {
		d.try(game.Event{Kind: game.Registered, Player: p})
	}
	for _, e := range []game.Event{
		{Kind: game.Opened, Player: a, Questions: five("asked by " + string(a))},
		{Kind: game.Joined, Player: b, Questions: five("asked by " + string(b))},
		{Kind: game.Responded, Player: a, Responses: five("said by " + string(a))},
		{Kind: game.Deactivated, Player: a},
	} {
		e.Game = id
		d.try(e)
	}
	d.flush()
}

// consent stores that a player agrees, or no longer does, to a text of consent.
func (d *double) consent(p game.PlayerID, agrees bool, text int) {
	d.t.Helper()
	suite.OK(d.t, d.store.Write(context.Background(), func(tx *sql.Tx) error {
		_, err := tx.Exec(`INSERT INTO accounts (id, username, username_key, password, kind, email,
			email_confirmed, initial, color, consent, joined, generation, consent_text)
			VALUES (?1, ?1, ?1, '', 'guest', '', 0, '', '', ?2, '', 0, ?3)
			ON CONFLICT DO UPDATE SET consent = ?2, consent_text = ?3`, string(p), agrees, text)
		return err
	}))
}

// texts counts the texts of a game that its players see, and those that are there to be studied.
func (d *double) counted(id game.GameID) (shown, studied int) {
	d.t.Helper()
	g := suite.Must(d.archive.Game(d.t.Context(), id))(d.t)
	for i := range g.Seats {
		s := &g.Seats[i]
		shown += len(s.Questions) + len(s.Responses)
		s.Questions, s.Responses = nil, nil
	}
	suite.OK(d.t, d.archive.AddTexts(d.t.Context(), &g))
	for _, s := range g.Seats {
		studied += len(s.Questions) + len(s.Responses)
	}
	return shown, studied
}

// TestUnfinished follows the texts of four games without a result: they are shown until reports
// end, then they are gone, or kept for research while all players agree to the present text of
// consent.
func TestUnfinished(t *testing.T) {
	d := newDouble(t, 3)
	for p, text := range map[game.PlayerID]int{"Ann": 2, "Bob": 2, "Cat": 2, "Old": 1} {
		d.consent(p, true, text)
	}
	d.consent("Not", false, 2)
	d.leave("agreed", "Ann", "Bob")
	d.leave("deleted", "Cat", "Gone")
	d.leave("old", "Cat", "Old")
	d.leave("refused", "Not", "Cat")
	end := d.now
	want := func(when string, shown, studied int, ids ...game.GameID) {
		t.Helper()
		for _, id := range ids {
			if a, b := d.counted(id); a != shown || b != studied {
				t.Errorf("%s, game %s has %d texts to show and %d to study, expected %d, %d", when, id, a, b,
					shown, studied)
			}
		}
		if r := suite.Must(d.archive.Verify(t.Context(), nil, nil))(t); len(r.Problems) > 0 {
			t.Errorf("%s: %v", when, r.Problems)
		}
	}
	sweep := func(at time.Time) {
		t.Helper()
		suite.OK(t, d.archive.Sweep(t.Context(), at, true))
	}
	sweep(end.Add(archive.ReportWithin - time.Minute))
	want("before", 15, 15, "agreed")
	want("before", 15, 0, "deleted", "old", "refused")
	sweep(end.Add(archive.ReportWithin))
	want("after", 0, 15, "agreed")
	d.close()
	d.open() // read again
	suite.OK(t, d.archive.Rebuild(t.Context(), nil))
	want("made again", 0, 15, "agreed")
	for _, p := range []game.PlayerID{"Cat", "Gone", "Old", "Not"} {
		d.consent(p, true, 2) // too late
	}
	want("after", 0, 0, "deleted", "old", "refused")
	sweep(end.Add(2 * archive.ReportWithin))
	d.consent("Bob", false, 2)
	want("withdrawn", 0, 0, "agreed")
	sweep(end.Add(2 * archive.ReportWithin))
	d.consent("Bob", true, 2)
	want("withdrawn and given again", 0, 0, "agreed")
}

// TestErasedLate removes what a player wrote at their own request: not what others may still
// report.
func TestErasedLate(t *testing.T) {
	d := newDouble(t, 4)
	d.leave("left", "Ann", "Bob")
	d.leave("earlier", "Ann", "Cat")
	suite.OK(t, d.archive.EraseTexts(t.Context(), "Ann", true))
	if shown, _ := d.counted("left"); shown != 15 {
		t.Errorf("%d texts can be reported, expected 15", shown)
	}
	suite.OK(t, d.archive.EraseTexts(t.Context(), "Ann", false))
	if shown, _ := d.counted("left"); shown != 5 {
		t.Errorf("%d texts are left by the operator, expected 5", shown)
	}
	suite.OK(t, d.archive.Sweep(t.Context(), d.now.Add(archive.ReportWithin), false))
	if shown, _ := d.counted("earlier"); shown != 0 {
		t.Errorf("%d texts are left", shown)
	}
}
