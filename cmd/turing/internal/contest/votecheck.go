package contest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// checkVote checks a vote, and fills in its stage and attempt.
func (c *contest) checkVote(v Vote) (Vote, error) {
	if c.state.finished != nil && !v.Void {
		return v, errors.New("found a vote after the end of the contest, expected one before the results; a verdict " +
			"can still be declared void (--void --reason)")
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
		return c.checkRanks(stage, v)
	}
	if v.Round < 1 || v.Round > len(p.Rounds) {
		return v, fmt.Errorf("found round %d, expected 1 to %d", v.Round, len(p.Rounds))
	}
	r := c.state.round(v.Stage, v.Round)
	if v.Attempt == 0 {
		v.Attempt = r.attempts
	}
	err := c.checkRound(stage, r, v)
	if err == nil && !v.Annul {
		err = c.checkBallot(stage, r, p.Rounds[v.Round-1], v)
	}
	return v, err
}

// checkRound checks whether there can be a vote for a round.
func (c *contest) checkRound(stage loebner.Stage, r *roundState, v Vote) error {
	_, voted := r.ballots[v.Judge]
	switch {
	case (v.Annul || v.Void) && strings.TrimSpace(v.Reason) == "":
		return errors.New("found no reason (--reason), expected one, for the results")
	case v.Annul && !r.held:
		return fmt.Errorf("found round %d, which is not over, expected one whose conversations are; the control page "+
			"annuls one that goes on", v.Round)
	case (v.Annul || v.Void || voted) && c.used(stage):
		return errors.New("found a correction after the next stage has begun, expected one before it: the " +
			"ballots have chosen who is in it")
	case v.Attempt != r.attempts:
		return fmt.Errorf("round %d was annulled after it was given", v.Round)
	}
	return nil
}

// checkBallot checks a ballot.
func (c *contest) checkBallot(stage loebner.Stage, r *roundState, tables []pair, v Vote) error {
	var judges []string
	for _, p := range tables {
		judges = append(judges, p.Judge)
	}
	old, voted := r.ballots[v.Judge]
	switch {
	case !slices.Contains(judges, v.Judge):
		return fmt.Errorf("found judge %q, expected one who sits in round %d: %s", v.Judge, v.Round,
			strings.Join(judges, ", "))
	case !r.held && !(v.Own && r.begun):
		return fmt.Errorf("found a vote for round %d, which is not over, expected one of a round whose "+
			"conversations are", v.Round)
	case old.Skipped:
		return fmt.Errorf("the organiser skipped the table of %s in round %d; to make it up, annul the round",
			v.Judge, v.Round)
	case v.Void && old.Void != "":
		return fmt.Errorf("the verdict of %s in round %d is void already: %s", v.Judge, v.Round, old.Void)
	case v.Void:
		return nil
	case v.Own && old.Void != "":
		return errors.New("the organiser has declared this verdict void; ask them if you do not agree")
	case v.Own && old.By == byOrganiser && old.Corrected:
		return errors.New("the organiser has corrected this verdict; ask them if you do not agree")
	case voted && v.Reason == "" && !v.Own:
		return fmt.Errorf("%s has voted in round %d already; a reason (--reason) corrects the ballot", v.Judge, v.Round)
	}
	return c.checkAnswer(stage, v)
}

// checkAnswer checks whether a ballot answers the question of the rules.
func (c *contest) checkAnswer(stage loebner.Stage, v Vote) error {
	q := questionOf(c.rules, stage)
	switch {
	case v.Confidence != nil && !c.details(stage).Confidence:
		return errors.New("found a confidence, expected none by these rules")
	case v.Confidence == nil && (stage.How == loebner.Interviews || v.Own && c.details(stage).Confidence):
		return errors.New("found no confidence (--confidence), expected one from 0 to 100")
	case v.Left != math.Trunc(v.Left):
		return fmt.Errorf("found %v points, expected a whole number from 0 to 100", v.Left)
	case v.Human != "" != (q == session.Choice), v.Left >= 0 != (q == session.Points),
		v.Is != "" != (q == session.Single):
		return fmt.Errorf("expected %s by these rules", voteFlags[q])
	}
	return q.Check(v.Verdict())
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
