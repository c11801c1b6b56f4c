package contest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/suite"
)

// described describes a contest: its settings, and those who take part, such as
// "entry|Eliza|eliza".
func described(settings string, who ...string) string {
	b := strings.Builder{}
	fmt.Fprintf(&b, "name = \"A contest\"\n%s\n", settings)
	for _, x := range who {
		parts := strings.SplitN(x, "|", 3)
		fmt.Fprintf(&b, "[[%s]]\nname = %q\nby = %q\n", parts[0], parts[1], parts[2])
	}
	return b.String()
}

// scripts describes a contest of entries by four judges and four confederates who are scripts.
func scripts(rules string, entries ...string) string {
	settings := fmt.Sprintf("rules = %q\nseed = 3\nspeed = 400\n"+
		"[screening]\nquestions = 1", rules)
	var who []string
	for i, by := range entries {
		who = append(who, fmt.Sprintf("entry|Entry %d|%s", i+1, by))
	}
	for i, rule := range []string{"typing", "random", "keywords", "keywords"} {
		who = append(who, fmt.Sprintf("confederate|Confederate %d|script", i+1),
			fmt.Sprintf("judge|Judge %d|script:%s", i+1, rule))
	}
	return strings.ReplaceAll(described(settings, who...), "by = \"script:", "ask = 1\nby = \"script:")
}

// fast is a small contest.
var fast = described("rules = \"2010\"\nspeed = 300", "entry|Eliza|eliza", "entry|Simple|simple",
	"confederate|Ann|script", "confederate|Ben|script", "judge|Cas|script:random",
	"judge|Dora|script:keywords")

// withJudge is a small contest whose first judge is a person.
var withJudge = strings.Replace(fast, "script:random", Person, 1)

// folder writes a description to a new folder.
func folder(t *testing.T, setup string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, SetupFile, setup)
	return dir
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	suite.OK(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	return string(suite.Must(os.ReadFile(filepath.Join(dir, name)))(t))
}

func repeated(n int, list ...string) (out []string) {
	for i := range n {
		out = append(out, list[i%len(list)])
	}
	return out
}

// begun begins the contest of a folder.
func begun(t *testing.T, dir string, o Options) *contest {
	t.Helper()
	if o.Progress == nil {
		o.Progress = t.Output()
	}
	c := suite.Must(open(dir, o))(t)
	t.Cleanup(c.close)
	suite.OK(t, c.begin(t.Context()))
	return c
}

// start begins the contest of a description in a new folder.
func start(t *testing.T, setup string) *contest {
	t.Helper()
	return begun(t, folder(t, setup), Options{})
}

// at is where a contest serves people, with their secrets by label.
type at struct {
	url     string
	secrets map[string]string
}

func addressesOf(t *testing.T, c *contest) at {
	t.Helper()
	var secrets map[string]string
	suite.OK(t, json.Unmarshal([]byte(read(t, c.dir, peopleFile)), &secrets))
	return at{"http://" + secrets["address"], secrets}
}

// finals is the stage of pairs by the rules of 2010, and twoRounds plans it for two judges.
var (
	finals    = loebner.Stage{Name: "Final Four", How: loebner.Pairs}
	twoRounds = event{Kind: eventPlanned, Stage: finals.Name, Plan: &plan{
		Finalists: []string{"Eliza", "Simple"},
		Rounds:    [][]pair{{{"J1", "E1", "C1"}, {"J2", "E2", "C2"}}, {{"J1", "E2", "C1"}, {"J2", "E1", "C2"}}},
	}}
)

// results holds the contest of a folder to its end.
func results(t *testing.T, dir string, o Options) *Results {
	t.Helper()
	if o.Progress == nil {
		o.Progress = t.Output()
	}
	return suite.Must(Run(t.Context(), dir, o))(t)
}

// holding is a contest that is held while a test takes part.
type holding struct {
	notes told
	ended chan struct{}
	x     *Results
	err   error
}

func hold(ctx context.Context, dir string, o Options) *holding {
	h := &holding{ended: make(chan struct{})}
	o.Progress = &h.notes
	go func() {
		defer close(h.ended)
		h.x, h.err = Run(ctx, dir, o)
	}()
	return h
}

// results waits for the end.
func (h *holding) results(t *testing.T) *Results {
	t.Helper()
	if <-h.ended; h.err != nil {
		t.Fatalf("%v\n%s", h.err, h.notes.String())
	}
	return h.x
}

// visitors returns the judge and the confederate who are persons, when their addresses are told.
func (h *holding) visitors(t *testing.T) []*visitor {
	t.Helper()
	until(t, &h.notes, "addresses are told", func() bool {
		return len(addresses.FindAllString(h.notes.String(), -1)) == 2 || len(h.ended) > 0
	})
	return []*visitor{visitorOf(t, &h.notes, "J1"), visitorOf(t, &h.notes, "C1")}
}

// until waits for a condition.
func until(t *testing.T, notes *told, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !holds(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it takes too long until %s:\n%s", what, notes.String())
		}
	}
}

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
	corrected    bool   // the first verdict
	round        string // of that
	view         string // whose stream is open
}

// visitorOf returns the person with a label, whose address the organiser is told soon.
func visitorOf(t *testing.T, notes *told, label string) *visitor {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		for _, a := range addresses.FindAllStringSubmatch(notes.String(), -1) {
			if a[2] == label {
				return &visitor{t: t, base: a[3], secret: a[4], judge: label[0] == 'J', corrected: true}
			}
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
	_, text := answer(http.Post(v.base+"/"+v.secret+"/"+what, "application/json", bytes.NewReader(body)))
	return text
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
	_, page := answer(http.Get(v.base + path))
	return page
}

// answer returns the status and the text of an answer, 0 and "" if none comes, as after the
// contest.
func answer(r *http.Response, err error) (status int, text string) {
	if err != nil {
		return 0, ""
	}
	defer r.Body.Close()
	data, _ := io.ReadAll(r.Body)
	return r.StatusCode, string(data)
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
		status, _ := answer(http.PostForm(v.base+"/form/"+v.secret, values))
		return status
	}
	if status := post(func(int) string { return "1" }); status != http.StatusUnprocessableEntity &&
		len(fields) > 1 {
		v.t.Errorf("equal ranks: status %d", status)
	}
	suite.Equal(v.t, "no numbers: status", post(func(int) string { return "x" }), http.StatusUnprocessableEntity)
	status := post(func(i int) string { return string(rune('1' + i)) })
	v.ranked = status == http.StatusOK
}

// correct changes the first verdict to the right terminal, once it is given.
func (v *visitor) correct() {
	page := v.get("/verdicts/" + v.secret)
	stage := regexp.MustCompile(`name="stage" value="([^"]*)"`).FindStringSubmatch(page)
	first := regexp.MustCompile(`name="round" value="(\d+)"`).FindStringSubmatch(page)
	if stage == nil || first == nil {
		return
	}
	v.round = first[1]
	if sideTold.MatchString(page) {
		v.t.Errorf("the page of verdicts says who is who: %q", sideTold.FindString(page))
	}
	for _, c := range []struct {
		round, human string
		want         int
	}{{v.round, "nobody", 422}, {"9", "right", 422}, {v.round, "right", 200}} {
		status, _ := answer(http.PostForm(v.base+"/verdicts/"+v.secret,
			url.Values{"stage": {stage[1]}, "round": {c.round}, "human": {c.human}}))
		suite.Equal(v.t, "correction", status, c.want)
		v.corrected = status == http.StatusOK
	}
}

var controlAddress = regexp.MustCompile(`(?m)^control page, for you alone: (https?://\S+)/control/(\w+)$`)

// organiser is somebody at the control page, by HTTP.
type organiser struct {
	t            *testing.T
	base, secret string
}

// organiserOf waits until the address of the control page is told.
func organiserOf(t *testing.T, notes *told) *organiser {
	t.Helper()
	until(t, notes, "the control page is told", func() bool { return controlAddress.MatchString(notes.String()) })
	a := controlAddress.FindStringSubmatch(notes.String())
	return &organiser{t, a[1], a[2]}
}

func (o *organiser) get(path string) (int, string) {
	return answer(http.Get(o.base + "/control/" + path))
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
	until(o.t, &told{}, "the status has "+text, func() bool { return strings.Contains(o.status(), text) })
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
	status, page := answer(http.PostForm(o.base+"/control/"+o.secret, form))
	if at := atTag.FindStringSubmatch(page); at != nil && form.Get("at") == "" {
		return o.do(append(values, "at", strings.ReplaceAll(at[1], "&#43;", "+"))...)
	}
	return status, page
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

// cast is a vote of the organiser, and the error that it leads to.
type cast struct {
	vote Vote
	want string
}

func casts(t *testing.T, dir string, list []cast) {
	t.Helper()
	for _, c := range list {
		suite.Fails(t, fmt.Sprintf("%+v", c.vote), Cast(dir, c.vote), c.want)
	}
}
