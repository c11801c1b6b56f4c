package contest

import (
	"cmp"
	"crypto/rand"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/atomicdir"
)

//go:embed templates/contest.toml
var setupTemplate embed.FS

// Start says what a new contest is like.
type Start struct {
	Rules   string   // the name of a set, or a file
	Judges  int      // scripts; 0 is 4
	Entries []string // responders, such as eliza; nil stands for some of the project
}

// names are names of entries of the project.
var names = map[string]string{"eliza": "Eliza", "aiml": "Alice's cousin", "simple": "Simple Bot",
	"gibberish": "Gibberish"}

// New writes a folder to start a contest from, with a commented description. It fails if the
// folder has a contest already.
func New(dir string, o Start) error {
	named := o.Rules
	if strings.ContainsAny(named, "./\\") {
		var err error
		if named, err = filepath.Abs(named); err != nil {
			return err
		}
	}
	r, err := readRules(dir, &setup{Rules: named})
	if err != nil {
		return err
	}
	path := filepath.Join(dir, SetupFile)
	if exists(path) {
		return fmt.Errorf("%s: found %s, expected a new folder", dir, SetupFile)
	}
	list := o.Entries
	if list == nil {
		list = []string{"eliza", "aiml", "simple", "gibberish"}
	}
	if o.Judges < 0 || o.Judges > maxPeople {
		return fmt.Errorf("found %d judges, expected 1 to %d", o.Judges, maxPeople)
	}
	t := template.Must(template.ParseFS(setupTemplate, "templates/contest.toml"))
	type entry struct{ Name, By string }
	var entries []entry
	for _, by := range list {
		entries = append(entries, entry{cmp.Or(names[by], by), by})
	}
	if err := os.Mkdir(dir, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	err = atomicdir.WriteFile(path, func(w io.Writer) error {
		return t.Execute(w, map[string]any{"Seed": newSeed(), "Rules": named, "Title": r.Title,
			"Minutes": r.Conversation.Minutes, "Break": r.Conversation.Break, "Entries": entries,
			"Confederates": loebner.Labels("", 4), "Judges": loebner.Labels("", cmp.Or(o.Judges, 4)),
			"Single": r.Stages[len(r.Stages)-1].How == loebner.Witnesses})
	})
	return cmp.Or(err, os.Chmod(path, 0o600)) // it has the seed
}

// guessable is above the seeds that people write, such as those of examples. [New] draws from 63
// bits.
const guessable = 1 << 32

// warnOfSeed tells the organiser if people judge and anybody can find out who sits where.
func (c *contest) warnOfSeed() {
	isPerson := func(j judgeSetup) bool { return j.By == Person }
	if c.setup.Seed >= guessable || !slices.ContainsFunc(c.setup.Judges, isPerson) {
		return
	}
	what := fmt.Sprintf("Before the first round, end this run, remove %s, and write seed = %d, which was just drawn",
		journalFile, newSeed())
	for _, r := range c.state.rounds {
		if r.attempts > 0 {
			what = "The contest has begun and goes on as it is; draw another seed for the next one"
		}
	}
	c.warnf("warning: seed = %d in %s can be guessed, and with it who sits where. %s.", c.setup.Seed, SetupFile, what)
}

// newSeed draws a seed that nobody can know.
func newSeed() uint64 {
	var b [8]byte
	_, _ = rand.Read(b[:])                    // which does not fail
	return binary.BigEndian.Uint64(b[:]) >> 1 // as TOML has signed numbers
}
