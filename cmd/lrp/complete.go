package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/lrp/approach"
)

// everyApproach stands for every approach where several can be named. In capitals it is the
// approach ALL.
const everyApproach = "all"

// namesEvery reports whether a name that a user gave stands for every approach.
func namesEvery(name string) bool { return strings.TrimSpace(name) == everyApproach }

// approachChoices lists the given choices, then all approaches and their descriptions.
func approachChoices(first ...cli.Choice) func() []cli.Choice {
	return func() []cli.Choice {
		list := slices.Clone(first)
		for _, a := range approach.All() {
			list = append(list, cli.Choice{Name: a.Name, Description: a.Description})
		}
		return list
	}
}

var (
	oneApproach    = approachChoices()
	allOrApproach  = approachChoices(cli.Choice{Name: everyApproach, Description: "every approach"})
	bestOrApproach = approachChoices(cli.Choice{Name: "best", Description: "the lowest mean error"})
)

func regressorChoices() []cli.Choice {
	var list []cli.Choice
	for _, e := range regressors() {
		list = append(list, cli.Choice{Name: e.Name, Description: e.Summary})
	}
	return list
}

func measureChoices() []cli.Choice {
	var list []cli.Choice
	for _, m := range features.Measures() {
		list = append(list, cli.Choice{Name: m.Name, Description: m.Description})
	}
	return list
}

// completeDataset completes KIND[:PATH] or a PATH that needs no kind: kinds, tables and folders
// and, after the colon, the names of files and folders, since shells complete those only at the
// start of a word.
func completeDataset(
	_ *cobra.Command, _ []string, typed string,
) ([]string, cobra.ShellCompDirective) {
	kind, path, colon := strings.Cut(typed, ":")
	directive := cobra.ShellCompDirectiveNoFileComp
	var found []string
	for _, k := range datasets.Formats() {
		switch {
		case colon && k.Named(kind) && k.ReadsFiles():
			for _, p := range paths(path, k.Argument == "DIR") {
				found = append(found, kind+":"+p)
			}
			return found, directive | cobra.ShellCompDirectiveNoSpace
		case !colon && cli.HasPrefixFold(k.Name, typed):
			name := k.Name
			if k.Argument != "" {
				name += ":"
				directive |= cobra.ShellCompDirectiveNoSpace
			}
			found = append(found, cobra.CompletionWithDesc(name, k.Description))
		}
	}
	for _, p := range paths(typed, false) {
		if _, known := datasets.ByExtension(p); colon {
			break
		} else if known {
			found = append(found, p)
		} else if strings.HasSuffix(p, string(filepath.Separator)) {
			found = append(found, p)
			directive |= cobra.ShellCompDirectiveNoSpace
		}
	}
	return found, directive
}

// paths lists the files and folders, or only the folders, whose paths start with what was typed.
// Hidden ones are listed if a dot was typed. Folders end in a slash.
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
		info, err := os.Stat(filepath.Join(dir, name)) // follows links
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
