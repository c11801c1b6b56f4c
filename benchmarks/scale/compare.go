package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/benchmarks/internal/measure"
)

// moderate is a job on input of moderate size that once took minutes. Its words begin with "lrp"
// or, for a peer, "python"; IN is the file of its input, OUT a file for the result, MODEL the
// model that the words of before have made.
type moderate struct {
	name   string
	in     input
	before string // a command that is not measured, "" for none
	job    string
	peer   string // similar work in Python, "" for none
	target string
}

// used is what one program took for a job.
type used struct {
	measure.Usage
	err     error
	written hash.Hash // the digest of standard output and then OUT
}

func (u used) cell() string {
	if u.err != nil {
		return u.err.Error()
	}
	return measure.Seconds(u.CPU) + ", " + measure.Bytes(u.Peak)
}

// compare runs the jobs with the program of an earlier revision, with that of this tree and with
// their peers, one after the other, and prints processor times and peak resident sets.
func (s *settings) compare(ctx context.Context, folder string) error {
	var programs []string
	for _, revision := range []string{s.before, ""} {
		program, err := build(ctx, revision, filepath.Join(folder, fmt.Sprint("lrp", len(programs))))
		if err != nil {
			return err
		}
		programs = append(programs, program)
	}
	rows := [][]string{{"job", "before", "now", "bytes", "in Python", "target"}}
	for _, m := range moderates {
		if s.match != "" && !strings.Contains(m.name, s.match) {
			continue
		}
		in := filepath.Join(folder, m.in.name)
		if _, err := measure.RunJob(ctx, nil, "input", m.name, in, fmt.Sprint(s.share)); err != nil {
			return err
		}
		before, now := s.usedBy(ctx, programs[0], m, in), s.usedBy(ctx, programs[1], m, in)
		same, peer := "other", "–"
		if before.err == nil && now.err == nil && bytes.Equal(before.written.Sum(nil), now.written.Sum(nil)) {
			same = "same"
		}
		if m.peer != "" {
			peer = s.usedBy(ctx, "", moderate{job: m.peer}, in).cell()
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rows = append(rows, []string{m.name, before.cell(), now.cell(), same, peer, m.target})
		fmt.Fprintln(os.Stderr, strings.Join(rows[len(rows)-1], "; "))
	}
	rows = append(rows, sizes(programs))
	fmt.Printf("%s; processor time, peak memory\n\n", measure.Machine())
	return measure.Table(os.Stdout, rows)
}

// sizes is the row of what the programs take on disk.
func sizes(programs []string) []string {
	row := []string{"program"}
	for _, p := range programs {
		cell := "–"
		if info, err := os.Stat(p); err == nil {
			cell = measure.Bytes(info.Size())
		}
		row = append(row, cell)
	}
	return append(row, "other", "–", "40.5 MB")
}

// build makes the program of a revision, "" for the files of this tree.
func build(ctx context.Context, revision, to string) (string, error) {
	tree := "."
	if revision != "" {
		tree = to + ".tree"
		if err := os.Mkdir(tree, 0o700); err != nil {
			return "", err
		}
		script := `set -o pipefail; git archive "$0" | tar -x -C "$1"`
		out, err := exec.CommandContext(ctx, "bash", "-c", script, revision, tree).CombinedOutput()
		if err != nil {
			return "", fmt.Errorf("-before %s: found no such revision: %s", revision, bytes.TrimSpace(out))
		}
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", to, "./cmd/lrp")
	cmd.Dir, cmd.Env = tree, append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s: %w: %s", cmd, err, bytes.TrimSpace(out))
	}
	return to, nil
}

// usedBy does a job, and the one before it, with a program.
func (s *settings) usedBy(ctx context.Context, program string, m moderate, in string) (u used) {
	out, model := in+".out", in+".lrp"
	defer os.Remove(out)
	defer os.Remove(model)
	for _, job := range []string{m.before, m.job} {
		if job == "" {
			continue
		}
		words := strings.Fields(strings.NewReplacer("IN", in, "OUT", out, "MODEL", model).Replace(job))
		if words[0] == "lrp" {
			words[0] = program
		} else {
			words = append([]string{s.python, filepath.Join("benchmarks", "scale", "peer.py")}, words[1:]...)
		}
		if u = s.taken(ctx, words); u.err != nil {
			return u
		}
	}
	if result, err := os.Open(out); err == nil { // some jobs write none
		_, u.err = io.Copy(u.written, result)
		_ = result.Close()
	}
	return u
}

// taken runs a command within the limit.
func (s *settings) taken(ctx context.Context, words []string) (u used) {
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	u.written = sha256.New()
	u.Usage, u.err = measure.Watch(limited, u.written, words[0], words[1:]...)
	if u.err != nil && unlessLate(ctx, limited, u.err) == nil {
		u.err = fmt.Errorf("over %s", s.limit)
	}
	return u
}
