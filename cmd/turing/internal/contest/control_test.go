package contest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/turing/lpp"
)

var controlAddress = regexp.MustCompile(`(?m)^control page, for you alone: (https?://\S+)/control/(\w+)$`)

// organiser is somebody at the control page, by HTTP.
type organiser struct {
	t            *testing.T
	base, secret string
}

// organiserOf waits until the address of the control page is told.
func organiserOf(t *testing.T, notes *told) *organiser {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if a := controlAddress.FindStringSubmatch(notes.String()); a != nil {
			return &organiser{t, a[1], a[2]}
		}
		if time.Now().After(end) {
			t.Fatalf("no control page:\n%s", notes.String())
		}
	}
}

func (o *organiser) get(path string) (int, string) {
	r, err := http.Get(o.base + "/control/" + path)
	if err != nil {
		return 0, ""
	}
	defer r.Body.Close()
	data, _ := io.ReadAll(r.Body)
	return r.StatusCode, string(data)
}

var (
	tags     = regexp.MustCompile(`<style>(?s:.*?)</style>|<[^>]*>|\s+`)
	afterTag = regexp.MustCompile(`name="after" value="(\d+)"`)
	atTag    = regexp.MustCompile(`name="at" value="([^"]*)"`)
)

func (o *organiser) status() string {
	_, page := o.get(o.secret + "/status")
	return strings.Join(strings.Fields(tags.ReplaceAllString(page, " ")), " ")
}

// until waits until the status has a text.
func (o *organiser) until(text string) {
	o.t.Helper()
	for end := time.Now().Add(time.Minute); !strings.Contains(o.status(), text); {
		time.Sleep(20 * time.Millisecond)
		if time.Now().After(end) {
			o.t.Fatalf("the status lacks %q: %s", text, o.status())
		}
	}
}

// do sends an order, confirms it if necessary, and returns the status and the page.
func (o *organiser) do(values ...string) (int, string) {
	o.t.Helper()
	form := url.Values{}
	_, page := o.get(o.secret)
	form.Set("after", afterTag.FindStringSubmatch(page)[1])
	for i := 0; i < len(values); i += 2 {
		form.Set(values[i], values[i+1])
	}
	r, err := http.PostForm(o.base+"/control/"+o.secret, form)
	if err != nil {
		o.t.Fatal(err)
	}
	defer r.Body.Close()
	data, _ := io.ReadAll(r.Body)
	if at := atTag.FindStringSubmatch(string(data)); at != nil && form.Get("at") == "" {
		return o.do(append(values, "at", strings.ReplaceAll(at[1], "&#43;", "+"))...)
	}
	return r.StatusCode, string(data)
}

// refused expects that an order is not carried out.
func (o *organiser) refused(status int, why string, values ...string) {
	o.t.Helper()
	if got, page := o.do(values...); got != status || !strings.Contains(page, why) {
		o.t.Errorf("%v: status %d, expected %d with %q:\n%s", values, got, status, why,
			tags.ReplaceAllString(page, " "))
	}
}

// done expects that an order is carried out.
func (o *organiser) done(values ...string) {
	o.t.Helper()
	if got, page := o.do(values...); got != http.StatusOK || !strings.Contains(page, "Last action: ") {
		o.t.Errorf("%v: status %d: %s", values, got, tags.ReplaceAllString(page, " "))
	}
}

// TestControl holds a contest of two rounds whose judge is a person, as the organiser at the control
// page: each order in the part of the round that it is for, and in others.
//
//luna:race
func TestControl(t *testing.T) {
	t.Parallel()
	setup := "name = \"An evening\"\nrules = \"2010\"\nseed = 4\nspeed = 4\n" +
		"[clock]\nminutes = 20\nbreak = 20\nearly = true\n[[entry]]\nname = \"Echo\"\nby = \"fixed:I see.\"\n" +
		"[[entry]]\nname = \"Mute\"\nby = \"lpp: sleep 600 #\"\n" +
		"[[confederate]]\nname = \"Ann\"\nby = \"script\"\n" +
		"[[confederate]]\nname = \"Cas\"\nby = \"script\"\n" +
		"[[judge]]\nname = \"Bob\"\nby = \"person\"\n"
	dir := describe(t, setup)
	var notes told
	ended := make(chan error, 1)
	var x *Results
	go func() {
		var err error
		x, err = Run(t.Context(), dir, Options{Progress: &notes, Speed: 60})
		ended <- err
	}()
	o := organiserOf(t, &notes)
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
	judge := visitorOf(t, &notes, "J1")
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
	if err := <-ended; err != nil {
		t.Fatalf("%v\n%s", err, notes.String())
	}
	page, journal := read(t, dir, "results.html"), read(t, dir, journalFile)
	for _, want := range []string{"round 1: the organiser began the round without those who were absent",
		"(Bob is late)", "round 1: the organiser paused the clock", "extended the time by 20.5 minutes",
		"let the clock go on", "annulled the round, which was held again", "(the lamp fell over)",
		"round 2: the organiser ended the conversations", "(late already)"} {
		if !strings.Contains(page, want) || !strings.Contains(journal, want) {
			t.Errorf("the results or the journal lack %q", want)
		}
	}
	if n := strings.Count(notes.String(), ": has not answered for a minute"); n != 1 {
		t.Errorf("a silent entry is named %d times in a round, expected once:\n%s", n, notes.String())
	}
	if !exists(dir + "/rounds/1-annulled-1/J1/keys.txt") {
		t.Error("the log of the annulled attempt is not kept")
	}
	if !strings.Contains(page, "Before the contest, Mute failed the test") || len(x.Comparisons) != 2 {
		t.Errorf("%d comparisons, and Mute: %s", len(x.Comparisons), x.Notes)
	}
}

// TestControlIsNotAttacked sends an order from a page of another site.
func TestControlIsNotAttacked(t *testing.T) {
	c := start(t, strings.Replace(fast, `by = "script:random"`, `by = "person"`, 1))
	form := strings.NewReader("action=annul&reason=x&at=y")
	r, err := http.NewRequestWithContext(t.Context(), "POST", c.people.url+"/control/"+c.people.secret, form)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	r.Header.Set("Origin", "https://elsewhere.example")
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	a.Body.Close()
	if a.StatusCode != http.StatusForbidden {
		t.Errorf("an order of another site: status %d", a.StatusCode)
	}
	a, err = http.Get(c.people.url + "/control/" + c.people.secret)
	if err != nil {
		t.Fatal(err)
	}
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

// steady is an entity that presses a key each 50 ms.
type steady struct{ session.Line }

func (steady) Receive(ctx context.Context, take func([]lpp.Press) error) error {
	for range 20 {
		time.Sleep(50 * time.Millisecond)
		if err := take(make([]lpp.Press, 1)); err != nil {
			return err
		}
	}
	return nil
}

// TestPausedKeys checks that a judge gets no key in a pause, and those of the pause at their pace.
func TestPausedKeys(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clock := session.NewClock(time.Hour)
		f := &floodgate{steady{}, &faults{}, newHealth(clock)}
		time.AfterFunc(220*time.Millisecond, func() { clock.Pause(true) })
		time.AfterFunc(720*time.Millisecond, func() { clock.Pause(false) })
		began, n, last, most := time.Now(), 0, time.Now(), time.Duration(0)
		err := f.Receive(t.Context(), func(list []lpp.Press) error {
			if clock.State().Paused {
				t.Error("a key came in a pause")
			}
			gap := time.Since(last)
			if most = max(most, gap); gap < 50*time.Millisecond {
				t.Errorf("key %d came %v after the one before, expected 50 ms", n+1, gap)
			}
			n, last = n+len(list), time.Now()
			return nil
		})
		if took := time.Since(began); err != nil || n != 20 || took != 1500*time.Millisecond ||
			most != 550*time.Millisecond {
			t.Errorf("%d keys in %v, %v at most between them: %v", n, took, most, err)
		}
	})
}

// TestAddresses checks that pages have the same addresses after a restart, and such as others can open.
func TestAddresses(t *testing.T) {
	dir := describe(t, strings.Replace(fast, `by = "script:random"`, `by = "person"`, 1))
	serve := func(o Options) (string, *contest) {
		t.Helper()
		var notes told
		o.Progress = &notes
		c, err := open(dir, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := c.begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		return notes.String(), c
	}
	first, c := serve(Options{})
	c.close()
	second, c := serve(Options{})
	c.close()
	if first != second || addresses.FindString(first) == "" || controlAddress.FindString(first) == "" {
		t.Errorf("addresses change after a restart:\n%s\n%s", first, second)
	}
	taken, err := (&contest{}).listen("")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir+"/"+peopleFile, fmt.Appendf(nil, `{"address": %q}`, taken.Addr()),
		0o600); err != nil {
		t.Fatal(err)
	}
	third, c := serve(Options{})
	c.close()
	taken.Close()
	if !strings.Contains(third, "is not free") || addresses.FindString(third) == "" {
		t.Errorf("with a port that is not free:\n%s", third)
	}
	all, c := serve(Options{Addr: "0.0.0.0:0"})
	if a := addresses.FindStringSubmatch(all); a == nil || strings.Contains(a[3], "0.0.0.0") {
		t.Errorf("found an address that nobody can open:\n%s", all)
	} else if status, _ := (&organiser{t, a[3], ""}).get(c.people.secret); status != http.StatusOK {
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
		secrets := read(t, dir, peopleFile)
		at := regexp.MustCompile(`"address": "([^"]*)"`).FindStringSubmatch(secrets)[1]
		for _, path := range []string{"/control/" + c.people.secret, c.people.seats["J1"].Path()} {
			r, _ := http.NewRequestWithContext(t.Context(), "GET", "http://"+at+path, nil)
			r.Host = host
			a, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			a.Body.Close()
			if a.StatusCode != want {
				t.Errorf("%s with host %s: status %d, expected %d", path, host, a.StatusCode, want)
			}
		}
	}
	for _, bad := range []string{"contest", "ftp://x", "https://x/y", "https://", "https://u@x",
		"https://x?y"} {
		if _, err := checkPublic(bad); err == nil {
			t.Errorf("found no fault in the public address %q", bad)
		}
	}
}

// TestByHand checks that the folder of an entry which the organiser starts is named while people are
// awaited, so that there is time for it.
func TestByHand(t *testing.T) {
	dir := describe(t, strings.Replace(strings.Replace(fast, `by = "script:random"`, `by = "person"`, 1),
		`by = "eliza"`, `by = "lpp"`, 1))
	var notes told
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := Run(ctx, dir, Options{Progress: &notes})
		ended <- err
	}()
	organiserOf(t, &notes).until("waiting for people")
	connect := regexp.MustCompile(`Final Four, round 1: connect Eliza to (\S+)`).FindStringSubmatch(notes.String())
	if connect == nil || !exists(connect[1]) || strings.Contains(read(t, dir, journalFile), `"event":"round"`) {
		t.Errorf("no folder is named before the round:\n%s", notes.String())
	}
	if !strings.Contains(notes.String(), "Eliza is started by hand and was not tested") {
		t.Errorf("the test does not name the entry:\n%s", notes.String())
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) || connect != nil && exists(connect[1]) {
		t.Errorf("%v; folders are left: %v", err, connect)
	}
}

// TestControlWithoutPeople checks that the organiser of a contest of scripts has a control page if they
// want one.
func TestControlWithoutPeople(t *testing.T) {
	for address, want := range map[string]bool{"": false, "127.0.0.1:0": true} {
		var notes told
		c, err := open(describe(t, fast), Options{Addr: address, Progress: &notes})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := controlAddress.MatchString(notes.String()); got != want {
			t.Errorf("with the address %q: %q", address, notes.String())
		}
		if want {
			if text := organiserOf(t, &notes).status(); !strings.Contains(text, "Before the rounds") {
				t.Errorf("the status: %s", text)
			}
		}
		c.close()
	}
}
