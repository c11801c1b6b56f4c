package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/suite"
)

// heldEnv names a folder whose contest the test binary holds, as a process that can be killed.
const heldEnv = "LUNA_TEST_CONTEST"

func TestMain(m *testing.M) {
	cage.Main()
	dir := os.Getenv(heldEnv)
	if dir == "" {
		os.Exit(m.Run())
	}
	if _, err := Run(context.Background(), dir, Options{Progress: os.Stderr}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// process holds a contest until it is killed or the contest is over.
type process struct {
	t     *testing.T
	dir   string
	cmd   *exec.Cmd
	notes told
}

func (p *process) start() {
	p.t.Helper()
	p.cmd = exec.Command(os.Args[0])
	p.cmd.Env = append(os.Environ(), heldEnv+"="+p.dir)
	p.cmd.Stderr = &p.notes
	suite.OK(p.t, p.cmd.Start())
}

// kill ends the process by SIGKILL, and starts another one.
func (p *process) kill() {
	p.t.Helper()
	suite.OK(p.t, p.cmd.Process.Kill())
	if err := p.cmd.Wait(); err == nil {
		p.t.Fatalf("the contest was over before it was killed:\n%s", p.notes.String())
	}
	p.start()
}

// until waits until the journal has a text so many times.
func (p *process) until(text string, times int) {
	p.t.Helper()
	until(p.t, &p.notes, "the journal has "+text, func() bool {
		return strings.Count(read(p.t, p.dir, journalFile), text) >= times
	})
}

// chatServer answers as a server of language models does.
func chatServer(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Model    string `json:"model"`
			Messages []struct{ Content string }
		}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil || len(asked.Messages) == 0 {
			t.Errorf("found no messages to a model: %v", err)
			return
		}
		text := fmt.Sprintf("%s thinks so", asked.Model)
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
			"message": map[string]string{"content": text}}}})
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// TestWholeContest holds a contest by the rules of 2010 from the test of its entries to the
// certificate. Its entries are models, and a judge and a confederate are people in a browser; the
// other ones are scripts. The process is killed in a round and in a vote. Everybody's page goes on
// when the next process is there.
func TestWholeContest(t *testing.T) {
	suite.Slow(t, "takes two minutes")
	t.Parallel()
	browser := pagetest.Launch(t)
	server := chatServer(t)
	var b strings.Builder
	b.WriteString("name = \"An evening\"\nrules = \"2010\"\nseed = 4\nspeed = 20\nmissing = \"wait\"\n" +
		"notice = \"All of this will be in the newspaper.\"\n" +
		"[clock]\nminutes = 5\nbreak = 40\nearly = true\n")
	for _, model := range []string{"Ada", "Bix"} {
		fmt.Fprintf(&b, "[[entry]]\nname = %q\nauthor = \"Author of %[1]s\"\nby = \"chat:%s\"\n"+
			"[entry.chat]\nmodel = %[1]q\n", model, server)
	}
	b.WriteString("[[confederate]]\nname = \"Ann\"\nby = \"person\"\n" +
		"[[confederate]]\nname = \"Cas\"\nby = \"script\"\n" +
		"[[judge]]\nname = \"Bob\"\nby = \"person\"\n" +
		"[[judge]]\nname = \"Dan\"\nby = \"script:keywords\"\nask = 2\n")
	p := &process{t: t, dir: folder(t, b.String())}
	p.start()
	defer func() { _ = p.cmd.Process.Kill() }()
	organiserOf(t, &p.notes)
	judge := person(t, browser, visitorOf(t, &p.notes, "J1"), "judge", 1280)
	judge.Until(bodyShows("All of this will be in the newspaper."))
	human := person(t, browser, visitorOf(t, &p.notes, "C1"), "confederate", 390)

	answer := func() {
		t.Helper()
		human.Until("!!" + box + " && !" + box + ".readOnly")
		human.Click("textarea")
		human.Keys("it is pouring\r")
	}
	talk := func(withScript bool) { // both terminals of the judge answer, and the confederate to whoever asks
		t.Helper()
		if withScript {
			answer()
		}
		judge.Until("document.querySelectorAll('textarea').length === 2 && !" + box + ".readOnly")
		judge.Until(bodyShows("All of this will be in the newspaper."))
		for _, side := range []string{"left", "right"} {
			judge.Click("[data-side=" + side + "] textarea")
			judge.Keys("Is it raining?\r")
		}
		if !withScript {
			answer()
		}
		judge.Until("[...document.querySelectorAll('.talk')].every((e) => e.querySelector('.theirs'))")
	}
	vote := func(round int) {
		t.Helper()
		judge.Until("!!document.querySelector('[name=human]') && !document.getElementById('ballot').disabled")
		judge.Click("[name=human][value=left]")
		judge.Click("#verdict [type=submit]")
		judge.Until("!document.getElementById('yes').disabled")
		judge.Click("#yes")
		p.until(`"event":"closed"`, round)
	}
	kill := func() { // the pages load anew by themselves
		t.Helper()
		for _, b := range []*pagetest.Tab{judge, human} {
			b.Text("(window.old = true, '')")
		}
		p.kill()
		for _, b := range []*pagetest.Tab{judge, human} {
			b.Until("!window.old && document.readyState === 'complete'")
		}
	}
	p.until(`"event":"round"`, 1)
	talk(false)
	kill()
	p.until(`"event":"annulled"`, 1)
	p.until(`"event":"round"`, 2)
	talk(false)
	p.until(`"event":"held"`, 1)
	judge.Until("!document.getElementById('ballot').disabled")
	kill()
	judge.Until(bodyShows("Is it raining?") + " && " + bodyShows("thinks so"))
	vote(1)
	p.until(`"event":"round"`, 3)
	talk(true)
	p.until(`"event":"held"`, 2)
	vote(2)
	judge.Until("!!document.querySelector('a.button')")
	judge.Click("a.button")
	judge.Until("document.querySelectorAll('form input[id]').length === 4")
	judge.Until(bodyShows("thinks so") + " && " + bodyShows("Is it raining?"))
	text := judge.Text("document.body.innerText")
	if sideTold.MatchString(text) || strings.Contains(text, "Ann") {
		t.Errorf("the form says who is who: %s", text)
	}
	for i := range 4 {
		judge.Typed(fmt.Sprintf("#f%d", i+1), fmt.Sprint(i+1))
	}
	judge.Keys("\r")
	judge.Until(bodyShows("Thank you"))
	if err := p.cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, p.notes.String())
	}

	if n := len(addressSet(p.notes.String())); n != 3 {
		t.Errorf("%d addresses in three processes, expected one for each person and one for the "+
			"organiser:\n%s", n, p.notes.String())
	}
	suite.Equal(t, "the entries were tested", strings.Count(p.notes.String(), "testing 2 programs"), 1)
	var x Results
	suite.OK(t, json.Unmarshal([]byte(read(t, p.dir, "results.json")), &x))
	own := 0
	for _, c := range x.Comparisons {
		if !c.Voted || len(c.Faults) > 0 {
			t.Errorf("%+v", c)
		}
		page := read(t, p.dir, c.Transcript)
		if !strings.Contains(page, x.nameOf(c.Entry)+" thinks so") {
			t.Errorf("%s lacks what %s said", c.Transcript, x.nameOf(c.Entry))
		}
		if c.Judge == "J1" {
			own++
			if c.NamedEntry != (c.EntrySide == "left") || !strings.Contains(page, "Is it raining?") ||
				c.Confederate == "C1" && !strings.Contains(page, "it is pouring") {
				t.Errorf("the vote for the left terminal became %+v", c)
			}
		}
	}
	if len(x.Comparisons) != 4 || own != 2 || len(x.Interruptions) != 1 ||
		!strings.Contains(x.Interruptions[0], "round 1 was interrupted and held again") {
		t.Errorf("%d comparisons, %d by the person, interruptions %q", len(x.Comparisons), own,
			x.Interruptions)
	}
	if x.Winner == "" && (x.Score == nil || len(x.Score.Tied) == 0) {
		t.Errorf("nobody wins: %+v", x)
	}
	certificate := read(t, p.dir, "certificate.html")
	for _, a := range x.Money {
		if !strings.Contains(certificate, a.Entry+" by Author of "+a.Entry) {
			t.Errorf("the certificate lacks %s:\n%s", a.Entry, certificate)
		}
	}
	if strings.Contains(x.Synthetic, "all") || x.Synthetic == "" || len(x.Money) == 0 {
		t.Errorf("synthetic: %q, prizes %v", x.Synthetic, x.Money)
	}
}

// addressSet returns the addresses that an organiser was told.
func addressSet(notes string) map[string]bool {
	set := make(map[string]bool)
	for _, a := range regexp.MustCompile(`http://127\S+`).FindAllString(notes, -1) {
		set[a] = true
	}
	return set
}
