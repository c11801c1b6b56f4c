package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// command runs a command to its end, for at most a minute, and returns what it took.
func (b *bench) command(ctx context.Context, program string, args ...string) (*process.Process, bool) {
	p, err := b.start(program, args...)
	if err != nil {
		return nil, false
	}
	ended := p.Wait(ctx, time.Minute)
	p.Kill()
	return p, ended
}

// lastLine returns what a command said at its end.
func lastLine(p *process.Process) string {
	lines := strings.Split(strings.TrimSpace(p.Output()), "\n")
	line := lines[len(lines)-1]
	if len(line) > 100 {
		line = line[:100] + "…"
	}
	return fmt.Sprintf("%q", line)
}

// judgeCommand judges a command by its memory.
func (b *bench) judgeCommand(ctx context.Context, args ...string) (finding, error) {
	p, ended := b.command(ctx, b.lrp, args...)
	if p == nil {
		return finding{}, fmt.Errorf("lrp %s does not start", args[0])
	}
	took := time.Since(p.Began).Seconds()
	return judge(!ended || p.Peak() > maxMemory/2, "lrp %s: %s, %.1f s, %s", args[0],
		memoryText(p), took, lastLine(p))
}

// csvBomb writes a table with a row for each response, where everybody answers one question that
// nobody else answers.
func csvBomb(ctx context.Context, b *bench) (finding, error) {
	var t strings.Builder
	t.WriteString("respondent,question,response,score\n")
	for i := 0; t.Len() < 158_000; i++ {
		fmt.Fprintf(&t, "r%d,q%d,an answer,1\n", i, i)
	}
	path, err := b.write("bomb.csv", t.String())
	if err != nil {
		return finding{}, err
	}
	return b.judgeCommand(ctx, "eval", "csv:"+path, "--approach", "CBG", "--trials",
		"1")
}

func fields(ctx context.Context, b *bench) (finding, error) {
	path, err := b.write("experiment.toml", "a"+strings.Repeat(".a", 200_000)+"=1\n")
	if err != nil {
		return finding{}, err
	}
	return b.judgeCommand(ctx, "run", path)
}

func zero(ctx context.Context, b *bench) (finding, error) {
	path, err := b.write("records.jsonl", emptyRecord+"\n")
	if err != nil {
		return finding{}, err
	}
	return b.judgeCommand(ctx, "predict", "-m", "/dev/zero", path)
}

// escapes has commands print the name of a data set.
func escapes(ctx context.Context, b *bench) (finding, error) {
	const evil = `\u001b]0;owned\u0007\u001b[2J`
	var t strings.Builder
	fmt.Fprintf(&t, `{"format":"lrp-dataset","version":1,"name":"a%s",`+
		`"questions":[{"id":"1%s","text":"What%s?"}]}`+"\n", evil, evil, evil)
	for i := range 20 {
		fmt.Fprintf(&t, `{"id":"r%d%s","responses":["word %d"],"rating":0.%d}`+"\n", i, evil, i%5,
			i%10)
	}
	path, err := b.write("escapes.jsonl", t.String())
	if err != nil {
		return finding{}, err
	}
	path = "jsonl:" + path
	var raw, accepted []string
	for _, args := range [][]string{
		{"eval", path, "--trials", "1", "--approach", "CBG"},
		{"train", "-m", b.path("m.lrp"), "--approach", "CBG", path},
		{"curve", path, "--trials", "1", "--approach", "CBG"},
		{"compare", path, "--trials", "2", "--approach", "CBG,RAN"},
		{"convert", path, "--out", b.path("out.csv")}, {"inspect", path + "\x1b[2J"},
	} {
		p, _ := b.command(ctx, b.lrp, args...)
		if p == nil {
			return finding{}, fmt.Errorf("lrp %s does not start", args[0])
		}
		if p.Err() == nil {
			accepted = append(accepted, args[0])
		}
		if strings.ContainsAny(p.Output(), "\x1b\x07") {
			raw = append(raw, args[0])
		}
	}
	if len(raw) > 0 {
		return judge(true, "raw escapes from lrp %s", strings.Join(raw, ", "))
	}
	return judge(false, "no raw escape in the output of 6 commands, of which %d accepted the file",
		len(accepted))
}

// fifo sends one SIGTERM to commands that wait for a FIFO to be opened.
func fifo(ctx context.Context, b *bench) (finding, error) {
	path := b.path("fifo.jsonl")
	if out, err := exec.CommandContext(ctx, "mkfifo", path).CombinedOutput(); err != nil {
		return finding{}, fmt.Errorf("%w: mkfifo: %s", errSkip, out)
	}
	var lost []string
	slowest := time.Duration(0)
	commands := [][]string{
		{"eval", path}, {"convert", path, "--out", "-"}, {"train", "-m", b.path("m.lrp"), path},
		{"predict", "-m", path, path}, {"serve", "-m", path, "--addr", "127.0.0.1:0"},
		{"run", path},
	}
	for _, args := range commands {
		p, err := b.start(b.lrp, args...)
		if err != nil {
			return finding{}, err
		}
		if p.Wait(ctx, 700*time.Millisecond) {
			return finding{}, fmt.Errorf("lrp %s does not wait: %s", args[0], lastLine(p))
		}
		took, inTime := p.Terminate(3 * time.Second)
		slowest = max(slowest, took)
		if !inTime {
			lost = append(lost, args[0])
		}
	}
	if len(lost) > 0 {
		return judge(true, "lost by lrp %s", strings.Join(lost, ", "))
	}
	return judge(false, "%d commands ended, the slowest after %s", len(commands),
		slowest.Round(time.Millisecond))
}

// socket restarts a server whose socket was left behind, and starts a second one beside it.
func socket(ctx context.Context, b *bench) (finding, error) {
	model, err := b.model()
	if err != nil {
		return finding{}, err
	}
	path := b.path("s")
	serve := func() (*process.Process, bool, error) {
		p, err := b.start(b.lrp, "serve", "-m", model, "--addr", "unix:"+path)
		if err != nil {
			return nil, false, err
		}
		for range 200 {
			if p.Wait(ctx, 50*time.Millisecond) {
				return p, false, nil
			}
			if c, err := net.Dial("unix", path); err == nil {
				c.Close()
				// A second server must not have answered for the first one.
				return p, !p.Wait(ctx, time.Second), nil
			}
		}
		return p, false, nil
	}
	first, up, err := serve()
	if err != nil || !up {
		return finding{}, fmt.Errorf("the first server does not start: %w %s", err,
			lastLine(first))
	}
	first.Kill()
	if _, err := os.Lstat(path); err != nil {
		return finding{}, fmt.Errorf("nothing was left behind: %w", err)
	}
	second, up, err := serve()
	if err != nil {
		return finding{}, err
	}
	if !up {
		return judge(true, "after kill -9 the server does not start again: %s", lastLine(second))
	}
	third, both, err := serve()
	if err != nil {
		return finding{}, err
	}
	if both {
		return judge(true, "a second server took the socket of one that runs")
	}
	return judge(false, "it starts again after kill -9, and not beside another: %s",
		lastLine(third))
}
