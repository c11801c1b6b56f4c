package round

import (
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/cmd/turing/internal/scripted"
	"github.com/luna-rating/luna/cmd/turing/internal/session"
	"github.com/luna-rating/luna/luna/responder"
	"github.com/luna-rating/luna/turing/entity"
	"github.com/luna-rating/luna/turing/lpp"
)

// Values of By that are no responders, beside "lpp:COMMAND".
const (
	Person   = "person"
	ByHand   = "lpp" // a program that the organiser starts
	ByScript = "script"
)

// Program returns the command of a program that speaks the protocol, "" for one that is started by
// hand, and whether by is such a program.
func Program(by string) (command string, ok bool) {
	if by == ByHand {
		return "", true
	}
	command, ok = strings.CutPrefix(by, ByHand+":")
	return strings.TrimSpace(command), ok
}

// Own returns the command of a program of a participant's own, whether it speaks the protocol or
// answers as a responder, and whether by is one.
func Own(by string) (command string, ok bool) {
	if command, ok = strings.CutPrefix(by, "command:"); ok {
		return command, true
	}
	return Program(by)
}

// Talker is an entry or a confederate in one conversation.
type Talker struct {
	Name    string
	By      string // a responder, "lpp:COMMAND", or one of the constants
	Number  int    // of a script among those who answer, from 0
	Opening string // the first utterance, "" for none
	Seed    uint64
	Chat    responder.Options // of a language model

	site   *Site
	dir    string // the communications folder
	faults *faults
	health *health // nil before a judge sits at the other end
}

// cage returns the number of the program's cage.
func (t *Talker) cage() int { return slices.Index(t.site.Programs, t.Name) }

// line returns a judge's line to the entity.
func (t *Talker) line(clock *session.Clock) (session.Line, error) {
	t.health = newHealth(clock)
	line, err := session.Folder(t.dir, lpp.Judge, t.faults.note)
	return &floodgate{line, t.faults, t.health}, err
}

// talk talks until the context ends. An entity that fails is silent from then on; the judge notices
// nothing else.
func (t *Talker) talk(ctx context.Context) {
	if err := t.run(ctx); err != nil && ctx.Err() == nil {
		t.faults.note(err)
	}
}

func (t *Talker) run(ctx context.Context) error {
	if t.By == ByHand {
		return nil
	}
	if command, ok := Program(t.By); ok {
		return t.runProgram(ctx, command)
	}
	r, err := t.responder()
	if err != nil {
		return err
	}
	if closer, ok := r.(interface{ Close() error }); ok {
		defer closer.Close()
	}
	conversation := responder.Converse(r, t.Seed)
	defer conversation.Close()
	return entity.Run(ctx, t.dir, conversation, entity.Options{Seed: t.Seed, Speed: t.site.Speed, Opening: t.Opening,
		Warn: t.faults.note})
}

func (t *Talker) responder() (responder.Responder, error) {
	switch t.By {
	case ByScript:
		return scripted.Confederate(t.Number), nil
	case "gibberish": // others take their random choices from the seed of the conversation
		return responder.NewGibberish(t.Seed), nil
	}
	o := t.Chat
	if command, ok := Own(t.By); ok {
		home, err := Home(t.site.Dir, t.Name, command)
		if err != nil {
			return nil, err
		}
		o.Prepare = func(cmd *exec.Cmd) { t.prepare(cmd, home, "") }
	}
	return o.Open(InDir(t.site.Dir, t.By))
}

// InDir returns the description of a responder with its path relative to a folder.
func InDir(dir, spec string) string {
	kind, path, ok := strings.Cut(spec, ":")
	if !ok || filepath.IsAbs(path) || !slices.ContainsFunc(responder.Kinds(),
		func(k responder.Kind) bool { return k.Name == kind && k.ReadsPath() }) {
		return spec
	}
	if inside := filepath.Join(dir, path); exists(inside) {
		return kind + ":" + inside
	}
	return spec
}
