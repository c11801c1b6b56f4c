package contest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/seeded"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/loebner"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/turing/lpp"
)

// Folders of rounds, by the kind of their stage.
var roundFolders = map[string]string{loebner.Pairs: "rounds", loebner.Witnesses: "rounds",
	loebner.Interviews: "preliminary"}

// round is a round that is being held.
type round struct {
	*contest
	stage  loebner.Stage
	number int
	state  *roundState
	clock  *session.Clock // of the conversations
	tables []*table
}

// table is the place of a judge in a round, with one or two terminals.
type table struct {
	*round
	pair
	judge   judgeSetup
	session *session.Session
	log     *roundLog
	ends    []*end  // the terminals from the left
	faults  *faults // of the judge
	done    chan struct{}
	err     error
}

// end describes the other end of a terminal.
type end struct {
	side    keylog.Side
	program bool
	talker  talker
	dir     string
	person  bool
	health  *health
	named   string // trouble that the organiser knows of
}

func (c *contest) folder(stage loebner.Stage, number int, more ...string) string {
	parts := append([]string{c.dir, roundFolders[stage.How], fmt.Sprint(number)}, more...)
	return filepath.Join(parts...)
}

// hold holds the rest of a stage with confederates.
func (c *contest) hold(ctx context.Context, stage loebner.Stage, entries []string) error {
	if err := c.planRounds(ctx, stage, entries); err != nil {
		return err
	}
	if err := c.holdPlanned(ctx, stage); err != nil {
		return err
	}
	if err := c.awaitRanks(ctx); err != nil {
		return err
	}
	return c.requireBallots(stage)
}

func (c *contest) holdPlanned(ctx context.Context, stage loebner.Stage) error {
	for i, pairs := range c.state.plans[stage.Name].Rounds {
		if err := c.takeVotes(); err != nil {
			return err
		}
		r := &round{contest: c, stage: stage, number: i + 1,
			state: c.state.round(stage.Name, i+1)}
		if r.state.closed {
			continue
		}
		if err := r.hold(ctx, pairs); err != nil {
			return err
		}
	}
	return nil
}

// hold holds a round, or the rest of it, again each time that the organiser annuls it.
func (r *round) hold(ctx context.Context, pairs []pair) error {
	for {
		err := r.holdOnce(ctx, pairs)
		if _, annulled := errors.AsType[annulment](err); !annulled {
			return err
		}
		for _, t := range r.tables {
			<-t.done
			if t.log != nil {
				t.log.close()
			}
			r.people.annulled(t)
		}
		if err := r.putAside(r.stage, r.number, r.state.attempts); err != nil {
			return err
		}
	}
}

func (r *round) holdOnce(ctx context.Context, pairs []pair) error {
	began := time.Now()
	r.tables = nil
	ctx, leave := context.WithCancel(ctx)
	defer leave()
	if !r.state.held {
		if err := r.converse(ctx, pairs); err != nil {
			return err
		}
	} else if err := r.sitAgain(ctx, pairs); err != nil {
		return err
	}
	if err := r.vote(ctx); err != nil {
		return err
	}
	r.leave()
	if err := r.record(event{Kind: eventClosed, Stage: r.stage.Name, Round: r.number}); err != nil {
		return err
	}
	r.sayf("%s, round %d: %d of %d ballots after %v", r.stage.Name, r.number, len(r.state.ballots),
		len(pairs), time.Since(began).Round(10*time.Millisecond))
	return nil
}

// converse lets everybody in a round talk at the same time.
func (r *round) converse(ctx context.Context, pairs []pair) error {
	attempt := r.state.attempts + 1
	defer r.clearChannels()
	for _, p := range pairs {
		t, err := r.lay(p, attempt)
		if err != nil {
			return err
		}
		r.tables = append(r.tables, t)
	}
	r.enter(waiting, nil)
	if err := r.awaitPeople(ctx); err != nil {
		return err
	}
	if err := r.record(event{Kind: eventRound, Stage: r.stage.Name, Round: r.number,
		Attempt: attempt}); err != nil {
		return err
	}
	speaking, stop := context.WithCancel(ctx)
	var entities sync.WaitGroup
	defer entities.Wait()
	defer stop()
	r.clock = session.NewClock(r.length())
	for _, t := range r.tables {
		if err := t.sit(); err != nil {
			return err
		}
		for _, e := range t.ends {
			entities.Go(func() {
				if e.person {
					r.people.confederate(speaking, t, e)
					return
				}
				e.talker.talk(speaking, e.dir)
			})
		}
	}
	for _, t := range r.tables {
		t.start(ctx)
	}
	r.enter(talking, r.clock)
	if err := r.awaitTime(ctx); err != nil {
		return err
	}
	stop()
	entities.Wait()
	return r.endConversation()
}

// lay prepares the table of a judge: who is at which terminal, and the folders that lead there.
func (r *round) lay(p pair, attempt int) (*table, error) {
	t := &table{round: r, pair: p, judge: r.judgeOf(p.Judge), done: make(chan struct{})}
	t.faults = &faults{who: t.judge.Name}
	for _, side := range p.terminals() {
		e := &end{side: side, program: side == r.draw(p, attempt)}
		label := p.Entry
		if !e.program {
			label = p.Confederate
		}
		e.talker = r.talker(t, label, e.program)
		e.person = e.talker.by == Person
		var err error
		if e.dir, err = r.newChannel(); err != nil {
			return nil, err
		}
		if e.talker.by == byHand {
			r.sayf("%s, round %d: connect %s to %s", r.stage.Name, r.number, e.talker.name, e.dir)
		}
		t.ends = append(t.ends, e)
	}
	return t, nil
}

// terminals lists the terminals of a judge.
func (p pair) terminals() []keylog.Side {
	if p.Confederate == "" || p.Entry == "" {
		return []keylog.Side{keylog.Left}
	}
	return []keylog.Side{keylog.Left, keylog.Right}
}

// draw draws the terminal of the entry in an attempt, "" if there is no entry. It is drawn again for a
// person who judges a round again after an interruption, who might have learned it.
func (r *round) draw(p pair, attempt int) keylog.Side {
	switch {
	case p.Entry == "":
		return ""
	case p.Confederate == "":
		return keylog.Left
	}
	what := fmt.Sprint("sides ", r.stage.Name, " ", p.Judge)
	if r.judgeOf(p.Judge).By == Person {
		what += fmt.Sprint(" ", attempt)
	}
	return p.terminals()[seeded.New(r.seedOf(what, r.number), "side", 0).IntN(2)]
}

// programSide returns the terminal of the entry in the attempt that counts.
func (r *round) programSide(p pair) keylog.Side { return r.draw(p, r.state.attempts) }

func (t *table) folder(more ...string) string {
	return t.round.folder(t.stage, t.number, append([]string{t.Judge}, more...)...)
}

// length returns how long a conversation takes in real time.
func (c *contest) length() time.Duration { return c.real(c.minutes()) }

func (c *contest) minutes() time.Duration {
	return minutes(cmp.Or(c.setup.Clock.Minutes, c.rules.Conversation.Minutes))
}

func (c *contest) breakTime() time.Duration {
	return minutes(cmp.Or(c.setup.Clock.Break, c.rules.Conversation.Break))
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

// sit shows the judge their terminals.
func (t *table) sit() error {
	var err error
	if t.log, err = newRoundLog(t); err != nil {
		return err
	}
	var lines []session.Line
	for _, e := range t.ends {
		e.health = newHealth(t.clock)
		line, err := session.Folder(e.dir, lpp.Judge, e.talker.faults.err)
		if err != nil {
			return err
		}
		lines = append(lines, &floodgate{line, e.talker.faults, e.health})
	}
	t.session, err = session.New(session.Options{
		Here: lpp.Judge, Lines: lines, Clock: t.clock,
		Question: t.question(), Details: t.details(), Judge: t.Judge, Log: t.log.add,
		Fault: t.faults.err,
	})
	return err
}

// question returns the question that the terminal asks the judge. Judges without a terminal answer
// in other ways.
func (t *table) question() session.Question {
	if t.judge.By != Person {
		return session.NoQuestion
	}
	return questionOf(t.rules, t.stage.How)
}

// details returns what a judge is asked with the verdict.
func (r *round) details() session.Details {
	return session.Details{Confidence: r.rules.Judging.Confidence || r.stage.How == loebner.Interviews,
		Reason: r.rules.Judging.Reason}
}

// start starts the judge, and the confederate if that is a person.
func (t *table) start(ctx context.Context) {
	go func() {
		defer close(t.done)
		if err := t.session.Run(ctx); err != nil && ctx.Err() == nil {
			t.err = err
		}
	}()
	if t.judge.By == Person {
		t.people.show(t)
		return
	}
	go func() {
		t.script(ctx)
		if t.early() {
			t.session.Stop()
		}
	}()
}

// awaitTime waits until all conversations of the round are over, and does what the organiser wants
// meanwhile.
func (r *round) awaitTime(ctx context.Context) error {
	for _, t := range r.tables {
		for {
			r.watch()
			_, changed := t.session.Since(1 << 30)
			state := t.session.State()
			if state.Phase == session.Asking || state.Phase == session.Done {
				break
			}
			did, err := r.await(ctx, changed, max(time.Millisecond, min(state.Remains, time.Second)))
			if err != nil {
				return err
			}
			if did == "end" {
				r.clock.Pause(false)
				for _, t := range r.tables {
					t.session.Stop()
				}
			}
		}
	}
	return nil
}

// endConversation keeps the logs, and records that the conversations need not be repeated.
func (r *round) endConversation() error {
	found := make(map[string][]fault)
	for _, t := range r.tables {
		if err := t.log.close(); err != nil {
			return err
		}
		if t.err != nil {
			return fmt.Errorf("%s, round %d, %s: %w", r.stage.Name, r.number, t.Judge, t.err)
		}
		list := t.faults.take()
		for _, e := range t.ends {
			if e.health.silent() {
				e.talker.faults.add("said nothing")
			}
			list = append(list, e.talker.faults.take()...)
		}
		for _, f := range list {
			if !slices.ContainsFunc(t.ends, func(e *end) bool { return e.named == f.What }) {
				r.warnf("%s, round %d: %s: %s", r.stage.Name, r.number, f.Who, f.What)
			}
		}
		if len(list) > 0 {
			found[t.Judge] = list
		}
	}
	return r.record(event{Kind: eventHeld, Stage: r.stage.Name, Round: r.number, Faults: found})
}

// annulInterrupted annuls the rounds that an earlier process began and did not end. Their logs are
// kept aside.
func (c *contest) annulInterrupted() error {
	for key, s := range c.state.rounds {
		if !s.begun {
			continue
		}
		stage, ok := c.stage(key.stage)
		if !ok {
			continue
		}
		note := fmt.Sprintf("%s, round %d was interrupted and held again", key.stage, key.round)
		c.sayf("%s", note)
		if err := c.putAside(stage, key.round, s.attempts); err != nil {
			return err
		}
		if err := c.record(event{Kind: eventAnnulled, Stage: key.stage, Round: key.round,
			Note: note}); err != nil {
			return err
		}
	}
	return nil
}

// putAside moves the logs of an attempt that is annulled.
func (c *contest) putAside(stage loebner.Stage, number, attempt int) error {
	from := c.folder(stage, number)
	if !exists(from) { // it was moved before another interruption
		return nil
	}
	aside := fmt.Sprintf("%s-annulled-%d", from, attempt)
	return errors.Join(os.RemoveAll(aside), os.Rename(from, aside))
}

// sitAgain gives the judges of a round whose conversations are over what they need to vote: people
// their terminals as they were.
func (r *round) sitAgain(ctx context.Context, pairs []pair) error {
	for _, p := range pairs {
		t := &table{round: r, pair: p, judge: r.judgeOf(p.Judge), done: make(chan struct{}),
			faults: &faults{}}
		r.tables = append(r.tables, t)
		if _, voted := r.state.ballots[p.Judge]; voted || t.judge.By != Person {
			close(t.done)
			continue
		}
		said, err := t.readLog()
		if err != nil {
			return err
		}
		t.session, err = session.New(session.Options{
			Here: lpp.Judge, Lines: []session.Line{nobody{}, nobody{}}[:len(p.terminals())],
			Clock: session.NewClock(0), Question: t.question(),
			Details: t.details(), Earlier: said.Strokes,
		})
		if err != nil {
			return err
		}
		t.start(ctx)
	}
	return nil
}

// nobody is a line without anybody at the other end, as after a conversation.
type nobody struct{}

func (nobody) Send(...lpp.Key) ([]lpp.Press, error) { return nil, nil }

func (nobody) Receive(ctx context.Context, _ func([]lpp.Press) error) error {
	<-ctx.Done()
	return ctx.Err()
}
