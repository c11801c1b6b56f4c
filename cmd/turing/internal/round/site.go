package round

import (
	"cmp"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
)

// channelsFile names the folder of communications folders, which is among the temporary ones:
// outside of the contest's folder, whose secrets are not for entries. There, ownerFile names the
// contest's folder.
const (
	channelsFile = "channels.txt"
	ownerFile    = ".contest"
)

// Site is where the programs of a contest run.
type Site struct {
	Options
	channels string      // the folder of communications folders
	cages    *cage.Cages // nil if programs run as the user of this one
}

// Options say how programs run.
type Options struct {
	Dir   string  // the contest's folder
	Speed float64 // how many times faster than in real life all are
	Users string  // those that programs run as, as for [cage.Open]; "" for that of this program
	// Programs names those who take part by a program of their own.
	Programs []string
	// Noted makes the next process find what this one leaves if it is killed.
	Noted bool
	Say   func(format string, args ...any) // tells the organiser
}

// Open makes a site.
func Open(o Options) (s *Site, err error) {
	if o.Dir, err = filepath.Abs(o.Dir); err != nil {
		return nil, err
	}
	s = &Site{Options: o}
	for _, step := range []func() error{s.clear, s.make, s.cage} {
		if err := step(); err != nil {
			s.Close()
			return nil, err
		}
	}
	return s, nil
}

// make makes the folder of communications folders, and lets the next process find it if this one is
// killed.
func (s *Site) make() (err error) {
	if s.channels, err = os.MkdirTemp("", "turing-"); err != nil {
		return err
	}
	if err := os.Chmod(s.channels, 0o711); err != nil || !s.Noted {
		return err
	}
	return cmp.Or(os.WriteFile(filepath.Join(s.channels, ownerFile), []byte(s.Dir), 0o600),
		os.WriteFile(filepath.Join(s.Dir, channelsFile), []byte(filepath.Base(s.channels)), 0o600))
}

// cage makes cages for programs.
func (s *Site) cage() (err error) {
	if s.Users == "" {
		return nil
	}
	if s.cages, err = cage.Open(s.Users, len(s.Programs), s.Dir, s.channels); err != nil {
		return err
	}
	for _, what := range s.cages.Missing() {
		s.Say("warning: %s", what)
	}
	return nil
}

// Close ends all programs and removes their communications folders.
func (s *Site) Close() {
	if s.cages != nil {
		s.cages.Close()
	}
	switch {
	case s.channels == "":
	case s.Noted:
		_ = s.clear() // else the next process does
	default:
		_ = removeChannels(s.channels)
	}
}

// clear removes the communications folders of an earlier process. It leaves a folder that was not
// made for this contest: the note may be a copy, or changed.
func (s *Site) clear() error {
	note := filepath.Join(s.Dir, channelsFile)
	name, err := os.ReadFile(note)
	if !s.Noted || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	dir := filepath.Join(os.TempDir(), filepath.Base(string(name)))
	info, err := os.Lstat(dir)
	switch owner, _ := os.ReadFile(filepath.Join(dir, ownerFile)); {
	case errors.Is(err, fs.ErrNotExist): // nothing is left of it
	case err != nil || !info.IsDir() || string(owner) != s.Dir:
		s.Say("warning: left %s, which %s names, since it was not made for this contest", dir, note)
	default:
		err = removeChannels(dir)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return cmp.Or(err, os.Remove(note))
}

// removeChannels removes the folder of communications folders. Its note goes last.
func removeChannels(dir string) error {
	list, err := os.ReadDir(dir)
	for _, channel := range list {
		if !strings.HasPrefix(channel.Name(), ".") {
			err = cmp.Or(err, cage.Remove(filepath.Join(dir, channel.Name())))
		}
	}
	return cmp.Or(err, os.RemoveAll(dir))
}

// enter gives somebody a communications folder. Its name is random, so that it tells neither a
// judge nor an entity anything.
func (s *Site) enter(t *Talker) error {
	t.site, t.dir, t.faults = s, filepath.Join(s.channels, rand.Text()), &faults{who: t.Name}
	if _, speaks := Program(t.By); s.cages == nil || !speaks {
		return os.Mkdir(t.dir, 0o700)
	}
	return s.cages.Folder(t.cage(), t.dir)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
