package terminal_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/pagetest"
	"github.com/luna-rating/luna/internal/ptytest"
	"github.com/luna-rating/luna/internal/suite"
	"github.com/luna-rating/luna/internal/turing/keylog"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/internal/turing/session/sessiontest"
	"github.com/luna-rating/luna/internal/turing/terminal"
	"github.com/luna-rating/luna/turing/lpp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// stage is a session at a pseudo-terminal.
type stage struct {
	*ptytest.Console
	t           testing.TB
	session     *session.Session
	left, right *sessiontest.Line
	cancel      func()
	end         func() error
}

func play(t testing.TB, width, height int, o session.Options, l terminal.Labels) *stage {
	t.Helper()
	t.Setenv("LC_ALL", "C.UTF-8")
	s := &stage{Console: ptytest.Open(t, width, height), t: t, left: sessiontest.NewLine(),
		right: sessiontest.NewLine()}
	o.Lines = []session.Line{s.left, s.right}
	if o.Here == lpp.Other || l.There != "" {
		o.Lines = o.Lines[:1]
	}
	var err error
	s.session, err = session.New(o)
	must(t, err)
	open, err := terminal.Open(s.Slave(), s.Slave())
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel = cancel
	ended := make(chan error, 1)
	go func() {
		err := open.Show(ctx, s.session, l)
		ended <- errors.Join(err, open.Close())
	}()
	s.end = func() error {
		t.Helper()
		select {
		case err := <-ended:
			ended <- err
			return err
		case <-time.After(20 * time.Second):
			t.Fatalf("the terminal does not end; it shows\n%s", s.Text())
			return nil
		}
	}
	t.Cleanup(func() {
		cancel()
		_ = s.end()
		raw, alternate := s.Given()
		for range 100 { // what was written last may still be on its way
			if !alternate {
				break
			}
			time.Sleep(10 * time.Millisecond)
			raw, alternate = s.Given()
		}
		if raw || alternate {
			t.Errorf("afterwards the terminal is raw: %v, in the alternate screen: %v", raw, alternate)
		}
		if odd := s.Odd(); odd != "" {
			t.Errorf("the terminal got %s", odd)
		}
	})
	return s
}

// shot keeps a picture of the window, if pictures are wanted.
func (s *stage) shot(name string) {
	s.t.Helper()
	dir := os.Getenv(pagetest.ShotsEnv)
	if dir == "" {
		return
	}
	must(s.t, os.MkdirAll(dir, 0o777))
	must(s.t, os.WriteFile(filepath.Join(dir, name+".html"), []byte(s.HTML()), 0o666))
	must(s.t, os.WriteFile(filepath.Join(dir, name+".txt"), []byte(s.Text()), 0o666))
}

// comes has an entity type at a side, and waits until that has come: what is typed next is later.
func (s *stage) comes(side keylog.Side, text string) {
	s.t.Helper()
	line := s.left
	if side == keylog.Right {
		line = s.right
	}
	line.Comes(lpp.Other, text)
	sessiontest.Until(s.t, fmt.Sprintf("%q has come", text), func() bool {
		keys, _ := s.session.Since(0)
		var b strings.Builder
		for _, k := range keys {
			if k.Side == side {
				b.WriteByte(byte(k.Key))
			}
		}
		return strings.HasSuffix(b.String(), text)
	})
}

func (s *stage) talk() {
	s.t.Helper()
	s.Until("You begin")
	const window = "Hello! What do you see when you look out of the window?"
	s.Type(window + "\r")
	s.left.Wait(s.t, window+"\n")
	s.comes(keylog.Left, "Hi. Rain, mostly. And my neibour\b\b\b\bghbour, who walks a very small dog.\n")
	s.Type("\x14Good morning. How did you come here today?\r")
	s.right.Wait(s.t, "Good morning. How did you come here today?\n")
	s.comes(keylog.Right, "by tram, line 4. it was late as always\nand you?\n")
	s.Until("and you?")
	s.Type("On foot. What is 17 times 23?\r\x1b[DWhat is the dog called?\r")
	s.left.Wait(s.t, window+"\nWhat is the dog called?\n")
	s.comes(keylog.Left, "No idea. He calls it something like Bis")
	s.comes(keylog.Right, "give me a sec")
	s.Type("A biscuit?")
	s.Until("> A biscuit?")
	s.Until("Bis_")
}

var pair = terminal.Labels{Title: "Judge J1, round 2"}

func TestPairOfTerminals(t *testing.T) {
	suite.Slow(t, "waits as people do")
	for _, size := range [][2]int{{100, 30}, {80, 24}, {50, 30}, {50, 14}} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			const length = 25 * time.Minute
			s := play(t, size[0], size[1], session.Options{Here: lpp.Judge, Length: length,
				Question: session.Points}, pair)
			began := time.Now()
			s.shot(fmt.Sprintf("90-pair-begin-%dx%d", size[0], size[1]))
			s.talk()
			name := fmt.Sprintf("pair-%dx%d", size[0], size[1])
			s.shot("91-" + name)
			text := s.Text()
			golden(t, name, text, length, time.Since(began))
			s.session.Stop()
			s.Until("Points for the left")
			s.Type("99") // the judge is still typing
			time.Sleep(1600 * time.Millisecond)
			s.Type("50\r")
			s.Until("No ties: one side gets at least 51.")
			s.shot("92-" + name)
			s.Type("7x\r")
			s.Until(`"7x" is no whole number`)
			s.Type("70\r")
			s.Until("Left 70 points, right 30 points.")
			s.Type("n80\ry")
			must(t, s.end())
			if v, ok := s.session.Verdict(); !ok || v != (session.Verdict{Left: 80, Right: 20}) {
				t.Errorf("the verdict is %+v", v)
			}
			if got := s.left.Got(); strings.Contains(got, "99") {
				t.Errorf("after the end, %q was sent", got)
			}
		})
	}
}

// golden compares a window with the one in testdata, whose clock has not started. In the window it
// may have run for as long as the session has.
func golden(t *testing.T, name, got string, length, ran time.Duration) {
	t.Helper()
	clock := func(left time.Duration) string {
		return fmt.Sprintf("%02d:%02d left", left/time.Minute, left%time.Minute/time.Second)
	}
	for past := time.Second; past <= ran; past += time.Second {
		got = strings.ReplaceAll(got, clock(length-past), clock(length))
	}
	file := filepath.Join("testdata", name+".txt")
	suite.Golden(t, file, []byte(got))
}

func TestJudgeAlone(t *testing.T) {
	suite.Slow(t, "waits as people do")
	s := play(t, 80, 24, session.Options{Here: lpp.Judge},
		terminal.Labels{Title: "Judge J1", There: "They"})
	s.Until("You begin")
	s.Type("Helo\x7flo\r")
	s.left.Wait(t, "Helo\blo\n")
	s.left.Comes(lpp.Other, "Hy\bi there\n\tI wa")
	s.Until("I wa_")
	s.Type("x")
	s.Until("> x")
	s.shot("93-judge-80x24")
	if x, y := s.Cursor(); x != 3 || y != 22 {
		t.Errorf("the cursor is at %d, %d", x, y)
	}
	// Keys without a name are refused, with a hint.
	for keys, hint := range map[string]string{
		"é":       "The protocol has no key for é",
		"猫":       "The protocol has no key for 猫",
		"\x1bOP":  "The protocol has no such key",
		"\x1b[3~": "The protocol has no such key",
		"\x01":    "The protocol has no such key",
		"\x1b[D":  "The arrow keys do not move",
		"\x1b":    "The protocol has no such key",
		"\x1bx":   "The protocol has no such key",
	} {
		s.Type(keys)
		s.Until(hint)
	}
	s.Type("\x7f\x7f")
	s.Until("it cannot be taken back")
	// A paste, with typographic signs and line ends of any kind.
	s.Type("\x1b[200~“It’s”\r\nb — é\x1b[20")
	time.Sleep(100 * time.Millisecond)
	s.Type("1~z\t")
	s.left.Wait(t, "Helo\blo\nx\b\"It's\"\nb - z\t")
	// What an entity types cannot control the terminal, and a long line is wrapped.
	s.left.Comes(lpp.Other, strings.Repeat("lorem ipsum ", 200)+"\n"+strings.Repeat("x", 300)+" end")
	s.Until("end_")
	s.Type("\x1b[5~\x1b[5~")
	s.Until("PgDn: to the end")
	s.left.Comes(lpp.Other, "!")
	s.Until("PgDn: new text")
	s.Type("\x1b[6~\x1b[6~\x1b[6~")
	s.Until("end!_")
	// Ctrl-C asks.
	s.Type("\x03")
	s.Until("Leave?")
	s.Type("w")
	s.Wait("the question is gone", func() bool { return !strings.Contains(s.Text(), "Leave?") })
	if got := s.left.Got(); strings.HasSuffix(got, "w") {
		t.Errorf("the answer was sent: %q", got)
	}
	s.Type("\x03q")
	if err := s.end(); !errors.Is(err, terminal.ErrQuit) {
		t.Errorf("the terminal ends with %v", err)
	}
}

func TestConfederateWaits(t *testing.T) {
	s := play(t, 80, 24, session.Options{Here: lpp.Other, Length: 25 * time.Minute},
		terminal.Labels{Title: "Confederate C3 · round 2 · 控え室", There: "Judge"})
	s.Until("The judge begins")
	s.Type("a\x01")
	s.Until("The protocol has no such key")
	s.left.Comes(lpp.Judge, "Good morning.\nHow did you come here to")
	s.Until("here to_")
	s.Type("by tram\rit was l")
	s.left.Wait(t, "by tram\nit was l")
	s.Until("> it was l")
	s.shot("94-relay-80x24")
	if !strings.Contains(s.Text(), "控え室") {
		t.Errorf("the title is cut:\n%s", s.Text())
	}
	s.session.Stop()
	must(t, s.end())
}

func TestChoiceAndEarlyVerdict(t *testing.T) {
	s := play(t, 80, 24, session.Options{Here: lpp.Judge, Question: session.Choice, Early: true}, pair)
	s.Until("You begin")
	s.Type("Hi\r\x03")
	s.Until("d decides now")
	s.Type("d")
	s.Until("Type left or right")
	s.Type("\x1b") // back to the talk
	s.Wait("the form is gone", func() bool { return !strings.Contains(s.Text(), "Type left or right") })
	s.Type("there\r")
	s.left.Wait(t, "Hi\nthere\n")
	s.Type("\x03d")
	s.Until("Type left or right")
	s.Type("middle\r")
	s.Until(`"middle" is neither`)
	s.Type("R\r")
	s.Until("The human is at the right.")
	s.shot("95-choice-80x24")
	s.Type("y")
	must(t, s.end())
	if v, _ := s.session.Verdict(); v.Human != "right" {
		t.Errorf("the verdict is %+v", v)
	}
}

func TestResize(t *testing.T) {
	s := play(t, 100, 30, session.Options{Here: lpp.Judge}, pair)
	s.talk()
	for _, size := range [][2]int{{40, 20}, {10, 3}, {1, 1}, {200, 60}, {80, 24}} {
		s.Resize(size[0], size[1])
		must(t, syscall.Kill(os.Getpid(), syscall.SIGWINCH))
		want := "Judge J1"
		if size[0] < 20 {
			want = "window too small"[:min(size[0], 6)]
		}
		s.Wait(fmt.Sprintf("the window of %v is drawn", size), func() bool {
			return strings.HasPrefix(strings.TrimLeft(s.Text(), " "), want)
		})
	}
	s.Until("A biscuit?")
	s.Type("\x0c")
}

// TestFlood has an entity press 10,000 keys a second.
func TestFlood(t *testing.T) {
	suite.Slow(t, "types 100,000 keys")
	s := play(t, 80, 24, session.Options{Here: lpp.Judge}, pair)
	s.Until("You begin")
	stop, stopped := make(chan struct{}), make(chan struct{})
	begun := time.Now()
	n := 0
	go func() {
		defer close(stopped)
		for {
			select {
			case <-stop:
				return
			default:
				s.left.Comes(lpp.Other, strings.Repeat("lorem ipsum ", 8)+"\n")
				n += 97
				time.Sleep(9 * time.Millisecond)
			}
		}
	}()
	s.Type("\x14Are you there?")
	s.right.Wait(t, "Are you there?")
	s.Until("> Are you there?")
	t.Logf("after %v the judge's line is shown", time.Since(begun))
	time.Sleep(2 * time.Second)
	close(stop)
	<-stopped
	took, wrote := time.Since(begun), s.Written()
	t.Logf("%d keys in %v, %d bytes to the terminal", n, took, wrote)
	if frames := took.Seconds()*30 + 5; float64(wrote) > frames*80*24*2 {
		t.Errorf("%d bytes went to the terminal in %v", wrote, took)
	}
	s.left.Comes(lpp.Other, "the end")
	s.Until("the end_")
}

func TestOtherEnds(t *testing.T) {
	t.Run("context", func(t *testing.T) {
		s := play(t, 80, 24, session.Options{Here: lpp.Judge}, pair)
		s.Until("You begin")
		s.cancel()
		if err := s.end(); !errors.Is(err, context.Canceled) {
			t.Errorf("the terminal ends with %v", err)
		}
	})
	t.Run("log", func(t *testing.T) {
		full := errors.New("no space left")
		s := play(t, 80, 24, session.Options{Here: lpp.Judge,
			Log: func(...keylog.Stroke) error { return full }}, pair)
		s.Until("You begin")
		s.Type("x")
		if err := s.end(); !errors.Is(err, full) {
			t.Errorf("the terminal ends with %v", err)
		}
	})
	t.Run("no terminal", func(t *testing.T) {
		f, err := os.Open(os.DevNull)
		must(t, err)
		defer f.Close()
		if _, err := terminal.Open(f, f); err == nil || !strings.Contains(err.Error(), "not a terminal") {
			t.Errorf("the error is %v", err)
		}
	})
}

func TestSay(t *testing.T) {
	c := ptytest.Open(t, 60, 12)
	open, err := terminal.Open(c.Slave(), c.Slave())
	must(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() {
		ended <- open.Say(ctx, pair,
			"Round 2 begins at 11:00. Please stay near this computer until then.")
	}()
	c.Until("near this")
	cancel()
	must(t, <-ended)
	go func() { ended <- open.Say(context.Background(), pair, "Round 3 begins at 12:00.") }()
	c.Until("Round 3")
	c.Type("x\x03q")
	if err := <-ended; !errors.Is(err, terminal.ErrQuit) {
		t.Errorf("the message ends with %v", err)
	}
	must(t, open.Close())
	must(t, open.Close())
}
