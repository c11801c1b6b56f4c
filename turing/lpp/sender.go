package lpp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/parallel"
)

// MaxPending is the maximum number of key presses that the other end has not read.
const MaxPending = 50_000

// ErrFull is wrapped by the error of a Sender whose other end does not read.
var ErrFull = errors.New("the other end does not read")

// Sender makes the key presses of one end in a folder. It may be used by several goroutines at
// once.
//
// Its sequence numbers have 18 digits: microseconds since 1970 and two random digits of the sender.
// So two programs that send for the same end by mistake make different numbers, and a program that
// is started again continues above its earlier ones. If a number and key are there already, the
// system refuses to create the sub-directory, and the sender takes the next number.
type Sender struct {
	// Fault, if not nil, is called when the folder has disappeared and was created again.
	Fault func(error)

	dir string
	by  End
	tag int
	max int // MaxPending, but for tests

	mu      sync.Mutex
	last    string
	pending int // an upper bound
}

// NewSender returns a sender for a folder, which it creates if it does not exist. Its sequence
// numbers are above those of the same end in the folder, and above last, which may be empty.
func NewSender(dir string, by End, last string) (*Sender, error) {
	if by != Judge && by != Other {
		return nil, fmt.Errorf("found end %q, expected %q or %q", by, Judge, Other)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	there, err := list(dir, by)
	if err != nil {
		return nil, err
	}
	s := &Sender{dir: dir, by: by, tag: rand.IntN(100), max: MaxPending, last: last,
		pending: len(there)}
	for _, p := range there {
		if s.last, err = above(s.last, p.Sequence); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// list returns the key presses of an end.
func list(dir string, by End) ([]Press, error) {
	l := listing{dir: dir, by: by}
	err := l.read()
	return l.presses, err
}

// Send makes key presses, in order, and returns them with their sequence numbers. When it returns
// without an error, all of them are in the folder; after an error, only those returned. The error
// wraps [ErrFull] while the other end has yet to read MaxPending key presses.
func (s *Sender) Send(keys ...Key) ([]Press, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made := make([]Press, 0, len(keys))
	for _, k := range keys {
		if !k.Valid() {
			return made, fmt.Errorf("found key %q, which the protocol has no name for", byte(k))
		}
		p := Press{Key: k, By: s.by}
		for {
			var err error
			if p.Sequence, err = s.next(); err != nil {
				return made, err
			}
			created, err := s.make(p)
			if err != nil {
				return made, err
			}
			if created {
				break
			}
		}
		made = append(made, p)
	}
	return made, nil
}

// Put makes key presses of the sender's end with sequence numbers chosen by the caller. It skips
// those that are there already. So a program that does not know after a crash whether it has made
// its last key press may make it again: a Receiver does not take it twice.
func (s *Sender) Put(presses ...Press) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range presses {
		if _, err := ParseName(p.Name()); err != nil {
			return err
		}
		if p.By != s.by {
			return fmt.Errorf("found a key press of %q, expected one of %q", p.By, s.by)
		}
		if _, err := s.make(p); err != nil {
			return err
		}
		if s.last == "" || follows(p.Sequence, s.last) {
			s.last = p.Sequence
		}
	}
	return nil
}

// next returns the next sequence number.
func (s *Sender) next() (string, error) {
	n := clock(time.Now(), s.tag)
	if s.last != "" && !follows(n, s.last) {
		var err error
		if n, err = after(s.last); err != nil {
			return "", err
		}
	}
	s.last = n
	return n, nil
}

// make creates the sub-directory of a key press. It reports whether there was none.
func (s *Sender) make(p Press) (bool, error) {
	if err := s.room(); err != nil {
		return false, err
	}
	path := filepath.Join(s.dir, p.Name())
	err := os.Mkdir(path, 0o777)
	if errors.Is(err, fs.ErrNotExist) {
		// Only the folder itself is created again, not the folders that it is in: where a network
		// drive is gone, nothing must take its place.
		if err = os.Mkdir(s.dir, 0o777); err == nil || errors.Is(err, fs.ErrExist) {
			if err == nil && s.Fault != nil {
				s.Fault(fmt.Errorf("%s was gone; it was created again", s.dir))
			}
			err = os.Mkdir(path, 0o777)
		}
	}
	if errors.Is(err, fs.ErrExist) {
		info, statErr := os.Lstat(path)
		if statErr == nil && !info.IsDir() {
			return false, fmt.Errorf("%s is a file, expected a sub-directory or nothing", path)
		}
		return false, nil
	}
	if err != nil {
		return false, err
	}
	s.pending++
	return true, nil
}

// room fails while MaxPending key presses wait for the other end.
func (s *Sender) room() error {
	if s.pending < s.max {
		return nil
	}
	n, err := s.count()
	if err == nil && n >= s.max {
		err = fmt.Errorf("%w: %d key presses wait in %s", ErrFull, n, s.dir)
	}
	return err
}

func (s *Sender) count() (int, error) {
	there, err := list(s.dir, s.by)
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err == nil {
		s.pending = len(there)
	}
	return len(there), err
}

// Pending returns how many of the sender's key presses the other end has not read.
func (s *Sender) Pending() (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.count()
}

// Wait waits until at most n key presses are left for the other end to read, or until the context
// ends, and returns how many are left.
func (s *Sender) Wait(ctx context.Context, n int) (int, error) {
	for {
		begun := time.Now()
		pending, err := s.Pending()
		if err != nil || pending <= n {
			return pending, err
		}
		if err := parallel.Sleep(ctx, max(time.Millisecond, time.Since(begun))); err != nil {
			return pending, err
		}
	}
}

// Dir returns the folder.
func (s *Sender) Dir() string { return s.dir }
