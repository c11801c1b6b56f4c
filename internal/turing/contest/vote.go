package contest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/scripted"
	"github.com/luna-rating/luna/internal/turing/session"
)

// votesFolder holds the organiser's votes in place of judges until they are in the journal.
const votesFolder = "votes"

// Values of By for a ballot that the judge did not give.
const (
	byOrganiser = "organiser"
	byRule      = "rule for missing ballots"
)

// Vote is a ballot that the organiser gives in place of a judge.
type Vote struct {
	Stage string `json:"stage"` // "" stands for the stage of pairs
	Round int    `json:"round"` // of the stage, from 1
	Judge string `json:"judge"` // J1, J2 …
	// Human is the terminal named, if judges name one. Left holds the points of the left terminal
	// out of 100, if judges divide points or question an entry alone; -1 stands for none.
	Human keylog.Side `json:"human,omitempty"`
	Left  float64     `json:"left"`
	// Is says whether the only witness is a human, if judges talk to one, and Confidence how sure the
	// judge is, from 0 to 100.
	Is         string `json:"is,omitempty"`
	Confidence int    `json:"confidence,omitempty"`
	// Reason says why a ballot that was given is corrected; "" if none was given.
	Reason string `json:"reason,omitempty"`
	// Own is set if judges correct a ballot of theirs.
	Own bool `json:"own,omitempty"`
	// Ranks, if not empty, ranks all that a judge met, the most human first, such as C2, E1. It
	// takes the place of a vote.
	Ranks []string `json:"ranks,omitempty"`
}

// Cast stores a vote for the contest of a folder. The process that holds the contest, or the next
// one, takes it up.
func Cast(dir string, v Vote) error {
	setup, err := readSetup(dir)
	if err != nil {
		return err
	}
	rules, err := readRules(dir, setup)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, journalFile)
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("%s: found no journal, expected a contest that has begun", dir)
	}
	defer f.Close()
	events, _, err := readJournal(f, path)
	if err != nil {
		return err
	}
	state, err := replay(path, events)
	if err != nil {
		return err
	}
	if v, err = state.checkVote(rules, v); err != nil {
		return err
	}
	if len(v.Ranks) > 0 {
		v.Round = 0
	}
	return v.store(dir)
}

// store keeps a vote for [contest.takeVotes].
func (v Vote) store(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, votesFolder), 0o777); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%d-%s.json", strings.ReplaceAll(v.Stage, string(filepath.Separator), "-"),
		v.Round, v.Judge)
	return atomicdir.WriteFile(filepath.Join(dir, votesFolder, name), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(v)
	})
}

// checkVote checks a vote, and fills in its stage.
func (s *state) checkVote(rules loebner.Rules, v Vote) (Vote, error) {
	if s.finished != nil {
		return v, fmt.Errorf("found a vote after the end of the contest, expected one before the " +
			"results")
	}
	if v.Stage == "" {
		for _, stage := range rules.Stages {
			if _, planned := s.plans[stage.Name]; planned {
				v.Stage = stage.Name
			}
		}
	}
	p, ok := s.plans[v.Stage]
	if !ok {
		return v, fmt.Errorf("found the stage %q, expected one whose rounds are planned", v.Stage)
	}
	if len(v.Ranks) > 0 {
		return v, s.checkRanks(rules, v)
	}
	if v.Round < 1 || v.Round > len(p.Rounds) {
		return v, fmt.Errorf("found round %d, expected 1 to %d", v.Round, len(p.Rounds))
	}
	i := slices.IndexFunc(p.Rounds[v.Round-1], func(p pair) bool { return p.Judge == v.Judge })
	if i < 0 {
		return v, fmt.Errorf("found judge %q, expected one who sits in round %d: %s", v.Judge,
			v.Round, judgesOf(p.Rounds[v.Round-1]))
	}
	r := s.round(v.Stage, v.Round)
	switch old, voted := r.ballots[v.Judge]; {
	case !r.held:
		return v, fmt.Errorf("found a vote for round %d, which is not over, expected one of a "+
			"round "+
			"whose conversations are", v.Round)
	case v.Own && (!voted || old.By != ""):
		return v, fmt.Errorf("found no ballot that %s gave in round %d, expected one to correct", v.Judge, v.Round)
	case voted && v.Reason == "" && !v.Own:
		return v, fmt.Errorf("%s has voted in round %d already; a reason (--reason) corrects the ballot",
			v.Judge, v.Round)
	case voted && s.used(rules, v.Stage):
		return v, fmt.Errorf("found a correction after the next stage has begun, expected one before it: the " +
			"ballots have chosen who is in it")
	}
	q := questionOf(rules, s.how(rules, v.Stage))
	for kind, has := range map[session.Question]bool{session.Choice: v.Human != "", session.Points: v.Left >= 0,
		session.Single: v.Is != ""} {
		if has != (kind == q) {
			return v, fmt.Errorf("expected %s by these rules", voteFlags[q])
		}
	}
	if v.Left != math.Trunc(v.Left) {
		return v, fmt.Errorf("found %v points, expected a whole number from 0 to 100", v.Left)
	}
	return v, q.Check(session.Verdict{Left: int(v.Left), Right: session.AllPoints - int(v.Left), Human: v.Human,
		Is: v.Is, Confidence: v.Confidence})
}

// voteFlags are the flags with which the organiser answers the questions to judges.
var voteFlags = map[session.Question]string{
	session.Choice: "--human left or --human right",
	session.Points: "--points with 0 to 100 for the left terminal",
	session.Single: "--witness human or --witness machine",
}

// questionOf returns the question to judges after a round.
func questionOf(rules loebner.Rules, how string) session.Question {
	switch {
	case how != loebner.Pairs:
		return session.Single
	case rules.Judging.Format == loebner.Points:
		return session.Points
	}
	return session.Choice
}

// how returns how a stage is held.
func (s *state) how(rules loebner.Rules, stage string) string {
	i := slices.IndexFunc(rules.Stages, func(x loebner.Stage) bool { return x.Name == stage })
	return rules.Stages[i].How
}

// used reports whether the ballots of a stage have chosen the entries of the next one.
func (s *state) used(rules loebner.Rules, stage string) bool {
	i := slices.IndexFunc(rules.Stages, func(x loebner.Stage) bool { return x.Name == stage })
	return slices.ContainsFunc(rules.Stages[i+1:], func(x loebner.Stage) bool {
		_, planned := s.plans[x.Name]
		return planned
	})
}

// checkRanks checks the ranks that the organiser gives in place of a judge.
func (s *state) checkRanks(rules loebner.Rules, v Vote) error {
	met := s.plans[v.Stage].met(v.Judge)
	switch {
	case !ranked(rules):
		return fmt.Errorf("found ranks, expected none by these rules")
	case len(met) == 0:
		return fmt.Errorf("found judge %q, expected one who has met somebody", v.Judge)
	case s.ranks[v.Judge] != nil && v.Reason == "":
		return fmt.Errorf("%s has ranked everybody already; a reason (--reason) corrects the ranks", v.Judge)
	}
	got := slices.Sorted(slices.Values(v.Ranks))
	if !slices.Equal(got, slices.Sorted(slices.Values(met))) {
		return fmt.Errorf("found ranks of %s, expected each of %s once, the most human first",
			strings.Join(v.Ranks, ", "), strings.Join(met, ", "))
	}
	return nil
}

func judgesOf(pairs []pair) string {
	var list []string
	for _, p := range pairs {
		list = append(list, p.Judge)
	}
	return strings.Join(list, ", ")
}

// takeVotes takes up the organiser's votes. Votes that do not fit are reported and dropped.
func (c *contest) takeVotes() error {
	folder := filepath.Join(c.dir, votesFolder)
	entries, err := os.ReadDir(folder)
	if os.IsNotExist(err) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".json") || strings.HasPrefix(e.Name(), ".") {
			continue
		}
		path := filepath.Join(folder, e.Name())
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var v Vote
		if err := json.Unmarshal(data, &v); err != nil {
			c.sayf("%s: found no vote: %v", path, err)
			continue
		}
		if v, err = c.state.checkVote(c.rules, v); err != nil {
			c.sayf("%s: %v", path, err)
		} else if len(v.Ranks) > 0 {
			ranks := make(map[string]int)
			for i, label := range v.Ranks {
				ranks[label] = i + 1
			}
			if err := c.record(event{Kind: eventRanks, Judge: v.Judge, Ranks: ranks, Note: v.Reason}); err != nil {
				return err
			}
		} else if err := c.record(event{Kind: eventBallot, Stage: v.Stage, Round: v.Round,
			Judge: v.Judge, Ballot: v.ballot(c.state.round(v.Stage, v.Round).ballots[v.Judge])}); err != nil {
			return err
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

// ballot returns the ballot of a vote, and how it came about. How sure the judge was of an earlier one,
// and why, stays.
func (v Vote) ballot(old ballot) *ballot {
	b := &ballot{Confidence: old.Confidence, Reason: old.Reason, Human: v.Human,
		Is: v.Is, Left: max(v.Left, 0), By: byOrganiser, Note: v.Reason}
	if v.Is != "" && (b.Confidence == nil || v.Confidence > 0) {
		b.Confidence = &v.Confidence
	}
	if v.Own {
		b.By, b.Note = "", byJudge
	}
	return b
}

// byJudge is the note of a ballot that the judge corrected.
const byJudge = "the judge corrected it"

// votePoll is the interval at which the organiser's votes are looked for.
const votePoll = 200 * time.Millisecond

// vote collects the ballots of a round until all are there, or the break is over.
func (r *round) vote(ctx context.Context) error {
	clock := session.NewClock(r.real(r.breakTime()))
	r.enter(voting, clock)
	for _, t := range r.tables {
		if rule := t.judge.rule(); rule != "" {
			if err := t.voteByScript(rule); err != nil {
				return err
			}
		}
	}
	for {
		missing, err := r.takeBallots()
		if err != nil {
			return err
		}
		left := clock.Left()
		if !clock.State().Paused && missing == 0 && r.early() || left <= 0 {
			return nil
		}
		wait := min(left, votePoll)
		if missing == 0 {
			wait = left
		}
		if _, err := r.await(ctx, nil, wait); err != nil {
			return err
		}
	}
}

// voteByScript gives the ballot of a scripted judge.
func (t *table) voteByScript(rule string) error {
	if _, voted := t.state.ballots[t.Judge]; voted {
		return nil
	}
	said, err := t.readLog()
	if err != nil {
		return err
	}
	seed := t.seedOf("verdict "+t.Judge+" "+t.stage.Name, t.number)
	scores := scripted.Scores(rule, said, seed)
	if scores == nil {
		return nil
	}
	if t.stage.How != loebner.Pairs { // an entity is compared with one that is as much human as program
		scores = map[keylog.Side]float64{keylog.Left: scores[keylog.Left], keylog.Right: scripted.Threshold(rule)}
	}
	left := scripted.Points(scores)
	b, ask, sure := ballot{}, t.details(), 2*max(left-50, 50-left)
	if ask.Confidence {
		b.Confidence = &sure
	}
	if ask.Reason {
		b.Reason = "by the rule " + rule
	}
	switch human := left > 50; {
	case t.stage.How == loebner.Pairs:
		b.Scores, b.Left, b.Human = scores, float64(left), keylog.Right
		if human {
			b.Human = keylog.Left
		}
	case human:
		b.Is = session.Human
	default:
		b.Is = session.Machine
	}
	return t.cast(b)
}

// cast records a ballot.
func (t *table) cast(b ballot) error {
	return t.record(event{Kind: eventBallot, Stage: t.stage.Name, Round: t.number, Judge: t.Judge,
		Ballot: &b})
}

// takeBallots takes up the votes of human judges and of the organiser, writes the logs of the
// judges who have voted, and returns how many ballots are missing.
func (r *round) takeBallots() (missing int, err error) {
	if err := r.takeVotes(); err != nil {
		return 0, err
	}
	for _, t := range r.tables {
		if _, voted := r.state.ballots[t.Judge]; !voted && t.judge.By == Person {
			if b, ok := t.ballotOfPerson(); ok {
				if err := t.cast(b); err != nil {
					return 0, err
				}
			}
		}
		if _, voted := r.state.ballots[t.Judge]; !voted {
			missing++
		}
	}
	return missing, nil
}

// ballotOfPerson returns the ballot that a person gave at their terminal.
func (t *table) ballotOfPerson() (ballot, bool) {
	v, ok := t.session.Verdict()
	if !ok {
		return ballot{}, false
	}
	b := ballot{Human: v.Human, Is: v.Is, Reason: v.Reason}
	if t.details().Confidence {
		b.Confidence = &v.Confidence
	}
	if t.question() == session.Points {
		b.Left = float64(v.Left)
	}
	return b, true
}

// requireBallots deals with the missing ballots of a stage as set in the setup.
func (c *contest) requireBallots(stage loebner.Stage) error {
	if err := c.takeVotes(); err != nil {
		return err
	}
	var missing []string
	for i, pairs := range c.state.plans[stage.Name].Rounds {
		s := c.state.round(stage.Name, i+1)
		for _, p := range pairs {
			if _, voted := s.ballots[p.Judge]; voted {
				continue
			}
			switch c.setup.Missing {
			case MissingWait:
				missing = append(missing, fmt.Sprintf("%s in round %d", p.Judge, i+1))
			case MissingHuman:
				r := &round{contest: c, stage: stage, number: i + 1, state: s}
				b := ballot{Human: keylog.Left, Left: 100, By: byRule}
				switch {
				case stage.How == loebner.Interviews:
					continue
				case stage.How == loebner.Witnesses:
					b = ballot{Is: p.truth(), By: byRule}
				case r.programSide(p) == keylog.Left:
					b.Human, b.Left = keylog.Right, 0
				}
				if err := c.record(event{Kind: eventBallot, Stage: stage.Name, Round: i + 1,
					Judge: p.Judge, Ballot: &b}); err != nil {
					return err
				}
			}
		}
	}
	if c.setup.Missing == MissingWait && stage.How == loebner.Pairs {
		for _, judge := range c.withoutRanks(stage) {
			missing = append(missing, judge+" (ranks)")
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return &fileerr.Error{File: c.dir, Msg: fmt.Sprintf("%s, %s: found no ballot of %s; give the "+
		"judges' votes by 'turing loebner vote', or set missing = %q or %q in %s, and run again",
		stage.Name, fileerr.Count(len(missing), "missing vote"), strings.Join(missing, ", "),
		MissingHuman, MissingVoid, SetupFile)}
}
