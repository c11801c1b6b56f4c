package main

import (
	"fmt"
	"net/http"
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
	"github.com/luna-rating/luna/luna/wire"
)

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
