package contest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/luna-rating/luna/internal/turing/scripted"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/entity"
	"github.com/luna-rating/luna/turing/lpp"
)

// channelsFile names the folder of the communications folders of the current round, for the next process.
// That is outside of the contest's folder, whose secrets are not for entries.
const channelsFile = "channels.txt"

// makeChannels makes the folder of the communications folders, unless it is there.
func (c *contest) makeChannels() (err error) {
	c.making.Lock() // entries are screened at the same time
	defer c.making.Unlock()
	if c.channels != "" {
		return nil
	}
	if c.channels, err = os.MkdirTemp("", "turing-"); err != nil {
		return err
	}
	if err := os.Chmod(c.channels, 0o711); err != nil || c.journal == nil {
		return err
	}
	return os.WriteFile(filepath.Join(c.dir, channelsFile), []byte(c.channels), 0o600)
}

// clearChannels removes all communications folders, those before an interruption too.
func (c *contest) clearChannels() error {
	c.channels = ""
	note := filepath.Join(c.dir, channelsFile)
	dir, err := os.ReadFile(note)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if strings.HasPrefix(filepath.Base(string(dir)), "turing-") {
		err = os.RemoveAll(string(dir))
	}
	return errors.Join(err, os.Remove(note))
}

// newChannel makes a communications folder. Its name is random, so that it tells neither a judge nor an
// entity anything.
func (c *contest) newChannel() (string, error) {
	if err := c.makeChannels(); err != nil {
		return "", err
	}
	dir := filepath.Join(c.channels, rand.Text())
	if err := os.Mkdir(dir, 0o700); err != nil || c.account == nil {
		return dir, err
	}
	return dir, c.account.own(dir)
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

// Receive passes the keys of the entity on. Programs do not stop in a pause: what they press then is
// passed on after it, at the same pace, so that the judge does not see who has gone on typing.
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
			if clock.Paused {
				wait = time.Hour
			}
			if wait <= 0 {
				break
			}
			timer := time.NewTimer(wait)
			select {
			case <-clock.Changed:
			case <-timer.C:
			case <-ctx.Done():
				return ctx.Err()
			}
			timer.Stop()
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
}

const maxFaults = 8

func (f *faults) add(what string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, x := range f.list {
		if x.What == what {
			return
		}
	}
	if len(f.list) < maxFaults {
		f.list = append(f.list, fault{f.who, what})
	}
}

func (f *faults) err(err error) { f.add(err.Error()) }

func (f *faults) take() []fault {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.list
}

// talker is an entry or a confederate in one conversation.
type talker struct {
	name    string
	by      string
	number  int // among those of its kind
	opening string
	seed    uint64
	speed   float64
	faults  *faults
	dir     string // of the contest
	chat    *chatSetup
	account *account // that a program runs as, nil for that of this one
}

// talk talks in a folder until the context ends. An entity that fails is silent from then on; the
// judge notices nothing else.
func (t talker) talk(ctx context.Context, dir string) {
	err := t.run(ctx, dir)
	if err != nil && ctx.Err() == nil {
		t.faults.err(err)
	}
}

func (t talker) run(ctx context.Context, dir string) error {
	if command, isProgram := cutProgram(t.by); isProgram {
		if command == "" {
			return nil
		}
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
		Seed: t.seed, Speed: t.speed, Opening: t.opening,
		Warn: t.faults.err,
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
	if t.account != nil {
		o.Prepare = t.account.run
	}
	return o.Open(inDir(t.dir, t.by))
}
