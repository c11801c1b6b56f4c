package lpp

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/luna-rating/luna/internal/suite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// listener is a receiver at work.
type listener struct {
	t      *testing.T
	mu     sync.Mutex
	taken  []Press
	faults []string
}

// listen starts a receiver that ends with the test.
func listen(t *testing.T, r Receiver) *listener {
	t.Helper()
	l := &listener{t: t}
	r.Fault = func(err error) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.faults = append(l.faults, err.Error())
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- r.Receive(ctx, func(presses []Press) error {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.taken = append(l.taken, presses...)
			return nil
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != context.Canceled {
			t.Error(err)
		}
	})
	return l
}

func (l *listener) until(what string, done func() bool) {
	l.t.Helper()
	for range 2000 {
		l.mu.Lock()
		ok := done()
		l.mu.Unlock()
		if ok {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.t.Fatalf("waited for %s; %d key presses were taken, %.300q, faults %.1000q", what, len(l.taken),
		inLines(l.taken), l.faults)
}

func (l *listener) hears(want string) {
	l.t.Helper()
	l.until(fmt.Sprintf("%.100q", want), func() bool { return inLines(l.taken) == want })
}

func (l *listener) told(want string) {
	l.t.Helper()
	l.until("the fault "+want, func() bool {
		return slices.ContainsFunc(l.faults, func(s string) bool { return strings.Contains(s, want) })
	})
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// get returns the value of a call, and ends the test if that failed.
func get[V any](v V, err error) func(t testing.TB) V {
	return func(t testing.TB) V {
		t.Helper()
		must(t, err)
		return v
	}
}

func sender(t *testing.T, dir string, by End) *Sender {
	t.Helper()
	return get(NewSender(dir, by))(t)
}

func (s *Sender) types(t *testing.T, text string) {
	t.Helper()
	keys := get(Keys(text))(t)
	made := get(s.Send(keys...))(t)
	for i, p := range made {
		if p.Key != keys[i] {
			t.Fatalf("made %+v, want %q", p, keys[i])
		}
	}
}

func mkdir(t *testing.T, dir, name string) {
	t.Helper()
	must(t, os.Mkdir(filepath.Join(dir, name), 0o777))
}

func empty(t *testing.T, dir string) {
	t.Helper()
	for range 1000 {
		if entries, err := os.ReadDir(dir); err == nil && len(entries) == 0 {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%s is not empty", dir)
}

func TestSendAndReceive(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b") // made by whoever comes first
	fromJudge := listen(t, Receiver{Dir: dir, From: Judge})
	fromOther := listen(t, Receiver{Dir: dir, From: Other})
	judge, other := sender(t, dir, Judge), sender(t, dir, Other)
	var both sync.WaitGroup
	for range 20 { // both ends at once
		both.Go(func() { judge.types(t, "Hi!\b?\n") })
		other.types(t, "a b\tC\n")
		both.Wait()
	}
	fromJudge.hears(strings.Repeat("Hi!\b?\n", 20))
	fromOther.hears(strings.Repeat("a b\tC\n", 20))
	empty(t, dir)
	if n, err := judge.Wait(t.Context()); n != 0 || err != nil {
		t.Errorf("%d are pending, %v", n, err)
	}
	if len(fromJudge.faults)+len(fromOther.faults) > 0 {
		t.Errorf("found %q, %q", fromJudge.faults, fromOther.faults)
	}
}

// TestFastWriters lets programs of another make write at both ends as fast as the system lets them.
func TestFastWriters(t *testing.T) {
	suite.Slow(t, "types thousands of keys")
	dir := t.TempDir()
	const keys = 5_000
	var both sync.WaitGroup
	listeners := map[End]*listener{}
	for _, end := range []End{Judge, Other} {
		listeners[end] = listen(t, Receiver{Dir: dir, From: end})
		both.Go(func() {
			for n := range keys {
				name := fmt.Sprintf("%08d.%c.%s", 3*n, 'a'+n%26, end)
				if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
					t.Error(err)
				}
			}
		})
	}
	both.Wait()
	for end, l := range listeners {
		l.until("all", func() bool { return len(l.taken) >= keys })
		for n, p := range l.taken {
			if want := (Press{fmt.Sprintf("%08d", 3*n), Key('a' + n%26), end, ""}); p != want {
				t.Fatalf("key press %d is %v, want %v", n, p, want)
			}
		}
		l.until("no others", func() bool { return len(l.taken) == keys && len(l.faults) == 0 })
	}
	empty(t, dir)
}

// TestListedTwice checks that a name which a listing has twice is one key press.
func TestListedTwice(t *testing.T) {
	if list := lowest(presses(t, "2.b 1.a 2.b 02.b")); inLines(list) != "abb" {
		t.Errorf("found %v", list)
	}
}

// TestTwoSenders lets two programs send for the same end, by mistake.
func TestTwoSenders(t *testing.T) {
	dir := t.TempDir()
	l := listen(t, Receiver{Dir: dir, From: Other})
	var both sync.WaitGroup
	for _, c := range []string{"x", "y"} {
		s := sender(t, dir, Other)
		s.tag = 7 // the worst case
		both.Go(func() {
			for range 500 {
				s.types(t, c)
			}
		})
	}
	both.Wait()
	l.until("all", func() bool { return len(l.taken) >= 1000 })
	empty(t, dir)
	if got := inLines(l.taken); strings.Count(got, "x") != 500 || strings.Count(got, "y") != 500 {
		t.Errorf("took %d x and %d y", strings.Count(got, "x"), strings.Count(got, "y"))
	}
}

// TestSameKeyAtOnce checks that senders with the same numbers lose no key: the system creates a
// sub-directory once.
func TestSameKeyAtOnce(t *testing.T) {
	dir := t.TempDir()
	a, b := sender(t, dir, Other), sender(t, dir, Other)
	a.tag, b.tag = 7, 7
	a.last, b.last = "999999999999990000", "999999999999990000" // beyond the clock
	a.types(t, "zz")
	b.types(t, "zzz")
	if there := get(a.pending())(t); len(there) != 5 {
		t.Errorf("found %v", there)
	}
}

func TestTwoReceivers(t *testing.T) {
	dir := t.TempDir()
	mkdir(t, dir, "1.a.other")
	first := true
	var faults []string
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	r := Receiver{Dir: dir, From: Other, Fault: func(err error) {
		faults = append(faults, err.Error())
		cancel()
	}}
	r.Receive(ctx, func([]Press) error {
		if first {
			first = false
			must(t, os.Remove(filepath.Join(dir, "1.a.other"))) // by another one
		}
		return nil
	})
	if len(faults) != 1 || !strings.Contains(faults[0], "another program removed 1.a.other:") {
		t.Errorf("found %q", faults)
	}
}

func TestStrays(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "notes.txt"), nil, 0o666))
	must(t, os.WriteFile(filepath.Join(dir, "1.a.other"), nil, 0o666))
	mkdir(t, dir, "2.é.other")
	mkdir(t, dir, "3.a.judge")
	mkdir(t, dir, "New folder")
	l := listen(t, Receiver{Dir: dir, From: Other})
	l.told(`"notes.txt": found`)
	l.told(`"1.a.other": found a file`)
	l.told(`"2.é.other": found key "é"`)
	l.told(`"New folder"`)
	mkdir(t, dir, "4.b.other")
	l.hears("b")
	mkdir(t, dir, "5.c.other.tmp")
	l.told(`"5.c.other.tmp"`)
	time.Sleep(50 * time.Millisecond)
	if len(l.faults) != 5 {
		t.Errorf("found %q, want each once", l.faults)
	}
	entries := get(os.ReadDir(dir))(t)
	if len(entries) != 6 {
		t.Errorf("%v remain", entries)
	}
}

func TestManyStrays(t *testing.T) {
	n := 0
	r := &reading{Receiver: Receiver{Fault: func(error) { n++ }}, strays: map[string]bool{}}
	for i := range 3 * maxStrays {
		r.stray(&StrayError{Name: fmt.Sprint("stray", i), Err: errFile})
	}
	if n != maxStrays || len(r.strays) != maxStrays {
		t.Errorf("%d were told", n)
	}
}

// TestNotEmpty checks that a key press with something in it is taken once and stays.
func TestNotEmpty(t *testing.T) {
	dir := t.TempDir()
	mkdir(t, dir, "1.a.other")
	inside := filepath.Join(dir, "1.a.other", "file")
	must(t, os.WriteFile(inside, nil, 0o666))
	l := listen(t, Receiver{Dir: dir, From: Other})
	l.told("taken but cannot be removed")
	mkdir(t, dir, "2.b.other")
	l.hears("ab")
	if _, err := os.Stat(inside); err != nil {
		t.Error(err)
	}
	must(t, os.Remove(inside))
	empty(t, dir) // it is tried again
	mkdir(t, dir, "3.c.other")
	l.hears("abc")
}

func TestFolderGone(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "D")
	l := listen(t, Receiver{Dir: dir, From: Other})
	s := sender(t, dir, Other)
	var told []error
	s.Fault = func(err error) { told = append(told, err) }
	s.types(t, "a")
	l.hears("a")
	empty(t, dir)
	must(t, os.Remove(dir))
	l.told("is gone")
	s.types(t, "b") // creates it again
	l.hears("ab")
	if len(told) != 1 || !strings.Contains(told[0].Error(), "was gone") {
		t.Errorf("found %v", told)
	}
	empty(t, dir)
	must(t, os.Rename(dir, dir+"2"))
	must(t, os.Mkdir(dir, 0o777))
	s.types(t, "c")
	l.hears("abc")
}

func TestNoFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o666))
	if _, err := NewSender(file, Judge); err == nil {
		t.Error("a file was accepted as folder of a sender")
	}
	if err := (Receiver{Dir: file, From: Judge}).Receive(context.Background(), nil); err == nil {
		t.Error("a file was accepted as folder of a receiver")
	}
	if _, err := NewSender(t.TempDir(), "me"); err == nil {
		t.Error("an unknown end was accepted of a sender")
	}
	if err := (Receiver{Dir: t.TempDir()}).Receive(context.Background(), nil); err == nil {
		t.Error("an unknown end was accepted of a receiver")
	}
}

// TestRestart checks that nothing is taken twice that was taken before a crash, and not removed.
func TestRestart(t *testing.T) {
	dir := t.TempDir()
	s := sender(t, dir, Other)
	s.types(t, "abcdef")
	broken := errors.New("broken")
	var taken []Press
	err := Receiver{Dir: dir, From: Other}.Receive(context.Background(), func(p []Press) error {
		taken = p[:4]
		return broken // the others were not taken, and none was removed
	})
	if err != broken {
		t.Fatal(err)
	}
	l := listen(t, Receiver{Dir: dir, From: Other, Taken: taken})
	l.hears("ef")
	empty(t, dir)
	mkdir(t, dir, taken[3].Name()) // by a sender that does not know that it was made
	empty(t, dir)
	s.types(t, "g")
	l.hears("efg")
	l.told("which was taken before")
}

func TestWait(t *testing.T) {
	dir := t.TempDir()
	s := sender(t, dir, Judge)
	s.types(t, "0123456789")
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	if n, err := s.Wait(ctx); n != 10 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waited for %d, %v", n, err)
	}
	l := listen(t, Receiver{Dir: dir, From: Judge})
	if n, err := s.Wait(context.Background()); n != 0 || err != nil {
		t.Errorf("waited for %d, %v", n, err)
	}
	l.hears("0123456789")
}

func TestNumbersGoOn(t *testing.T) {
	nines := strings.Repeat("9", 18)
	for name, test := range map[string]struct {
		there, wrong string
	}{
		"empty":              {},
		"ten digits":         {there: "0000000123.H"},
		"beyond the clock":   {there: "999999999999999998.H"},
		"nines":              {there: nines + ".H"},
		"many nines":         {there: nines + nines + ".H"},
		"higher as text":     {there: "9.a 10.b"},
		"another order":      {there: "10.a 9.b"},
		"the highest of all": {there: strings.Repeat("9", 200) + ".H", wrong: "nothing can follow"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			there := presses(t, test.there)
			for _, p := range there {
				mkdir(t, dir, p.Name())
			}
			mkdir(t, dir, "99999999999999999999999.z.judge") // of the other end
			s, err := NewSender(dir, Other)
			var made []Press
			if err == nil {
				made, err = s.Send('x', 'y', 'z')
			}
			if test.wrong != "" {
				if err == nil || !strings.Contains(err.Error(), test.wrong) {
					t.Fatalf("found %v", err)
				}
				return
			}
			must(t, err)
			for i, p := range made {
				for _, before := range slices.Concat(there, made[:i]) {
					if !follows(p.Sequence, before.Sequence) {
						t.Errorf("%s follows %s", p.Sequence, before.Sequence)
					}
				}
			}
		})
	}
}

func TestWrongPresses(t *testing.T) {
	dir := t.TempDir()
	s := sender(t, dir, Other)
	if _, err := s.Send('a', 0); err == nil {
		t.Error("a key without a name was sent")
	}
	s.last = "999999999999999998" // beyond the clock
	must(t, os.WriteFile(filepath.Join(dir, "999999999999999999.a.other"), nil, 0o666))
	if _, err := s.Send('a'); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("found %v", err)
	}
}

// TestLinks checks that a link to a folder is no key press, whatever its name.
func TestLinks(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // links need a privilege there
	}
	dir, other := t.TempDir(), t.TempDir()
	must(t, os.Symlink(other, filepath.Join(dir, "1.a.other")))
	l := listen(t, Receiver{Dir: dir, From: Other})
	l.told(`"1.a.other": found a file`)
	mkdir(t, dir, "2.b.other")
	l.hears("b")
}

func TestSort(t *testing.T) {
	faults, list := 0, presses(t, "10.b 9.a")
	if Sort(list, func(error) { faults++ }); inLines(list) != "ab" || faults != 1 {
		t.Errorf("found %v with %d faults", list, faults)
	}
}

func BenchmarkKeys(b *testing.B) {
	parent := "/dev/shm"
	if _, err := os.Stat(parent); err != nil {
		parent = ""
	}
	dir := get(os.MkdirTemp(parent, "lpp"))(b)
	defer os.RemoveAll(dir)
	s := get(NewSender(dir, Other))(b)
	all := errors.New("all")
	done := make(chan error)
	b.ReportAllocs()
	b.ResetTimer()
	go func() {
		n := 0
		done <- Receiver{Dir: dir, From: Other}.Receive(context.Background(), func(p []Press) error {
			if n += len(p); n >= b.N {
				return all
			}
			return nil
		})
	}()
	for i := range b.N {
		if _, err := s.Send(Key('a' + i%26)); err != nil {
			b.Fatal(err)
		}
	}
	if err := <-done; err != all {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "keys/s")
}
