// Package loebner holds the rules of contests for the Loebner Prize: which judge compares which
// entry with which confederate and when, what ballots may say, and who wins what.
//
// The rules of a year are data, [Rules], read from a TOML file; those of some years from 2004 to
// 2017 are embedded. A contest has a [Matrix], which says with which confederate a judge compares
// an entry, and a [Schedule], which says in which round. [Make] finds a schedule and [Check] checks
// any given one. [Score] turns ballots into a [Result], and [RateBallots] into pass rates.
//
// Nothing here reads a clock, a file or the network, except through an [io.Reader].
//
// The rules of another contest or study are one file in the folder rules.
package loebner

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/luna-rating/luna/cmd/internal/positions"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// Rules are the rules of a contest.
type Rules struct {
	// Name is a name for the rules, such as "2004".
	Name string `toml:"name"`
	// Title is for people, such as "Loebner Prize 2004".
	Title string `toml:"title"`
	// Entering was in files of earlier versions, and has no effect.
	Entering any `toml:"entering"`
	// Admission says which stages there are, by the number of entries.
	Admission []Tier `toml:"admission"`
	// Stages are the rounds of a contest, each of which lets some entries through to the next.
	Stages []Stage `toml:"stage"`
	// Conversation says how a judge talks to a pair.
	Conversation Conversation `toml:"conversation"`
	// Judging says what a judge decides about a pair, and how entries are ranked by the decisions.
	Judging Judging `toml:"judging"`
	// Currency stands before amounts, such as "US$".
	Currency string `toml:"currency"`
	// Advance is paid to each finalist when they are announced. It is part of the prize.
	Advance int `toml:"advance"`
	// Prizes are the prizes of the places.
	Prizes []Prize `toml:"prize"`
	// Silver is the award for an entry that was taken for a human.
	Silver Silver `toml:"silver"`
}

// Tier says what happens if the number of entries is in a range.
type Tier struct {
	// From and To are the least and the greatest number of entries. If To is 0, there is no upper
	// limit.
	From int `toml:"from"`
	To   int `toml:"to"`
	// First is how many entries are admitted, in the order in which they came; 0 stands for all.
	First int `toml:"first"`
	// Stages names the stages that are held, in order.
	Stages []string `toml:"stages"`
	// Outcome says what happens if there is no stage: "wins" for the only entry, or "carried over"
	// for the prize money of a contest without entries.
	Outcome string `toml:"outcome"`
	// Prize is the money of that outcome. If it is 0, the only entry wins the first prize, and the
	// sum of all prizes is carried over.
	Prize int `toml:"prize"`
}

// Outcomes of a [Tier] without stages.
const (
	Wins        = "wins"
	CarriedOver = "carried over"
)

// Admission says what happens with the entries of a contest.
type Admission struct {
	Tier              // the stages that are held, or the outcome and its money
	Admitted []string // the entries that take part, or that win
	Winner   string   // the only entry, if that wins
	Medal    string   // that the winner gets besides the money
}

// Admit says what happens with entries, in the order in which they came.
func (r Rules) Admit(entries []string) Admission {
	i := slices.IndexFunc(r.Admission, func(t Tier) bool { return len(entries) <= t.To || t.To == 0 && t.From > 0 })
	a, prizes := Admission{Tier: r.Admission[i], Admitted: []string{}}, r.Prizes
	switch {
	case len(a.Stages) > 0:
		a.Outcome, a.Prize, prizes = "", 0, nil
		a.Admitted = entries[:min(len(entries), cmp.Or(a.First, len(entries)))]
	case a.Outcome == Wins:
		a.Admitted, a.Winner = entries, entries[0]
		prizes = prizes[:min(1, len(prizes))]
	}
	sum := 0
	for _, p := range prizes {
		sum += p.Amount
		if a.Winner != "" {
			a.Medal = p.Medal
		}
	}
	a.Prize = cmp.Or(a.Prize, sum)
	return a
}

// Stage is a part of a contest that chooses among entries.
type Stage struct {
	// Name is for people, such as "Prelim Eight".
	Name string `toml:"name"`
	// How is one of "questions" (entries answer a prepared set), "interviews" (judges question
	// entries, without confederates), "pairs" (judges compare an entry with a confederate) and
	// "witnesses" (judges talk to either, and say whether it is a human).
	How string `toml:"how"`
	// Sets names the sets of questions, if there are several.
	Sets []string `toml:"sets"`
	// Keep is how many entries go on: those with the highest scores.
	Keep int `toml:"keep"`
}

// Values of [Stage].How.
const (
	Questions  = "questions"
	Interviews = "interviews"
	Pairs      = "pairs"
	Witnesses  = "witnesses"
)

// Conversation says how a judge talks to a pair.
type Conversation struct {
	// First says who speaks first, "entity" or "judge".
	First string `toml:"first"`
	// Opening is the sentence that an entity must say first to each judge, with X for a human name.
	// It is empty if there is no restriction.
	Opening string `toml:"opening"`
	// Minutes is how long a judge talks to a pair, and Break the time between rounds.
	Minutes float64 `toml:"minutes"`
	Break   float64 `toml:"break"`
	// Rounds is the number of rounds as printed. A schedule may have fewer.
	Rounds int `toml:"rounds"`
	// Schedule has the rounds as printed, as [ReadSchedule] reads them; "" if none are.
	Schedule string `toml:"schedule"`
}

// Printed returns the rounds as printed, nil if there are none.
func (c Conversation) Printed() (Schedule, error) {
	if c.Schedule == "" {
		return nil, nil
	}
	return ReadSchedule(strings.NewReader(c.Schedule), "conversation.schedule")
}

// Judging says what a judge decides, and how entries are ranked by the decisions.
type Judging struct {
	// Format is "points" (a judge divides Points between the two), "choice" (a judge names one of
	// the two as the human) or "ranks" (a judge does so, and the best mean of the judges' ranks
	// wins whoever was named; without it, the one that was named most often wins).
	Format string `toml:"format"`
	// Confidence asks judges how sure they are, from 0 to 100, and Reason why.
	Confidence bool `toml:"confidence"`
	Reason     bool `toml:"reason"`
	// Points is the number of points to divide; an entry that gets Least or more was taken for the
	// more human one.
	Points int `toml:"points"`
	Least  int `toml:"least"`
	// Ranking is "met" if each judge ranks all participants that they met, with 1 for the most
	// human, "entries" if only ranks among the entries count, or "none". A judge who has to name
	// the human may still rank all: ranks of confederates are left out then.
	Ranking string `toml:"ranking"`
	// Ties lists what is compared, in this order, between entries that are equal: "points" (the sum
	// of their points), "semifinal" (the result of the stage before), "ranks" (the mean of their
	// ranks), or where that comes first, "totals" (how often they were named).
	Ties []string `toml:"ties"`
	// TiesFor is "all" if Ties decides all places, and "first" if it decides only the first one.
	TiesFor string `toml:"ties_for"`
	// TiedPrizes is "split" if entries that remain tied divide the money of their places evenly,
	// and "open" if the money is not awarded.
	TiedPrizes string `toml:"tied_prizes"`
}

// Values of the fields of [Judging].
const (
	Points    = "points"    // a format, and a way to break ties
	Choice    = "choice"    // a format
	Semifinal = "semifinal" // a way to break ties
	Ranks     = "ranks"     // a format, and a way to break ties
	Totals    = "totals"    // what decides first, or a way to break ties if that is ranks
)

// Prize is the prize for a place.
type Prize struct {
	Place  int    `toml:"place"`
	Amount int    `toml:"amount"` // in the currency of the rules
	Medal  string `toml:"medal"`  // such as "bronze", or empty
}

// Silver is the award for an entry that was taken for a human by enough judges.
type Silver struct {
	Amount int    `toml:"amount"` // in the currency of the rules
	Medal  string `toml:"medal"`  // such as "silver"
	// Judges is how many judges must name the entry, and Confederates how many different
	// confederates it must be compared with when they do. Numbers below 1 are shares of all: 0.5 is
	// half of them. If Judges is 0, there is no such award.
	Judges       float64 `toml:"judges"`
	Confederates float64 `toml:"confederates"`
	// For is "winner" or "any", for any entry.
	For string `toml:"for"`
}

// maxRules bounds a file of rules, in bytes: the time to parse TOML grows with the square of its
// keys.
const maxRules = 64 << 10

//go:embed rules/*.toml
var embedded embed.FS

// ruleFiles returns the files of embedded rules by name. A file whose rules are those of several
// years is named after all of them.
func ruleFiles() map[string]string {
	list, err := embedded.ReadDir("rules")
	if err != nil {
		panic(err) // there is no such folder
	}
	byName := make(map[string]string)
	for _, file := range list {
		for name := range strings.SplitSeq(strings.TrimSuffix(file.Name(), ".toml"), "_") {
			byName[name] = "rules/" + file.Name()
		}
	}
	return byName
}

// RuleSets lists the names of the embedded rules.
func RuleSets() []string { return slices.Sorted(maps.Keys(ruleFiles())) }

// RulesText returns the file of embedded rules, as a starting point for others.
func RulesText(name string) ([]byte, error) {
	if file, ok := ruleFiles()[name]; ok {
		return embedded.ReadFile(file)
	}
	return nil, files.New("", 0, "rules "+text.Quote(name), "one of "+strings.Join(RuleSets(), ", "))
}

// RulesOf returns the embedded rules with a name, one of [RuleSets].
func RulesOf(name string) (Rules, error) {
	text, err := RulesText(name)
	if err != nil {
		return Rules{}, err
	}
	return ReadRules(bytes.NewReader(text), name)
}

// ReadRules reads rules in TOML, in the form that [RulesText] returns. Errors refer to the input as
// file and name the line.
func ReadRules(in io.Reader, file string) (Rules, error) {
	text, err := files.ReadAll(in, file, maxRules, "rules in TOML")
	if err != nil {
		return Rules{}, err
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	r := defaults
	if err := DecodeTOML(file, text, &r, "one that rules have; 'turing loebner rules 2010' prints them"); err != nil {
		return Rules{}, err
	}
	r.Title = cmp.Or(r.Title, r.Name)
	if c := r.check(); c.fault != "" {
		line, _ := positions.Line(text, positions.TOML(text), c.path)
		return Rules{}, &files.Error{File: file, Line: line, Msg: c.fault}
	}
	return r, nil
}

// DecodeTOML decodes a document. Errors name the line, and say which key was expected in place of
// one that into does not have.
func DecodeTOML(file string, text []byte, into any, key string) error {
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(into)
	if err == nil {
		return nil
	}
	line, message := 0, strings.TrimPrefix(err.Error(), "toml: ")
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok && len(unknown.Errors) > 0 {
		first := &unknown.Errors[0]
		line, _ = first.Position()
		message = fmt.Sprintf("found the key %q, expected %s", strings.Join(first.Key(), "."), key)
	} else if decode, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, _ = decode.Position()
	}
	return &files.Error{File: file, Line: line, Err: err, Msg: strings.Join(strings.Fields(message), " ")}
}
