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
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/turing/lpp"
)

// Folders of rounds, by the kind of their stage.
var roundFolders = map[string]string{loebner.Pairs: "rounds", loebner.Witnesses: "rounds",
	loebner.Interviews: "preliminary"}

// round is a round, with a table for each judge.
type round struct {
	*contest
	stage   loebner.Stage
	number  int
	of      int // rounds
	attempt int // the one that counts, or that is being held
	state   *roundState
	clock   *session.Clock // of the conversations
	tables  []*table
	named   map[string]bool // entries of which the organiser has heard
}

// table is the place of a judge in a round, with one or two terminals.
type table struct {
	*round
	pair
	judge   judgeSetup
	session *session.Session
	log     *os.File           // of keys
	ends    []*end             // the terminals from the left
	faults  *faults            // of the judge
	leave   context.CancelFunc // sends those at the ends away
	done    chan struct{}
	err     error
}

// end describes the other end of a terminal.
type end struct {
	seated
	talker talker
	dir    string
	health *health
}

// round returns a round of a stage, from 1.
func (c *contest) round(stage loebner.Stage, number int) *round {
	s := c.state.round(stage.Name, number)
	r := &round{contest: c, stage: stage, number: number, of: c.rounds(stage), state: s, attempt: s.attempts,
		named: make(map[string]bool)}
	if !s.held {
		r.attempt++
	}
	for _, p := range c.state.plans[stage.Name].Rounds[number-1] {
		j := c.judgeOf(p.Judge)
		r.tables = append(r.tables, &table{round: r, pair: p, judge: j, faults: &faults{who: j.Name},
			done: make(chan struct{})})
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
		err := c.holdPlanned(ctx, stage)
		if err == nil {
			err = c.awaitRanks(ctx, stage)
		}
		if _, annulled := errors.AsType[annulment](err); annulled {
			continue // a round that was over
		}
		if err == nil {
			err = c.requireBallots(stage)
		}
		if err != nil || c.pending(stage) < 0 {
			return err
		}
	}
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

// holdPlanned holds the rounds that are left, each again when the organiser annuls it.
func (c *contest) holdPlanned(ctx context.Context, stage loebner.Stage) error {
	for {
		if err := c.takeVotes(); err != nil {
			return err
		}
		n := c.pending(stage)
		if n < 0 {
			return nil
		}
		r := c.round(stage, n+1)
		err := r.hold(ctx)
		if _, annulled := errors.AsType[annulment](err); annulled {
			err = r.clear()
		}
		if err != nil {
			return err
		}
	}
}

// hold holds a round, or the rest of it.
func (r *round) hold(ctx context.Context) error {
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
		r.people.leave(r, t.Judge)
	}
	if err := r.note(event{Kind: eventClosed}); err != nil {
		return err
	}
	r.sayf("%s, round %d: %d of %d ballots after %v", r.stage.Name, r.number, len(r.state.ballots),
		len(r.tables), time.Since(began).Round(10*time.Millisecond))
	return nil
}

// note records an event of the round.
func (r *round) note(e event) error {
	e.Stage, e.Round = r.stage.Name, r.number
	return r.record(e)
}

// clear tells everybody that a round is annulled, and keeps its logs aside.
func (r *round) clear() error {
	for _, t := range r.tables {
		<-t.done
		if t.log != nil {
			t.log.Close()
		}
		t.tell(fmt.Sprintf("The organiser has annulled round %d. It is held again. Please wait here.", r.number))
	}
	return r.putAside(r.stage, r.number, r.attempt)
}

// converse lets everybody in a round talk at the same time.
func (r *round) converse(ctx context.Context) error {
	defer func() {
		for _, t := range r.tables {
			for _, e := range t.ends {
				_ = cage.Remove(e.dir)
			}
		}
	}()
	for _, t := range r.tables {
		if err := t.lay(); err != nil {
			return err
		}
	}
	r.enter(waiting, nil)
	if err := r.awaitPeople(ctx); err != nil {
		return err
	}
	if err := r.note(event{Kind: eventRound, Attempt: r.attempt, Speed: r.Speed}); err != nil {
		return err
	}
	speaking, stop := context.WithCancel(ctx)
	var entities sync.WaitGroup
	defer entities.Wait()
	defer stop()
	r.clock = session.NewClock(r.length())
	for _, t := range r.tables {
		if t.skipped() {
			t.release()
			continue
		}
		if err := t.sit(); err != nil {
			return err
		}
		at, leave := context.WithCancel(speaking)
		defer leave()
		t.leave = leave
		for _, e := range t.ends {
			entities.Go(func() {
				if e.talker.by != Person {
					e.talker.talk(at, e.dir)
				} else if err := r.people.confederate(at, t, e); err != nil {
					e.talker.faults.note(err)
				}
			})
		}
	}
	for _, t := range r.tables {
		if t.session != nil {
			t.start(ctx)
		}
	}
	r.enter(talking, r.clock)
	if err := r.awaitTime(ctx); err != nil {
		return err
	}
	stop()
	entities.Wait()
	return r.endConversation()
}

// lay prepares a table: who is at which terminal, and the folders that lead there.
func (t *table) lay() (err error) {
	for _, s := range t.sides() {
		e := &end{seated: s, talker: t.talker(s)}
		if e.dir, err = e.talker.newChannel(); err != nil {
			return err
		}
		if e.talker.by == byHand {
			t.sayf("%s, round %d: connect %s to %s%s", t.stage.Name, t.number, e.talker.name, e.dir, e.talker.owner())
		}
		t.ends = append(t.ends, e)
	}
	return nil
}

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

// length returns how long a conversation takes in real time.
func (c *contest) length() time.Duration {
	return c.real(minutes(cmp.Or(c.setup.Clock.Minutes, c.rules.Conversation.Minutes)))
}

// breakTime returns how long judges have for their ballots, in real time.
func (c *contest) breakTime() time.Duration {
	return c.real(minutes(cmp.Or(c.setup.Clock.Break, c.rules.Conversation.Break)))
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
	keys, err := t.beginLog()
	if err != nil {
		return err
	}
	var lines []session.Line
	for _, e := range t.ends {
		e.health = newHealth(t.clock)
		line, err := e.talker.line(e.dir, e.health)
		if err != nil {
			return err
		}
		lines = append(lines, line)
	}
	return t.seat(session.Options{Lines: lines, Clock: t.clock, Log: keys.Add})
}

// seat makes the judge's session.
func (t *table) seat(o session.Options) (err error) {
	o.Here = lpp.Judge
	o.Judge = t.Judge
	o.Details = t.details(t.stage)
	o.Fault = t.faults.note
	if t.judge.By == Person { // others answer without a terminal
		o.Question = questionOf(t.rules, t.stage)
		o.Keep = func(v session.Verdict) error { return t.people.accept(t.voteOf(v)) }
	}
	t.session, err = session.New(o)
	return err
}

// details returns what a judge is asked with the verdict.
func (c *contest) details(stage loebner.Stage) session.Details {
	return session.Details{Confidence: c.rules.Judging.Confidence || stage.How == loebner.Interviews,
		Reason: c.rules.Judging.Reason}
}

// start starts the judge, and the confederate if that is a person.
func (t *table) start(ctx context.Context) {
	over, end := context.WithCancel(ctx)
	go func() {
		defer close(t.done)
		defer end()
		if err := t.session.Run(ctx); err != nil && ctx.Err() == nil {
			t.err = err
		}
	}()
	if t.judge.By == Person {
		t.people.show(t, t.Judge, t.session, "")
		return
	}
	go func() {
		t.script(over)
		if t.early() {
			t.session.Stop()
		}
	}()
}

// awaitTime waits until all conversations of the round are over, and does what the organiser wants
// meanwhile.
func (r *round) awaitTime(ctx context.Context) error {
	for _, t := range r.tables {
		for t.session != nil {
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
					if t.session != nil {
						t.session.Stop()
					}
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
		if t.session == nil {
			continue
		}
		if err := errors.Join(t.log.Sync(), t.log.Close()); err != nil {
			return err
		}
		if t.err != nil {
			return fmt.Errorf("%s, round %d, %s: %w", r.stage.Name, r.number, t.Judge, t.err)
		}
		list := t.faults.take()
		for _, e := range t.ends {
			if e.health.silent() && !t.skipped() {
				e.talker.faults.add("said nothing")
			}
			list = append(list, e.talker.faults.take()...)
		}
		for _, f := range list {
			if !r.named[f.Who] {
				r.named[f.Who] = true
				r.warnf("%s, round %d: %s: %s", r.stage.Name, r.number, f.Who, f.What)
			}
		}
		if len(list) > 0 {
			found[t.Judge] = list
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

// sitAgain gives the judges of a round whose conversations are over what they need to vote: people
// their terminals as they were.
func (r *round) sitAgain(ctx context.Context) error {
	for _, t := range r.tables {
		if _, voted := t.ballot(); voted || t.judge.By != Person {
			close(t.done)
			continue
		}
		said, err := t.readLog()
		if err != nil {
			return err
		}
		if err := t.seat(session.Options{Lines: []session.Line{nobody{}, nobody{}}[:len(t.sides())],
			Clock: session.NewClock(0), Earlier: said.Strokes}); err != nil {
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
