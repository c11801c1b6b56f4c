package contest

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/luna-rating/luna/cmd/turing/internal/cage"
	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/entity"
	"github.com/luna-rating/luna/turing/lpp"
)

// channelsFile names the folder of communications folders, which is among the temporary ones:
// outside of the contest's folder, whose secrets are not for entries. There, ownerFile names the
// contest's folder.
const (
	channelsFile = "channels.txt"
	ownerFile    = ".contest"
)

// makeChannels makes the folder of communications folders.
func (c *contest) makeChannels() (err error) {
	if c.channels, err = os.MkdirTemp("", "turing-"); err != nil {
		return err
	}
	return os.Chmod(c.channels, 0o711)
}

// noteChannels makes the next process find the folder if this one is killed.
func (c *contest) noteChannels() error {
	own, err := filepath.Abs(c.dir)
	return cmp.Or(err, os.WriteFile(filepath.Join(c.channels, ownerFile), []byte(own), 0o600),
		os.WriteFile(filepath.Join(c.dir, channelsFile), []byte(filepath.Base(c.channels)), 0o600))
}

// clearChannels removes the communications folders of an earlier process. It leaves a folder that
// was not made for this contest: the note may be a copy, or changed.
func (c *contest) clearChannels() error {
	note := filepath.Join(c.dir, channelsFile)
	name, err := os.ReadFile(note)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	own, err2 := filepath.Abs(c.dir)
	if err := cmp.Or(err, err2); err != nil {
		return err
	}
	dir := filepath.Join(os.TempDir(), filepath.Base(string(name)))
	info, err := os.Lstat(dir)
	switch owner, _ := os.ReadFile(filepath.Join(dir, ownerFile)); {
	case errors.Is(err, fs.ErrNotExist): // nothing is left of it
	case err != nil || !info.IsDir() || string(owner) != own:
		c.sayf("warning: left %s, which %s names, since it was not made for this contest", dir, note)
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
	list, err := filepath.Glob(filepath.Join(dir, "[^.]*"))
	for _, channel := range list {
		err = cmp.Or(err, cage.Remove(channel))
	}
	return cmp.Or(err, os.RemoveAll(dir))
}

// newChannel makes a communications folder. Its name is random, so that it tells neither a judge
// nor an entity anything.
func (t talker) newChannel() (string, error) {
	dir := filepath.Join(t.channels, rand.Text())
	if _, speaks := program(t.by); t.cages == nil || !speaks {
		return dir, os.Mkdir(dir, 0o700)
	}
	return dir, t.cages.Folder(t.cage, dir)
}

// maxKeys is the maximum number of keys taken from an entity in a round. People press about 10,000.
const maxKeys = 100_000

// floodgate is a judge's line to an entity. It lets at most [maxKeys] keys of the entity through,
// and notes how the entity is doing.
type floodgate struct {
	session.Line
	faults *faults
	health *health
}

func (f *floodgate) Send(keys ...lpp.Key) ([]lpp.Press, error) {
	sent, err := f.Line.Send(keys...)
	f.health.sent(sent)
	return sent, err
}

// arrival are keys that have arrived, with the length of all pauses before.
type arrival struct {
	keys []lpp.Press
	at   time.Time
	lost time.Duration
}

// Receive passes the keys of the entity on. Programs do not stop in a pause: what they press then
// is passed on after it, at the same pace, so that the judge does not see who has gone on typing.
func (f *floodgate) Receive(ctx context.Context, take func([]lpp.Press) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	queue := make(chan arrival, 1000)
	var passing sync.WaitGroup
	defer passing.Wait()
	defer close(queue)
	passing.Go(func() {
		if err := f.pass(ctx, queue, take); err != nil {
			stop(err)
		}
	})
	n := 0
	return f.Line.Receive(ctx, func(list []lpp.Press) error {
		if n+len(list) > maxKeys {
			list = list[:max(0, maxKeys-n)]
			f.faults.add(fmt.Sprintf("pressed more than %d keys; what came after them was dropped",
				maxKeys))
		}
		n += len(list)
		if len(list) == 0 {
			return nil
		}
		f.health.heard(len(list))
		select {
		case queue <- arrival{list, time.Now(), f.health.clock.State().Lost}:
			return nil
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	})
}

// pass takes the keys of a queue when their time has come.
func (f *floodgate) pass(ctx context.Context, queue <-chan arrival, take func([]lpp.Press) error) error {
	empty, base := true, time.Duration(0)
	for a := range queue {
		if empty {
			base = a.lost
		}
		for {
			clock := f.health.clock.State()
			wait := time.Until(a.at.Add(clock.Lost - base))
			if !clock.Paused && wait <= 0 {
				break
			}
			var due <-chan time.Time // never in a pause
			if !clock.Paused {
				due = time.After(wait)
			}
			select {
			case <-clock.Changed:
			case <-due:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		if err := take(a.keys); err != nil {
			return err
		}
		empty = len(queue) == 0
	}
	return nil
}

// faults collects the faults at one end, each text once.
type faults struct {
	who string

	mu   sync.Mutex
	list []fault
	lost *entity.LostError // nil if all characters have keys

	stray  string // the first name in the folder that is no key press
	strays int
}

const maxFaults = 8

// note adds an error. Of running totals the last ones count, and nothing names a folder.
func (f *faults) note(err error) {
	var stray *lpp.StrayError
	var lost *entity.LostError
	switch {
	case errors.As(err, &lost):
		f.mu.Lock()
		defer f.mu.Unlock()
		f.lost = lost
	case errors.As(err, &stray):
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.strays++; f.strays == 1 {
			f.stray = fmt.Sprintf("%.80q: %v", stray.Name, stray.Err)
		}
	default:
		f.add(err.Error())
	}
}

func (f *faults) add(what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if x := (fault{f.who, what}); len(f.list) < maxFaults && !slices.Contains(f.list, x) {
		f.list = append(f.list, x)
	}
}

func (f *faults) take() []fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	list := slices.Clone(f.list)
	if f.strays == 1 {
		list = append(list, fault{f.who, f.stray})
	} else if f.strays > 1 {
		list = append(list, fault{f.who, fmt.Sprintf("%s, and %s like it", f.stray, text.Count(f.strays-1, "name"))})
	}
	if f.lost != nil {
		list = append(list, fault{f.who, f.lost.Error()})
	}
	return list
}

// talker is an entry or a confederate in one conversation.
type talker struct {
	*contest
	name    string
	by      string
	number  int // among those of its kind
	cage    int // number of its cage; -1 if it is no program
	opening string
	seed    uint64
	faults  *faults
	chat    *chatSetup
}

// line returns a judge's line to the entity in a folder.
func (t talker) line(dir string, h *health) (session.Line, error) {
	line, err := session.Folder(dir, lpp.Judge, t.faults.note)
	return &floodgate{line, t.faults, h}, err
}

// talk talks in a folder until the context ends. An entity that fails is silent from then on; the
// judge notices nothing else.
func (t talker) talk(ctx context.Context, dir string) {
	if err := t.run(ctx, dir); err != nil && ctx.Err() == nil {
		t.faults.note(err)
	}
}

func (t talker) run(ctx context.Context, dir string) error {
	if t.by == byHand {
		return nil
	}
	if command, ok := program(t.by); ok {
		return t.runProgram(ctx, command, dir)
	}
	r, err := t.responder()
	if err != nil {
		return err
	}
	if closer, ok := r.(interface{ Close() error }); ok {
		defer closer.Close()
	}
	conversation := responder.Converse(r, t.seed)
	defer conversation.Close()
	return entity.Run(ctx, dir, conversation, entity.Options{
		Seed: t.seed, Speed: t.Speed, Opening: t.opening,
		Warn: t.faults.note,
	})
}

func (t talker) responder() (responder.Responder, error) {
	switch t.by {
	case byScript:
		return scripted.Confederate(t.number), nil
	case "gibberish": // others take their random choices from the seed of the conversation
		return responder.NewGibberish(t.seed), nil
	}
	o := t.chat.options()
	o.Prepare = func(cmd *exec.Cmd) { t.prepare(cmd, "") }
	return o.Open(inDir(t.dir, t.by))
}
