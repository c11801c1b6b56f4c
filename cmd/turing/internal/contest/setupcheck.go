package contest

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/luna-rating/luna/cmd/internal/positions"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/screening"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// retired says what became of keys of earlier versions.
var retired = map[string]string{
	"start":           "it meant nothing",
	"design.swap":     "people do not change places any more: hold a second study with the parts exchanged",
	"entry.submitted": "entries count in the order of the file",
	"entry.compliant": "all entries of the file take part: leave those out that do not",
	"entry.reason":    "all entries of the file take part: leave those out that do not",
	"entry.invited":   "all entries of the file take part",
}

// parseSetup parses the description of a contest.
func parseSetup(path string, data []byte) (*setup, error) {
	var s setup
	err := loebner.DecodeTOML(path, data, &s,
		"one that the description of a contest has; 'turing loebner new' writes one with all of them")
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		key := strings.Join(unknown.Errors[0].Key(), ".")
		line, _ := unknown.Errors[0].Position()
		if why := retired[key]; why != "" {
			err = files.New(path, line, fmt.Sprintf("the key %q of an earlier version", key), "none; "+why)
		}
	}
	if err != nil {
		return nil, err
	}
	p := places{path, data}
	s.at = p
	return &s, cmp.Or(s.checkHead(p), s.checkPeople(p), s.checkNames(p))
}

func (s *setup) checkHead(p places) error {
	s.Speed, s.Missing = cmp.Or(s.Speed, 1), cmp.Or(s.Missing, missingWait)
	switch {
	case strings.TrimSpace(s.Rules) == "":
		return p.errorf("rules", "found no rules, expected rules = \"2010\", \"2004\" or a file")
	case !slices.Contains([]string{missingWait, missingHuman, missingVoid}, s.Missing):
		return p.errorf("missing", "found missing = %q, expected %q, %q or %q", s.Missing, missingWait,
			missingHuman, missingVoid)
	case s.Design.Humans > max(1, len(s.Confederates)):
		return p.errorf("design.humans", "found humans = %d with %d confederates, expected at most as many",
			s.Design.Humans, len(s.Confederates))
	case s.Screening.Questions > screening.SamplePerSet:
		return p.errorf("screening.questions", "found questions = %d, expected 1 to %d of each set, or more in a "+
			"file of yours: file = \"questions.jsonl\"", s.Screening.Questions, screening.SamplePerSet)
	}
	const day = 24 * 60
	return cmp.Or(
		p.within("speed", s.Speed, 0.01, maxSpeed),
		p.within("clock.minutes", s.Clock.Minutes, 0, day),
		p.within("clock.break", s.Clock.Break, 0, day),
		p.within("clock.wait", s.Clock.Wait, 0, day),
		p.within("design.humans", float64(s.Design.Humans), 0, maxPeople),
		p.within("screening.questions", float64(s.Screening.Questions), 0, screening.SamplePerSet),
		p.within("screening.seconds", s.Screening.Seconds, 0, 3600))
}

// checkPeople checks who takes part, and gives names to those who need one for their opening
// sentence.
func (s *setup) checkPeople(p places) error {
	for i := range s.Entries {
		e, at := &s.Entries[i], fmt.Sprintf("entry[%d]", i)
		e.Persona = cmp.Or(e.Persona, personas[i%len(personas)])
		if command, ok := round.Program(e.By); ok && command == "" && e.By != round.ByHand ||
			strings.TrimSpace(e.By) == "" {
			return p.errorf(at+".by", "found by = %q, expected a responder such as \"eliza\", \"lpp: COMMAND\" or "+
				"\"lpp\"", e.By)
		}
		if e.By == Person {
			return p.errorf(at+".by", "found a person as an entry, expected a program")
		}
		if err := p.within(at+".seats", float64(e.Seats), 0, maxPeople); err != nil {
			return err
		}
	}
	for i := range s.Confederates {
		c := &s.Confederates[i]
		c.Persona = cmp.Or(c.Persona, personas[len(personas)-1-i%len(personas)])
		if strings.TrimSpace(c.By) == "" {
			return p.errorf(fmt.Sprintf("confederate[%d].by", i), "found by = %q, expected \"person\", \"script\" or "+
				"a responder such as \"canned:FILE\"", c.By)
		}
	}
	for i, j := range s.Judges {
		at := fmt.Sprintf("judge[%d]", i)
		rule, ok := strings.CutPrefix(j.By, scriptPrefix)
		if j.By != Person && !(ok && scripted.Known(rule)) {
			return p.errorf(at+".by", "found by = %q, expected \"person\" or \"script:\" with one of %s", j.By,
				strings.Join(scripted.Rules(), ", "))
		}
		if err := p.within(at+".ask", float64(j.Ask), 0, 1000); err != nil {
			return err
		}
	}
	return nil
}

// checkNames checks that everybody has a name that nobody else has.
func (s *setup) checkNames(p places) error {
	first := make(map[string]string)
	for _, m := range s.members() {
		name, at := m.name, m.at+".name"
		switch kind, _, _ := strings.Cut(at, "["); {
		case strings.TrimSpace(name) == "":
			return p.errorf(at, "found a nameless %s, expected name = \"…\"", kind)
		case len([]rune(name)) > maxName || strings.ContainsFunc(name, isControl):
			return p.errorf(at, "found the name %s, expected at most %d characters on a line",
				text.Quote(name), maxName)
		case name == loebner.AllPrograms || name == loebner.AllHumans:
			return p.errorf(at, "found the name %q, expected another one: tables of results have it", name)
		case first[name] != "":
			return p.errorf(at, "found the name %q twice, also at line %d; expected a different one for everybody",
				name, p.line(first[name]))
		}
		first[name] = at
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 }

// personas are names for the opening sentence of restricted contests.
var personas = []string{"Alex", "Robin", "Sam", "Kim", "Chris", "Pat", "Jo", "Lee"}

// digestForm begins a digest as [setup.digested] makes it. Those of earlier versions identify
// settings that are gone, and cannot be compared.
const digestForm = "2:"

// digested identifies what must not change during a contest: all settings except its speed, how
// long it waits for people, and how missing ballots are treated, and the texts that they name.
func (s *setup) digested() string {
	var fixed map[string]any
	_ = toml.Unmarshal(s.at.document, &fixed) // which was parsed before
	delete(fixed, "speed")
	delete(fixed, "missing")
	if clock, ok := fixed["clock"].(map[string]any); ok {
		delete(clock, "wait")
	}
	texts := []any{fixed, s.consentText}
	for _, e := range s.Entries {
		if e.Chat != nil {
			texts = append(texts, e.Chat.Prompt)
		}
	}
	for _, j := range s.Judges {
		texts = append(texts, j.list)
	}
	data, _ := json.Marshal(texts) // which has no value that cannot be encoded
	sum := sha256.Sum256(data)
	return digestForm + hex.EncodeToString(sum[:8])
}

// places finds the settings of a TOML document, by path, such as "entry[1].by".
type places struct {
	file     string
	document []byte
}

// line returns the line of a setting or, if the file does not have it, of its table, 0 if it has
// neither.
func (p places) line(path string) int {
	line, _ := positions.Line(p.document, positions.TOML(p.document), path)
	return line
}

// within checks that a number is in a range.
func (p places) within(path string, value, least, most float64) error {
	if value >= least && value <= most {
		return nil
	}
	return p.errorf(path, "found %s = %v, expected %.10g to %.10g", path[1+strings.LastIndexByte(path, '.'):],
		value, least, most)
}

func (p places) errorf(path, format string, args ...any) error {
	return &files.Error{File: p.file, Line: p.line(path), Msg: fmt.Sprintf(format, args...)}
}
