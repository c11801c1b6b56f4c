package contest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
)

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
