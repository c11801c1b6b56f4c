package server_test

import (
	"encoding/json"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/internal/site/sitetest"
	"github.com/luna-rating/luna/luna/server"
)

// fields returns a form with five texts, such as q1 to q5.
func fields(name, text string) url.Values {
	form := url.Values{}
	for _, n := range []string{"1", "2", "3", "4", "5"} {
		form.Set(name+n, text+" "+n)
	}
	return form
}

// TestReportOfLeftGame has an abuser leave a game, and delete the account with all that they wrote.
// The victim still sees and reports it; the operator learns who wrote what, in the order of play,
// and nothing that the victim has not seen. What both agreed to be studied is only exported for
// research.
func TestReportOfLeftGame(t *testing.T) {
	db := filepath.Join(t.TempDir(), "luna.db")
	s := openGames(t, db)
	h := httptest.NewServer(s)
	defer h.Close()
	defer s.Close()
	signUp := func(name string) *sitetest.Person {
		v := sitetest.Visitor(t, h.URL, h.Client().Transport)
		v.Post("/enter/signup", url.Values{"username": {name}, "password": {"correct horse"},
			"consent": {"yes"}}).Want(t, 200, "Your turn: ask")
		return v
	}
	abuser, victim := signUp("Abuser"), signUp("Victim")
	abuser.Post("/play/new", fields("q", "HARASS"))
	game := victim.Post("/play/new", fields("q", "How are you")).Path
	abuser.Post(game+"/response", fields("r", "not shown yet"))
	abuser.Post(game+"/end", nil)
	victim.Get(game).Want(t, 200, "This game ended without a result", "HARASS 5", game+"/report").Lacks(t,
		"not shown yet")

	exported := func(all bool) string {
		dir := t.TempDir()
		suite.Must(server.Export(t.Context(), db, dir, server.ExportOptions{Games: all}))(t)
		var text strings.Builder
		for _, path := range suite.Must(filepath.Glob(filepath.Join(dir, "*")))(t) {
			text.Write(suite.Must(os.ReadFile(path))(t))
		}
		return text.String()
	}
	if all := exported(true); !strings.Contains(all, "HARASS 3") || !strings.Contains(all, `"deactivated"`) {
		t.Errorf("the export for research lacks the texts: %s", all)
	}
	if strings.Contains(exported(false), "HARASS") {
		t.Error("texts of an unfinished game are published")
	}

	abuser.Post("/me/delete", url.Values{"sure": {"yes"}, "texts": {"yes"}, "password": {"correct horse"}}).
		Want(t, 200, "Your account was deleted")
	if strings.Contains(exported(true), "HARASS") {
		t.Error("texts are exported whose author deleted the account")
	}
	victim.Get(game).Want(t, 200, "This game ended without a result", "HARASS 5", game+"/report")
	victim.Post(game+"/report", url.Values{"reason": {"a threat"}}).Want(t, 200, "Reported",
		"what you have both seen")
	list := suite.Must(server.Reports(t.Context(), db, false))(t)
	r := list[0]
	if len(list) != 1 || r.Reporter != "Victim" || len(r.Players) != 2 || r.Players[0].Player != "Victim" ||
		!r.Players[0].Reporter || !r.Players[1].Deleted || r.Players[0].Deleted || len(r.Texts) != 10 {
		t.Fatalf("%+v", list)
	}
	for i, x := range r.Texts {
		by, text := r.Players[1].Player, "HARASS "
		if i >= 5 {
			by, text = "Victim", "How are you "
		}
		if x.Player != by || x.Text != text+string("1234512345"[i]) || x.Kind != "question" || x.Time == nil {
			t.Errorf("text %d: %+v", i, x)
		}
	}

	var data struct {
		Account []struct{ Username string }
		Games   []struct {
			OpQuestions []struct{ Question struct{ Question string } }
		} `json:"lunaGames"`
		Reports []struct{ Reason string }
		Answers []struct{ Day, Text string } `json:"dayAnswers"`
		Judging []struct{ Shown bool }       `json:"judgingConsent"`
	}
	victim.Post("/play/day", url.Values{"answer": {"My view"}, "judging": {"yes"}})
	text := victim.Get("/me/data").HTML
	suite.OK(t, json.Unmarshal([]byte(text), &data))
	if data.Account[0].Username != "Victim" || len(data.Games) != 1 || len(data.Reports) != 1 ||
		data.Games[0].OpQuestions[4].Question.Question != "HARASS 5" || len(data.Answers) != 1 ||
		data.Answers[0].Text != "My view" || len(data.Judging) != 1 || !data.Judging[0].Shown ||
		strings.Contains(text, r.Players[1].ID) || strings.Contains(text, "argon2") {
		t.Errorf("the victim's data are %s", text)
	}

	alone := victim.Post("/play/new", fields("q", "Who will join")).Path
	victim.Post(alone+"/report", url.Values{"reason": {"nobody"}}).Want(t, 200, "Reported")
	if list := suite.Must(server.Reports(t.Context(), db, false))(t); len(list[1].Players) != 1 ||
		len(list[1].Texts) != 5 {
		t.Errorf("a report of a game that nobody has joined: %+v", list[1])
	}
	suite.OK(t, server.CloseReport(t.Context(), db, r.ID))
	if r := suite.Must(server.Reports(t.Context(), db, true))(t)[0]; r.Texts[0].Text != "[removed]" ||
		r.Texts[5].Text != "How are you 1" || r.Reason != "a threat" {
		t.Errorf("closed: %+v", r)
	}
	if v := suite.Must(server.Verify(t.Context(), db, nil))(t); len(v.Problems) > 0 {
		t.Error(v.Problems)
	}
}
