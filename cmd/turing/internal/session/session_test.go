package session_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/cmd/turing/internal/keylog"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/cmd/turing/internal/session/sessiontest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/turing/lpp"
)

// notes collects what a session tells its log and its organiser.
type notes struct {
	mu      sync.Mutex
	strokes []keylog.Stroke
	faults  []string
}

func (n *notes) log(s ...keylog.Stroke) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.strokes = append(n.strokes, s...)
	return nil
}

func (n *notes) fault(err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.faults = append(n.faults, err.Error())
}

// text is the log of one side, by those at this end and those at the other.
func (n *notes) text(side keylog.Side, local bool) string {
	n.mu.Lock()
	defer n.mu.Unlock()
	var b strings.Builder
	for _, s := range n.strokes {
		if s.Side == side && s.Local == local {
			b.WriteByte(byte(s.Key))
		}
	}
	return b.String()
}

//luna:race
func TestJudgeOfAPair(t *testing.T) {
	left, right, n := sessiontest.NewLine(), sessiontest.NewLine(), &notes{}
	s, end := run(t, session.Options{
		Here: lpp.Judge, Lines: []session.Line{left, right}, Clock: session.NewClock(time.Minute),
		Question: session.Points, Judge: "J1", Log: n.log, Fault: n.fault,
	})
	if x := s.State(); x.Phase != session.Talking || !x.MayType || x.Remains > time.Minute {
		t.Errorf("before the first key the state is %+v", x)
	}
	suite.OK(t, s.Type(keylog.Left, []lpp.Key("Hi\b\n")...))
	suite.OK(t, s.TypeAs(7, keylog.Right, []lpp.Key("Yo")...))
	left.Wait(t, "Hi\b\n")
	right.Wait(t, "Yo")
	left.Comes(lpp.Other, "Hello")
	sessiontest.Until(t, "the answer is shown",
		func() bool { return strings.HasSuffix(shown(s), "LO:Hello") })
	suite.Equal(t, "the session shows", shown(s), "LJ:Hi\b\n RJ:Yo LO:Hello")
	list, _ := s.Since(4)
	if len(list) != 7 || list[1].Tag != 8 || list[2].Tag != 0 {
		t.Errorf("after the first four keys there are %+v", list)
	}
	if x := s.State(); x.Phase != session.Talking || x.Remains <= 0 || x.Remains > time.Minute {
		t.Errorf("while they talk, the state is %+v", x)
	}
	sessiontest.Until(t, "all is in the log", func() bool {
		return n.text(keylog.Left, true) == "Hi\b\n" && n.text(keylog.Right, true) == "Yo" &&
			n.text(keylog.Left, false) == "Hello"
	})
	heard := 0
	for _, x := range n.strokes {
		if !x.Local { // what entities chose says who is a program
			heard++
			suite.Equal(t, "number of a key of an entity", x.Sequence, fmt.Sprintf("%018d", heard))
		}
		if x.Judge != "J1" || x.Sequence == "" || time.Since(time.UnixMicro(x.Received)) > time.Minute {
			t.Errorf("the log has %+v", x)
		}
	}
	fits := session.Verdict{Left: 60, Right: 40}
	suite.Fails(t, "a verdict is taken before the time is over", s.Decide(fits), "…")
	s.Stop()
	if x := s.State(); x.Phase != session.Asking || x.MayType {
		t.Errorf("after the time the state is %+v", x)
	}
	suite.Is(t, "a key after the time", s.Type(keylog.Left, 'x'), session.ErrOver)
	suite.Fails(t, "a tie is taken", s.Decide(session.Verdict{Left: 50, Right: 50}), "…")
	suite.OK(t, s.Decide(fits))
	suite.OK(t, s.Decide(fits)) // as sent twice over a bad network
	suite.Fails(t, "a verdict is changed", s.Decide(session.Verdict{Left: 40, Right: 60}), "…")
	suite.OK(t, end())
	if x := s.State(); x.Verdict == nil || *x.Verdict != fits || x.Phase != session.Done {
		t.Errorf("the verdict is %+v", x.Verdict)
	}
	suite.Equal(t, "faults", len(n.faults), 0)
}

//luna:race
func TestConfederateWaitsForTheJudge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line, n := sessiontest.NewLine(), &notes{}
		s, end := run(t, session.Options{Here: lpp.Other, Lines: []session.Line{line}, Log: n.log,
			Clock: session.NewClock(200 * time.Millisecond)})
		suite.Is(t, "a key before the judge's", s.Type(keylog.Left, 'x'), session.ErrWaiting)
		if s.State().MayType {
			t.Error("the confederate may type before the judge")
		}
		line.Comes(lpp.Judge, "H")
		sessiontest.Until(t, "the judge begins", func() bool { return s.State().MayType })
		suite.OK(t, s.Type(keylog.Left, 'x'))
		suite.Equal(t, "the session shows", shown(s), "LJ:H LO:x")
		suite.Fails(t, "a confederate gives a verdict", s.Decide(session.Verdict{Human: keylog.Left}), "…")
		suite.OK(t, end()) // by the clock
		if a, b := n.text(keylog.Left, true), n.text(keylog.Left, false); a != "H" || b != "x" {
			t.Errorf("the log has %q of the judge and %q of the confederate", a, b)
		}
		if got := s.State(); got.Phase != session.Done || got.Remains != 0 {
			t.Errorf("at the end the state is %+v", got)
		}
	})
}

func TestEntityBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := sessiontest.NewLine()
		s, end := run(t, session.Options{Here: lpp.Other, Lines: []session.Line{line},
			EntityBegins: true, Clock: session.NewClock(100 * time.Millisecond)})
		if got := s.State(); got.Phase != session.Talking || !got.MayType {
			t.Errorf("at the beginning the state is %+v", got)
		}
		suite.OK(t, s.Type(keylog.Left, 'H'))
		line.Wait(t, "H")
		suite.OK(t, end()) // by the clock
	})
}

//luna:race
func TestFailuresAreHidden(t *testing.T) {
	left, right, n := sessiontest.NewLine(), sessiontest.NewLine(), &notes{}
	s, end := run(t, session.Options{Here: lpp.Judge, Lines: []session.Line{left, right},
		Question: session.Choice, Clock: session.NewClock(time.Hour), Log: n.log, Fault: n.fault})
	left.Break(true)
	suite.OK(t, s.Type(keylog.Left, []lpp.Key("one ")...))
	suite.OK(t, s.Type(keylog.Left, []lpp.Key("two")...))
	right.Trip() // it can no longer be read, for now
	sessiontest.Until(t, "the organiser knows", func() bool {
		n.mu.Lock()
		defer n.mu.Unlock()
		return len(n.faults) == 2
	})
	if got := shown(s); got != "LJ:one two" || n.text(keylog.Left, true) != "" {
		t.Errorf("the session shows %q, and the log has %q", got, n.text(keylog.Left, true))
	}
	right.Comes(lpp.Other, "k")
	sessiontest.Until(t, "keys arrive again", func() bool { return shown(s) == "LJ:one two RO:k" })
	left.Break(false)
	left.Wait(t, "one two")
	s.Stop()
	suite.OK(t, s.Decide(session.Verdict{Human: keylog.Right}))
	suite.OK(t, end())
	suite.Equal(t, "the log has", n.text(keylog.Left, true), "one two")
	if !slices.IsSortedFunc(n.strokes, func(a, b keylog.Stroke) int {
		return cmp.Compare(a.Received, b.Received)
	}) {
		t.Errorf("the log is not in the order of its times: %+v", n.strokes)
	}
}

//luna:race
func TestLogThatFailsEndsTheSession(t *testing.T) {
	line := sessiontest.NewLine()
	full := errors.New("no space left")
	s, end := run(t, session.Options{Here: lpp.Judge, Lines: []session.Line{line},
		Clock: session.NewClock(time.Hour), Log: func(...keylog.Stroke) error { return full }})
	suite.OK(t, s.Type(keylog.Left, 'x'))
	suite.Is(t, "the session ends with", end(), full)
}

//luna:race
func TestPanicIsAnError(t *testing.T) {
	line := sessiontest.NewLine()
	s, end := run(t, session.Options{Here: lpp.Judge, Lines: []session.Line{line},
		Clock: session.NewClock(time.Hour), Log: func(...keylog.Stroke) error { panic("oh") }})
	suite.OK(t, s.Type(keylog.Left, 'x'))
	suite.Fails(t, "the session ends with", end(), "panic: oh…")
}

func TestEarlierKeys(t *testing.T) {
	line := sessiontest.NewLine()
	then := time.Now().Add(-time.Minute)
	s, end := run(t, session.Options{Here: lpp.Judge, Lines: []session.Line{line},
		Clock: session.NewClock(time.Minute), Earlier: []keylog.Stroke{
			{Received: then.UnixMicro(), Local: true, Side: keylog.Left, Key: 'a'},
			{Received: then.UnixMicro() + 1, Side: keylog.Left, Key: 'b'},
		}})
	suite.OK(t, s.Type(keylog.Left, 'c'))
	suite.Equal(t, "the session shows", shown(s), "LJ:a LO:b LJ:c")
	s.Stop()
	suite.OK(t, end())
}

func TestRefusals(t *testing.T) {
	s := session.New(session.Options{Here: lpp.Judge, Lines: []session.Line{sessiontest.NewLine()},
		Clock: session.NewClock(time.Hour)})
	suite.Fails(t, "keys are typed at a terminal that is not there", s.Type(keylog.Right, 'a'), "…")
	if err := s.Type(keylog.Left, 'a', 0xe9); err == nil || shown(s) != "" {
		t.Errorf("a key without a name: %v, shown %q", err, shown(s))
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		q  session.Question
		v  session.Verdict
		ok bool
	}{
		{session.Points, session.Verdict{Left: 51, Right: 49}, true},
		{session.Points, session.Verdict{Left: 0, Right: 100}, true},
		{session.Points, session.Verdict{Left: 50, Right: 50}, false},
		{session.Points, session.Verdict{Left: 60, Right: 60}, false},
		{session.Points, session.Verdict{Left: 101, Right: -1}, false},
		{session.Choice, session.Verdict{Human: keylog.Right}, true},
		{session.Choice, session.Verdict{Human: "both"}, false},
		{session.NoQuestion, session.Verdict{Human: keylog.Left}, false},
	} {
		if err := c.q.Check(c.v); (err == nil) != c.ok {
			t.Errorf("%s %+v: %v", c.q, c.v, err)
		}
	}
}

// TestTypingIsBounded has a person type without end while the line fails.
func TestTypingIsBounded(t *testing.T) {
	s := session.New(session.Options{Here: lpp.Judge, Clock: session.NewClock(time.Hour),
		Lines: []session.Line{sessiontest.NewLine()}})
	keys := []lpp.Key(strings.Repeat("x", 1000))
	for range 200 {
		suite.OK(t, s.Type(keylog.Left, keys...))
	}
	suite.Is(t, "key 200,001", s.Type(keylog.Left, 'x'), session.ErrTooMany)
}

// TestClock stops, lengthens and ends the time of a judge.
func TestClock(t *testing.T) {
	clock, line := session.NewClock(300*time.Millisecond), sessiontest.NewLine()
	s, wait := run(t, session.Options{Here: lpp.Judge, Lines: []session.Line{line}, Clock: clock})
	if !clock.Pause(true) || clock.Pause(true) {
		t.Error("found a pause that is none, or one in another")
	}
	left := s.State().Remains
	time.Sleep(400 * time.Millisecond)
	x := s.State()
	if x.Phase != session.Talking || x.Remains != left || x.MayType || !x.Paused {
		t.Errorf("in a pause: %+v", x)
	}
	suite.Equal(t, "a key in a pause", s.Type("left", 'a'), session.ErrPaused)
	if !clock.Pause(false) || clock.Pause(false) {
		t.Error("found that a clock which runs went on")
	}
	suite.OK(t, s.Type("left", 'b'))
	clock.Extend(200 * time.Millisecond)
	if x := s.State(); x.Remains <= left-50*time.Millisecond || x.Extra != 200*time.Millisecond {
		t.Errorf("extended: %+v, before %v", x, left)
	}
	suite.OK(t, wait())
	clock.Extend(time.Hour)
	if x := s.State(); x.Phase != session.Done {
		t.Errorf("a time that was over went on: %+v", x)
	}
	suite.Equal(t, "sent", line.Got(), "b")
}

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// run runs a session in the background. The function that it returns waits for its end.
func run(t *testing.T, o session.Options) (*session.Session, func() error) {
	t.Helper()
	s := session.New(o)
	ended := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() { ended <- s.Run(ctx) }()
	return s, func() error {
		t.Helper()
		select {
		case err := <-ended:
			return err
		case <-time.After(10 * time.Second):
			t.Fatal("the session does not end")
			return nil
		}
	}
}

// shown is what a session shows, as "LJHi" for keys at the left by the judge.
func shown(s *session.Session) string {
	var b strings.Builder
	last := ""
	keys, _ := s.Since(0)
	for _, k := range keys {
		from := strings.ToUpper(string(k.Side)[:1]) + strings.ToUpper(string(k.By)[:1]) + ":"
		if from != last {
			b.WriteString(" " + from)
		}
		last = from
		b.WriteByte(byte(k.Key))
	}
	return strings.TrimSpace(b.String())
}
