// Package measure runs pieces of work in processes of their own, so that time and peak memory are theirs alone, and says
// on what machine.
package measure

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// Usage is what a process has taken.
type Usage struct {
	// Peak is the largest resident set in bytes, 0 where the system does not tell.
	Peak int64
	// CPU is the processor time in seconds, of all threads.
	CPU float64
}

// reply is what a process writes to standard output, in JSON.
type reply struct {
	Peak   int64
	Result any
}

// Run starts a program, decodes the result in its reply, and returns what it has taken. The error holds the last line that the
// program wrote to standard error.
func Run(ctx context.Context, result any, program string, args ...string) (Usage, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	name := strings.Join(append([]string{program}, args[:min(1, len(args))]...), " ")
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return Usage{}, ctx.Err()
		}
		if last := lastLine(complaint.String()); last != "" {
			err = errors.New(last)
		}
		return Usage{}, fmt.Errorf("%s: %w", name, err)
	}
	r := reply{Result: result}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return Usage{}, fmt.Errorf("%s: what it wrote is not the JSON expected: %w", name, err)
	}
	return Usage{Peak: r.Peak, CPU: (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()}, nil
}

// lastLine is the last line of a text that is not empty: where Python names the error.
func lastLine(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// A Job is a piece of work of this program that a process of its own does.
type Job struct {
	Name string
	// Do does it and returns what Run decodes.
	Do func(args []string) (any, error)
}

// jobArgument is the first argument of a process that does a job.
const jobArgument = "job:"

// Jobs does the job that the command line asks for and ends the process, where it asks for one. It is called first in main.
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
			err = json.NewEncoder(os.Stdout).Encode(reply{peak(), result})
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

// RunJob has a process of its own do a job of this program; see [Run].
func RunJob(ctx context.Context, result any, name string, args ...string) (Usage, error) {
	program, err := os.Executable()
	if err != nil {
		return Usage{}, err
	}
	u, err := Run(ctx, result, program, append([]string{jobArgument + name}, args...)...)
	if err != nil {
		// The name of the program tells nothing.
		_, message, _ := strings.Cut(err.Error(), ": ")
		return u, fmt.Errorf("%s: %s", name, message)
	}
	return u, nil
}
