package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/turing/winograd"
)

func winogradValidateCommand() *cobra.Command {
	var key, problemsFile string
	c := &cobra.Command{
		Use:   "validate OUTPUT... --problems FILE",
		Short: "say what is wrong with output files",
		Long: `Validate compares output files with the problems that they answer and prints
everything that is wrong with them, a line each, with file and line. The exit status is 1 if there
is anything. The right answers are not needed.`,
		Example:           `  turing winograd validate ann-output.txt --problems contest.xml`,
		Args:              outputArguments,
		ValidArgsFunction: cli.Files,
		RunE: func(c *cobra.Command, args []string) error {
			file, err := oneOf(problemsFile, key)
			if err != nil {
				return err
			}
			problems, err := readProblems(c, file)
			if err != nil {
				return err
			}
			outputs, err := readOutputs(args)
			if err != nil {
				return err
			}
			faults := 0
			w := cli.Readable(c.OutOrStdout())
			for _, o := range outputs {
				list := winograd.Check(o, problems)
				for _, f := range list {
					fmt.Fprintln(w, f.Error.Error())
				}
				if len(list) == 0 {
					fmt.Fprintf(w, "%s: all %d answers are in the form of the contest\n", o.File,
						len(problems))
				}
				faults += len(list)
			}
			if faults > 0 {
				return fmt.Errorf("found %s in %s", fileerr.Count(faults, "fault"),
					fileerr.Count(len(outputs), "output file"))
			}
			return nil
		},
	}
	c.Flags().StringVar(&problemsFile, "problems", "", "`FILE` of the problems")
	c.Flags().StringVar(&key, "key", "", "the same, with the right answers: `FILE`")
	return c
}

// oneOf returns the file of --problems or --key.
func oneOf(problems, key string) (string, error) {
	switch {
	case problems != "" && key != "":
		return "", cli.Usagef("--problems and --key both name the problems: give one of them")
	case problems+key == "":
		return "", cli.Usagef("--problems is missing, the file of the problems is needed")
	}
	return problems + key, nil
}
