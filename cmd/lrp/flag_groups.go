package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// flagGroups are the headings of all flags in the help.
var flagGroups = []cli.FlagGroup{
	{Title: "Model and ratings", Names: "model units details id measure source"},
	{
		Title: "Your table", Names: "max key rating-column id-column sheet mapping save-mapping",
		Rest: "yes min best score-max words zeros question-columns ignore-columns score-columns " +
			"rater-columns attempts strict layout question-column response-column score-column header-row " +
			"encoding decimal rating", Topic: "tables",
	},
	{Title: "What is learned", Names: "decisions approach ablate regressor alpha learn grades blank language " +
		"stopwords prior transductive"},
	{Title: "Chat model that grades", Names: "judge judge-examples examples",
		Rest: "judge-instructions judge-batch judge-limit judge-price", Topic: "judge"},
	{Title: "Vectors of words and texts", Names: "encoder vectors", Rest: "encoder-prefix", Topic: "encode"},
	{Title: "Experiment", Names: "trials seed train protocol folds test split-column group-column stratify " +
		"sizes trial splits baseline all-pairs from predictions"},
	{Title: "Server", Names: "addr host trust-proxy cors show-key hide-training log max-body"},
	{Title: "Output", Names: "demo out format wide number quiet"},
	{Title: "Rarely needed", Names: "name force lower subgroup-column primary margin seeds splits-out " +
		"dry-run shard parts cache workers help version"},
}

func tablesTopic() *cobra.Command {
	c := &cobra.Command{
		Use:   "tables",
		Short: "how tables are read, and the flags that say it otherwise",
		Long: `A table has a row for each person: an identifier, an answer to each question and, of those who are
rated, a total. Or it has a row for each answer. Texts (.csv, .tsv, .txt), workbooks (.xlsx, .xlsm),
Parquet and JSON are read, also compressed (.gz, .zst), whatever their delimiter and encoding.

The header, what each column is, the acceptable answers and the highest total are found out and said
on standard error. 'lrp inspect exam.xlsx' says all of it with the reasons and changes nothing.
These flags, of every command that reads a table, say what is otherwise. Columns are named as in the
header, by number (#3) or, where several are possible, by a pattern (Q*).

--save-mapping FILE.toml of grade, next and inspect keeps how a table was read, and --mapping
FILE.toml has the next one read in the same way. Its keys are named after these flags.`,
	}
	var f dataFlags
	f.register(c)
	f.registerSave(c)
	return c
}

// hints say what to do instead of flags that there are not.
var hints = map[string]string{
	"metric": "reports have RMSE, MAE and r; --format json has all figures",
	"input":  argument, "i": argument, "file": argument, "data": argument, "dataset": argument,
	"color": "NO_COLOR=1 turns colours off", "no-color": "NO_COLOR=1 turns colours off",
	"delimiter": "it is found out; a file for --mapping can say delimiter = \"semicolon\"",
	"strangers": "a file for 'lrp run' can say strangers = false", "level": "a file for 'lrp run' can say level = 0.8",
}

const argument = "what is read is named without a flag, as in 'lrp grade exam.xlsx'"
