package contest

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// votePoll is the interval at which the organiser's votes are looked for.
const votePoll = 200 * time.Millisecond

// vote collects the ballots of a round until all are there, or the break is over.
func (r *heldRound) vote(ctx context.Context) error {
	for _, t := range r.tables {
		if rule := t.judge.rule(); rule != "" {
			if err := t.voteByScript(rule); err != nil {
				return err
			}
		}
	}
	return r.collect(ctx, desk.Voting, r.early(), r.takeBallots)
}

// collect takes what judges give until the break is over or, if it may end early, nothing is
// missing.
func (r *heldRound) collect(ctx context.Context, phase string, early bool, take func() (missing int, err error),
) error {
	clock := session.NewClock(r.real(minutes(cmp.Or(r.setup.Clock.Break, r.rules.Conversation.Break))))
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
	if _, voted := t.ballot(); voted || rule == scripted.Never {
		return nil
	}
	scores := t.scores()
	if t.stage.How != loebner.Pairs { // an entity is compared with one that is as much human as program
		scores[keylog.Right] = scripted.Threshold
	}
	left := scripted.Points(scores)
	v := session.Verdict{Left: left, Human: keylog.Right, Is: session.Machine, Confidence: 2 * max(left-50, 50-left)}
	if left > 50 {
		v.Human, v.Is = keylog.Left, session.Human
	}
	if t.details(t.stage).Reason {
		v.Reason = "by the rule " + rule
	}
	return t.cast(t.ballotOf(v))
}

// scores returns how human each terminal seems to a scripted judge.
func (t *table) scores() map[keylog.Side]float64 {
	return scripted.Scores(t.seedOf("verdict "+t.Judge+" "+t.stage.Name, t.number))
}

// voteOf returns the vote of a judge with a verdict.
func (t *table) voteOf(x session.Verdict) Vote {
	v := Vote{Stage: t.stage.Name, Round: t.number, Attempt: t.attempt, Judge: t.Judge, Own: true, Left: -1,
		Why: x.Reason}
	switch questionOf(t.rules, t.stage) {
	case session.Single:
		v.Is = x.Is
	case session.Choice:
		v.Human = x.Human
	case session.Points:
		v.Left = float64(x.Left)
	}
	if t.details(t.stage).Confidence {
		v.Confidence = &x.Confidence
	}
	return v
}

// ballotOf returns the ballot of a judge with a verdict.
func (t *table) ballotOf(x session.Verdict) ballot { return *ballotFrom(t.voteOf(x), ballot{}, false) }

// cast records a ballot.
func (t *table) cast(b ballot) error {
	return t.note(event{Kind: eventBallot, Judge: t.Judge, Ballot: &b})
}

// takeBallots takes up votes, and returns how many ballots are missing.
func (r *heldRound) takeBallots() (missing int, err error) {
	if err := r.takeVotes(); err != nil {
		return 0, err
	}
	if !r.state.held {
		return 0, annulment("by the organiser")
	}
	for _, t := range r.tables {
		if _, voted := t.ballot(); !voted {
			missing++
		}
	}
	return missing, nil
}

// requireBallots deals with the missing ballots of a stage as set in the setup.
func (c *contest) requireBallots(stage loebner.Stage) error {
	if err := c.settle(stage, true); err != nil || c.pending(stage) >= 0 {
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
		"judges' votes by 'turing loebner vote', or set missing = %q or %q in %s, and run again", stage.Name,
		text.Count(len(missing), "missing vote"), strings.Join(missing, ", "), missingHuman, missingVoid, SetupFile)}
}
