package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/desk"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/round"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
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

// table is the place of a judge in a round, with one or two terminals.
type table struct {
	*heldRound
	pair
	judge judgeSetup
	live  *round.Table // likewise
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

// place describes a table: who is at which terminal, and what the judge is asked.
func (t *table) place() *round.Table {
	x := &round.Table{Judge: t.Judge, Name: t.judge.Name, Number: t.number, Dir: t.folder(""), Head: t.logHead(),
		Ask: session.Options{Details: t.details(t.stage)}}
	if t.judge.By == Person { // others answer without a terminal
		x.Ask.Question = questionOf(t.rules, t.stage)
		x.Ask.Keep = func(v session.Verdict) error { return t.Accept(t.voteOf(v)) }
	} else {
		x.Script = &round.Script{Questions: t.judge.list, Ask: cmp.Or(t.judge.Ask, defaultAsk),
			Seed: t.seedOf("judge "+t.Judge+" "+t.stage.Name, t.number)}
	}
	for _, s := range t.sides() {
		x.Ends = append(x.Ends, &round.End{Side: s.side, Label: s.label, Program: s.program, Talker: t.talker(s)})
	}
	t.live = x
	return x
}

// defaultAsk is how many questions a scripted judge asks.
const defaultAsk = 6

// seated says who is at a terminal.
type seated struct {
	side    keylog.Side
	label   string
	program bool
}

// sides draws who sits where. It is drawn again for a person who judges a round again after an
// interruption, who might have learned it.
func (t *table) sides() []seated {
	if t.Confederate == "" || t.Entry == "" {
		return []seated{{keylog.Left, t.Entry + t.Confederate, t.Entry != ""}}
	}
	what := fmt.Sprint("sides ", t.stage.Name, " ", t.Judge)
	if t.judge.By == Person {
		what += fmt.Sprint(" ", t.attempt)
	}
	list := []seated{{keylog.Left, t.Entry, true}, {keylog.Right, t.Confederate, false}}
	if numbers.Stream(t.seedOf(what, t.number), "side", 0).IntN(2) != 0 {
		list = []seated{{keylog.Left, t.Confederate, false}, {keylog.Right, t.Entry, true}}
	}
	return list
}

// programSide returns the terminal of the entry, "" if there is none.
func (t *table) programSide() keylog.Side {
	for _, s := range t.sides() {
		if s.program {
			return s.side
		}
	}
	return ""
}

// ballot returns the judge's ballot, and whether there is one.
func (t *table) ballot() (ballot, bool) {
	b, voted := t.state.ballots[t.Judge]
	return b, voted
}

// inside returns the path of a file of the table, relative to the folder of the contest.
func (t *table) inside(name string) string {
	return path.Join(folderOf(t.stage, t.number), t.Judge, name)
}

func (t *table) folder(name string) string {
	return filepath.Join(t.dir, filepath.FromSlash(t.inside(name)))
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

// awaitTime waits until all conversations of the round are over, and does what the organiser wants
// meanwhile.
func (r *heldRound) awaitTime(ctx context.Context) error {
	for {
		r.watch()
		changed, most := r.live.Wait()
		if changed == nil {
			return nil
		}
		did, err := r.await(ctx, changed, most)
		if err != nil {
			return err
		}
		if did == desk.End {
			r.live.End()
		}
	}
}

// watch tells the organiser of each entry that is in trouble, once in the round, and notices people
// who come late.
func (r *heldRound) watch() {
	for _, trouble := range r.live.Troubles() {
		r.warnf("%s: %s", r.title(), trouble)
	}
	for _, t := range r.tables {
		for _, label := range t.persons() {
			if since, absent := r.absent[label]; absent && r.desk.Here(label) {
				delete(r.absent, label)
				r.came[t.Judge] = append(r.came[t.Judge], fault{Who: r.nameOf(r.stage.Name, label),
					What: fmt.Sprintf("came %s late", text.Count(1+int(time.Since(since).Seconds()), "second"))})
			}
		}
	}
}

// endConversation keeps the logs, and records that the conversations need not be repeated.
func (r *heldRound) endConversation() error {
	found, err := r.live.Finish()
	if err != nil {
		return err
	}
	for _, t := range r.tables {
		for _, label := range t.persons() {
			if _, absent := r.absent[label]; absent && !t.skipped() {
				r.came[t.Judge] = append(r.came[t.Judge], fault{Who: r.nameOf(r.stage.Name, label),
					What: "was not there"})
			}
		}
		if list := append(r.came[t.Judge], found[t.Judge]...); len(list) > 0 {
			found[t.Judge] = list
		}
		for _, f := range found[t.Judge] {
			if r.live.First(f.Who) {
				r.warnf("%s: %s: %s", r.title(), f.Who, f.What)
			}
		}
	}
	return r.note(event{Kind: eventHeld, Faults: found})
}

// annulInterrupted annuls the rounds that an earlier process began and did not end. Their logs are
// kept aside.
func (c *contest) annulInterrupted() error {
	for key, s := range c.state.rounds {
		stage, ok := c.stage(key.stage)
		if !s.begun || !ok {
			continue
		}
		if err := c.putAside(stage, key.round, s.attempts); err != nil {
			return err
		}
		note := c.warnf("%s, round %d was interrupted and held again", key.stage, key.round)
		if err := c.record(event{Kind: eventAnnulled, Stage: key.stage, Round: key.round, Note: note}); err != nil {
			return err
		}
	}
	return nil
}

// putAside moves the logs of an attempt that is annulled.
func (c *contest) putAside(stage loebner.Stage, number, attempt int) error {
	from := filepath.Join(c.dir, filepath.FromSlash(folderOf(stage, number)))
	if !exists(from) { // it was moved before another interruption
		return nil
	}
	aside := fmt.Sprintf("%s-annulled-%d", from, attempt)
	return errors.Join(os.RemoveAll(aside), os.Rename(from, aside))
}
