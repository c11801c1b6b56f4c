package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/lrp"
)

// completion delivers what may follow what has been typed, with a description behind a tab.
type completion = cobra.CompletionFunc

// choice is a name that a flag may have, and what it is.
type choice struct{ name, about string }

// choices are the names that flags may have, by the name of the flag. Where a flag's text lists names
// a command offers only those, since formats, for example, differ between commands.
var choices = map[string]func() []choice{
	"approach":  approachChoices,
	"regressor": regressorChoices,
	"baseline":  func() []choice { return append([]choice{{"best", "the lowest mean error"}}, approachChoices()[1:]...) },
	"measure":   measureChoices,
	"protocol":  func() []choice { return named(knownProtocols...) },
	"format":    func() []choice { return named("table", "markdown", "csv", "json", "jsonl", "text", "luna") },
	"form":      func() []choice { return named("auto", "jsonl", "csv") },
	"rating":    func() []choice { return named("minmax", "fraction") },
	"stopwords": func() []choice { return named("english", "none") },
	"storage":   func() []choice { return named("float32", "int8") },
	"method":    func() []choice { return named("ppmi", "sgns") },
}

func named(names ...string) []choice {
	list := make([]choice, len(names))
	for i, n := range names {
		list[i].name = n
	}
	return list
}

func approachChoices() []choice {
	list := []choice{{"all", "every approach"}}
	for _, a := range lrp.Approaches() {
		list = append(list, choice{a.Name, a.Description})
	}
	return list
}

func regressorChoices() []choice {
	var list []choice
	for _, e := range regressors() {
		list = append(list, choice{e.Name, e.Summary})
	}
	return list
}

func measureChoices() []choice {
	var list []choice
	for _, m := range features.Measures() {
		list = append(list, choice{m.Name, m.Description})
	}
	return list
}

// completeAll gives every command below c that has no completion of its own what its usage line and
// its flags tell: DATASET, FILE and DIR, and the flags of [choices].
func completeAll(c *cobra.Command) {
	for _, sub := range c.Commands() {
		completeAll(sub)
	}
	if c.ValidArgsFunction == nil && len(c.ValidArgs) == 0 && !c.HasSubCommands() {
		c.ValidArgsFunction = argumentCompletion(c.Use)
	}
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if _, there := c.GetFlagCompletionFunc(f.Name); !there && f.Name != "help" && f.Name != "version" {
			// It fails only where there is one.
			_ = c.RegisterFlagCompletionFunc(f.Name, flagCompletion(f))
		}
	})
}

// argumentCompletion completes the arguments of a command by its usage line.
func argumentCompletion(use string) completion {
	_, arguments, _ := strings.Cut(use, " ")
	// Flags may have a FILE or DIR too.
	if words := strings.Fields(arguments); len(words) > 1 {
		kept := words[:0]
		for i, w := range words {
			if !strings.HasPrefix(w, "-") && (i == 0 || !strings.HasPrefix(words[i-1], "-")) {
				kept = append(kept, w)
			}
		}
		arguments = strings.Join(kept, " ")
	}
	several := strings.Contains(arguments, "...")
	var complete completion
	switch {
	case strings.Contains(arguments, "DATASET"):
		complete = completeDataset
	case strings.Contains(arguments, "FILE") || strings.Contains(arguments, "MODEL"):
		complete = completeFiles
	case strings.Contains(arguments, "DIR"):
		complete = completeFolders
	default:
		return cobra.NoFileCompletions
	}
	return func(c *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 && !several {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return complete(c, args, typed)
	}
}

// flagCompletion completes the value of a flag.
func flagCompletion(f *pflag.Flag) completion {
	name, usage := pflag.UnquoteUsage(f)
	if of := choices[f.Name]; of != nil {
		several := f.Value.Type() == "stringSlice"
		return func(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			list := amongThose(of(), usage)
			if several {
				return completeList(list, typed)
			}
			return completeName(list, typed), cobra.ShellCompDirectiveNoFileComp
		}
	}
	switch {
	case strings.Contains(name, "FILE") || name == "MODEL":
		return completeFiles
	case strings.Contains(name, "DIR"):
		return completeFolders
	}
	return cobra.NoFileCompletions
}

// amongThose leaves of the choices those that a flag's text names, or all where it names less than two.
func amongThose(list []choice, usage string) []choice {
	isName := func(r rune) bool {
		return r == '-' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z'
	}
	words := strings.FieldsFunc(usage, func(r rune) bool { return !isName(r) })
	told := slices.DeleteFunc(slices.Clone(list), func(c choice) bool { return !slices.Contains(words, c.name) })
	if len(told) < 2 {
		return list
	}
	return told
}

// completeName lists the choices that begin with what is typed, case aside.
func completeName(list []choice, typed string) []string {
	var names []string
	for _, c := range list {
		if hasPrefixFold(c.name, typed) {
			name := c.name
			if c.about != "" {
				name = cobra.CompletionWithDesc(name, c.about)
			}
			names = append(names, name)
		}
	}
	return names
}

// completeList completes the last of several names separated by commas, with those that are not there yet.
func completeList(list []choice, typed string) ([]string, cobra.ShellCompDirective) {
	before := ""
	if i := strings.LastIndexByte(typed, ','); i >= 0 {
		before, typed = typed[:i+1], typed[i+1:]
	}
	there := strings.Split(strings.ToLower(before), ",")
	var names []string
	for _, n := range completeName(list, typed) {
		if name, _, _ := strings.Cut(n, "\t"); !slices.Contains(there, strings.ToLower(name)) {
			names = append(names, before+n)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

func completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

func completeFolders(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeDataset completes KIND[:PATH]: the kind and, after the colon, the names of files and folders, which
// no shell completes in the midst of a word.
func completeDataset(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	kind, path, colon := strings.Cut(typed, ":")
	more := cobra.ShellCompDirectiveNoFileComp
	var found []string
	for _, k := range datasets.Formats() {
		switch {
		case colon && k.Name == kind && k.ReadsFiles():
			for _, p := range paths(path, k.Argument == "DIR") {
				found = append(found, kind+":"+p)
			}
			return found, more | cobra.ShellCompDirectiveNoSpace
		case !colon && hasPrefixFold(k.Name, typed):
			name := k.Name
			if k.Argument != "" {
				name += ":"
				more |= cobra.ShellCompDirectiveNoSpace
			}
			found = append(found, cobra.CompletionWithDesc(name, k.Description))
		}
	}
	return found, more
}

// paths lists the files and folders, or folders alone, whose paths begin with what is typed; hidden ones
// where a name begins with a dot. Folders end in a slash.
func paths(typed string, foldersOnly bool) []string {
	dir, start := filepath.Split(typed)
	entries, err := os.ReadDir(cmp.Or(dir, "."))
	if err != nil {
		return nil
	}
	var found []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(name, start) || strings.HasPrefix(name, ".") && start == "" {
			continue
		}
		info, err := os.Stat(filepath.Join(dir, name)) // of what a link points to
		switch {
		case err != nil:
		case info.IsDir():
			found = append(found, dir+name+string(filepath.Separator))
		case !foldersOnly:
			found = append(found, dir+name)
		}
	}
	return found
}
