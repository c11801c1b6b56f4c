package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/turing/loebner"
)

// readInput reads a file, or standard input if its name is -. Expected says what should be in it.
func readInput[T any](
	c *cobra.Command, path, expected string, read func(in io.Reader, file string) (T, error),
) (T, error) {
	var none T
	if path == "-" {
		return read(c.InOrStdin(), "standard input")
	}
	f, err := os.Open(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%s: found no such file, expected %s", path, expected)
		}
		return none, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return none, fmt.Errorf("%s: found a folder, expected a file: %s", path, expected)
	}
	return read(f, path)
}

// readMatrix reads the file of a flag --matrix, nil if it is not given.
func readMatrix(c *cobra.Command, path string) (*loebner.Matrix, error) {
	if path == "" {
		return nil, nil
	}
	m, err := readInput(c, path, "a matrix of judges and entries", loebner.ReadMatrix)
	if err != nil {
		return nil, err
	}
	return &m, nil
}

func readSchedule(c *cobra.Command, path string) (loebner.Schedule, error) {
	return readInput(c, path, "a schedule with a line for each round", loebner.ReadSchedule)
}

// addRulesFlag adds --rules.
func addRulesFlag(c *cobra.Command, name *string) {
	c.Flags().StringVar(name, "rules", "", "rules of a year from 2004 to 2017, or `FILE` with one's own")
}

// rulesWanted says what names rules.
func rulesWanted() string { return strings.Join(loebner.RuleSets(), ", ") + " or rules in TOML" }

// readRules returns the rules of a flag --rules.
func readRules(c *cobra.Command, name string) (loebner.Rules, error) {
	if name == "" {
		return loebner.Rules{}, cli.Usagef("--rules is needed: a year such as 2010, or a file; " +
			"'turing loebner rules 2010' prints one to start from")
	}
	if slices.Contains(loebner.RuleSets(), name) {
		return loebner.RulesOf(name)
	}
	return readInput(c, name, rulesWanted(), loebner.ReadRules)
}

// onceStdin returns an error if more than one path is -.
func onceStdin(paths ...string) error {
	n := 0
	for _, p := range paths {
		if p == "-" {
			n++
		}
	}
	if n > 1 {
		return cli.Usagef("- is given %d times, and standard input can be read once", n)
	}
	return nil
}
