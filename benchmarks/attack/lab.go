package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"

	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// options are the flags.
type options struct {
	luna, lrp      string
	memory         int64 // MiB
	quick, verbose bool
}

// lab holds the programs that are attacked.
type lab struct {
	options
	dir   string
	model func() (string, error) // a model of the embedded sample, made once
}

func newLab(ctx context.Context, o options) (*lab, error) {
	dir, err := os.MkdirTemp("", "luna-attack")
	if err != nil {
		return nil, err
	}
	l := &lab{options: o, dir: dir}
	for _, p := range []struct {
		path *string
		name string
	}{{&l.luna, "luna"}, {&l.lrp, "lrp"}} {
		if *p.path, err = process.Program(ctx, dir, p.name, *p.path); err != nil {
			l.close()
			return nil, err
		}
	}
	l.model = sync.OnceValues(func() (string, error) {
		path := filepath.Join(dir, "civics.lrp")
		out, err := exec.CommandContext(ctx, l.lrp, "train", "-m", path, "--folds", "0",
			"sample-powergrading").CombinedOutput()
		if err != nil {
			err = fmt.Errorf("a model: %w: %s", err, out)
		}
		return path, err
	})
	return l, nil
}

func (l *lab) close() { os.RemoveAll(l.dir) }

// bench is the place of one attack: a folder of its own, and the processes that it started.
type bench struct {
	*lab
	dir       string
	processes []*process.Process
	cleanups  []func()
}

func (l *lab) bench(name string) (*bench, error) {
	dir := filepath.Join(l.dir, name)
	return &bench{lab: l, dir: dir}, os.MkdirAll(dir, 0o700)
}

// close ends all processes and removes the folder.
func (b *bench) close() {
	for _, p := range b.processes {
		p.Kill()
	}
	for _, do := range b.cleanups {
		do()
	}
	os.RemoveAll(b.dir)
}

// path returns the path of a file in the folder.
func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// write writes a file in the folder and returns its path.
func (b *bench) write(name, text string) (string, error) {
	path := b.path(name)
	return path, os.WriteFile(path, []byte(text), 0o600)
}

// amount is how much of something an attacker uses.
func (b *bench) amount(full, quick int) int {
	if b.quick {
		return quick
	}
	return full
}
