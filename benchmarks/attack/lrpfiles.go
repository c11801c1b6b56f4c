package main

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/luna-rating/luna/benchmarks/internal/must"
	"github.com/luna-rating/luna/benchmarks/internal/process"
)

// lastLine returns the last line of a command's output.
func lastLine(p *process.Process) string {
	lines := strings.Split(strings.TrimSpace(p.Output()), "\n")
	line := lines[len(lines)-1]
	if len(line) > 100 {
		line = line[:100] + "…"
	}
	return fmt.Sprintf("%q", line)
}

// judgeCommand runs a command of lrp, for at most a minute, and judges it by its memory.
func (b *bench) judgeCommand(ctx context.Context, args ...string) (finding, error) {
	p := must.Get(b.start(b.lrp, args...))
	ended := p.Wait(ctx, time.Minute)
	p.Kill()
	return judge(!ended || p.Peak() > maxMemory/2, "lrp %s: %s, %.1f s, %s", args[0],
		memoryText(p), time.Since(p.Began).Seconds(), lastLine(p))
}

// csvBomb writes a table with a row for each response, where everybody answers one question that
// nobody else answers.
func csvBomb(ctx context.Context, b *bench) (finding, error) {
	var t strings.Builder
	t.WriteString("respondent,question,response,score\n")
	for i := 0; t.Len() < 158_000; i++ {
		fmt.Fprintf(&t, "r%d,q%d,an answer,1\n", i, i)
	}
	path := must.Get(b.write("bomb.csv", t.String()))
	return b.judgeCommand(ctx, "eval", "csv:"+path, "--approach", "CBG", "--trials",
		"1")
}

func fields(ctx context.Context, b *bench) (finding, error) {
	path := must.Get(b.write("experiment.toml", "a"+strings.Repeat(".a", 200_000)+"=1\n"))
	return b.judgeCommand(ctx, "run", path)
}

func zero(ctx context.Context, b *bench) (finding, error) {
	path := must.Get(b.write("records.jsonl", emptyRecord+"\n"))
	return b.judgeCommand(ctx, "predict", "-m", "/dev/zero", path)
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
		p := must.Get(b.start(b.lrp, args...))
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
