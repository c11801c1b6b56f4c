package contest

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// Results are the outcome of a contest. They are written to results.json.
type Results struct {
	Name  string    `json:"name"`
	Rules string    `json:"rules"`
	Title string    `json:"title"` // of the rules
	Began time.Time `json:"began"` // the first run
	Ended time.Time `json:"ended"` // when the results were ready
	// Synthetic says which judges and confederates were scripts, "" if none was.
	Synthetic string `json:"synthetic"`
	// Outcome is "held", "wins" for an entry that was the only one, or "carried over".
	Outcome string `json:"outcome"`
	// Winner is the name of the winning entry, "" if there is none.
	Winner string `json:"winner"`
	// Silver are the names of the entries that win the silver medal.
	Silver       []string        `json:"silver"`
	Money        []Award         `json:"awards"` // medals and money
	Entries      []EntryResult   `json:"entries"`
	Judges       []Participant   `json:"judges"`
	Confederates []Participant   `json:"confederates"`
	Comparisons  []Comparison    `json:"comparisons"` // by stage and round
	Score        *loebner.Result `json:"score"`       // nil where no pair was compared
	// Rates say how often entries and confederates were taken for a human, and Answered the same
	// without the comparisons in which the entry was silent, if there is any.
	Rates    []loebner.Rate `json:"rates"`
	Answered []loebner.Rate `json:"rates_without_silent"`
	// Notes say what the rules leave open and what went wrong; Interruptions are the rounds held
	// again.
	Notes         []string `json:"notes"`
	Interruptions []string `json:"interruptions"`
	Evidence      Evidence `json:"evidence"`

	rules loebner.Rules
	facts []string // columns of the table of judges
}

// Award is a prize that an entry wins.
type Award struct {
	Entry  string  `json:"entry"`
	Place  int     `json:"place"`           // from 1
	Amount float64 `json:"amount"`          // in the currency of the rules
	Medal  string  `json:"medal,omitempty"` // such as "bronze"
}

// EntryResult says how far an entry came.
type EntryResult struct {
	Name        string   `json:"name"`             // as the description has it
	Author      string   `json:"author,omitempty"` // "" if it is not known
	By          string   `json:"by"`               // the program that answers
	Label       string   `json:"label,omitempty"`  // in the last stage, such as E1
	Admitted    bool     `json:"admitted"`
	Reason      string   `json:"reason,omitempty"` // why it was not admitted
	Screening   *float64 `json:"screening,omitempty"`
	ScreeningOf *float64 `json:"screening_of,omitempty"` // attainable points
	// Interview is the mean of the entry's points when it was questioned alone.
	Interview *float64 `json:"interview,omitempty"`
	Faults    []string `json:"faults,omitempty"` // in the screening
}

// Participant is a judge or a confederate.
type Participant struct {
	Label  string `json:"label"`            // such as J1
	Name   string `json:"name"`             // as the description has it
	Script string `json:"script,omitempty"` // "" for a person
	// Excluded says why pass rates leave out a judge's verdicts, "" if they do not.
	Excluded string `json:"excluded,omitempty"`

	agreed string   // when, "" if they were not asked
	facts  []string // of a judge, by column of the table of judges
}

// person reports whether it is a person.
func (p Participant) person() bool { return p.Script == "" }

// participants returns the judges and the confederates.
func (s *setup) participants() (judges, confederates []Participant) {
	judges, confederates = []Participant{}, []Participant{}
	for _, m := range s.members() {
		x := Participant{Label: m.label, Name: m.name}
		if m.by != Person {
			x.Script = m.by
		}
		switch {
		case strings.HasPrefix(m.label, "J"):
			judges = append(judges, x)
		case m.label != "":
			confederates = append(confederates, x)
		}
	}
	return judges, confederates
}

// everybody returns the judges, then the confederates.
func (s *setup) everybody() []Participant { return slices.Concat(s.participants()) }

// Comparison is a judge's comparison in a round.
type Comparison struct {
	Stage       string      `json:"stage"` // of the rules
	Round       int         `json:"round"`
	Judge       string      `json:"judge"`
	Entry       string      `json:"entry"` // its label, or its name if there is no confederate
	Confederate string      `json:"confederate,omitempty"`
	EntrySide   keylog.Side `json:"entry_side"`             // the terminal of the entry
	Voted       bool        `json:"voted"`                  // whether there is a ballot that counts
	Void        string      `json:"void,omitempty"`         // why the ballot does not count
	VotedBy     string      `json:"voted_by,omitempty"`     // empty if it was the judge
	Corrected   string      `json:"corrected,omitempty"`    // why another ballot was replaced
	Earlier     string      `json:"earlier,omitempty"`      // what that was
	Silent      bool        `json:"silent,omitempty"`       // the entry said nothing
	NamedEntry  bool        `json:"named_entry"`            // as the human or the more human one
	EntryPoints *float64    `json:"entry_points,omitempty"` // of 100, where judges divide points
	Interview   bool        `json:"interview,omitempty"`    // the entry was questioned alone, for points
	Judged      string      `json:"judged,omitempty"`       // "human" or "machine", in a test with two parties
	Confidence  *int        `json:"confidence,omitempty"`   // of the judge, from 0 to 100
	Reason      string      `json:"reason,omitempty"`       // in the judge's words
	Faults      []string    `json:"faults,omitempty"`       // what went wrong, in sentences
	Log         string      `json:"log"`                    // relative to the folder of the contest
	Transcript  string      `json:"transcript"`             // likewise

	given bool // whether there is a verdict, which may be void
}

// held is the outcome of a contest with rounds.
const held = "held"

// finish scores the contest and writes its results, once.
func (c *contest) finish() (*Results, error) {
	x, err := c.results()
	if err == nil {
		err = c.writeLogs()
	}
	if err != nil {
		return nil, err
	}
	if c.state.finished == nil {
		if err := c.record(event{Kind: eventFinished}); err != nil {
			return nil, err
		}
		for _, fault := range c.changedLogs() {
			c.sayf("%v", fault)
		}
	}
	c.seal(x)
	return x, c.write(x)
}

// seal adds the end of the contest to its results.
func (c *contest) seal(x *Results) {
	x.Ended = c.state.finished.Time
	x.Evidence = c.evidence()
}

// results gathers the results.
func (c *contest) results() (*Results, error) {
	a := c.admission()
	x := &Results{
		Name: c.setup.Name, Rules: c.rules.Name, Title: c.rules.Title, Began: c.state.begun.Time,
		Outcome: cmp.Or(a.Outcome, held), Synthetic: c.setup.synthetic(), Silver: []string{},
		Notes: []string{}, Interruptions: []string{}, Money: []Award{}, Comparisons: []Comparison{},
		Rates: []loebner.Rate{}, Answered: []loebner.Rate{}, rules: c.rules,
	}
	c.addParticipants(x, a)
	if err := c.addJudges(x); err != nil {
		return nil, err
	}
	for _, t := range c.state.trials {
		if !t.OK() {
			x.Notes = append(x.Notes, "Before the contest, "+t.Line()+".")
		}
	}
	c.addStages(x)
	x.Notes = append(x.Notes, c.state.notes...)
	stage, paired := c.pairsStage()
	switch {
	case a.Winner != "":
		x.Outcome, x.Winner = loebner.Wins, a.Winner
		x.Money = append(x.Money, Award{a.Winner, 1, float64(a.Prize), a.Medal})
		x.Notes = append(x.Notes, "It was the only compliant entry, so no rounds were held.")
	case paired:
		r := loebner.RateBallots(x.rated())
		x.Rates, x.Answered = r.Witnesses, r.Answered
		if stage.How == loebner.Witnesses {
			return x, nil
		}
		return x, c.addScore(x, stage)
	default:
		x.Notes = append(x.Notes,
			"There was no compliant entry. The prize money is added to that of the next contest: "+
				x.money(float64(a.Prize))+".")
	}
	return x, nil
}

func (c *contest) addParticipants(x *Results, a loebner.Admission) {
	x.Entries = []EntryResult{}
	x.Judges, x.Confederates = c.setup.participants()
	stage, _ := c.pairsStage()
	for _, e := range c.setup.Entries {
		r := EntryResult{Name: e.Name, Author: e.Author, By: e.By, Admitted: slices.Contains(a.Admitted, e.Name)}
		switch {
		case r.Admitted:
		case a.First == 0:
			r.Reason = "too few entries"
		default:
			r.Reason = fmt.Sprintf("not among the first %d", a.First)
		}
		if s, ok := c.state.screened[e.Name]; ok {
			r.Screening, r.ScreeningOf = &s.Points, &s.Of
			if points, of, err := c.marked(e.Name); err == nil { // else they are those that were proposed
				r.Screening, r.ScreeningOf = &points, &of
			}
			r.Faults = texts(s.Faults)
		}
		if n := slices.Index(c.state.plans[stage.Name].Finalists, e.Name); n >= 0 {
			r.Label = fmt.Sprint("E", n+1)
		}
		x.Entries = append(x.Entries, r)
	}
}

// synthetic says in words which parts were played by scripts.
func (s *setup) synthetic() string {
	var parts []string
	judges, confederates := s.participants()
	for i, list := range [][]Participant{judges, confederates} {
		what, all := []string{"judges", "confederates"}[i], len(list)
		switch n := len(slices.DeleteFunc(list, Participant.person)); n {
		case 0:
		case all:
			parts = append(parts, "all "+what)
		default:
			parts = append(parts, fmt.Sprintf("%d of %d %s", n, all, what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, " and ") + " were scripts"
}

// addStages adds the comparisons of each round.
func (c *contest) addStages(x *Results) {
	for _, stage := range c.rules.Stages {
		p, planned := c.state.plans[stage.Name]
		if !planned {
			continue
		}
		if p.Note != "" {
			x.Notes = append(x.Notes, p.Note+".")
		}
		if stage.How == loebner.Interviews {
			means := c.interviewed(stage)
			for i, e := range x.Entries {
				if mean, ok := means[e.Name]; ok {
					x.Entries[i].Interview = &mean
				}
			}
		}
		for n := range p.Rounds {
			for _, note := range c.state.round(stage.Name, n+1).notes {
				if !slices.Contains(x.Interruptions, note) {
					x.Interruptions = append(x.Interruptions, note)
				}
			}
		}
		for t := range c.tables(stage) {
			x.Comparisons = append(x.Comparisons, t.comparison())
		}
	}
}

func (t *table) comparison() Comparison {
	b, voted := t.ballot()
	old, replaced := t.state.earlier[t.Judge]
	if b.Void != "" && b.empty() { // it says nothing but that the one before is void
		void := b.Void
		b = old
		b.Void = void
	}
	faults := t.state.faults[t.Judge]
	x := Comparison{Stage: t.stage.Name, Round: t.number, Judge: t.Judge, Entry: t.Entry,
		Confederate: t.Confederate, EntrySide: t.programSide(), Voted: voted && b.Void == "", Void: b.Void,
		VotedBy: b.By, Silent: slices.Contains(faults, fault{Who: t.nameOf(t.stage.Name, t.Entry), What: round.Silence}),
		Faults: texts(faults), Log: t.inside(logFile), Transcript: t.inside(transcriptFile)}
	if x.Voted && (replaced || b.Corrected || b.Note != "") {
		x.Corrected, x.Earlier = cmp.Or(b.Note, byJudge), t.words(old)
	}
	if x.Interview = t.stage.How == loebner.Interviews; x.Interview {
		x.Entry = t.nameOf(t.stage.Name, t.Entry) // the labels are those of the pairs
	}
	if !x.Voted && b.empty() {
		return x
	}
	x.given = true
	x.Judged = b.Is
	x.Confidence = b.Confidence
	x.Reason = b.Reason
	switch points := b.Left; questionOf(t.rules, t.stage) {
	case session.Points:
		if x.EntrySide == keylog.Right {
			points = session.AllPoints - points
		}
		x.EntryPoints, x.NamedEntry = &points, points >= float64(t.rules.Judging.Least)
	case session.Choice:
		x.NamedEntry = b.Human == x.EntrySide
	case session.Single:
		if points = session.AllPoints / 2; b.Confidence != nil && b.Is == session.Human {
			points += float64(*b.Confidence) / 2
		} else if b.Confidence != nil {
			points -= float64(*b.Confidence) / 2
		}
		if x.Interview { // half is the middle between surely a machine and surely a human
			x.EntryPoints = &points
		}
		x.NamedEntry = !x.Interview && t.Entry != "" && b.Is == session.Human
	}
	return x
}

// words says what a ballot was that another replaced.
func (t *table) words(b ballot) string {
	said := b.Is
	for _, s := range t.sides() {
		if b.Human == s.side {
			said = "for " + t.nameOf(t.stage.Name, s.label)
		}
	}
	if said == "" && !b.empty() {
		said = fmt.Sprintf("%g points for the left terminal", b.Left)
	}
	if b.Confidence != nil {
		said += fmt.Sprintf(", %d of 100 sure", *b.Confidence)
	}
	if b.Reason != "" {
		said += ", “" + b.Reason + "”"
	}
	return said
}

// texts writes faults for people, each one once.
func texts(list []fault) (out []string) {
	for _, f := range list {
		line := f.Who + ": " + round.Words(f.What)
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

// addScore scores the pairs.
func (c *contest) addScore(x *Results, stage loebner.Stage) error {
	ballots, ranks := x.ballots(stage), c.allRanks(stage)
	if len(ballots) == 0 {
		x.Notes = append(x.Notes, "There is no ballot, so nobody wins.")
		return nil
	}
	if absent := c.withoutRanks(stage); len(absent) > 0 && c.rules.Judging.Format != loebner.Ranks {
		ranks = nil
		x.Notes = append(x.Notes, "No ranks came from "+strings.Join(absent, ", ")+
			". A mean over the other judges would compare unequally, so ranks decide nothing.")
	}
	var m loebner.Matrix
	for t := range c.tables(stage) {
		if !t.skipped() {
			m = append(m, loebner.Triple{Judge: t.Judge, Entry: t.Entry, Confederate: t.Confederate})
		}
	}
	scoring := loebner.Scoring{Matrix: m, Ranks: ranks, Semifinal: make(map[string]float64)}
	for _, e := range x.Entries {
		if e.Label != "" && e.Interview != nil {
			scoring.Semifinal[e.Label] = *e.Interview
		}
	}
	score, err := loebner.Score(c.rules, ballots, scoring)
	if err != nil {
		return err
	}
	x.Score = score
	name := func(label string) string { return c.nameOf(stage.Name, label) }
	x.Winner = name(score.Winner)
	for _, label := range score.SilverEntries {
		x.Silver = append(x.Silver, name(label))
	}
	for _, p := range score.Places {
		if p.Prize > 0 || p.Medal != "" {
			x.Money = append(x.Money, Award{name(p.Entry), p.Place, p.Prize, p.Medal})
		}
	}
	x.Notes = append(x.Notes, score.Notes...)
	return nil
}

// writeLogs writes the logs of all rounds that are over, which say what was at which terminal.
func (c *contest) writeLogs() error {
	for _, stage := range c.rules.Stages {
		for t := range c.tables(stage) {
			unseated := t.skipped() && !exists(t.folder(blindFile))
			if !t.state.held || unseated || exists(t.folder(transcriptFile)) {
				continue
			}
			said, err := t.readLog()
			if err == nil {
				err = t.writeLog(said)
			}
			if err == nil { // this shows that both are there
				err = t.writeTranscript(said)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// resultsFile has the results for programs.
const resultsFile = "results.json"

// output is a file of results.
type output struct {
	name  string
	write func(io.Writer) error
}

// outputs returns the files that follow from the journal and from logs.
func (c *contest) outputs(x *Results) []output {
	list := []output{{resultsFile, func(w io.Writer) error { return files.WriteJSON(w, x) }},
		{"verdicts.csv", x.writeVerdicts},
		{"conversations.csv", func(w io.Writer) error { return c.writeConversations(w, x) }}}
	stage, paired := c.pairsStage()
	if !paired || stage.How != loebner.Pairs {
		return list
	}
	list = append(list, output{"ballots.csv", func(w io.Writer) error {
		return loebner.WriteBallots(w, c.rules, x.ballots(stage))
	}})
	if ranked(c.rules) {
		list = append(list, output{"ranks.csv", func(w io.Writer) error {
			return loebner.WriteRanks(w, c.allRanks(stage))
		}})
	}
	return list
}

// write writes the results, all or none.
func (c *contest) write(x *Results) error {
	list := append(c.outputs(x), output{"results.html", x.writePage})
	if !x.study() { // else nobody wins
		list = append(list, output{"certificate.html", func(w io.Writer) error { return pages["certificate"].Write(w, x) }})
	}
	var names []string
	for _, o := range list {
		names = append(names, o.name)
	}
	d, err := atomicdir.Create(c.dir, names...)
	if err != nil {
		return err
	}
	defer d.Abort()
	for _, o := range list {
		if err := d.Write(o.name, o.write); err != nil {
			return err
		}
	}
	return d.Commit()
}
