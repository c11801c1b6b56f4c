package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

func usagef(format string, args ...any) error { return cli.Usagef(format, args...) }

// settingError is an invalid setting: a flag, or a key of an experiment file.
type settingError struct {
	name   string
	format string
	args   []any
}

// settingf reports an invalid setting. Arguments of type [setting] are printed like its own name.
func settingf(name, format string, args ...any) error {
	return cli.Usage(settingError{name, format, args})
}

// setting is the name of another setting in the message of a [settingError].
type setting string

// Error writes settings as flags.
func (e settingError) Error() string { return e.withPrefix("--") }

// withPrefix writes the message with a prefix before the name of every setting: "--" on the command
// line, nothing in a file.
func (e settingError) withPrefix(prefix string) string {
	args := slices.Clone(e.args)
	for i, arg := range args {
		if other, ok := arg.(setting); ok {
			args[i] = prefix + string(other)
		}
	}
	return prefix + e.name + " " + fmt.Sprintf(e.format, args...)
}

// asUsage turns errors of the libraries that are mistakes on the command line into usage errors,
// and adds a guess at what was meant.
func asUsage(err error) error {
	if u, ok := errors.AsType[*lrp.UnknownError](err); ok {
		return cli.Usage((*cli.UnknownError)(u))
	}
	if u, ok := errors.AsType[*datasets.UsageError](err); ok {
		kind, _, _ := strings.Cut(u.Spec, ":")
		if known := kindNames(); !slices.Contains(known, kind) && !isPath(u.Spec) {
			err = &cli.UnknownError{Kind: "kind of data set", Name: kind, Known: known}
		}
		return cli.Usage(err)
	}
	if errors.Is(err, regress.ErrUnknown) || errors.Is(err, regress.ErrOption) {
		return cli.Usage(err)
	}
	return err
}

// isPath reports whether a specification is rather a path without a kind.
func isPath(spec string) bool {
	_, err := os.Stat(spec)
	return err == nil
}

func kindNames() []string {
	var names []string
	for _, k := range datasets.Formats() {
		names = append(append(names, k.Name), k.Aliases...)
	}
	return names
}

// oneDataset checks the arguments of a command that takes a single data set.
func oneDataset(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return usagef("%s needs a DATASET; 'lrp list datasets' says how to name one", c.Name())
	}
	return cli.OneArgument("DATASET")(c, args)
}
