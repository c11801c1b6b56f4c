package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
)

// Folders of rounds, by the kind of their stage.
var roundFolders = map[string]string{loebner.Pairs: "rounds", loebner.Witnesses: "rounds",
	loebner.Interviews: "preliminary"}

// heldRound is a round of the plan as the contest sees it, with a table for each judge.
type heldRound struct {
	*contest
	stage   loebner.Stage
	number  int
	of      int // rounds
	attempt int // the one that counts, or that is being held
	state   *roundState
	tables  []*table
	live    *round.Round         // nil while nobody talks or votes
	absent  map[string]time.Time // people who were not there when the round began, by label
	came    map[string][]fault   // those of them who came later, by judge
}

// round returns a round of a stage, from 1.
func (c *contest) round(stage loebner.Stage, number int) *heldRound {
	s := c.state.round(stage.Name, number)
	r := &heldRound{contest: c, stage: stage, number: number, of: c.rounds(stage), state: s, attempt: s.attempts,
		absent: make(map[string]time.Time), came: make(map[string][]fault)}
	if !s.held {
		r.attempt++
	}
	for _, p := range c.state.plans[stage.Name].Rounds[number-1] {
		j := c.judgeOf(p.Judge)
		r.tables = append(r.tables, &table{heldRound: r, pair: p, judge: j})
	}
	return r
}

// tables yields the tables of a stage, in the order of the rounds.
func (c *contest) tables(stage loebner.Stage) iter.Seq[*table] {
	return func(yield func(*table) bool) {
		for n := range c.rounds(stage) {
			for _, t := range c.round(stage, n+1).tables {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// rounds returns how many rounds a stage has.
func (c *contest) rounds(stage loebner.Stage) int { return len(c.state.plans[stage.Name].Rounds) }

// folderOf returns the folder of a round, relative to that of the contest.
func folderOf(stage loebner.Stage, number int) string {
	return path.Join(roundFolders[stage.How], fmt.Sprint(number))
}

// hold holds the rest of a stage of conversations.
func (c *contest) hold(ctx context.Context, stage loebner.Stage, entries []string) error {
	if err := c.planRounds(stage, entries); err != nil {
		return err
	}
	for {
		if done, err := c.holdNext(ctx, stage); done || err != nil {
			return err
		}
	}
}

// holdNext holds the next round of a stage or, if there is none, what comes after the last one. It
// reports whether nothing is left, as the organiser may annul rounds meanwhile.
func (c *contest) holdNext(ctx context.Context, stage loebner.Stage) (done bool, err error) {
	if err := c.takeVotes(); err != nil {
		return false, err
	}
	if n := c.pending(stage); n >= 0 {
		r := c.round(stage, n+1)
		err := r.hold(ctx)
		if _, annulled := errors.AsType[annulment](err); annulled {
			err = r.clear()
		}
		return false, err
	}
	err = c.awaitRanks(ctx, stage)
	if _, annulled := errors.AsType[annulment](err); annulled {
		return false, nil
	}
	if err == nil {
		err = c.requireBallots(stage)
	}
	return c.pending(stage) < 0, err
}

// pending returns the number of the first round of a stage that is not over, from 0, -1 if all are.
func (c *contest) pending(stage loebner.Stage) int {
	for n := range c.rounds(stage) {
		if !c.state.round(stage.Name, n+1).closed {
			return n
		}
	}
	return -1
}

// hold holds a round, or the rest of it.
func (r *heldRound) hold(ctx context.Context) error {
	began := time.Now()
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	begin := r.converse
	if r.state.held {
		begin = r.sitAgain
	}
	if err := begin(ctx); err != nil {
		return err
	}
	if err := r.vote(ctx); err != nil {
		return err
	}
	for _, t := range r.tables {
		r.leave(t.Judge)
	}
	if err := r.note(event{Kind: eventClosed}); err != nil {
		return err
	}
	r.sayf("%s, round %d: %d of %d ballots after %v", r.stage.Name, r.number, len(r.state.ballots),
		len(r.tables), time.Since(began).Round(10*time.Millisecond))
	return nil
}

// note records an event of the round.
func (r *heldRound) note(e event) error {
	e.Stage, e.Round = r.stage.Name, r.number
	return r.record(e)
}

// clear tells everybody that a round is annulled, and keeps its logs aside.
func (r *heldRound) clear() error {
	r.live.Abandon()
	r.tellAnnulled()
	return r.putAside(r.stage, r.number, r.attempt)
}

// title names the round for people.
func (r *heldRound) title() string { return fmt.Sprintf("%s, round %d", r.stage.Name, r.number) }

// converse lets everybody in a round talk at the same time.
func (r *heldRound) converse(ctx context.Context) (err error) {
	plan := r.plan()
	for _, t := range r.tables {
		plan.Tables = append(plan.Tables, t.place())
	}
	if r.live, err = r.site.New(plan); err != nil {
		return err
	}
	defer r.live.Close()
	r.enter(desk.Waiting, nil)
	if err := r.awaitPeople(ctx); err != nil {
		return err
	}
	if err := r.note(event{Kind: eventRound, Attempt: r.attempt, Speed: r.Speed}); err != nil {
		return err
	}
	if err := r.live.Begin(ctx); err != nil {
		return err
	}
	r.enter(desk.Talking, r.live.Clock)
	if err := r.awaitTime(ctx); err != nil {
		return err
	}
	return r.endConversation()
}

// sitAgain gives the judges of a round whose conversations are over what they need to vote: people
// their terminals as they were.
func (r *heldRound) sitAgain(ctx context.Context) error {
	plan := r.plan()
	for _, t := range r.tables {
		if _, voted := t.ballot(); voted || t.judge.By != Person {
			continue
		}
		said, err := t.readLog()
		if err != nil {
			return err
		}
		place := t.place()
		place.Ask.Earlier = said.Strokes
		plan.Tables = append(plan.Tables, place)
	}
	r.live = round.Resume(ctx, plan)
	return nil
}

// plan describes the round, without its tables.
func (r *heldRound) plan() round.Plan {
	length := r.real(minutes(cmp.Or(r.setup.Clock.Minutes, r.rules.Conversation.Minutes)))
	return round.Plan{Name: r.title(), Length: length, Early: r.early(),
		EntityBegins: r.rules.Conversation.First == "entity",
		Show:         func(label string, s *session.Session, note string) { r.desk.Show(label, r.title(), s, note) },
		Leave:        r.leave}
}

func minutes(n float64) time.Duration { return time.Duration(n * float64(time.Minute)) }

// real converts a duration of the contest to real time.
func (c *contest) real(d time.Duration) time.Duration {
	return time.Duration(float64(d) / c.Speed)
}

// early reports whether a round ends as soon as everybody is done.
func (c *contest) early() bool {
	if c.setup.Clock.Early != nil {
		return *c.setup.Clock.Early
	}
	return !slices.ContainsFunc(c.setup.Judges, func(j judgeSetup) bool { return j.By == Person })
}

// details returns what a judge is asked with the verdict.
func (c *contest) details(stage loebner.Stage) session.Details {
	return session.Details{Confidence: c.rules.Judging.Confidence || stage.How == loebner.Interviews,
		Reason: c.rules.Judging.Reason}
}
