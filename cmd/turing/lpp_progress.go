package main

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/keylog"
)

// progress says how many keys of a replay have been made, in a file of one line or only in memory.
// It holds the sequence number of the first key, a digest of the keys, and the number of keys made,
// which is a lower bound.
type progress struct {
	file  *os.File // or nil
	first int64
	keys  string
	made  int
}

const progressForm = "%018d %s %012d\n"

// openProgress reads the progress of a replay, or begins one. Without a path it is kept in memory.
func openProgress(path string, strokes []keylog.Stroke) (*progress, error) {
	p := &progress{first: time.Now().UnixMicro() * 100, keys: digest(strokes)}
	if path == "" {
		return p, nil
	}
	data, err := fileerr.ReadFile(path, 1024, "the progress of a replay")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if len(data) > 0 { // a crash can leave an empty file
		old := progress{}
		n, err := fmt.Sscanf(string(data), "%d %s %d\n", &old.first, &old.keys, &old.made)
		switch {
		case n < 3 || err != nil || string(data) != old.line() || old.made > len(strokes):
			return nil, fileerr.New(path, 1, fileerr.Quote(data),
				"the progress that a replay with --resume has written, or no file")
		case old.keys != p.keys:
			return nil, fileerr.New(path, 1, "the progress of a replay of other keys",
				"one of the same log, --round, --side and --from, or no file")
		}
		p.first, p.made = old.first, old.made
	}
	if p.file, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
		return nil, err
	}
	return p, p.set(p.made)
}

// digest returns a hash that tells lists of keys apart.
func digest(strokes []keylog.Stroke) string {
	h := sha256.New()
	for _, s := range strokes {
		fmt.Fprintln(h, s.Received, s.Local, s.Side, s.Key)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

func (p *progress) line() string { return fmt.Sprintf(progressForm, p.first, p.keys, p.made) }

// sequence returns the sequence number of a key. It is the same after a restart.
func (p *progress) sequence(i int) string { return fmt.Sprintf("%018d", p.first+int64(i)) }

// set records the number of keys made.
func (p *progress) set(made int) error {
	p.made = made
	if p.file == nil {
		return nil
	}
	_, err := p.file.WriteAt([]byte(p.line()), 0)
	return err
}

func (p *progress) Close() error {
	if p.file == nil {
		return nil
	}
	return p.file.Close()
}
