package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
)

// TestControl holds a contest of two rounds whose judge is a person, as the organiser at the
// control page: each order in the part of the round that it is for, and in others.
//
//luna:race
func TestControl(t *testing.T) {
	t.Parallel()
	dir := folder(t, described("rules = \"2010\"\nseed = 4\nspeed = 4\n[clock]\nminutes = 20\nbreak = 20\n"+
		"early = true", "entry|Echo|fixed:I see.", "entry|Mute|lpp: sleep 600 #", "confederate|Ann|script",
		"confederate|Cas|script", "judge|Bob|person"))
	h := hold(t.Context(), dir, Options{Speed: 60})
	notes := &h.notes
	o := organiserOf(t, notes)
	if status, _ := o.get(strings.Repeat("x", 26)); status != http.StatusNotFound {
		t.Errorf("another address shows the control page: %d", status)
	}
	o.until("Final Four, round 1 of 2: waiting for people")
	o.refused(http.StatusConflict, "too late, or too early, for “Pause”", "action", "pause")
	o.refused(http.StatusConflict, "too late, or too early, for “End", "action", "end")
	o.refused(http.StatusUnprocessableEntity, "Give the minutes", "action", "extend", "minutes", "x")
	o.refused(http.StatusUnprocessableEntity, "Give the minutes", "action", "extend", "minutes", "-1")
	o.refused(http.StatusUnprocessableEntity, "Give a reason", "action", "annul", "reason", " ")
	o.refused(http.StatusBadRequest, "did not arrive", "action", "sing")
	o.done("action", "begin", "reason", "Bob is late")
	o.until("round 1 of 2: conversations")
	o.refused(http.StatusConflict, "too late, or too early, for “Begin", "action", "begin")
	o.done("action", "pause")
	o.refused(http.StatusConflict, "stands still already", "action", "pause")
	o.refused(http.StatusConflict, "Something was done", "action", "extend", "minutes", "1", "after", "1") // again
	o.until("paused")
	before := o.status()
	judge := visitorOf(t, notes, "J1")
	if page := judge.say("hello"); !strings.Contains(page, "paused the round") {
		t.Errorf("a judge types in a pause: %s", page)
	}
	time.Sleep(time.Second) // a minute of the contest
	if clock := regexp.MustCompile(`conversations (\S+) paused`); clock.FindString(before) == "" ||
		clock.FindString(before) != clock.FindString(o.status()) {
		t.Errorf("the clock runs in a pause: %s, then %s", before, o.status())
	}
	o.done("action", "extend", "minutes", "20.5")
	o.done("action", "go")
	o.refused(http.StatusConflict, "runs already", "action", "go")
	if page := judge.say("Hello there."); !strings.Contains(page, "accepted") {
		t.Errorf("a judge cannot type after a pause: %s", page)
	}
	o.done("action", "annul", "reason", "the lamp fell over")
	o.until("round 1 of 2: waiting for people") // the judge has no page open
	o.done("action", "begin")
	o.until("round 1 of 2: conversations")
	o.refused(http.StatusConflict, "too late", "action", "annul", "reason", "again",
		"at", "Final Four/1/1/conversations")
	o.done("action", "end")
	o.until("round 1 of 2: ballots")
	o.refused(http.StatusConflict, "too late", "action", "end")
	judge.vote()
	o.until("round 2 of 2: waiting")
	o.done("action", "begin")
	o.until("round 2 of 2: conversations")
	judge.say("Hello there, you two.")
	o.until("round 2: Mute: has not answered for a minute")
	shown := o.status()
	for _, secret := range []string{"left", "right", "Left", "Right", "terminal", "Hello there",
		judge.secret} {
		if strings.Contains(shown, secret) {
			t.Errorf("the status says %q: %s", secret, shown)
		}
	}
	o.done("action", "end", "reason", "late already")
	o.until("round 2 of 2: ballots")
	o.done("action", "extend", "minutes", "1")
	judge.vote()
	o.until("round 2 of 2: ranks")
	for !judge.ranked {
		judge.visit()
	}
	x := h.results(t)
	page, journal := read(t, dir, "results.html"), read(t, dir, journalFile)
	for _, text := range []string{page, journal} {
		suite.Has(t, "the results or the journal", text,
			"round 1: the organiser began the round without those who were absent", "(Bob is late)",
			"round 1: the organiser paused the clock", "extended the time by 20.5 minutes",
			"let the clock go on", "annulled the round, which was held again", "(the lamp fell over)",
			"round 2: the organiser ended the conversations", "(late already)")
	}
	suite.Equal(t, "a silent entry is named", strings.Count(notes.String(), ": has not answered for a minute"), 1)
	if !exists(dir + "/rounds/1-annulled-1/J1/keys.txt") {
		t.Error("the log of the annulled attempt is not kept")
	}
	if !strings.Contains(page, "Before the contest, Mute failed the test") || len(x.Comparisons) != 2 {
		t.Errorf("%d comparisons, and Mute: %s", len(x.Comparisons), x.Notes)
	}
}

// TestControlIsNotAttacked sends an order from a page of another site.
func TestControlIsNotAttacked(t *testing.T) {
	c := start(t, withJudge)
	form := strings.NewReader("action=annul&reason=x&at=y")
	at := addressesOf(t, c)
	page := at.url + "/control/" + at.secrets["control"]
	r := suite.Must(http.NewRequestWithContext(t.Context(), "POST", page, form))(t)
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "https://elsewhere.example")
	status, _ := answer(http.DefaultClient.Do(r))
	suite.Equal(t, "an order of another site: status", status, http.StatusForbidden)
	for header, want := range map[string]int{"Origin": http.StatusForbidden, "Host": http.StatusMisdirectedRequest} {
		r := suite.Must(http.NewRequestWithContext(t.Context(), "POST", at.url+"/"+at.secrets["J1"]+"/keys",
			strings.NewReader("{}")))(t)
		if r.Header.Set(header, "https://elsewhere.example"); header == "Host" {
			r.Host = "elsewhere.example"
		}
		status, _ := answer(http.DefaultClient.Do(r))
		suite.Equal(t, "keys of another "+header+": status", status, want)
	}
	a := suite.Must(http.Get(page))(t)
	a.Body.Close()
	secured := http.Header{}
	httpx.Secure(secured, "")
	for name := range secured {
		if a.Header.Get(name) == "" {
			t.Errorf("%s has no %s", "the control page", name)
		}
	}
	policy := a.Header.Get("Content-Security-Policy")
	if !strings.Contains(policy, "frame-ancestors 'self'") || strings.Contains(policy, "script-src") ||
		a.Header.Get("Referrer-Policy") != "no-referrer" {
		t.Errorf("the headers of the control page: %v", a.Header)
	}
}

// TestAddresses checks that pages have the same addresses after a restart, and such as others can
// open.
func TestAddresses(t *testing.T) {
	dir := folder(t, "seed = 5000000000\n"+withJudge) // which nobody guesses
	serve := func(o Options) (string, *contest) {
		t.Helper()
		var notes told
		o.Progress = &notes
		c := begun(t, dir, o)
		return notes.String(), c
	}
	first, c := serve(Options{})
	c.close()
	second, c := serve(Options{})
	c.close()
	if first != second || addresses.FindString(first) == "" || controlAddress.FindString(first) == "" {
		t.Errorf("addresses change after a restart:\n%s\n%s", first, second)
	}
	taken := suite.Must(net.Listen("tcp", "127.0.0.1:0"))(t)
	write(t, dir, peopleFile, fmt.Sprintf(`{"address": %q}`, taken.Addr()))
	third, c := serve(Options{})
	c.close()
	taken.Close()
	if !strings.Contains(third, "is not free") || addresses.FindString(third) == "" {
		t.Errorf("with a port that is not free:\n%s", third)
	}
	all, c := serve(Options{Addr: "0.0.0.0:0"})
	if a := addresses.FindStringSubmatch(all); a == nil || strings.Contains(a[3], "0.0.0.0") {
		t.Errorf("found an address that nobody can open:\n%s", all)
	} else if status, _ := (&organiser{t, a[3], ""}).get(addressesOf(t, c).secrets["control"]); status != http.StatusOK {
		t.Errorf("%s: status %d", a[3], status)
	}
	c.close()
	public, c := serve(Options{Public: "https://contest.example.org/"})
	defer c.close()
	if a := addresses.FindStringSubmatch(public); a == nil || a[3] != "https://contest.example.org" {
		t.Errorf("the public address:\n%s", public)
	}
	for host, want := range map[string]int{"contest.example.org": 200, "localhost": 200,
		"evil.example": 421} {
		at := addressesOf(t, c)
		for _, path := range []string{"/control/" + at.secrets["control"], "/" + at.secrets["J1"] + "/"} {
			r, _ := http.NewRequestWithContext(t.Context(), "GET", at.url+path, nil)
			r.Host = host
			status, _ := answer(http.DefaultClient.Do(r))
			suite.Equal(t, path+" with host "+host, status, want)
		}
	}
	for _, bad := range []string{"contest", "ftp://x", "https://x/y", "https://", "https://u@x",
		"https://x?y"} {
		c := suite.Must(open(folder(t, withJudge), Options{Public: bad, Progress: io.Discard}))(t)
		suite.Fails(t, bad, c.begin(t.Context()), "found the public address…")
		c.close()
	}
}

// TestByHand checks that the folder of an entry which the organiser starts is named while people
// are awaited, so that there is time for it.
func TestByHand(t *testing.T) {
	dir := folder(t, strings.Replace(withJudge, `by = "eliza"`, `by = "lpp"`, 1))
	ctx, cancel := context.WithCancel(t.Context())
	h := hold(ctx, dir, Options{})
	notes := &h.notes
	organiserOf(t, notes).until("waiting for people")
	connect := regexp.MustCompile(`Final Four, round 1: connect Eliza to (\S+)`).FindStringSubmatch(notes.String())
	if connect == nil || !exists(connect[1]) || strings.Contains(read(t, dir, journalFile), `"event":"round"`) {
		t.Errorf("no folder is named before the round:\n%s", notes.String())
	}
	if !strings.Contains(notes.String(), "Eliza is started by hand and was not tested") {
		t.Errorf("the test does not name the entry:\n%s", notes.String())
	}
	cancel()
	if <-h.ended; !errors.Is(h.err, context.Canceled) || connect != nil && exists(connect[1]) {
		t.Errorf("%v; folders are left: %v", h.err, connect)
	}
}

// TestControlWithoutPeople checks that the organiser of a contest of scripts has a control page if
// they want one.
func TestControlWithoutPeople(t *testing.T) {
	for address, want := range map[string]bool{"": false, "127.0.0.1:0": true} {
		var notes told
		begun(t, folder(t, fast), Options{Addr: address, Progress: &notes})
		suite.Equal(t, "with the address", controlAddress.MatchString(notes.String()), want)
		if want {
			suite.Has(t, "the status", organiserOf(t, &notes).status(), "Before the rounds")
		}
	}
}

// TestCorrections checks that a correction and a vote of the organiser that wait at the same time
// are both taken up, and that a correction is taken up or refused, however late it comes.
func TestCorrections(t *testing.T) {
	c := start(t, withJudge)
	stage, events := finals, []event{twoRounds}
	for n := 1; n <= 2; n++ {
		events = append(events, event{Kind: eventHeld, Stage: stage.Name, Round: n})
		for _, judge := range []string{"J1", "J2"} {
			events = append(events, event{Kind: eventBallot, Stage: stage.Name, Round: n, Judge: judge,
				Ballot: &ballot{Human: keylog.Left}})
		}
		events = append(events, event{Kind: eventClosed, Stage: stage.Name, Round: n})
	}
	for _, e := range events {
		suite.OK(t, c.record(e))
	}
	at := addressesOf(t, c)
	correct := func(round string, want int, text string) {
		t.Helper()
		status, page := answer(http.PostForm(at.url+"/verdicts/"+at.secrets["J1"],
			url.Values{"stage": {stage.Name}, "round": {round}, "human": {"right"}}))
		suite.Equal(t, "a correction of round "+round, status, want)
		suite.Has(t, "the page", page, text)
	}
	correct("1", http.StatusOK, "Your correction is noted.")
	vote := Vote{Round: 1, Judge: "J1", Human: keylog.Left, Left: -1, Reason: "on paper it says left"}
	suite.OK(t, Cast(c.dir, vote))
	suite.OK(t, c.takeVotes())
	if b := c.state.round(stage.Name, 1).ballots["J1"]; b.By != byOrganiser || b.Note != vote.Reason {
		t.Errorf("the organiser's vote became %+v", b)
	}
	suite.Equal(t, "corrections in the journal", strings.Count(read(t, c.dir, journalFile), byJudge), 1)
	correct("1", http.StatusUnprocessableEntity, "cannot be corrected any more")
	correct("2", http.StatusOK, "Your correction is noted.")
	suite.Fails(t, "ballots that are missing", c.requireBallots(stage), "…J1 (ranks), J2 (ranks)…")
	if b := c.state.round(stage.Name, 2).ballots["J1"]; b.Human != keylog.Right || b.By != "" || b.Note != byJudge {
		t.Errorf("the last correction became %+v", b)
	}
	correct("2", http.StatusUnprocessableEntity, "cannot be corrected any more")
	if left, err := os.ReadDir(filepath.Join(c.dir, votesFolder)); err != nil || len(left) > 0 {
		t.Errorf("votes are left: %v, %v", left, err)
	}
}
