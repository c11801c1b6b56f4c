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

	mu   sync.Mutex
	last string
}

// NewSender returns a sender for a folder, which it creates if it does not exist. Its sequence
// numbers are above those of the same end in the folder.
func NewSender(dir string, by End) (*Sender, error) {
	if by != Judge && by != Other {
		return nil, fmt.Errorf("found end %q, expected %q or %q", by, Judge, Other)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	s := &Sender{dir: dir, by: by, tag: rand.IntN(100)}
	there, err := s.pending()
	if err != nil {
		return nil, err
	}
	s.last = above(there)
	return s, nil
}

// pending returns the key presses of the end that are in the folder.
func (s *Sender) pending() ([]Press, error) { return ReadDir(s.dir, s.by, func(error) {}) }

// Send makes key presses, in order, and returns them with their sequence numbers. When it returns
// without an error, all of them are in the folder; after an error, only those returned.
func (s *Sender) Send(keys ...Key) ([]Press, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	made := make([]Press, 0, len(keys))
	for _, k := range keys {
		if !k.Valid() {
			return made, fmt.Errorf("found key %q, which the protocol has no name for", byte(k))
		}
		p, created := Press{Key: k, By: s.by}, false
		for !created {
			var err error
			if p.Sequence, err = s.next(); err == nil {
				created, err = s.make(p)
			}
			if err != nil {
				return made, err
			}
		}
		made = append(made, p)
	}
	return made, nil
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
	return err == nil, err
}

// Wait waits until the other end has read all key presses, or until the context ends, and returns
// how many are left.
func (s *Sender) Wait(ctx context.Context) (int, error) {
	for {
		begun := time.Now()
		left, err := s.pending()
		if errors.Is(err, fs.ErrNotExist) {
			return 0, nil
		}
		if err != nil || len(left) == 0 {
			return len(left), err
		}
		if err := parallel.Sleep(ctx, max(time.Millisecond, time.Since(begun))); err != nil {
			return len(left), err
		}
	}
}

// Dir returns the folder.
func (s *Sender) Dir() string { return s.dir }
