package main

import (
	"bufio"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/luna/trade"
)

// expectedLog describes, for error messages, what a file should contain.
const expectedLog = "a log of Turing Trade: JSON lines"

// logArguments checks the arguments of a command that reads logs.
func logArguments(c *cobra.Command, args []string) error {
	stdin := 0
	for _, arg := range args {
		if arg == "-" {
			stdin++
		}
	}
	switch {
	case len(args) == 0:
		return cli.Usagef("%s needs LOG, %s, or - for standard input", c.Name(), expectedLog)
	case stdin > 1:
		return cli.Usagef("- is given %d times, and standard input can be read once", stdin)
	}
	return nil
}

// readLogs returns the games in files, which may be compressed with gzip; - stands for standard
// input. A file without a game is an error. Nothing follows an error.
func readLogs(c *cobra.Command, files []string) iter.Seq2[*trade.Played, error] {
	return func(yield func(*trade.Played, error) bool) {
		for _, file := range files {
			if !readLog(c, file, yield) {
				return
			}
		}
	}
}

// readLog reports whether it reached the end of the file.
func readLog(c *cobra.Command, file string, yield func(*trade.Played, error) bool) bool {
	in, name, err := openLog(c, file)
	if err != nil {
		yield(nil, err)
		return false
	}
	defer in.Close()
	unpacked, err := gunzip(in, name)
	if err != nil {
		yield(nil, err)
		return false
	}
	games := 0
	for p, err := range trade.ReadLogs(unpacked, name) {
		games++
		if !yield(p, err) || err != nil {
			return false
		}
	}
	if games == 0 {
		yield(nil, files.New(name, 0, "no game", expectedLog))
		return false
	}
	return true
}

func openLog(c *cobra.Command, file string) (io.ReadCloser, string, error) {
	if file == "-" {
		return io.NopCloser(c.InOrStdin()), "standard input", nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", files.New(file, 0, "no such file", expectedLog)
	}
	if err != nil {
		return nil, "", err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, "", files.New(file, 0, "a folder", "a file: "+expectedLog)
	}
	return f, file, nil
}

// gunzip returns a reader of content that may be compressed, which it recognises by the first
// bytes.
func gunzip(r io.Reader, name string) (io.Reader, error) {
	in := bufio.NewReader(r)
	if magic, _ := in.Peek(2); string(magic) != "\x1f\x8b" {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, &files.Error{File: name, Err: err,
			Msg: fmt.Sprintf("found damaged gzip data (%v), expected %s", err, expectedLog)}
	}
	return z, nil
}
