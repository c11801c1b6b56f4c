package cli

import (
	"errors"
	"fmt"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/internal/text"
)

// EnumVar defines a flag that takes one of a few names, of which the first is the default. A name
// can have a description, as in "wide (a row per respondent)". The %s in usage stands for the list
// of choices; shells complete the names, and any other value is an [UnknownError].
func EnumVar(flags *pflag.FlagSet, p *string, name, usage string, choices ...string) {
	*p, _, _ = strings.Cut(choices[0], " (")
	OptionalEnumVar(flags, p, name, usage, choices...)
}

// OptionalEnumVar is [EnumVar] for a flag whose default is the present value of p.
func OptionalEnumVar(flags *pflag.FlagSet, p *string, name, usage string, choices ...string) {
	flags.StringVar(p, name, *p, fmt.Sprintf(usage, text.Or(choices)))
	var known []string
	for _, choice := range choices {
		name, _, _ := strings.Cut(choice, " (")
		known = append(known, name)
	}
	OneOf(flags, name, known)
}

// OneOf bounds the names that a flag takes, which is defined already.
func OneOf(flags *pflag.FlagSet, name string, known []string) {
	f := flags.Lookup(name)
	f.Value = &enum{f.Value, name, known}
	if f.DefValue == "auto" {
		f.DefValue = "" // in the help, whose list begins with it
	}
}

// enum is a flag that takes one of a few names.
type enum struct {
	pflag.Value
	flag  string
	known []string
}

// Set implements [pflag.Value].
func (e *enum) Set(name string) error {
	if lines := "jsonl"; name == "json" && !slices.Contains(e.known, name) && slices.Contains(e.known, lines) {
		name = lines
	}
	if !slices.Contains(e.known, name) {
		return &UnknownError{Kind: e.flag, Name: name, Known: e.known}
	}
	return e.Value.Set(name)
}

// WorkersVar defines the flag --workers for the number of what is done at a time, such as "parallel
// trials".
func WorkersVar(flags *pflag.FlagSet, p *int, what string) {
	flags.IntVar(p, "workers", 0,
		"number of "+what+" (0: one per processor); results do not depend on it")
	AtLeast(flags, 0, "workers")
}

// NetworksVar defines a flag for networks and single addresses, separated by commas, which can be
// repeated.
func NetworksVar(flags *pflag.FlagSet, p *[]netip.Prefix, name, usage string) {
	flags.Var(networks{p, name}, name, usage)
}

// networks implements [pflag.Value].
type networks struct {
	list *[]netip.Prefix
	flag string
}

func (n networks) String() string { return "" }

func (n networks) Type() string { return "stringSlice" }

func (n networks) Set(texts string) error {
	for text := range strings.SplitSeq(texts, ",") {
		network, err := netip.ParsePrefix(text)
		if a, failed := netip.ParseAddr(text); failed == nil {
			network, err = a.Unmap().Prefix(a.Unmap().BitLen())
		}
		if err != nil {
			return Settingf(n.flag, "is %q, an address or network is needed", text)
		}
		*n.list = append(*n.list, network)
	}
	return nil
}

// SettingError reports an invalid setting: a flag, or a key of a file. Its message writes the names
// of settings as flags.
type SettingError struct{ Name, message string }

// Settingf returns a [UsageError] for an invalid value of a flag.
func Settingf(name, format string, args ...any) error {
	return Usage(SettingError{name, "--" + name + " " + fmt.Sprintf(format, args...)})
}

// Error implements error.
func (e SettingError) Error() string { return e.message }

// InFile returns the message without the dashes of flags, as a file writes settings.
func (e SettingError) InFile() string { return strings.ReplaceAll(e.message, "--", "") }

// checked is a flag whose value is checked when it is set.
type checked struct {
	pflag.Value
	check func(value string) error
}

// Set implements [pflag.Value].
func (c checked) Set(s string) error {
	if err := c.Value.Set(s); err != nil {
		return err
	}
	return c.check(c.Value.String())
}

// Check has a function check the values of flags when they are set. The flags are defined already.
func Check(flags *pflag.FlagSet, check func(name, value string) error, names ...string) {
	for _, name := range names {
		f := flags.Lookup(name)
		f.Value = checked{f.Value, func(value string) error { return check(name, value) }}
	}
}

// NotEmpty refuses "" as the value of flags. In the error, needed says what is needed instead.
func NotEmpty(flags *pflag.FlagSet, needed string, names ...string) {
	Check(flags, func(name, value string) error {
		if value == "" {
			return Settingf(name, "is empty, %s is needed", needed)
		}
		return nil
	}, names...)
}

// Bound bounds the numbers and durations that flags accept. In the error, needed says which these
// are.
func Bound(flags *pflag.FlagSet, low, high float64, needed string, names ...string) {
	Check(flags, func(name, value string) error {
		v, err := strconv.ParseFloat(value, 64)
		if d, isDuration := time.ParseDuration(value); err != nil && isDuration == nil {
			v = float64(d)
		}
		if !(v >= low && v <= high) {
			return Settingf(name, "is %s, %s", value, needed)
		}
		return nil
	}, names...)
}

// acceptCommas has all flags for one number, of a command and those below it, take 20,5 as 20.5.
func acceptCommas(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() == "float64" {
			f.Value = decimal{f.Value, f.Name}
		}
	})
	for _, sub := range c.Commands() {
		acceptCommas(sub)
	}
}

// decimal is a flag for a number, whose decimals may follow a comma.
type decimal struct {
	pflag.Value
	flag string
}

// thousands matches a number whose comma may be one of thousands.
var thousands = text.Pattern(`^[-+]?[1-9][0-9]{0,2},[0-9]{3}$`)

// Set implements [pflag.Value].
func (d decimal) Set(s string) error {
	if thousands().MatchString(s) {
		return Settingf(d.flag, "is %s, which may be %s or %s: write one of them", s,
			strings.Replace(s, ",", "", 1), strings.Replace(s, ",", ".", 1))
	}
	if !strings.Contains(s, ".") {
		s = strings.Replace(s, ",", ".", 1)
	}
	return d.Value.Set(s)
}

// FromTo is like [Bound], for whole numbers.
func FromTo(flags *pflag.FlagSet, low, high int, names ...string) {
	Bound(flags, float64(low), float64(high), fmt.Sprintf("a number from %d to %d is needed", low, high),
		names...)
}

// AtLeast is like [Bound], for whole numbers without an upper bound.
func AtLeast(flags *pflag.FlagSet, low int, names ...string) {
	Bound(flags, float64(low), math.MaxFloat64, fmt.Sprintf("at least %d is needed", low), names...)
}

// Above0 and Below1 are the ends of open intervals, for [Bound].
var Above0, Below1 = math.SmallestNonzeroFloat64, math.Nextafter(1, 0)

// Files completes the name of a file.
func Files(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// Folders completes the name of a folder.
func Folders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// First completes the first argument of a command and nothing after it.
func First(complete cobra.CompletionFunc) cobra.CompletionFunc {
	return func(c *cobra.Command, args []string, typed string) (
		[]string, cobra.ShellCompDirective,
	) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(c, args, typed)
	}
}

// RegisterCompletions makes shells complete the names that flags of [EnumVar] take, and folders for
// flags whose description names a `DIR` or `FOLDER`, of a command and those below it. Others
// complete files.
func RegisterCompletions(c *cobra.Command) error {
	var errs []error
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		placeholder, _ := pflag.UnquoteUsage(f)
		if e, ok := f.Value.(*enum); ok {
			errs = append(errs, c.RegisterFlagCompletionFunc(f.Name,
				cobra.FixedCompletions(e.known, cobra.ShellCompDirectiveNoFileComp)))
		} else if placeholder == "DIR" || placeholder == "FOLDER" {
			errs = append(errs, c.RegisterFlagCompletionFunc(f.Name, Folders))
		}
	})
	for _, sub := range c.Commands() {
		errs = append(errs, RegisterCompletions(sub))
	}
	return errors.Join(errs...)
}
