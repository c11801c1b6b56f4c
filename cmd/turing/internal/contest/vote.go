package contest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
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
	// Is says whether the only witness is a human, if judges talk to one.
	Is string `json:"is,omitempty"`
	// Confidence is how sure the judge is, from 0 to 100; nil if that is not known.
	Confidence *int `json:"confidence,omitempty"`
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
	c, err := prepare(dir, Options{})
	if err != nil {
		return err
	}
	path := filepath.Join(dir, journalFile)
	c.state, err = files.With(path, "a journal", func(in io.Reader, path string) (*state, error) {
		s, _, err := readJournal(in, path)
		return s, err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found no journal, expected a contest that has begun", dir)
	}
	if err != nil {
		return err
	}
	if v, err = c.checkVote(v); err != nil {
		return err
	}
	return v.store(dir)
}

// store keeps a vote for [contest.takeVotes]. One of the organiser does not take the place of one
// of the judge, which comes before it in the order of names.
func (v Vote) store(dir string) error {
	if err := os.MkdirAll(filepath.Join(dir, votesFolder), 0o700); err != nil {
		return err
	}
	stage := strings.ReplaceAll(v.Stage, string(filepath.Separator), "-")
	name := fmt.Sprintf("%s-%d-%s", stage, v.Round, v.Judge)
	if v.Own {
		name += "-judge"
	}
	return atomicdir.WriteFile(filepath.Join(dir, votesFolder, name+".json"), func(w io.Writer) error {
		return json.NewEncoder(w).Encode(v)
	})
}

// checkVote checks a vote, and fills in its stage.
func (c *contest) checkVote(v Vote) (Vote, error) {
	if c.state.finished != nil {
		return v, errors.New("found a vote after the end of the contest, expected one before the results")
	}
	if v.Stage == "" {
		for _, stage := range c.rules.Stages {
			if _, planned := c.state.plans[stage.Name]; planned {
				v.Stage = stage.Name
			}
		}
	}
	stage, _ := c.stage(v.Stage)
	p, planned := c.state.plans[stage.Name]
	if !planned {
		return v, fmt.Errorf("found the stage %q, expected one whose rounds are planned", v.Stage)
	}
	if len(v.Ranks) > 0 {
		v.Round = 0
		return v, c.checkRanks(p, v)
	}
	if v.Round < 1 || v.Round > len(p.Rounds) {
		return v, fmt.Errorf("found round %d, expected 1 to %d", v.Round, len(p.Rounds))
	}
	var judges []string
	for _, p := range p.Rounds[v.Round-1] {
		judges = append(judges, p.Judge)
	}
	r, q := c.state.round(v.Stage, v.Round), questionOf(c.rules, stage)
	old, voted := r.ballots[v.Judge]
	switch {
	case !slices.Contains(judges, v.Judge):
		return v, fmt.Errorf("found judge %q, expected one who sits in round %d: %s", v.Judge, v.Round,
			strings.Join(judges, ", "))
	case !r.held:
		return v, fmt.Errorf("found a vote for round %d, which is not over, expected one of a round whose "+
			"conversations are", v.Round)
	case v.Own && (!voted || old.By != ""):
		return v, fmt.Errorf("found no ballot that %s gave in round %d, expected one to correct", v.Judge, v.Round)
	case voted && v.Reason == "" && !v.Own:
		return v, fmt.Errorf("%s has voted in round %d already; a reason (--reason) corrects the ballot",
			v.Judge, v.Round)
	case voted && c.used(stage):
		return v, errors.New("found a correction after the next stage has begun, expected one before it: the " +
			"ballots have chosen who is in it")
	case v.Confidence != nil && !c.details(stage).Confidence:
		return v, errors.New("found a confidence, expected none by these rules")
	case v.Confidence == nil && stage.How == loebner.Interviews && !v.Own:
		return v, errors.New("found no confidence (--confidence), expected one: points follow from it")
	case v.Left != math.Trunc(v.Left):
		return v, fmt.Errorf("found %v points, expected a whole number from 0 to 100", v.Left)
	case v.Human != "" != (q == session.Choice), v.Left >= 0 != (q == session.Points),
		v.Is != "" != (q == session.Single):
		return v, fmt.Errorf("expected %s by these rules", voteFlags[q])
	}
	return v, q.Check(v.verdict())
}

// verdict returns a vote as a judge gives it.
func (v Vote) verdict() session.Verdict {
	x := session.Verdict{Left: int(v.Left), Right: session.AllPoints - int(v.Left), Human: v.Human, Is: v.Is}
	if v.Confidence != nil {
		x.Confidence = *v.Confidence
	}
	return x
}

// voteFlags are the flags with which the organiser answers the questions to judges.
var voteFlags = map[session.Question]string{
	session.Choice: "--human left or --human right",
	session.Points: "--points with 0 to 100 for the left terminal",
	session.Single: "--witness human or --witness machine",
}

// questionOf returns the question to judges after a round.
func questionOf(rules loebner.Rules, stage loebner.Stage) session.Question {
	switch {
	case stage.How != loebner.Pairs:
		return session.Single
	case rules.Judging.Format == loebner.Points:
		return session.Points
	}
	return session.Choice
}

// used reports whether the ballots of a stage have chosen the entries of the next one.
func (c *contest) used(stage loebner.Stage) bool {
	i := slices.IndexFunc(c.rules.Stages, func(x loebner.Stage) bool { return x.Name == stage.Name })
	return slices.ContainsFunc(c.rules.Stages[i+1:], func(x loebner.Stage) bool {
		_, planned := c.state.plans[x.Name]
		return planned
	})
}

// checkRanks checks the ranks that the organiser gives in place of a judge.
func (c *contest) checkRanks(p plan, v Vote) error {
	if !ranked(c.rules) {
		return errors.New("found ranks, expected none by these rules")
	}
	met := p.met(v.Judge)
	switch {
	case len(met) == 0:
		return fmt.Errorf("found judge %q, expected one who has met somebody", v.Judge)
	case c.state.ranks[v.Judge] != nil && v.Reason == "":
		return fmt.Errorf("%s has ranked everybody already; a reason (--reason) corrects the ranks", v.Judge)
	}
	got := slices.Sorted(slices.Values(v.Ranks))
	if !slices.Equal(got, slices.Sorted(slices.Values(met))) {
		return fmt.Errorf("found ranks of %s, expected each of %s once, the most human first",
			strings.Join(v.Ranks, ", "), strings.Join(met, ", "))
	}
	return nil
}

// takeVotes takes up the organiser's votes. Votes that do not fit are reported and dropped.
func (c *contest) takeVotes() error {
	folder := filepath.Join(c.dir, votesFolder)
	entries, err := os.ReadDir(folder)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	for _, e := range entries {
		path := filepath.Join(folder, e.Name())
		if filepath.Ext(path) != ".json" {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		var v Vote
		if err := json.Unmarshal(data, &v); err != nil {
			c.sayf("%s: found no vote: %v", path, err)
			continue
		}
		if v, err = c.checkVote(v); err != nil {
			c.sayf("%s: %v", path, err)
		} else if err := c.record(c.eventOf(v)); err != nil {
			return err
		}
		if err := os.Remove(path); err != nil {
			return err
		}
	}
	return nil
}

// eventOf returns the event of a vote.
func (c *contest) eventOf(v Vote) event {
	if len(v.Ranks) == 0 {
		return event{Kind: eventBallot, Stage: v.Stage, Round: v.Round, Judge: v.Judge,
			Ballot: v.ballot(c.state.round(v.Stage, v.Round).ballots[v.Judge])}
	}
	note := fmt.Sprintf("The organiser gave the ranks of %s", c.nameOf("", v.Judge))
	if v.Reason != "" {
		note += ": " + v.Reason
	}
	return event{Kind: eventRanks, Judge: v.Judge, Ranks: ranksOf(v.Ranks), Note: note + "."}
}

// ranksOf returns the ranks of participants in a list, the first one's being 1.
func ranksOf(list []string) map[string]int {
	ranks := make(map[string]int)
	for i, label := range list {
		ranks[label] = i + 1
	}
	return ranks
}

// ballot returns the ballot of a vote, and how it came about. How sure the judge was of an earlier
// one, and why, stays if that says the same.
func (v Vote) ballot(old ballot) *ballot {
	b := &ballot{Confidence: v.Confidence, Human: v.Human, Is: v.Is, Left: max(v.Left, 0), By: byOrganiser,
		Note: v.Reason}
	if b.Human == old.Human && b.Is == old.Is && b.Left == old.Left {
		b.Confidence, b.Reason = cmp.Or(v.Confidence, old.Confidence), old.Reason
	}
	if v.Own {
		b.By = ""
		b.Note = byJudge
		b.Confidence = old.Confidence
	}
	return b
}

// byJudge is the note of a ballot that the judge corrected.
const byJudge = "the judge corrected it"

// votePoll is the interval at which the organiser's votes are looked for.
const votePoll = 200 * time.Millisecond

// vote collects the ballots of a round until all are there, or the break is over.
func (r *round) vote(ctx context.Context) error {
	for _, t := range r.tables {
		if rule := t.judge.rule(); rule != "" {
			if err := t.voteByScript(rule); err != nil {
				return err
			}
		}
	}
	return r.collect(ctx, voting, r.early(), r.takeBallots)
}

// collect takes what judges give until the break is over or, if it may end early, nothing is
// missing.
func (r *round) collect(ctx context.Context, phase string, early bool, take func() (missing int, err error),
) error {
	clock := session.NewClock(r.breakTime())
	r.enter(phase, clock)
	for {
		missing, err := take()
		left := clock.Left()
		if err != nil || missing == 0 && early && !clock.State().Paused || left <= 0 {
			return err
		}
		if _, err := r.await(ctx, nil, min(left, votePoll)); err != nil {
			return err
		}
	}
}

// voteByScript gives the ballot of a scripted judge.
func (t *table) voteByScript(rule string) error {
	if _, voted := t.ballot(); voted {
		return nil
	}
	scores := scripted.Scores(rule, t.seedOf("verdict "+t.Judge+" "+t.stage.Name, t.number))
	if scores == nil {
		return nil
	}
	pair := t.stage.How == loebner.Pairs
	if !pair { // an entity is compared with one that is as much human as program
		scores[keylog.Right] = scripted.Threshold
	}
	left := scripted.Points(scores)
	v := session.Verdict{Left: left, Human: keylog.Right, Is: session.Machine,
		Confidence: 2 * max(left-50, 50-left)}
	if left > 50 {
		v.Human, v.Is = keylog.Left, session.Human
	}
	if t.details(t.stage).Reason {
		v.Reason = "by the rule " + rule
	}
	b := t.ballotOf(v)
	if pair {
		b.Scores = scores
	}
	return t.cast(b)
}

// ballotOf returns the ballot of a judge with a verdict.
func (t *table) ballotOf(v session.Verdict) ballot {
	b := ballot{Reason: v.Reason}
	switch questionOf(t.rules, t.stage) {
	case session.Single:
		b.Is = v.Is
	case session.Choice:
		b.Human = v.Human
	case session.Points:
		b.Left = float64(v.Left)
	}
	if t.details(t.stage).Confidence {
		b.Confidence = &v.Confidence
	}
	return b
}

// cast records a ballot.
func (t *table) cast(b ballot) error {
	return t.note(event{Kind: eventBallot, Judge: t.Judge, Ballot: &b})
}

// takeBallots takes up the votes of human judges and of the organiser, writes the logs of the
// judges who have voted, and returns how many ballots are missing.
func (r *round) takeBallots() (missing int, err error) {
	if err := r.takeVotes(); err != nil {
		return 0, err
	}
	for _, t := range r.tables {
		if _, voted := t.ballot(); voted {
			continue
		}
		var v session.Verdict
		given := false
		if t.judge.By == Person {
			v, given = t.session.Verdict()
		}
		if !given {
			missing++
		} else if err := t.cast(t.ballotOf(v)); err != nil {
			return 0, err
		}
	}
	return missing, nil
}

// requireBallots deals with the missing ballots of a stage as set in the setup.
func (c *contest) requireBallots(stage loebner.Stage) error {
	if c.people != nil {
		c.people.settle(stage)
	}
	if err := c.takeVotes(); err != nil {
		return err
	}
	var missing []string
	for t := range c.tables(stage) {
		if _, voted := t.ballot(); voted {
			continue
		}
		if c.setup.Missing == missingWait {
			missing = append(missing, fmt.Sprintf("%s in round %d", t.Judge, t.number))
		}
		if c.setup.Missing != missingHuman || stage.How == loebner.Interviews {
			continue
		}
		v := session.Verdict{Left: session.AllPoints, Human: keylog.Left, Is: session.Machine}
		if t.Entry == "" {
			v.Is = session.Human
		}
		if t.programSide() == keylog.Left {
			v.Left, v.Human = 0, keylog.Right
		}
		b := t.ballotOf(v)
		b.By, b.Confidence = byRule, nil
		if err := t.cast(b); err != nil {
			return err
		}
	}
	if c.setup.Missing == missingWait && stage.How == loebner.Pairs {
		for _, judge := range c.withoutRanks(stage) {
			missing = append(missing, judge+" (ranks)")
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return &files.Error{File: c.dir, Msg: fmt.Sprintf("%s, %s: found no ballot of %s; give the "+
		"judges' votes by 'turing loebner vote', or set missing = %q or %q in %s, and run again",
		stage.Name, text.Count(len(missing), "missing vote"), strings.Join(missing, ", "),
		missingHuman, missingVoid, SetupFile)}
}
