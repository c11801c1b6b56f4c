package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/atomicdir"
)

// untilDone returns what f returns, or the context's error as soon as it is done. It is for calls
// that cannot be canceled, such as reading from a terminal: f may go on in the background.
func untilDone[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var zero T
		return zero, ctx.Err()
	}
}

// openInput opens a file that is not a folder. Expected says what should be in it, for error
// messages.
func openInput(name, expected string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, unreadable(name, err, expected)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s: found a folder, expected %s", name, expected)
	}
	return f, nil
}

// unreadable rewords the errors of package os and returns others unchanged.
func unreadable(name string, err error, expected string) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: found no such file or folder, expected %s", name, expected)
	}
	_, reworded := errors.AsType[*embed.Error](err)
	if pathError, ok := errors.AsType[*fs.PathError](err); ok && !reworded {
		return fmt.Errorf("%s: found an unreadable file (%w), expected %s", name, pathError.Err,
			expected)
	}
	return err
}

// inputName is the name of an input in messages.
func inputName(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

// writeOutput writes a file, all or nothing, or standard output if the name is "-".
func writeOutput(c *cobra.Command, name string, write func(io.Writer) error) error {
	if name == "-" {
		return write(c.OutOrStdout())
	}
	return atomicdir.WriteFile(name, write)
}

func writeJSON(w io.Writer, value any) error { return cli.WriteJSON(w, value) }
