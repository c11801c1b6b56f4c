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
	"github.com/luna-rating/luna/cmd/turing/internal/screening"
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
	// Rates say how often entries and confederates were taken for a human.
	Rates []loebner.Rate `json:"rates"`
	// Breaches are the first utterances that break the rule of a restricted contest, such as 2004.
	Breaches []Breach `json:"breaches"`
	// Notes say what the rules leave open and what went wrong; Interruptions are the rounds held
	// again.
	Notes         []string `json:"notes"`
	Interruptions []string `json:"interruptions"`

	rules loebner.Rules
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
}

// person reports whether it is a person.
func (p Participant) person() bool { return p.Script == "" }

// participants returns the judges and the confederates.
func (s *setup) participants() (judges, confederates []Participant) {
	judges, confederates = []Participant{}, []Participant{}
	script := func(by string) string {
		if by == Person {
			return ""
		}
		return by
	}
	for i, j := range s.Judges {
		judges = append(judges, Participant{fmt.Sprint("J", i+1), j.Name, script(j.By)})
	}
	for i, c := range s.Confederates {
		confederates = append(confederates, Participant{fmt.Sprint("C", i+1), c.Name, script(c.By)})
	}
	return judges, confederates
}

// everybody returns the judges, then the confederates.
func (s *setup) everybody() []Participant { return slices.Concat(s.participants()) }

// persons lists the labels of the judges and confederates who are persons.
func (s *setup) persons() (labels []string) {
	for _, x := range s.everybody() {
		if x.person() {
			labels = append(labels, x.Label)
		}
	}
	return labels
}

// Comparison is a judge's comparison in a round.
type Comparison struct {
	Stage       string      `json:"stage"` // of the rules
	Round       int         `json:"round"`
	Judge       string      `json:"judge"`
	Entry       string      `json:"entry"` // its label, or its name if there is no confederate
	Confederate string      `json:"confederate,omitempty"`
	EntrySide   keylog.Side `json:"entry_side"`             // the terminal of the entry
	Voted       bool        `json:"voted"`                  // whether there is a ballot
	VotedBy     string      `json:"voted_by,omitempty"`     // empty if it was the judge
	Corrected   string      `json:"corrected,omitempty"`    // why another ballot was replaced
	Void        string      `json:"void,omitempty"`         // why the ballot counts nowhere
	NamedEntry  bool        `json:"named_entry"`            // as the human or the more human one
	EntryPoints *float64    `json:"entry_points,omitempty"` // of 100, where judges divide points
	Interview   bool        `json:"interview,omitempty"`    // the entry was questioned alone, for points
	Judged      string      `json:"judged,omitempty"`       // "human" or "machine", in a test with two parties
	Confidence  *int        `json:"confidence,omitempty"`   // of the judge, from 0 to 100
	Reason      string      `json:"reason,omitempty"`       // in the judge's words
	Faults      []string    `json:"faults,omitempty"`       // what went wrong, in sentences
	Log         string      `json:"log"`                    // relative to the folder of the contest
	Transcript  string      `json:"transcript"`             // likewise
}

// held is the outcome of a contest with rounds.
const held = "held"

// finish scores the contest and writes its results, once.
func (c *contest) finish(a loebner.Admission) (*Results, error) {
	x, err := c.results(a)
	if err != nil {
		return nil, err
	}
	if err := c.writeLogs(); err != nil {
		return nil, err
	}
	if err := c.addBreaches(x); err != nil {
		return nil, err
	}
	if c.state.finished == nil {
		if err := c.record(event{Kind: eventFinished}); err != nil {
			return nil, err
		}
	}
	x.Ended = c.state.finished.Time
	return x, c.write(x)
}

// results gathers the results.
func (c *contest) results(a loebner.Admission) (*Results, error) {
	x := &Results{
		Name: c.setup.Name, Rules: c.rules.Name, Title: c.rules.Title, Began: c.state.begun.Time,
		Outcome: cmp.Or(a.Outcome, held), Synthetic: c.setup.synthetic(), Silver: []string{},
		Notes: []string{}, Interruptions: []string{}, Money: []Award{}, Comparisons: []Comparison{},
		Rates: []loebner.Rate{}, Breaches: []Breach{}, rules: c.rules,
	}
	c.addParticipants(x)
	for _, t := range c.state.trials {
		if !t.OK() {
			x.Notes = append(x.Notes, "Before the contest, "+t.line()+".")
		}
	}
	c.addStages(x)
	x.Notes = slices.Concat(x.Notes, a.Notes, c.state.notes)
	stage, paired := c.pairsStage()
	switch {
	case a.Winner != "":
		x.Outcome, x.Winner = loebner.Wins, a.Winner
		x.Money = append(x.Money, Award{a.Winner, 1, float64(a.Prize), a.Medal})
		x.Notes = append(x.Notes, "It was the only compliant entry, so no rounds were held.")
	case paired:
		x.Rates = loebner.Rates(x.verdicts())
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

func (c *contest) addParticipants(x *Results) {
	x.Entries = []EntryResult{}
	x.Judges, x.Confederates = c.setup.participants()
	stage, _ := c.pairsStage()
	var q *screening.Questionnaire
	if len(c.state.screened) > 0 {
		q, _ = c.questionnaire(loebner.Stage{}) // without it, the points are those that were proposed
	}
	for _, e := range c.setup.Entries {
		r := EntryResult{Name: e.Name, Author: e.Author, By: e.By}
		for _, v := range c.state.admitted {
			if v.Entry == e.Name {
				r.Admitted, r.Reason = v.OK, v.Reason
			}
		}
		if s, ok := c.state.screened[e.Name]; ok {
			r.Screening, r.ScreeningOf = &s.Points, &s.Of
			if q != nil {
				if points, of, err := c.marked(e.Name, q); err == nil {
					r.Screening, r.ScreeningOf = &points, &of
				}
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
			x.Interruptions = append(x.Interruptions, c.state.round(stage.Name, n+1).notes...)
		}
		for t := range c.tables(stage) {
			x.Comparisons = append(x.Comparisons, t.comparison())
		}
	}
}

func (t *table) comparison() Comparison {
	b, voted := t.ballot()
	x := Comparison{Stage: t.stage.Name, Round: t.number, Judge: t.Judge, Entry: t.Entry,
		Confederate: t.Confederate, EntrySide: t.programSide(), Voted: voted && b.Void == "", VotedBy: b.By,
		Corrected: b.Note, Void: b.Void, Faults: texts(t.state.faults[t.Judge]),
		Log: t.inside(logFile), Transcript: t.inside(transcriptFile)}
	if x.Interview = t.stage.How == loebner.Interviews; x.Interview {
		x.Entry = t.nameOf(t.stage.Name, t.Entry) // the labels are those of the pairs
	}
	if !x.Voted {
		return x
	}
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

func texts(list []fault) []string {
	var out []string
	for _, f := range list {
		out = append(out, f.Who+": "+f.What)
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
	m := loebner.NewMatrix(len(c.setup.Judges), len(c.state.plans[stage.Name].Finalists))
	for t := range c.tables(stage) {
		if !t.skipped() {
			m.Cells[number(t.Judge)-1][number(t.Entry)-1] = t.Confederate
		}
	}
	scoring := loebner.Scoring{Matrix: &m, Ranks: ranks, Semifinal: make(map[string]float64)}
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

// write writes the results, all or none.
func (c *contest) write(x *Results) error {
	paths := []string{"results.html", "results.json", "verdicts.csv", "conversations.csv"}
	writes := []func(io.Writer) error{x.writePage, func(w io.Writer) error { return files.WriteJSON(w, x) },
		x.writeVerdicts, func(w io.Writer) error { return c.writeConversations(w, x) }}
	add := func(name string, write func(io.Writer) error) {
		paths, writes = append(paths, name), append(writes, write)
	}
	if stage, paired := c.pairsStage(); paired && stage.How == loebner.Pairs {
		add("ballots.csv", func(w io.Writer) error { return loebner.WriteBallots(w, c.rules, x.ballots(stage)) })
		if ranked(c.rules) {
			add("ranks.csv", func(w io.Writer) error { return loebner.WriteRanks(w, c.allRanks(stage)) })
		}
	}
	if !x.study() { // else nobody wins
		add("certificate.html", x.writeCertificatePage)
	}
	d, err := atomicdir.Create(c.dir, paths...)
	if err != nil {
		return err
	}
	defer d.Abort()
	for i, write := range writes {
		if err := d.Write(paths[i], write); err != nil {
			return err
		}
	}
	return d.Commit()
}
