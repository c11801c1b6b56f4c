// Package measure runs jobs in processes of their own, so that time and peak memory are theirs
// alone, and describes the machine.
package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
)

// Usage holds the resources that a process has used.
type Usage struct {
	// Peak is the peak resident set in bytes, 0 if the system does not report it.
	Peak int64
	// CPU is the processor time in seconds, of all threads.
	CPU float64
}

// reply is the standard output of a process, in JSON.
type reply struct {
	Peak   int64
	Result any
}

// Run starts a program, decodes the result in its reply, and returns its resource usage. Errors are
// those of [Watch], with the name of the program.
func Run(ctx context.Context, result any, program string, args ...string) (Usage, error) {
	var out bytes.Buffer
	name := strings.Join(append([]string{program}, args[:min(1, len(args))]...), " ")
	used, err := Watch(ctx, &out, program, args...)
	if err != nil {
		return Usage{}, fmt.Errorf("%s: %w", name, err)
	}
	r := reply{Result: result}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return Usage{}, fmt.Errorf("%s: found output that is not the expected JSON: %w", name, err)
	}
	used.Peak = r.Peak
	return used, nil
}

// Watch runs a program, whose standard output is written to out, and returns its resource usage.
// The peak is at least that of this process; see [Peak]. The error is that of ctx, or holds the
// last line that the program wrote to standard error.
func Watch(ctx context.Context, out io.Writer, program string, args ...string) (Usage, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	var messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = out, &messages
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return Usage{}, ctx.Err()
		}
		if last := lastLine(messages.String()); last != "" {
			err = errors.New(last)
		}
		return Usage{}, err
	}
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return Usage{Peak: peakOf(cmd.ProcessState), CPU: cpu.Seconds()}, nil
}

// lastLine returns the last line of a text that is not empty, in which Python names the error.
func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// Job is work that this program does in a process of its own.
type Job struct {
	Name string
	// Do does the work and returns the result, which Run decodes.
	Do func(args []string) (any, error)
}

// jobArgument is the first argument of a process that does a job.
const jobArgument = "job:"

// Jobs does the job that the command line names, if any, and exits. Call it first in main.
func Jobs(jobs ...Job) {
	if len(os.Args) < 2 || !strings.HasPrefix(os.Args[1], jobArgument) {
		return
	}
	name := strings.TrimPrefix(os.Args[1], jobArgument)
	for _, j := range jobs {
		if j.Name != name {
			continue
		}
		result, err := j.Do(os.Args[2:])
		if err == nil {
			err = json.NewEncoder(os.Stdout).Encode(reply{Peak(), result})
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	fmt.Fprintf(os.Stderr, "unknown job %q\n", name)
	os.Exit(2)
}

// RunJob does a job of this program in a process of its own; see [Run].
func RunJob(ctx context.Context, result any, name string, args ...string) (Usage, error) {
	program, err := os.Executable()
	if err != nil {
		return Usage{}, err
	}
	u, err := Run(ctx, result, program, append([]string{jobArgument + name}, args...)...)
	if err != nil {
		// Leave out the name of the program.
		_, message, _ := strings.Cut(err.Error(), ": ")
		return u, fmt.Errorf("%s: %s", name, message)
	}
	return u, nil
}
