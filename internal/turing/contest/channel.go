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

	"github.com/luna-rating/luna/internal/turing/scripted"
	"github.com/luna-rating/luna/internal/turing/session"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/entity"
	"github.com/luna-rating/luna/turing/lpp"
)

// channelsFile names the folder of the communications folders of the current round. That is outside of
// the contest's folder, whose secrets are not for entries.
const channelsFile = "channels.txt"

// channels returns the folder of the communications folders, which it makes.
func (c *contest) channels() (string, error) {
	c.making.Lock() // entries are screened at the same time
	defer c.making.Unlock()
	note := filepath.Join(c.dir, channelsFile)
	if dir, err := os.ReadFile(note); err == nil {
		return string(dir), nil
	}
	dir, err := os.MkdirTemp("", "turing-")
	if err == nil {
		err = os.Chmod(dir, 0o711)
	}
	if err == nil {
		err = os.WriteFile(note, []byte(dir), 0o600)
	}
	return dir, err
}

// clearChannels removes all communications folders, those before an interruption too.
func (c *contest) clearChannels() error {
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
	above, err := c.channels()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(above, rand.Text())
	if err := os.Mkdir(dir, 0o700); err != nil || c.account == nil {
		return dir, err
	}
	return dir, c.account.own(dir)
}

// maxKeys is the maximum number of keys taken from an entity in a round. People press about 10,000.
const maxKeys = 100_000

// floodgate is a line that lets at most [maxKeys] keys through.
type floodgate struct {
	session.Line
	faults *faults
}

func (f *floodgate) Receive(ctx context.Context, take func([]lpp.Press) error) error {
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
		return take(list)
	})
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
		t.faults.add(err.Error())
	}
}

func (t talker) run(ctx context.Context, dir string) error {
	if kind, command, isProgram := cutProgram(t.by); isProgram {
		if kind == byHand {
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
		Warn: func(err error) { t.faults.add(err.Error()) },
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
