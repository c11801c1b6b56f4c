package contest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/screening"
	"github.com/luna-rating/luna/internal/turing/scripted"
	"github.com/luna-rating/luna/luna/responder"
)

// SetupFile is the name of the file that describes a contest.
const SetupFile = "contest.toml"

// The bounds of a contest.
const (
	maxSetup   = 64 << 10 // bytes
	maxEntries = 100
	maxPeople  = 200 // judges or confederates
	maxName    = 60  // characters
	maxSpeed   = 100_000
)

// setup is the content of contest.toml.
type setup struct {
	Name    string  `toml:"name"`    // of the contest, for pages
	Rules   string  `toml:"rules"`   // 2004, 2010, or a file relative to the folder
	Seed    uint64  `toml:"seed"`    // of the random choices
	Speed   float64 `toml:"speed"`   // how many times faster than in real life; 0 is 1
	Missing string  `toml:"missing"` // one of [MissingWait], [MissingHuman], [MissingVoid]
	// Schedule is a file with the rounds, relative to the folder; if it is "", a schedule is made.
	Schedule string `toml:"schedule"`
	// Start is when the first round is planned. Descriptions of before may have it; it means nothing.
	Start time.Time `toml:"start"`
	// Notice tells people that what they type is recorded and published; "" is [defaultNotice].
	Notice string `toml:"notice" json:",omitempty"`

	// Consent is a file with what people agree to before they take part, relative to the folder; if it
	// is "", they are not asked.
	Consent string `toml:"consent" json:",omitempty"`

	Design       designSetup        `toml:"design" json:",omitzero"` // of a study
	Clock        clockSetup         `toml:"clock"`                   // of the rounds
	Screening    screeningSetup     `toml:"screening"`               // before them
	Entries      []entrySetup       `toml:"entry"`                   // in the order of their arrival
	Confederates []confederateSetup `toml:"confederate"`             // C1, C2 and so on
	Judges       []judgeSetup       `toml:"judge"`                   // J1, J2 and so on

	digest      string
	own         int    // judges before those who have changed places
	consentText string // of Consent
}

// designSetup says who meets whom in a study.
type designSetup struct {
	// Humans is how many human witnesses each judge meets in a test with two parties; 0 is 1.
	Humans int `toml:"humans"`
	// Swap lets judges and confederates change places after half of the rounds.
	Swap bool `toml:"swap"`
}

func (d designSetup) humans() int { return max(d.Humans, 1) }

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
	By        string    `toml:"by"`
	Submitted time.Time `toml:"submitted"` // when it was sent
	Compliant *bool     `toml:"compliant"`
	Invited   bool      `toml:"invited"` // admitted beyond the entries received first
	Reason    string    `toml:"reason"`  // why it is not compliant
	Persona   string    `toml:"persona"` // the name that it gives itself
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

// maxPrompt bounds a text, in bytes.
const maxPrompt = 64 << 10

// check checks the settings of an entry's model and reads the prompt.
func (x *chatSetup) check(dir, by, at string, p places) error {
	switch {
	case x == nil:
		return nil
	case !strings.HasPrefix(by, "chat:"):
		return p.errorf(at, "found chat with by = %q, expected by = \"chat:URL\"", by)
	case x.Temperature != nil && !(*x.Temperature >= 0 && *x.Temperature <= 2):
		return p.errorf(at+".temperature", "found temperature = %v, expected 0 to 2", *x.Temperature)
	case x.Tokens < 0 || x.Tokens > 1_000_000:
		return p.errorf(at+".tokens", "found tokens = %d, expected 1 to 1000000", x.Tokens)
	case !(x.Timeout >= 0 && x.Timeout <= 3600):
		return p.errorf(at+".timeout", "found timeout = %v, expected at most 3600 seconds", x.Timeout)
	case x.System == "":
		return nil
	}
	var err error
	x.Prompt, err = readText(dir, x.System, at+".system", "the system prompt", p)
	return err
}

// readText reads a text that the setup names.
func readText(dir, name, at, what string, p places) (string, error) {
	f, err := os.Open(inFolder(dir, name))
	if err != nil {
		return "", p.errorf(at, "found %q, expected a file with %s: %v", name, what, err)
	}
	defer f.Close()
	text, err := fileerr.ReadAll(f, name, maxPrompt, what)
	if err == nil && strings.TrimSpace(string(text)) == "" {
		err = fileerr.New(name, 0, "nothing", what)
	}
	return strings.TrimSpace(string(text)), err
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
const Person = "person"

// How a ballot that is missing at the end is treated.
const (
	MissingWait  = "wait"  // the results wait for a vote
	MissingHuman = "human" // the ballot counts for the confederate
	MissingVoid  = "void"  // the results leave it out
)

// readSetup reads and checks the file of a folder.
func readSetup(dir string) (*setup, error) {
	path := filepath.Join(dir, SetupFile)
	f, err := os.Open(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, &fileerr.Error{File: path,
			Msg: "found no such file, expected the description of " +
				"a contest; 'turing loebner new " + dir + "' writes one"}
	case err != nil:
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSetup+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	s, err := parseSetup(path, data)
	if err != nil {
		return nil, err
	}
	return s, s.checkFiles(dir, findPlaces(path, data))
}

// checkFiles checks what the description names: responders and files of questions.
func (s *setup) checkFiles(dir string, p places) error {
	check := func(at, by string, o responder.Options) error {
		if _, program := cutProgram(by); program || by == Person || by == byScript {
			return nil
		}
		r, err := o.Open(inDir(dir, by))
		if err != nil {
			return p.errorf(at+".by", "%v", err)
		}
		if closer, ok := r.(io.Closer); ok {
			return closer.Close()
		}
		return nil
	}
	for i, e := range s.Entries {
		at := fmt.Sprintf("entry[%d]", i)
		if err := e.Chat.check(dir, e.By, at+".chat", p); err != nil {
			return err
		}
		if err := check(at, e.By, e.Chat.options()); err != nil {
			return err
		}
	}
	for i, c := range s.Confederates {
		if err := check(fmt.Sprintf("confederate[%d]", i), c.By, responder.Options{}); err != nil {
			return err
		}
	}
	if err := s.readConsent(dir, p); err != nil {
		return err
	}
	for i := range s.Judges {
		j := &s.Judges[i]
		j.list = scripted.Questions()
		if j.Questions == "" {
			continue
		}
		var err error
		if j.list, err = readQuestions(inFolder(dir, j.Questions)); err != nil {
			return p.errorf(fmt.Sprintf("judge[%d].questions", i), "%v", err)
		}
	}
	return nil
}

// parseSetup parses the description of a contest.
func parseSetup(path string, data []byte) (*setup, error) {
	if len(data) > maxSetup {
		return nil, fileerr.New(path, 0, "more than 64 KiB", "the description of a contest")
	}
	var s setup
	d := toml.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil {
		return nil, tomlError(path, err)
	}
	p := findPlaces(path, data)
	for _, check := range []func(places) error{
		s.checkHead, s.checkEntries, s.checkConfederates, s.checkJudges, s.checkNames,
	} {
		if err := check(p); err != nil {
			return nil, err
		}
	}
	s.digest = s.digested()
	s.changePlaces()
	return &s, nil
}

// tomlError adds the line to an error of the parser.
func tomlError(path string, err error) error {
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		first := unknown.Errors[0]
		line, _ := first.Position()
		return fileerr.New(path, line, fmt.Sprintf("the key %q", strings.Join(first.Key(), ".")),
			"one that the description of a contest has; 'turing loebner new' writes one with all of them")
	}
	if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ := decode.Position()
		return &fileerr.Error{File: path, Line: line, Msg: strings.TrimPrefix(err.Error(),
			"toml: ")}
	}
	return &fileerr.Error{File: path, Msg: err.Error()}
}

func (s *setup) checkHead(p places) error {
	if s.Speed == 0 {
		s.Speed = 1
	}
	if s.Missing == "" {
		s.Missing = MissingWait
	}
	switch {
	case strings.TrimSpace(s.Rules) == "":
		return p.errorf("rules", "found no rules, expected rules = \"2010\", \"2004\" or a file")
	case !(s.Speed >= 0.01 && s.Speed <= maxSpeed):
		return p.errorf("speed", "found speed %v, expected 0.01 to %v", s.Speed, maxSpeed)
	case !slices.Contains([]string{MissingWait, MissingHuman, MissingVoid}, s.Missing):
		return p.errorf("missing", "found missing = %q, expected %q, %q or %q", s.Missing,
			MissingWait,
			MissingHuman, MissingVoid)
	}
	for _, minutes := range []struct {
		key   string
		value float64
	}{{"minutes", s.Clock.Minutes}, {"break", s.Clock.Break}, {"wait", s.Clock.Wait}} {
		if x := minutes.value; !(x >= 0 && x <= 24*60) || math.IsNaN(x) {
			return p.errorf("clock."+minutes.key, "found %s = %v, expected minutes, at most %d",
				minutes.key, x, 24*60)
		}
	}
	switch {
	case s.Design.Humans < 0 || s.Design.Humans > maxPeople:
		return p.errorf("design.humans", "found humans = %d, expected 1 to %d", s.Design.Humans, maxPeople)
	case s.Design.Swap && (len(s.Judges) == 0 || len(s.Confederates) == 0):
		return p.errorf("design.swap", "found %d judges and %d confederates to change places, expected some of "+
			"both", len(s.Judges), len(s.Confederates))
	case s.Screening.Questions < 0 || s.Screening.Questions > screening.SamplePerSet:
		return p.errorf("screening.questions", "found questions = %d, expected 1 to %d of each set, "+
			"or more in a file of yours: file = \"questions.jsonl\"", s.Screening.Questions,
			screening.SamplePerSet)
	case !(s.Screening.Seconds >= 0 && s.Screening.Seconds <= 3600):
		return p.errorf("screening.seconds", "found seconds = %v, expected at most 3600",
			s.Screening.Seconds)
	}
	return nil
}

func (s *setup) checkEntries(p places) error {
	if len(s.Entries) > maxEntries {
		return p.errorf(fmt.Sprintf("entry[%d]", maxEntries),
			"found %d entries, expected at most %d",
			len(s.Entries), maxEntries)
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		at := fmt.Sprintf("entry[%d]", i)
		if command, ok := strings.CutPrefix(e.By, "lpp:"); ok && strings.TrimSpace(command) == "" ||
			strings.TrimSpace(e.By) == "" {
			return p.errorf(at+".by", "found by = %q, expected a responder such as \"eliza\", "+
				"\"lpp: COMMAND\" or \"lpp\"", e.By)
		}
		if e.By == Person {
			return p.errorf(at+".by", "found a person as an entry, expected a program")
		}
		if e.Seats < 0 || e.Seats > maxPeople {
			return p.errorf(at+".seats", "found seats = %d, expected 1 to %d", e.Seats, maxPeople)
		}
		if e.Persona == "" {
			e.Persona = personas[i%len(personas)]
		}
	}
	return nil
}

func (s *setup) checkConfederates(p places) error {
	if len(s.Confederates) > maxPeople {
		return p.errorf(fmt.Sprintf("confederate[%d]", maxPeople),
			"found %d confederates, expected at most %d", len(s.Confederates), maxPeople)
	}
	for i := range s.Confederates {
		c := &s.Confederates[i]
		if strings.TrimSpace(c.By) == "" {
			return p.errorf(fmt.Sprintf("confederate[%d].by", i), "found by = %q, expected "+
				"\"person\", \"script\" or a responder such as \"canned:FILE\"", c.By)
		}
		if c.Persona == "" {
			c.Persona = personas[len(personas)-1-i%len(personas)]
		}
	}
	return nil
}

func (s *setup) checkJudges(p places) error {
	if len(s.Judges) > maxPeople {
		return p.errorf(fmt.Sprintf("judge[%d]", maxPeople), "found %d judges, expected at most %d",
			len(s.Judges), maxPeople)
	}
	for i := range s.Judges {
		j := &s.Judges[i]
		at := fmt.Sprintf("judge[%d]", i)
		if rule, ok := strings.CutPrefix(j.By, scriptPrefix); j.By != Person &&
			!(ok && slices.Contains(scripted.Rules(), rule)) {
			return p.errorf(at+".by",
				"found by = %q, expected \"person\" or \"script:\" with one of %s",
				j.By, strings.Join(scripted.Rules(), ", "))
		}
		if j.Ask < 0 || j.Ask > 1000 {
			return p.errorf(at+".ask", "found ask = %d, expected 1 to 1000 questions", j.Ask)
		}
	}
	return nil
}

// checkNames checks that everybody has a name that nobody else has.
func (s *setup) checkNames(p places) error {
	first := make(map[string]string)
	check := func(kind string, i int, name string) error {
		at := fmt.Sprintf("%s[%d]", kind, i)
		switch {
		case strings.TrimSpace(name) == "":
			return p.errorf(at+".name", "found a nameless %s, expected name = \"…\"", kind)
		case len([]rune(name)) > maxName || strings.ContainsFunc(name, isControl):
			return p.errorf(at+".name",
				"found the name %s, expected at most %d characters on a line",
				fileerr.Quote(name), maxName)
		case first[name] != "":
			return p.errorf(at+".name", "found the name %q twice, also at line %d; expected a "+
				"different one for everybody", name, p.line(first[name]))
		}
		first[name] = at + ".name"
		return nil
	}
	var err error
	for i, e := range s.Entries {
		err = errors.Join(err, check("entry", i, e.Name))
	}
	for i, c := range s.Confederates {
		err = errors.Join(err, check("confederate", i, c.Name))
	}
	for i, j := range s.Judges {
		err = errors.Join(err, check("judge", i, j.Name))
	}
	if list, ok := err.(interface{ Unwrap() []error }); ok { // the first one will do
		return list.Unwrap()[0]
	}
	return err
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 }

// personas are names for the opening sentence of restricted contests.
var personas = []string{"Alex", "Robin", "Sam", "Kim", "Chris", "Pat", "Jo", "Lee"}
