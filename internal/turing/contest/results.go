package contest

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/jsonfile"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/session"
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
	if err := c.writeRecords(x); err != nil {
		return nil, err
	}
	if err := c.writeTables(x); err != nil {
		return nil, err
	}
	if x.Breaches, err = c.breaches(x); err != nil {
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
		Rates: []loebner.Rate{}, rules: c.rules,
	}
	c.addParticipants(x)
	x.Notes = append(x.Notes, c.state.trialNotes()...)
	c.addStages(x)
	x.Notes = append(x.Notes, a.Notes...)
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
	x.Entries, x.Judges, x.Confederates = []EntryResult{}, []Participant{}, []Participant{}
	stage, paired := c.pairsStage()
	for i, e := range c.setup.Entries {
		r := EntryResult{Name: e.Name, Author: e.Author, By: e.By}
		for _, v := range c.state.admitted {
			if v.Entry == e.Name {
				r.Admitted, r.Reason = v.OK, v.Reason
			}
		}
		if s, ok := c.state.screened[e.Name]; ok {
			r.Screening, r.ScreeningOf = &s.Points, &s.Of
			if points, of, err := c.overruled(i); err == nil {
				r.Screening, r.ScreeningOf = &points, &of
			}
			r.Faults = texts(s.Faults)
		}
		if paired {
			if n := slices.Index(c.state.plans[stage.Name].Finalists, e.Name); n >= 0 {
				r.Label = fmt.Sprint("E", n+1)
			}
		}
		x.Entries = append(x.Entries, r)
	}
	for i, j := range c.setup.Judges {
		x.Judges = append(x.Judges, Participant{fmt.Sprint("J", i+1), j.Name, script(j.By)})
	}
	for i, p := range c.setup.Confederates {
		x.Confederates = append(x.Confederates,
			Participant{fmt.Sprint("C", i+1), p.Name, script(p.By)})
	}
}

func script(by string) string {
	if by == Person {
		return ""
	}
	return by
}

// synthetic says in words which parts were played by scripts.
func (s *setup) synthetic() string {
	var parts []string
	judges, confederates := 0, 0
	for _, j := range s.Judges {
		if j.By != Person {
			judges++
		}
	}
	for _, c := range s.Confederates {
		if c.By != Person {
			confederates++
		}
	}
	for _, p := range []struct {
		n, of int
		what  string
	}{{judges, len(s.Judges), "judges"}, {confederates, len(s.Confederates), "confederates"}} {
		switch {
		case p.n == p.of && p.n > 0:
			parts = append(parts, "all "+p.what)
		case p.n > 0:
			parts = append(parts, fmt.Sprintf("%d of %d %s", p.n, p.of, p.what))
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
			for name, mean := range c.interviewed(stage) {
				for i := range x.Entries {
					if x.Entries[i].Name == name {
						x.Entries[i].Interview = &mean
					}
				}
			}
		}
		for i, pairs := range p.Rounds {
			s := c.state.round(stage.Name, i+1)
			x.Interruptions = append(x.Interruptions, s.notes...)
			r := &round{contest: c, stage: stage, number: i + 1, state: s}
			for _, p := range pairs {
				x.Comparisons = append(x.Comparisons, r.comparison(p))
			}
		}
	}
}

func (r *round) comparison(p pair) Comparison {
	program := r.programSide(p)
	b, voted := r.state.ballots[p.Judge]
	inFolder := func(name string) string {
		rel, err := filepath.Rel(r.dir, r.folder(r.stage, r.number, p.Judge, name))
		if err != nil {
			return name
		}
		return filepath.ToSlash(rel)
	}
	x := Comparison{
		Stage: r.stage.Name, Round: r.number, Judge: p.Judge, Entry: p.Entry,
		Confederate: p.Confederate, EntrySide: program, Voted: voted, VotedBy: b.By, Corrected: b.Note,
		Faults: texts(r.state.faults[p.Judge]), Log: inFolder(logFile),
		Transcript: inFolder(transcriptFile),
	}
	if x.Interview = r.stage.How == loebner.Interviews; x.Interview {
		x.Entry = r.nameOf(r.stage.Name, p.Entry) // the labels are those of the pairs
	}
	if !voted {
		return x
	}
	x.Judged, x.Confidence, x.Reason = b.Is, b.Confidence, b.Reason
	points := b.of(program)
	if x.Interview {
		points = b.points()
	}
	if x.Interview || r.rules.Judging.Format == loebner.Points {
		x.EntryPoints = &points
	}
	switch r.stage.How {
	case loebner.Witnesses:
		x.NamedEntry = p.Entry != "" && b.Is == session.Human
	case loebner.Pairs:
		x.NamedEntry = r.namesEntry(b, program)
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
	ballots, ranks := c.ballots(stage)
	if len(ballots) == 0 {
		x.Notes = append(x.Notes, "There is no ballot, so nobody wins.")
		return nil
	}
	if absent := c.withoutRanks(stage); len(absent) > 0 && c.rules.Judging.Format != loebner.Ranks {
		ranks = nil
		x.Notes = append(x.Notes, "No ranks came from "+strings.Join(absent, ", ")+
			". A mean over the other judges would compare unequally, so ranks decide nothing.")
	}
	m := c.matrix(stage)
	scoring := loebner.Scoring{Matrix: &m, Ranks: ranks, Semifinal: c.semifinal(x)}
	score, err := loebner.Score(c.rules, ballots, scoring)
	if err != nil {
		return err
	}
	x.Score = score
	name := func(label string) string { return c.nameOf(stage.Name, label) }
	if score.Winner != "" {
		x.Winner = name(score.Winner)
	}
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

// matrix returns who meets whom in a stage of pairs.
func (c *contest) matrix(stage loebner.Stage) loebner.Matrix {
	p := c.state.plans[stage.Name]
	var m loebner.Matrix
	for i := range p.Finalists {
		m.Entries = append(m.Entries, fmt.Sprint("E", i+1))
	}
	for i := range c.setup.Judges {
		m.Judges = append(m.Judges, fmt.Sprint("J", i+1))
		m.Cells = append(m.Cells, make([]string, len(m.Entries)))
	}
	for _, pairs := range p.Rounds {
		for _, x := range pairs {
			m.Cells[number(x.Judge)-1][number(x.Entry)-1] = x.Confederate
		}
	}
	return m
}

// semifinal returns the scores of the stage before the pairs by label, nil if there was none.
func (c *contest) semifinal(x *Results) map[string]float64 {
	scores := make(map[string]float64)
	for _, e := range x.Entries {
		if e.Label != "" && e.Interview != nil {
			scores[e.Label] = *e.Interview
		}
	}
	if len(scores) == 0 {
		return nil
	}
	return scores
}

// writeRecords writes the ballots, the ranks, the logs and the transcripts.
func (c *contest) writeRecords(x *Results) error {
	if err := c.writeLogs(); err != nil {
		return err
	}
	stage, paired := c.pairsStage()
	if !paired || stage.How == loebner.Witnesses {
		return nil
	}
	ballots, ranks := c.ballots(stage)
	if err := atomicdir.WriteFile(filepath.Join(c.dir, "ballots.csv"), func(w io.Writer) error {
		return loebner.WriteBallots(w, c.rules, ballots)
	}); err != nil {
		return err
	}
	if !ranked(c.rules) {
		return nil
	}
	return atomicdir.WriteFile(filepath.Join(c.dir, "ranks.csv"), func(w io.Writer) error {
		return loebner.WriteRanks(w, ranks)
	})
}

// writeLogs writes the logs of all rounds that are over, which say what was at which terminal.
func (c *contest) writeLogs() error {
	for _, stage := range c.rules.Stages {
		for t := range c.placesIn(stage) {
			if exists(t.folder(transcriptFile)) || !t.state.held {
				continue
			}
			if err := c.writeLog(t, t.programSide(t.pair)); err != nil {
				return err
			}
			if err := c.writeTranscript(t); err != nil {
				return err
			}
		}
	}
	return nil
}

// overruled returns the points of an entry in the screening, including the organiser's corrections.
func (c *contest) overruled(i int) (points, of float64, err error) {
	q, err := c.questionnaire(loebner.Stage{})
	if err != nil {
		return 0, 0, err
	}
	sheet, err := c.readSheet(c.setup.Entries[i].Name, q)
	if err != nil {
		return 0, 0, err
	}
	points, of = sheet.Points()
	return points, of, nil
}

// write writes the results, all or none.
func (c *contest) write(x *Results) error {
	names := []string{"results.html", "results.json", "certificate.html"}
	if x.study() {
		names = names[:2] // nobody wins
	}
	d, err := atomicdir.Create(c.dir, names...)
	if err != nil {
		return err
	}
	defer d.Abort()
	for i, write := range []func(io.Writer) error{
		x.writePage, func(w io.Writer) error { return jsonfile.Write(w, x) },
		x.writeCertificatePage,
	}[:len(names)] {
		if err := d.Write(names[i], write); err != nil {
			return err
		}
	}
	return d.Commit()
}
