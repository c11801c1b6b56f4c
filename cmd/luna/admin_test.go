package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/luna/client"
	"github.com/luna-rating/luna/luna/game"
	"github.com/luna-rating/luna/luna/server"
	"github.com/luna-rating/luna/luna/wire"
)

// operated is a running server and the file that the operator's commands work on.
type operated struct {
	*site
	t    *testing.T
	file string
}

func operate(t *testing.T) *operated {
	t.Helper()
	o := &operated{t: t, file: filepath.Join(t.TempDir(), "luna.db")}
	o.site = suite.Must(newSite(o.file))(t)
	t.Cleanup(o.close)
	return o
}

// admin runs a command and returns what it prints.
func (o *operated) admin(stdin string, args ...string) string {
	o.t.Helper()
	var out, problems bytes.Buffer
	args = append(append([]string{"admin"}, args...), "--db", o.file)
	if status := run(o.t.Context(), args, strings.NewReader(stdin), &out, &problems); status != 0 {
		o.t.Fatalf("luna %s: exit status %d: %s", strings.Join(args, " "), status, &problems)
	}
	return out.String()
}

// register registers a player and returns their token.
func (o *operated) register(name string) string {
	o.t.Helper()
	c := suite.Must(client.New(o.URL, "", client.Options{HTTP: o.Client(), Patience: -1}))(o.t)
	return suite.Must(c.Register(o.t.Context(),
		wire.Credentials{Username: name, Password: "correct horse"}))(o.t)
}

// answers checks the status of a request to the running server, and words in its answer.
func (o *operated) answers(token, method, path string, form url.Values, status int, words string) {
	o.t.Helper()
	found, body := o.do(token, method, path, form)
	if found != status || !strings.Contains(body, words) {
		o.t.Errorf("%s %s: %d %.500s, want %d and %q", method, path, found, body, status, words)
	}
}

// get returns the answer to a request of a player.
func (o *operated) get(token, path string) string {
	o.t.Helper()
	_, body := o.do(token, http.MethodGet, path, nil)
	return body
}

// do sends a request to the running server and returns status and body of the answer.
func (o *operated) do(token, method, path string, form url.Values) (status int, body string) {
	o.t.Helper()
	r := suite.Must(http.NewRequestWithContext(o.t.Context(), method, o.URL+path,
		strings.NewReader(form.Encode())))(o.t)
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	a := suite.Must(o.Client().Do(r))(o.t)
	defer a.Body.Close()
	text := suite.Must(io.ReadAll(a.Body))(o.t)
	return a.StatusCode, string(text)
}

func (o *operated) logIn(name, password string, status int, words string) {
	o.t.Helper()
	o.answers("", "POST", "/login", url.Values{"username": {name}, "password": {password}}, status,
		words)
}

// TestAdmin looks after the players of a running server, which notices at once.
func TestAdmin(t *testing.T) {
	o := operate(t)
	ann, bob := o.register("Ann"), o.register("Bob")
	if list := o.admin("", "players"); !strings.HasPrefix(list, "NAME  KIND    JOINED") ||
		strings.Count(list, "\n") != 3 || !strings.Contains(list, "Ann   person  20") {
		t.Errorf("players:\n%s", list)
	}
	var found []server.Player
	suite.OK(t, json.Unmarshal([]byte(o.admin("", "players", "--name", "AN", "--format", "json")), &found))
	if len(found) != 1 || found[0].Name != "Ann" {
		t.Errorf("%+v", found)
	}
	if one := o.admin("", "show", found[0].ID); !strings.Contains(one, "name       Ann\n") ||
		!strings.Contains(one, "suspended  no\n") {
		t.Errorf("show:\n%s", one)
	}

	o.admin("", "suspend", "ann", "--reason", "rings of guests")
	o.answers(ann, "GET", "/home", nil, 403, "suspended: rings of guests")
	if list := o.admin("", "players", "--suspended"); !strings.Contains(list, "rings of guests") ||
		strings.Contains(list, "Bob") {
		t.Errorf("suspended players:\n%s", list)
	}
	o.answers(bob, "GET", "/home", nil, 200, "")
	o.admin("", "unsuspend", "ann")
	o.answers(ann, "GET", "/home", nil, 200, "")

	o.admin("", "logout", "ann")
	o.answers(ann, "GET", "/home", nil, 401, "revoked")
	link := strings.TrimSpace(o.admin("", "password", "ann", "--base-url", o.URL+"/"))
	path, ok := strings.CutPrefix(link, o.URL+"/enter/reset?token=")
	if !ok {
		t.Fatalf("the link is %s", link)
	}
	o.answers("", "GET", "/enter/reset?token="+path, nil, 200, "Choose a new password")
	form := url.Values{"token": {path}, "password": {"battery staple"}}
	o.answers("", "POST", "/reset", form, 200, "token")
	o.answers("", "POST", "/reset", form, 403, "used already")
	o.logIn("ann", "correct horse", 401, "")
	o.admin("a new staple\r\n", "password", "ann", "--stdin")
	o.logIn("ann", "battery staple", 401, "")
	o.logIn("ann", "a new staple", 200, "token")

	c := suite.Must(client.New(o.URL, bob, client.Options{HTTP: o.Client(), Patience: -1}))(t)
	const secret = "a question that nobody should read"
	g := suite.Must(c.NewGame(t.Context(), []string{secret, "2", "3", "4", "5"}))(t)
	if v := o.admin("", "verify"); !strings.Contains(v, "compared 1 players and 1 games") {
		t.Errorf("verify:\n%s", v)
	}
	o.answers(bob, "GET", "/home", nil, 200, secret)
	o.admin("", "texts", "--game", string(g.ID), "--yes")
	if text := o.get(bob, "/home"); strings.Contains(text, secret) {
		t.Errorf("the text of the game is still there:\n%s", text)
	}
	suite.Must(c.Deactivate(t.Context(), g.ID))(t)
	suite.Must(c.NewGame(t.Context(), []string{secret, "2", "3", "4", "5"}))(t)
	o.admin("", "texts", "bob", "--yes")
	if text := o.get(bob, "/home"); strings.Contains(text, secret) {
		t.Errorf("the text is still there:\n%s", text)
	}
	o.admin("", "verify")

	o.admin("", "rekey")
	o.answers(bob, "GET", "/home", nil, 401, "not valid")
	o.logIn("bob", "correct horse", 200, "token")
	o.admin("", "delete", "bob", "--yes", "--texts")
	o.logIn("bob", "correct horse", 401, "")
}

// TestAdminFairness asks for the guesses of a player to be damped, and then for the opposite.
func TestAdminFairness(t *testing.T) {
	o := operate(t)
	o.register("ann")
	if out := o.admin("", "fairness"); strings.Count(out, "\n") != 1 {
		t.Errorf("nobody is damped, found\n%s", out)
	}
	for _, c := range []struct {
		args []string
		want float64
	}{
		{[]string{"--damp", "ann", "--weight", "0.5", "--reason", "sells guesses"}, 0.5},
		{[]string{"--lift", "ann"}, 1},
	} {
		o.admin("", append([]string{"fairness"}, c.args...)...)
		var list []server.Fairness
		suite.OK(t, json.Unmarshal([]byte(o.admin("", "fairness", "--format", "json")), &list))
		if len(list) != 1 || list[0].Name != "ann" || list[0].Weight != 1 ||
			list[0].Wanted == nil || *list[0].Wanted != c.want {
			t.Errorf("%v: %+v", c.args, list)
		}
	}
	if out := o.admin("", "fairness"); !strings.Contains(out, "1, to be 1") {
		t.Errorf("found\n%s", out)
	}
	for _, args := range [][]string{{"--damp", "ann", "--lift", "ann"}, {"--damp", "zoe"},
		{"--damp", "ann", "--weight", "1"}, {"--damp", "ann", "--weight", "-1"}} {
		var out, problems bytes.Buffer
		args = append([]string{"admin", "fairness", "--db", o.file}, args...)
		if status := run(t.Context(), args, strings.NewReader(""), &out, &problems); status == 0 {
			t.Errorf("%v is accepted", args)
		}
	}
}

// TestExportedSets exports the answers of twelve people to the same questions, some of which got
// scores, and runs the command that the help of export names, and its relatives, on them.
func TestExportedSets(t *testing.T) {
	suite.Slow(t, "compiles lrp")
	dir, ctx := t.TempDir(), t.Context()
	lrp := filepath.Join(dir, "lrp")
	if out, err := exec.Command("go", "build", "-o", lrp, "../lrp").CombinedOutput(); err != nil {
		t.Fatalf("%s, %v", out, err)
	}
	db := filepath.Join(dir, "luna.db")
	s := serve(t, db, "--limit-registrations", "100/1s")
	player := func(name string) *client.Client {
		c := suite.Must(client.New(s.url, "", client.Options{HTTP: &http.Client{}}))(t)
		suite.Must(c.Register(ctx, wire.Credentials{Username: name, Password: "correct horse",
			Consent: true}))(t)
		return c
	}
	ann := player("ann")
	for n := range 12 {
		other := player(fmt.Sprint("other ", n))
		v := suite.Must(ann.NewGame(ctx, []string{"1+1=?", "2+2=?", "3+3=?", "4+4=?", "5+5=?"}))(t)
		suite.Must(other.NewGame(ctx, []string{"a?", "b?", fmt.Sprint(n), "d?", "e?"}))(t)
		responses := strings.Split("2 4 6 8 10", " ")
		for i := range n % 5 {
			responses[i] = "no idea"
		}
		suite.Must(ann.Respond(ctx, v.ID, responses))(t)
		suite.Must(other.Respond(ctx, v.ID, responses))(t)
		v = suite.Must(ann.Game(ctx, v.ID))(t)
		if n%2 == 0 {
			suite.OK(t, ann.Grade(ctx, []game.Grade{{Response: v.OpResponses[4].ID, Score: 100}}))
		}
		suite.Must(ann.Guess(ctx, v.ID, float64(90-20*(n%5))))(t)
		suite.Must(other.Guess(ctx, v.ID, 70))(t)
	}
	out := filepath.Join(dir, "published")
	text, err := exec.Command("luna", "export", "--db", db, "--out", out,
		"--after", "0").CombinedOutput()
	if err != nil || string(text) != "luna: wrote 24 answers and 1 data sets to "+out+"\n" {
		t.Fatalf("%s, %v", text, err)
	}
	files, err := filepath.Glob(filepath.Join(out, "luna-*.jsonl"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	set := "jsonl:" + files[0]
	list := suite.Must(datasets.Open(set, datasets.Options{}))(t)
	scored := 0
	for _, r := range list[0].Respondents {
		if fmt.Sprint(r.Scores) == "[NaN NaN NaN NaN 1]" {
			scored++
		} else if r.Scores != nil {
			t.Errorf("scores %v", r.Scores)
		}
	}
	if scored != 6 {
		t.Errorf("%d respondents keep a score, want 6", scored)
	}
	help := suite.Must(exec.Command("luna", "export", "--help").CombinedOutput())(t)
	named := regexp.MustCompile(`'lrp (.*?)'`).FindStringSubmatch(string(help))
	if named == nil {
		t.Fatalf("the help names no command\n%s", help)
	}
	command := strings.NewReplacer("jsonl:DIR/NAME.jsonl", set).Replace(named[1])
	model, table := filepath.Join(dir, "m.lrp"), filepath.Join(dir, "t.csv")
	noKey := "there is no answer key, so BWO, "
	for _, c := range []struct{ command, stderr string }{
		{command, noKey},
		{"compare " + set + " --trials 2", noKey},
		{"curve " + set + " --trials 2", noKey},
		{"train -m " + model + " " + set, "wrote"},
		{"predict -m " + model + " " + set, ""},
		{"convert " + set + " --out " + table, "12 respondents"},
		{"grade " + table, ""},
	} {
		run := exec.Command(lrp, strings.Fields(c.command)...)
		var stderr strings.Builder
		run.Stderr = &stderr
		run.Dir = dir
		stdout, err := run.Output()
		if err != nil || len(stdout)+stderr.Len() == 0 || !strings.Contains(stderr.String(), c.stderr) {
			t.Errorf("lrp %s: %v\n%s%s", c.command, err, stdout, &stderr)
		}
	}
	again := suite.Must(datasets.Open(table, datasets.Options{}))(t)
	for i, r := range again[0].Respondents {
		was := list[0].Respondents[i].Scores
		if was != nil && fmt.Sprint(r.Scores) != fmt.Sprint(was) || r.Rating != list[0].Respondents[i].Rating {
			t.Errorf("in the table: %+v, expected scores %v", r, was)
		}
	}
	suite.Must(os.Stat(model))(t)
}
