package main

import (
	"reflect"
	"testing"

	"github.com/spf13/cobra"
)

// TestCompletionOfNewCommands checks that a command's usage line and flags are enough for it to be completed.
func TestCompletionOfNewCommands(t *testing.T) {
	root := &cobra.Command{Use: "lrp"}
	train := &cobra.Command{Use: "train -m MODEL DATASET", Run: func(*cobra.Command, []string) {}}
	train.Flags().StringP("model", "m", "", "`MODEL` to write")
	train.Flags().String("protocol", "fast", "described or published")
	predict := &cobra.Command{Use: "predict -m MODEL [FILE|-]", Run: func(*cobra.Command, []string) {}}
	serve := &cobra.Command{Use: "serve -m MODEL", Run: func(*cobra.Command, []string) {}}
	root.AddCommand(train, predict, serve)
	completeAll(root)
	for _, c := range []struct {
		name  string
		of    completion
		typed string
		want  []string
		more  cobra.ShellCompDirective
	}{
		{"train", train.ValidArgsFunction, "csv", []string{"csv:\tlong form (respondent,question,response[,score][,rating]) with a key file (question,text,answer)"},
			cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace},
		{"predict", predict.ValidArgsFunction, "", nil, cobra.ShellCompDirectiveDefault},
		{"serve", serve.ValidArgsFunction, "", nil, cobra.ShellCompDirectiveNoFileComp},
		{"train --model", flagCompletion(train.Flag("model")), "", nil, cobra.ShellCompDirectiveDefault},
		// Only what the flag's text names is offered.
		{"train --protocol", flagCompletion(train.Flag("protocol")), "", []string{"described", "published"}, cobra.ShellCompDirectiveNoFileComp},
	} {
		got, more := c.of(train, nil, c.typed)
		if !reflect.DeepEqual(got, c.want) || more != c.more {
			t.Errorf("%s: %q, %d; want %q, %d", c.name, got, more, c.want, c.more)
		}
	}
}
