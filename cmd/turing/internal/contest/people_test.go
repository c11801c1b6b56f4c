package contest

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// told keeps what the organiser is told.
type told struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (w *told) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.Write(p)
}

func (w *told) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.b.String()
}

var (
	addresses = regexp.MustCompile(`(?m)^(judge|confederate) .* \((\w+)\): (https?://\S+)/(\w+)/$`)
	viewOf    = regexp.MustCompile(`data-view="([^"]+)"`)
	fieldOf   = regexp.MustCompile(`name="(f\d+)"`)
	// sideTold matches what would tell a judge who is who.
	sideTold = regexp.MustCompile(`(?i)program|eliza|simple|\bE\d\b|\bC\d\b|confederate \d`)
)

// visitor is a person at a page, by HTTP.
type visitor struct {
	t            *testing.T
	base, secret string
	judge        bool
	ranked       bool
	corrected    bool   // the verdict of round 1
	view         string // whose stream is open
}

// visitorOf returns the person with a label.
func visitorOf(t *testing.T, notes *told, label string) *visitor {
	t.Helper()
	for _, a := range addresses.FindAllStringSubmatch(notes.String(), -1) {
		if a[2] == label {
			return &visitor{t: t, base: a[3], secret: a[4], judge: label[0] == 'J', corrected: true}
		}
	}
	t.Fatalf("%s has no address:\n%s", label, notes.String())
	return nil
}

// post sends JSON about the view of the page, and returns the answer.
func (v *visitor) post(what string, data map[string]any) string {
	id := viewOf.FindStringSubmatch(v.get("/" + v.secret + "/"))
	if id == nil {
		return ""
	}
	data["view"] = id[1]
	body, _ := json.Marshal(data)
	r, err := http.Post(v.base+"/"+v.secret+"/"+what, "application/json", bytes.NewReader(body))
	if err != nil {
		return err.Error()
	}
	defer r.Body.Close()
	text, _ := io.ReadAll(r.Body)
	return string(text)
}

// say types a line to both terminals.
func (v *visitor) say(text string) string {
	return v.post("keys", map[string]any{"client": 1, "after": 0, "keys": []map[string]string{
		{"side": "left", "text": text + "\n"}, {"side": "right", "text": text + "\n"}}})
}

func (v *visitor) vote() string {
	return v.post("verdict", map[string]any{"human": "left", "left": 70, "right": 30})
}

// watch has the stream of a view open, as its page does.
func (v *visitor) watch(view string) {
	if v.view == view {
		return
	}
	v.view = view
	go v.get("/" + v.secret + "/events?after=" + view + ".0")
}

func (v *visitor) get(path string) string {
	r, err := http.Get(v.base + path)
	if err != nil {
		return "" // the contest is over
	}
	defer r.Body.Close()
	data, _ := io.ReadAll(r.Body)
	return string(data)
}

// visit does what a person can do now: they vote, or rank everybody.
func (v *visitor) visit() {
	page := v.get("/" + v.secret + "/")
	if v.judge && sideTold.MatchString(page) {
		v.t.Errorf("the judge's page says who is who: %q", sideTold.FindString(page))
	}
	id := viewOf.FindStringSubmatch(page)
	if id != nil {
		v.watch(id[1])
	}
	if id != nil && v.judge {
		v.vote()
	}
	if v.judge && !v.corrected {
		v.correct()
	}
	form := v.get("/form/" + v.secret)
	if sideTold.MatchString(form) {
		v.t.Errorf("the form says who is who: %q", sideTold.FindString(form))
	}
	fields := fieldOf.FindAllStringSubmatch(form, -1)
	if len(fields) == 0 || v.ranked {
		return
	}
	post := func(numbers func(i int) string) int {
		values := url.Values{}
		for i, f := range fields {
			values.Set(f[1], numbers(i))
		}
		r, err := http.PostForm(v.base+"/form/"+v.secret, values)
		if err != nil {
			return 0
		}
		r.Body.Close()
		return r.StatusCode
	}
	if status := post(func(int) string { return "1" }); status != http.StatusUnprocessableEntity &&
		len(fields) > 1 {
		v.t.Errorf("equal ranks: status %d", status)
	}
	if status := post(func(int) string { return "x" }); status != http.StatusUnprocessableEntity {
		v.t.Errorf("no numbers: status %d", status)
	}
	status := post(func(i int) string { return string(rune('1' + i)) })
	v.ranked = status == http.StatusOK
}

// correct changes the verdict of round 1 to the right terminal, once it is given.
func (v *visitor) correct() {
	page := v.get("/verdicts/" + v.secret)
	stage := regexp.MustCompile(`name="stage" value="([^"]*)"`).FindStringSubmatch(page)
	if stage == nil {
		return
	}
	if sideTold.MatchString(page) {
		v.t.Errorf("the page of verdicts says who is who: %q", sideTold.FindString(page))
	}
	for _, c := range []struct {
		round, human string
		want         int
	}{{"1", "nobody", 422}, {"9", "right", 422}, {"1", "right", 200}} {
		r, err := http.PostForm(v.base+"/verdicts/"+v.secret,
			url.Values{"stage": {stage[1]}, "round": {c.round}, "human": {c.human}})
		if err != nil {
			v.t.Error(err)
			return
		}
		r.Body.Close()
		if r.StatusCode != c.want {
			v.t.Errorf("correction %+v: status %d", c, r.StatusCode)
		}
		v.corrected = r.StatusCode == http.StatusOK
	}
}

// TestPeople holds a contest in which a judge and a confederate are people. Nothing that the judge
// sees says who is who.
//
//luna:race
func TestPeople(t *testing.T) {
	t.Parallel()
	setup := strings.Replace(described("2010", 1, "eliza", "simple"), "speed = 400\n",
		"speed = 600\n[clock]\nbreak = 600\nearly = true\n", 1)
	setup = strings.Replace(setup, "start = 2010-10-23T09:30:00Z\n", "", 1)
	setup = strings.Replace(setup, `by = "script:typing"`, `by = "person"`, 1)
	setup = strings.Replace(setup, `by = "script"`, `by = "person"`, 1)
	dir := describe(t, setup)
	var notes told
	done := make(chan struct{})
	var x *Results
	var err error
	go func() {
		defer close(done)
		x, err = Run(t.Context(), dir, Options{Progress: &notes})
	}()
	var people []*visitor
	for people == nil {
		time.Sleep(10 * time.Millisecond)
		if list := addresses.FindAllStringSubmatch(notes.String(), -1); len(list) == 2 {
			for _, a := range list {
				people = append(people, &visitor{t: t, base: a[3], secret: a[4],
					judge: a[2][0] == 'J'})
			}
		}
		select {
		case <-done:
			t.Fatalf("%v\n%s", err, notes.String())
		default:
		}
	}
	if page := people[0].get("/" + strings.Repeat("x", 26) + "/"); strings.Contains(page,
		"data-view") {
		t.Error("an address that nobody has shows a page")
	}
	for !strings.Contains(notes.String(), "waiting for [J1 C1] to open their pages") {
		time.Sleep(10 * time.Millisecond)
	}
	for range 20 { // programs that show where a link leads are nobody
		for _, p := range people {
			p.get("/" + p.secret + "/")
			p.get("/form/" + p.secret)
			if r, err := http.Head(p.base + "/" + p.secret + "/"); err != nil {
				t.Error(err)
			} else {
				r.Body.Close()
			}
		}
		time.Sleep(20 * time.Millisecond)
	}
	if strings.Contains(read(t, dir, journalFile), `"event":"round"`) {
		t.Errorf("a round began without its people:\n%s", notes.String())
	}
	for running := true; running; {
		for _, p := range people {
			p.visit()
		}
		select {
		case <-done:
			running = false
		case <-time.After(50 * time.Millisecond):
		}
	}
	if err != nil {
		t.Fatalf("%v\n%s", err, notes.String())
	}
	byPerson := 0
	for _, c := range x.Comparisons {
		if c.Judge == "J1" && c.Voted && c.VotedBy == "" {
			byPerson++
			want, note := "left", ""
			if c.Round == 1 {
				want, note = "right", byJudge
			}
			if (string(c.EntrySide) == want) != c.NamedEntry || c.Corrected != note {
				t.Errorf("the vote for the %s terminal became %+v", want, c)
			}
		}
	}
	if byPerson != 2 || !people[0].ranked && !people[1].ranked {
		t.Errorf("%d votes, ranked: %v %v\n%s", byPerson, people[0].ranked, people[1].ranked,
			notes.String())
	}
	if x.Synthetic != "3 of 4 judges and 3 of 4 confederates were scripts" {
		t.Errorf("synthetic: %q", x.Synthetic)
	}
	if info, err := os.Stat(dir + "/" + peopleFile); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of addresses: %v, %v", info.Mode(), err)
	}
}
