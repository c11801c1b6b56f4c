package cli

import (
	"cmp"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagsMeant has, for what a flag is called here, the names that users of other programs type
// first. Of several flags, separated by bars, the first that the command has is suggested.
var flagsMeant = byName(map[string]string{
	"out":                             "output output-file output-dir outdir outfile o destination save",
	"format json|format jsonl":        "json",
	"quiet":                           "silent no-progress s",
	"train":                           "train-size train-fraction split",
	"train 0.8":                       "test-size test-fraction",
	"protocol cross-validation|folds": "cv kfold k-fold cross-validate cross-validation folds",
	"protocol leave-one-out":          "loo loocv leave-one-out",
	"trials":                          "n-splits n-trials n-iter repeats iterations runs",
	"seed":                            "random-state random-seed",
	"measure":                         "metric metrics scoring",
	"max":                             "maximum max-score max-points max-total points out-of",
	"min":                             "minimum",
	"workers":                         "n-jobs jobs j threads parallel cores",
	"regressor|approach":              "estimator classifier learner algorithm",
	"approach":                        "features method",
	"rating-column":                   "target label y total-column grade-column trait",
	"id-column":                       "id candidate",
	"key":                             "answer-key answers reference",
	"test":                            "test-set test-file test-data holdout",
	"group-column":                    "group groups",
	"subgroup-column":                 "subgroup subgroups",
	"force":                           "overwrite f",
	"addr":                            "port p listen bind",
	"encoder|vectors":                 "embeddings",
	"number":                          "n top limit count",
	"judge":                           "llm gpt",
})

// commandsMeant is the same for commands.
var commandsMeant = byName(map[string]string{
	"eval":                             "evaluate evaluation benchmark rsmtool rsmeval",
	"eval --protocol cross-validation": "cv cross-validate",
	"train":                            "fit learn",
	"predict":                          "infer inference rsmpredict",
	"grade":                            "rate mark score",
	"grade --demo":                     "demo example",
	"compare":                          "rsmcompare significance",
	"explain":                          "rsmexplain why",
	"inspect":                          "show describe columns cat",
	"curve":                            "learning-curve",
	"next":                             "suggest sample active",
	"serve":                            "start server host gui web",
	"encode":                           "embeddings vectors",
	"list":                             "ls datasets approaches regressors",
	"doctor":                           "check self-test",
	"version":                          "info about",
})

// byName returns the keys of lists by the names in them.
func byName(lists map[string]string) map[string]string {
	of := map[string]string{}
	for meant, names := range lists {
		for name := range strings.FieldsSeq(names) {
			of[name] = meant
		}
	}
	return of
}

// meantFlag says what to write instead of a flag that a command does not have, or returns "".
func (p Program) meantFlag(c *cobra.Command, given string) string {
	name := given
	if len(name) > 1 {
		name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	}
	var known []string
	c.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	guess := ""
	for option := range strings.SplitSeq(flagsMeant[name]+"|format "+name, "|") {
		flag, value, _ := strings.Cut(option, " ")
		if f := c.Flags().Lookup(flag); f != nil && guess == "" {
			if e, ok := f.Value.(*enum); !ok || value == "" || slices.Contains(e.known, value) {
				guess = option
			}
		}
	}
	if instead := p.Hints[name]; guess == "" && instead != "" {
		return "; " + instead
	}
	switch guess = cmp.Or(guess, Closest(name, known)); {
	case guess != "":
		return "; did you mean --" + guess + "?"
	case given == "V":
		return "; '" + c.Root().Name() + " version' prints the version"
	case given == "v", name == "verbose", name == "debug":
		return "; progress and notes are on standard error already"
	case name == "out", flagsMeant[name] == "out":
		return "; results go to standard output: > FILE"
	}
	return ""
}

// unknownCommand is the error for a name that is not among the commands below c.
func unknownCommand(c *cobra.Command, name string) error {
	var known []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.Name() == "help" || sub.IsAdditionalHelpTopicCommand() {
			known = append(known, sub.Name())
		}
	}
	slices.Sort(known)
	meant := commandsMeant[strings.ToLower(strings.ReplaceAll(name, "_", "-"))]
	first, _, _ := strings.Cut(meant, " ")
	if _, err := os.Stat(name); err == nil && slices.Contains(known, "grade") {
		meant = "grade " + name // a table
	} else if guess := Closest(name, known); guess != "" || !slices.Contains(known, first) {
		meant = guess
	}
	all := "known: " + strings.Join(known, ", ")
	if !c.HasParent() {
		all = "'" + c.Name() + " help' lists all"
	}
	if meant != "" {
		all = "did you mean " + meant + "? " + all
	}
	return Usagef("unknown command %q; %s", c.CommandPath()+" "+name, all)
}
