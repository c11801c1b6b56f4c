package contest

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/luna/responder"
)

// SetupFile is the name of the file that describes a contest.
const SetupFile = "contest.toml"

// The bounds of a contest.
const (
	maxSetup  = 64 << 10 // bytes
	maxPeople = 200      // judges or confederates
	maxName   = 60       // characters
	maxSpeed  = 100_000
)

// setup is the content of contest.toml.
type setup struct {
	Name    string  `toml:"name"`    // of the contest, for pages
	Rules   string  `toml:"rules"`   // 2004, 2010, or a file relative to the folder
	Seed    uint64  `toml:"seed"`    // of the random choices
	Speed   float64 `toml:"speed"`   // how many times faster than in real life; 0 is 1
	Missing string  `toml:"missing"` // one of missingWait, missingHuman, missingVoid
	// Schedule is a file with the rounds, relative to the folder; if it is "", a schedule is made.
	Schedule string `toml:"schedule"`
	// Notice tells people that what they type is recorded and published; "" is a
	// sentence of the project.
	Notice string `toml:"notice" json:",omitempty"`

	// Consent is a file with what people agree to before they take part, relative to the folder; if
	// it is "", they are not asked.
	Consent string `toml:"consent" json:",omitempty"`

	Design       designSetup        `toml:"design" json:",omitzero"` // of a study
	Clock        clockSetup         `toml:"clock"`                   // of the rounds
	Screening    screeningSetup     `toml:"screening"`               // before them
	Entries      []entrySetup       `toml:"entry"`                   // in the order of their arrival
	Confederates []confederateSetup `toml:"confederate"`             // C1, C2 and so on
	Judges       []judgeSetup       `toml:"judge"`                   // J1, J2 and so on

	digest      string
	at          places // of the settings
	consentText string // of Consent
}

// designSetup says who meets whom in a study.
type designSetup struct {
	// Humans is how many human witnesses each judge meets in a test with two parties; 0 is 1.
	Humans int `toml:"humans"`
}

// clockSetup says how long the parts of a round take. Zero leaves it to the rules.
type clockSetup struct {
	Minutes float64 `toml:"minutes"` // of conversation
	Break   float64 `toml:"break"`   // minutes for ballots and for changing places
	// Early ends a conversation when all its judges are done, and a break when all ballots are in.
	// By default it is true if no judge is a person.
	Early *bool `toml:"early"`
	// Wait is how many minutes of real time a round waits for people to come to their places.
	Wait float64 `toml:"wait"`
}

// screeningSetup says how entries are asked questions before the rounds.
type screeningSetup struct {
	Questions int     `toml:"questions"` // of each set of the sample; 0 is 3
	Seconds   float64 `toml:"seconds"`   // for an answer; 0 is 120
	File      string  `toml:"file"`      // with questions; if "", the sample of package screening
}

// entrySetup is a program that takes part.
type entrySetup struct {
	Name   string `toml:"name"`   // for the results and the certificate
	Author string `toml:"author"` // whom the prize goes to
	// By is a responder of the project, such as "eliza", or "lpp: COMMAND" for a program that is
	// started with its communications folder as an argument, or "lpp" for one started by hand.
	By      string `toml:"by"`
	Persona string `toml:"persona"` // the name that it gives itself
	// Seats is how many judges it talks to at once; 0 is all for a service, one for a program.
	Seats int `toml:"seats" json:",omitempty"`
	// Chat sets what a language model is asked with, by = "chat:URL".
	Chat *chatSetup `toml:"chat" json:",omitempty"`
}

// chatSetup says how a language model is asked.
type chatSetup struct {
	System      string   `toml:"system"`      // a file with the system prompt, relative to the folder
	Model       string   `toml:"model"`       // its name on the server
	Temperature *float64 `toml:"temperature"` // nil leaves it to the server
	Tokens      int      `toml:"tokens"`      // of a reply at most, thoughts included; 0 is 1000
	Key         string   `toml:"key"`         // the environment variable with the key
	Timeout     float64  `toml:"timeout"`     // seconds for a reply with all attempts; 0 is 120

	Prompt string `toml:"-"` // the text of System
}

// options returns the options of the responder.
func (x *chatSetup) options() (o responder.Options) {
	if x == nil {
		return o
	}
	return responder.Options{ChatModel: x.Model, ChatSystem: x.Prompt, ChatTemperature: x.Temperature,
		ChatTokens: x.Tokens, ChatKey: x.Key, ChatTimeout: time.Duration(x.Timeout * float64(time.Second))}
}

// maxText bounds a text, in bytes.
const maxText = 1 << 20

// check checks the settings of an entry's model and reads the prompt.
func (x *chatSetup) check(dir, by, at string, p places) (err error) {
	switch {
	case x == nil:
		return nil
	case !strings.HasPrefix(by, "chat:"):
		return p.errorf(at, "found chat with by = %q, expected by = \"chat:URL\"", by)
	case x.Temperature != nil:
		err = p.within(at+".temperature", *x.Temperature, 0, 2)
	}
	err = cmp.Or(err, p.within(at+".tokens", float64(x.Tokens), 0, 1_000_000),
		p.within(at+".timeout", x.Timeout, 0, 3600))
	if err == nil && x.System != "" {
		x.Prompt, err = readText(dir, x.System, at+".system", "the system prompt", p)
	}
	return err
}

// readText reads a text that the setup names.
func readText(dir, name, at, what string, p places) (string, error) {
	data, err := files.Read(inFolder(dir, name), maxText, what)
	text := strings.TrimSpace(string(data))
	if err == nil && text == "" {
		err = errors.New("it is empty")
	}
	if err != nil {
		return "", p.errorf(at, "found %q, expected a file with %s: %v", name, what, err)
	}
	return text, nil
}

// confederateSetup is a human who talks to judges, or a script in their place.
type confederateSetup struct {
	Name    string `toml:"name"`    // for results; judges do not see it
	By      string `toml:"by"`      // "person", "script" or a responder, such as "canned:FILE"
	Persona string `toml:"persona"` // the name that they give themselves
}

// judgeSetup is a judge, who compares an entry with a confederate in each round.
type judgeSetup struct {
	Name      string `toml:"name"`      // for results
	By        string `toml:"by"`        // "person" or "script:RULE"
	Questions string `toml:"questions"` // a file with one question per line, relative to the folder
	Ask       int    `toml:"ask"`       // how many of them; 0 is 6
	list      []string
}

// Person is the value of By for a person.
const Person = round.Person

// How a ballot that is missing at the end is treated.
const (
	missingWait  = "wait"  // the results wait for a vote
	missingHuman = "human" // the ballot counts for the confederate
	missingVoid  = "void"  // the results leave it out
)

// readSetup reads and checks the file of a folder.
func readSetup(dir string) (*setup, error) {
	path := filepath.Join(dir, SetupFile)
	data, err := files.Read(path, maxSetup, "the description of a contest; 'turing loebner new "+dir+"' writes one")
	if err != nil {
		return nil, err
	}
	s, err := parseSetup(path, data)
	if err != nil {
		return nil, err
	}
	err = s.readTexts(dir)
	s.digest = s.digested()
	return s, err
}

// member is somebody who takes part, and where the description has them, such as entry[0].
type member struct {
	at, label, name, by string // there is no label of an entry
	options             responder.Options
}

// members lists all who take part.
func (s *setup) members() (list []member) {
	var none responder.Options
	for i, e := range s.Entries {
		list = append(list, member{fmt.Sprintf("entry[%d]", i), "", e.Name, e.By, e.Chat.options()})
	}
	for i, c := range s.Confederates {
		list = append(list, member{fmt.Sprintf("confederate[%d]", i), fmt.Sprint("C", i+1), c.Name, c.By, none})
	}
	for i, j := range s.Judges {
		list = append(list, member{fmt.Sprintf("judge[%d]", i), fmt.Sprint("J", i+1), j.Name, j.By, none})
	}
	return list
}

// openResponders checks that responders can be opened.
func (s *setup) openResponders(dir string) error {
	for _, m := range s.members() {
		var err error
		if command, own := round.Own(m.by); own && m.by != round.ByHand {
			_, err = round.Home(dir, m.name, command)
		}
		_, speaks := round.Program(m.by)
		if err == nil && !speaks && m.by != Person && m.by != round.ByScript && !strings.HasPrefix(m.at, "judge") {
			var r responder.Responder
			r, err = m.options.Open(round.InDir(dir, m.by))
			if closer, ok := r.(io.Closer); err == nil && ok {
				err = closer.Close()
			}
		}
		if err != nil {
			return s.at.errorf(m.at+".by", "%v", err)
		}
	}
	return nil
}

// readTexts reads the texts that the description names: prompts, questions and what people agree
// to.
func (s *setup) readTexts(dir string) error {
	p := s.at
	for i, e := range s.Entries {
		if err := e.Chat.check(dir, e.By, fmt.Sprintf("entry[%d].chat", i), p); err != nil {
			return err
		}
	}
	if s.Consent != "" {
		var err error
		if s.consentText, err = readText(dir, s.Consent, "consent", "what people agree to", p); err != nil {
			return err
		}
	}
	for i := range s.Judges {
		j := &s.Judges[i]
		if j.Questions == "" {
			j.list = scripted.Questions()
			continue
		}
		at := fmt.Sprintf("judge[%d].questions", i)
		text, err := readText(dir, j.Questions, at, "questions, one on each line", p)
		if err != nil {
			return err
		}
		for line := range strings.Lines(text) {
			if q := strings.TrimSpace(line); q != "" && q[0] != '#' {
				j.list = append(j.list, q)
			}
		}
		if len(j.list) == 0 {
			return p.errorf(at, "found no question in %s, expected one on each line", j.Questions)
		}
	}
	return nil
}
