package pages_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/game"
	lunapages "github.com/luna-rating/luna/luna/internal/lunagame/pages"
	"github.com/luna-rating/luna/luna/internal/site/accounts"
	"github.com/luna-rating/luna/luna/responder"
)

// plays has two people finish a game in which each guesses about the other, and returns its path.
func plays(a, b *person, aboutA, aboutB string) string {
	path := a.begin(texts("A", "question")...)
	b.begin(texts("B", "question")...)
	a.Post(path+"/response", five("r", texts("Ann", "response")...))
	b.Post(path+"/response", five("r", texts("Bob", "response")...))
	a.Post(path+"/guess", url.Values{"guess": {aboutB}})
	b.Post(path+"/guess", url.Values{"guess": {aboutA}})
	return path
}

// judging has a player say whether others may judge what they answer.
func (v *person) judging(choice string) {
	v.Post("/play/judging", url.Values{"judging": {choice}}).Want(v.at.t, 200, "Your profile")
}

// drawn is the page of the first answer that somebody gets to judge.
func (v *person) drawn() page { return v.Post("/judge", nil) }

// settled returns Ann, whose rating of 60 is settled, Bob, who asked her, and the path of their
// game. Both let others judge what they answer.
func settled(t *testing.T, p *place) (ann, bob *person, path string) {
	t.Helper()
	ann, bob = p.guest(t, "no"), p.guest(t, "no")
	path = plays(ann, bob, "60.4", "20")
	for range 2 {
		plays(ann, p.guest(t, "no"), "60.4", "20")
	}
	ann.judging("yes")
	bob.judging("yes")
	return ann, bob, path
}

// TestJudgeAnswers has somebody judge an answer of Ann's to Bob, once. Nothing else of anybody is
// shown, and no rating changes.
func TestJudgeAnswers(t *testing.T) {
	p := open(t, limits, nil)
	ann, _, _ := settled(t, p)
	v := p.guest(t, "no")
	got := v.drawn().Want(t, 200, "How smart is this answer?", "B&#39;s question", "Ann&#39;s response",
		"It changes no rating")
	got.Lacks(t, "60.4", ">60<", " 60 ")
	v.Get(got.Path).Want(t, 200, "How smart is this answer?", "Guess alone</p>")
	v.Post(got.Path, url.Values{"guess": {"101"}}).Want(t, 400, "Problem: How smart is this answer?",
		`value="101"`)
	v.Post(got.Path+"/next", nil).Want(t, 200, "How smart is this answer?") // not before a guess
	v.Post(got.Path, url.Values{"guess": {"50"}}).Want(t, 200, "You guessed 50", "You were off by 10: 90 points",
		"it is <strong>60</strong>", "A person wrote it", "1 answer judged · 90 points")
	v.Post(got.Path, url.Values{"guess": {"60"}}).Want(t, 200, "You guessed 50") // sent twice
	v.Post(got.Path+"/next", nil).Want(t, 200, "No answer is left")
	v.drawn().Want(t, 200, "No answer is left")
	if r := suite.Must(p.referee.Player(t.Context(), ann.id, 9))(t); len(r.History) != 3 || *r.Rating != 60.4 {
		t.Errorf("Ann's rating is now %v", r)
	}
	r := suite.Must(p.referee.Verify(t.Context(), nil, nil))(t)
	if len(r.Problems) > 0 {
		t.Errorf("the tables do not follow from the log: %v", r.Problems)
	}
}

// TestHiddenFromJudges checks who does not see an answer, and whose answers nobody sees.
func TestHiddenFromJudges(t *testing.T) {
	for name, hide := range map[string]func(p *place, ann, bob *person, path string) *person{
		"one's own":         func(_ *place, ann, _ *person, _ string) *person { return ann },
		"to one's question": func(_ *place, _, bob *person, _ string) *person { return bob },
		"of whom one plays with now": func(p *place, ann, _ *person, _ string) *person {
			cid := p.guest(t, "no")
			cid.begin(texts("C", "question")...)
			ann.begin(texts("A", "question")...)
			return cid
		},
		"to a question of whom one plays with now": func(p *place, _, bob *person, _ string) *person {
			cid := p.guest(t, "no")
			cid.begin(texts("C", "question")...)
			bob.begin(texts("B", "question")...)
			return cid
		},
		"withdrawn":           func(_ *place, ann, _ *person, _ string) *person { ann.judging("no"); return nil },
		"withdrawn by asker":  func(_ *place, _, bob *person, _ string) *person { bob.judging("no"); return nil },
		"reported by a judge": func(p *place, _, _ *person, _ string) *person { return reports(t, p, "") },
		"reported in the game": func(_ *place, _, bob *person, path string) *person {
			bob.Post(path+"/report", url.Values{"reason": {"rude"}}).Want(t, 200, "Reported")
			return nil
		},
		"suspended": func(p *place, ann, _ *person, _ string) *person {
			suite.Must(p.accounts.Suspend(t.Context(), accounts.ID(ann.id), "rude"))(t)
			return nil
		},
		"deleted": func(_ *place, ann, _ *person, _ string) *person {
			ann.Post("/me/delete", url.Values{"sure": {"yes"}}).Want(t, 200, "Your account was deleted")
			return nil
		},
		"erased": func(p *place, ann, _ *person, _ string) *person {
			suite.OK(t, p.referee.EraseTexts(t.Context(), ann.id, false))
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := open(t, limits, nil)
			p.mayLog = true // of reports
			ann, bob, path := settled(t, p)
			early := p.guest(t, "no")
			at := early.drawn().Want(t, 200, "How smart is this answer?").Path
			who := hide(p, ann, bob, path)
			if who == nil {
				who = p.visitor(t)
				// Nor does whoever was about to judge it see it any more.
				early.Get(at).Want(t, 200, "No answer is left")
				early.Post(at, url.Values{"guess": {"50"}}).Want(t, 200, "No answer is left")
			}
			who.drawn().Want(t, 200, "No answer is left")
		})
	}
	p := open(t, limits, nil)
	ann, _, _ := settled(t, p)
	cid := p.guest(t, "no")
	at := cid.drawn().Want(t, 200, "How smart is this answer?").Path
	cid.begin(texts("C", "question")...)
	ann.begin(texts("A", "question")...)
	cid.Get(at).Want(t, 200, "No answer is left") // since Ann plays with Cid by now

	p = open(t, limits, nil)
	ann = p.guest(t, "yes")
	bob := p.guest(t, "yes")
	plays(ann, bob, "60", "20")
	ann.judging("yes")
	bob.judging("yes")
	plays(ann, p.guest(t, "yes"), "60", "20")
	p.visitor(t).drawn().Want(t, 200, "No answer is left") // a rating of two guesses is not settled
	plays(ann, p.guest(t, "yes"), "60", "20")
	p.visitor(t).drawn().Want(t, 200, "How smart is this answer?")
}

// reports has a visitor report the answer that they judge, of a kind, and returns the visitor.
func reports(t *testing.T, p *place, day string) *person {
	t.Helper()
	v := p.visitor(t)
	got := v.Post("/judge", url.Values{"day": {day}}).Want(t, 200, "How smart is this answer?")
	v.Post(got.Path+"/report", url.Values{"reason": {"rude"}}).Want(t, 200, "Reported")
	return p.visitor(t)
}

// TestComparedWithOthers checks from how many guesses on others' are told, and never singly.
func TestComparedWithOthers(t *testing.T) {
	p := open(t, limits, nil)
	settled(t, p)
	for others := range 7 {
		v := p.guest(t, "no")
		got := v.Post(v.drawn().Path, url.Values{"guess": {"80"}}).Want(t, 200, "You guessed 80", "off by 20")
		want := fmt.Sprintf("Others were off by 20 on average. You were closer than 0 of %d.", others)
		if told := strings.Contains(got.HTML, want); told != (others >= 5) {
			t.Errorf("told what %d others guessed: %t", others, told)
		}
	}
	v := p.guest(t, "no")
	v.Post(v.drawn().Path, url.Values{"guess": {"65"}}).Want(t, 200, "You guessed 65", "closer than 7 of 7")
}

// TestJudgingIsLimited has somebody judge as many answers as one may in a day.
func TestJudgingIsLimited(t *testing.T) {
	now := time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)
	p := open(t, limits, func(o *options) {
		o.Clock = func() time.Time { return now }
		o.Programs.Practice = []lunapages.Machine{{Name: "parrot", About: "repeats",
			Responder: responder.Fixed("so?")}}
	})
	v := p.visitor(t)
	got := v.drawn()
	for range 7 {
		v.Post(got.Path, url.Values{"guess": {"50"}}).Want(t, 200, "You guessed 50", "among the first",
			"made for practice by the program parrot")
		v.Post(got.Path+"/next", nil).Want(t, 200, "How smart is this answer?", "made for practice")
	}
	for range 12 {
		v.drawn().Want(t, 200, "How smart is this answer?")
	}
	v.drawn().Want(t, http.StatusTooManyRequests, "That is enough for today", "There are more tomorrow")
	now = now.Add(24 * time.Hour)
	v.drawn().Want(t, 200, "How smart is this answer?")
}

// TestQuestionOfTheDay has people answer the question of a day and judge what others answered.
func TestQuestionOfTheDay(t *testing.T) {
	now := time.Date(2016, 3, 3, 23, 0, 0, 0, time.UTC)
	p := open(t, limits, func(o *options) { o.Clock = func() time.Time { return now } })
	p.mayLog = true // of a report
	v := p.visitor(t)
	question := v.Get("/play/day").Want(t, 200, "The question of the day", "Answer as a guest")
	v.Post("/play/day", url.Values{"answer": {"x"}}).Want(t, 401, "You are not logged in")
	ann, bob := p.guest(t, "no"), p.guest(t, "no")
	ann.Post("/play/day", url.Values{"answer": {" "}, "judging": {"yes"}}).Want(t, 400,
		"Problem: The question of the day", "write an answer first")
	ann.Post("/play/day", url.Values{"answer": {long(5001)}, "judging": {"yes"}}).Want(t, 400,
		"Problem: The question of the day", "has 5001 characters")
	ann.Post("/play/day", url.Values{"answer": {"Ann's view"}}).Want(t, 400,
		"Problem: The question of the day", "Please choose", "Ann&#39;s view")
	ann.Post("/play/day", url.Values{"answer": {"Ann's view"}, "judging": {"yes"}}).Want(t, 200,
		"The question of the day", "Ann&#39;s view", "Come back tomorrow")
	ann.Post("/play/day", url.Values{"answer": {"Another"}}).Lacks(t, "Another") // one answer a day
	bob.Post("/play/day", url.Values{"answer": {"Bob's view"}, "judging": {"no"}}).Want(t, 200,
		"The question of the day", "Only you see it")

	of := url.Values{"day": {"1"}}
	ann.Post("/judge", of).Want(t, 200, "No answer is left") // Bob does not show his
	for i, said := range []string{"nothing to compare", "nothing to compare", "nothing to compare",
		"off by 20: 80 points"} {
		judge := p.guest(t, "no")
		got := judge.Post("/judge", of).Want(t, 200, "How smart is this answer?", "Ann&#39;s view")
		judge.Post(got.Path, url.Values{"guess": {fmt.Sprint(40 + 20*(i/3))}}).Want(t, 200,
			fmt.Sprint("You guessed ", 40+20*(i/3)), said)
		judge.Post("/judge", of).Want(t, 200, "No answer is left") // each answer once
		want := fmt.Sprint(i+1, " others have judged it")
		if shows := strings.Contains(ann.Get("/play/day").HTML, want); shows != (i >= 2) {
			t.Errorf("after %d guesses, Ann sees their mean: %t", i+1, shows)
		}
	}
	now = now.Add(2 * time.Hour)
	next := ann.Get("/play/day").Want(t, 200, "The question of the day", "Your earlier answers", "3 March",
		"4 others have judged it: <strong>45</strong>")
	heading := regexp.MustCompile(`<h1>(.*)</h1>`)
	if a, b := heading.FindString(question.HTML), heading.FindString(next.HTML); a == b || a == "" {
		t.Errorf("the question of the next day is %s as well", b)
	}
	ann.Post("/play/day", url.Values{"answer": {"More"}}).Want(t, 200, "The question of the day",
		"2 days in a row")

	// Moderation: a reported answer is not shown, and the operator removes it like a game's texts.
	got := p.guest(t, "no").Post("/judge", of).Want(t, 200, "How smart is this answer?", "More")
	p.visitor(t).Post(got.Path+"/report", url.Values{"reason": {"rude"}}).Want(t, 200, "Reported")
	p.guest(t, "no").Post("/judge", of).Want(t, 200, "How smart is this answer?", "Ann&#39;s view")
	reported := suite.Must(p.accounts.Reports(t.Context(), false))(t)
	var report struct {
		Game  string
		Texts []accounts.Written
	}
	if len(reported) != 1 {
		t.Fatalf("found the reports %q", reported)
	}
	suite.OK(t, json.Unmarshal([]byte(reported[0]), &report))
	author := suite.Must(p.accounts.Get(t.Context(), accounts.ID(ann.id)))(t).Username
	if report.Texts[0] != (accounts.Written{Player: accounts.ID(author), Kind: "answer", Text: "More"}) {
		t.Fatalf("the report has %+v, of %s", report, author)
	}
	id := idOf("/play/" + report.Game)
	if err := p.referee.EraseGame(t.Context(), id, bob.id); err == nil {
		t.Error("an answer of Ann's was erased as one of Bob's")
	}
	suite.OK(t, p.referee.EraseGame(t.Context(), id, ""))
	ann.Get("/play/day").Lacks(t, "More")

	ann.Post("/me/delete", url.Values{"sure": {"yes"}}).Want(t, 200, "Your account was deleted")
	for table, want := range map[string]int{"day_answers": 1, "judging_consents": 1, "judged": 0} { // Bob's
		var n int
		row := p.store.Read().QueryRowContext(t.Context(), "SELECT count(*) FROM "+table)
		if err := row.Scan(&n); err != nil || n != want {
			t.Errorf("%s has %d rows after Ann's account was deleted, %v", table, n, err)
		}
	}
}

// TestOldAnswersAreJudged checks that somebody who judges alone gets answers to questions of
// earlier days while there are none of games, and none of today, which they may still answer.
func TestOldAnswersAreJudged(t *testing.T) {
	now := time.Date(2016, 3, 3, 12, 0, 0, 0, time.UTC)
	p := open(t, limits, func(o *options) { o.Clock = func() time.Time { return now } })
	ann := p.guest(t, "no")
	ann.Post("/play/day", url.Values{"answer": {"Ann's view"}, "judging": {"yes"}})
	p.visitor(t).drawn().Want(t, 200, "No answer is left")
	now = now.Add(24 * time.Hour)
	p.visitor(t).drawn().Want(t, 200, "How smart is this answer?", "Ann&#39;s view", "The question of a day")
	now = now.Add(15 * 24 * time.Hour)
	p.visitor(t).drawn().Want(t, 200, "No answer is left")
}

// TestAskedOnce checks that a player is asked after the first game whether others may judge what
// they answer, once, and may change it in the profile.
func TestAskedOnce(t *testing.T) {
	p := open(t, limits, nil)
	ann, bob := p.guest(t, "yes"), p.guest(t, "yes")
	path := plays(ann, bob, "60", "20")
	const asks = "May others judge what you answer?"
	if !strings.Contains(ann.Get(path).HTML, asks) {
		t.Error("Ann is not asked after the first game")
	}
	ann.Get("/me").Want(t, 200, "Your profile", "You have not chosen yet. Nobody judges")
	ann.Post("/play/judging", url.Values{"judging": {"maybe"}}).Want(t, 400, "Invalid input")
	got := ann.Post("/play/judging", url.Values{"judging": {"no"}, "game": {string(idOf(path))}})
	if got.Path != path || strings.Contains(got.HTML, asks) {
		t.Errorf("after the choice, Ann is at %s, or is asked again", got.Path)
	}
	if shown, _, err := p.referee.JudgingConsent(t.Context(), ann.id); err != nil || shown {
		t.Errorf("no is %t, %v", shown, err)
	}
	ann.judging("yes")
	ann.Get("/me").Want(t, 200, "Your profile", "You said <strong>yes</strong> on")
}

// practised plays a practice game alone with a guess, and returns the page at its end.
func (v *person) practised(guess string) page {
	path := v.Post("/practice", nil).Want(v.at.t, 200, "Practice: ask", "Fill in five example questions").Path
	v.Post(path+"/interview", url.Values{"fill": {"examples"}, "q2": {"mine"}}).Want(v.at.t, 200, "Practice: ask",
		"Do you like games?", "mine", "1-|-1=?").Lacks(v.at.t, "keys on your keyboard")
	v.Post(path+"/interview", five("q", texts("my", "question")...)).Want(v.at.t, 200, "Practice: respond")
	v.Post(path+"/response", five("r", texts("my", "response")...)).Want(v.at.t, 200, "Practice: guess", "so?")
	return v.Post(path+"/guess", url.Values{"guess": {guess}}).Want(v.at.t, 200, "Practice is over")
}

// TestPracticeEndsWithPoints compares a guess about a program with those of others, or with the
// rating that the program has on the site by then.
func TestPracticeEndsWithPoints(t *testing.T) {
	p := open(t, limits, func(o *options) {
		o.Programs.Practice = []lunapages.Machine{{Name: "parrot", About: "repeats",
			Responder: responder.Fixed("so?")}}
	})
	for _, guess := range []string{"20", "30", "40"} {
		p.guest(t, "no").practised(guess).Want(t, 200, "Practice is over", "nothing to compare with yet")
	}
	p.guest(t, "no").practised("35").Want(t, 200, "Practice is over", "You were off by 5: 95 points",
		"It is the mean of what 3 others guessed.")
	machine := suite.Must(p.accounts.RegisterMachine(t.Context(), "here",
		accounts.Credentials{Username: "parrot"}))(t)
	for range 3 {
		rate(t, p, game.PlayerID(machine.ID), p.guest(t, "no").id, 50, 12)
	}
	p.guest(t, "no").practised("35").Want(t, 200, "Practice is over", "You were off by 23: 77 points",
		"It is the Smarts Rating of the program on this site.")
}

// TestExamplesAndCounters checks that a new player can begin with examples, and that counters do
// not show before the limit is near.
func TestExamplesAndCounters(t *testing.T) {
	p := open(t, limits, nil)
	ann := p.guest(t, "no")
	ann.Get("/play/new").Want(t, 200, "Your turn: ask", "Fill in five example questions",
		`<p class="count" id="q1-count" hidden>`)
	ann.Post("/play/new", url.Values{"fill": {"examples"}}).Want(t, 200, "Your turn: ask",
		"keys on your keyboard", `<p class="count" id="q5-count" hidden>`)
	ann.Post("/play/new", five("q", long(4600))).Want(t, 400, "Problem: Your turn: ask",
		`<p class="count" id="q1-count">4600 of at most 5000`, `<p class="count" id="q2-count" hidden>`)
}

// TestWhoIsHere checks that the start page counts the people who are here besides the reader, and
// what it offers while programs answer.
func TestWhoIsHere(t *testing.T) {
	p := open(t, limits, nil)
	v := p.visitor(t)
	v.Get("/").Want(t, 200, "The Luna Game", "Play now").Lacks(t, "here now", "Guess now")
	p.guest(t, "no")
	v.Get("/").Want(t, 200, "The Luna Game", "1 other person is here now")
	bob := p.guest(t, "no")
	v.Get("/").Want(t, 200, "The Luna Game", "2 others are here now")
	bob.Get("/").Want(t, 200, "The Luna Game", "1 other person is here now")
}

// TestToldBeforeTheFirstGame checks that people learn how a game goes before they play.
func TestToldBeforeTheFirstGame(t *testing.T) {
	p := open(t, limits, nil)
	p.visitor(t).Get("/consent").Want(t, 200, "Before you play", "How a Luna Game goes", "<strong>Ask</strong>",
		"<strong>Answer</strong>", "<strong>Guess</strong>", "0 is not at all, 100", "guess honestly")
}
