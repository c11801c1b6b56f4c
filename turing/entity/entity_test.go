package entity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/lpp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// echo replies with what it was asked, in brackets. It fails when told to. If it has a gate, it
// sends to it when it is asked, and again before it replies.
type echo struct{ gate chan struct{} }

func (e echo) Reply(ctx context.Context, text string) (string, error) {
	if e.gate != nil {
		for range 2 {
			select {
			case e.gate <- struct{}{}:
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
	}
	if strings.Contains(text, "fail") {
		return "", responder.ErrNoReply
	}
	return "[" + text + "] it’s “naïve”", nil
}

func (echo) Close() error { return nil }

// talk is a judge and an entity.
type talk struct {
	t      *testing.T
	judge  *lpp.Sender
	lines  chan string
	mu     sync.Mutex
	warned []error
	keys   []lpp.Key
}

func newTalk(t *testing.T, c responder.Conversation, o Options) *talk {
	dir := t.TempDir()
	k := &talk{t: t, lines: make(chan string, 100)}
	var err error
	if k.judge, err = lpp.NewSender(dir, lpp.Judge); err != nil {
		t.Fatal(err)
	}
	o.Warn = func(err error) {
		k.mu.Lock()
		defer k.mu.Unlock()
		k.warned = append(k.warned, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var done sync.WaitGroup
	done.Go(func() {
		if err := Run(ctx, dir, c, o); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	done.Go(func() {
		var s lpp.Screen
		seen := 0
		lpp.Receiver{Dir: dir, From: lpp.Other}.Receive(ctx, func(presses []lpp.Press) error {
			for _, p := range presses {
				k.mu.Lock()
				k.keys = append(k.keys, p.Key)
				k.mu.Unlock()
				if s.Apply(p.Key); p.Key == lpp.Return {
					k.lines <- s.From(seen)
					seen = s.Len()
				}
			}
			return nil
		})
	})
	t.Cleanup(func() { cancel(); done.Wait() })
	return k
}

func (k *talk) say(text string) {
	k.t.Helper()
	keys, err := lpp.Keys(text)
	if err == nil {
		_, err = k.judge.Send(keys...)
	}
	if err != nil {
		k.t.Fatal(err)
	}
}

func (k *talk) hear(want string) {
	k.t.Helper()
	select {
	case got := <-k.lines:
		if got != want+"\n" {
			k.t.Errorf("heard %q, want %q", got, want)
		}
	case <-time.After(time.Minute):
		k.t.Fatalf("heard nothing, want %q", want)
	}
}

// warnings waits for n warnings.
func (k *talk) warnings(n int) []error {
	k.t.Helper()
	for range 1000 {
		k.mu.Lock()
		list := k.warned
		k.mu.Unlock()
		if len(list) >= n {
			return list
		}
		time.Sleep(10 * time.Millisecond)
	}
	k.t.Fatalf("fewer than %d warnings came", n)
	return nil
}

func TestReplies(t *testing.T) {
	k := newTalk(t, echo{}, Options{Speed: 2000})
	k.say("Hello\n")
	k.hear(`[Hello] it's "naive"`)
	k.say("\n  \n\tHow arr\be you?\n")
	k.hear(`[How are you?] it's "naive"`)
}

// TestPersonsKeys checks that the entity errs and corrects itself as people do, by its seed.
func TestPersonsKeys(t *testing.T) {
	typed := func(seed uint64) string {
		k := newTalk(t, echo{}, Options{Speed: 5000, Seed: seed})
		question := strings.Repeat("the quick brown fox jumps over the lazy dog ", 5)
		k.say(question + "\n")
		k.hear("[" + strings.TrimSpace(question) + `] it's "naive"`)
		return string(k.keys)
	}
	first := typed(1)
	if !strings.Contains(first, "\b") {
		t.Errorf("found no BackSpace in %q", first)
	}
	if again := typed(1); again != first {
		t.Errorf("typed %q, then %q with the same seed", first, again)
	}
	if other := typed(2); other == first {
		t.Errorf("typed %q with two seeds", first)
	}
}

func TestOpening(t *testing.T) {
	const opening = "Hello, my name is Ann and I am the human"
	k := newTalk(t, echo{}, Options{Speed: 2000, Opening: opening})
	k.say("Who are you?\n")
	k.hear(opening)
	k.say("Are you?\n")
	k.hear(`[Are you?] it's "naive"`)
}

func TestSilence(t *testing.T) {
	k := newTalk(t, echo{}, Options{Speed: 2000})
	k.say("Please fail\n")
	if w := k.warnings(1); !errors.Is(w[0], responder.ErrNoReply) {
		t.Errorf("found %v", w)
	}
	k.say("Hello\n")
	k.hear(`[Hello] it's "naive"`)
}

// lossy replies with characters that the protocol has no key for.
type lossy struct{ echo }

func (lossy) Reply(_ context.Context, text string) (string, error) { return text + " é你", nil }

// TestLostCharacters checks that characters without a key are counted over all replies.
func TestLostCharacters(t *testing.T) {
	k := newTalk(t, lossy{}, Options{Speed: 2000})
	for _, line := range []string{"A", "bcd"} {
		k.say(line + "\n")
		k.hear(line + " e")
	}
	const want = "[1 of 3 characters have no key, such as “你” 2 of 8 characters have no key, such as “你”]"
	if got := fmt.Sprint(k.warnings(2)); got != want {
		t.Errorf("found %s, want %s", got, want)
	}
}

// TestMeanwhile checks that what the judge types during a reply is for the next one.
func TestMeanwhile(t *testing.T) {
	gate := make(chan struct{})
	k := newTalk(t, echo{gate}, Options{Speed: 2000})
	k.say("one\n")
	<-gate // the responder has been asked
	k.say("two\nthree\n")
	if _, err := k.judge.Wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-gate
	k.hear(`[one] it's "naive"`)
	<-gate
	<-gate
	k.hear(`[two three] it's "naive"`)
}

func TestHearing(t *testing.T) {
	h := newHearing()
	press := func(text string) {
		keys, err := lpp.Keys(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range keys {
			h.take([]lpp.Press{{Key: k}})
		}
	}
	for _, c := range []struct{ typed, question string }{
		{"ab\ncd\n\b\b\b\b\b\bx", ""}, // taken back
		{"y\n", "xy"},
		{"one\n\ntwo\nthr", "one two"}, // the lines that have ended
		{"ee\n", "three"},
		{"\b\b\bz\n", "z"}, // into what was replied to
	} {
		press(c.typed)
		if q := h.question(); q != c.question {
			t.Errorf("after %q found %q, want %q", c.typed, q, c.question)
		}
	}
}

func TestWrongOptions(t *testing.T) {
	for _, o := range []Options{{Speed: -1}, {Opening: "Grüezi"}} {
		if err := Run(context.Background(), t.TempDir(), echo{}, o); err == nil {
			t.Errorf("%+v was accepted", o)
		}
	}
}
