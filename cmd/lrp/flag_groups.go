package main

import (
	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
)

// flagGroups are the headings of all flags in the help.
var flagGroups = []cli.FlagGroup{
	{Title: "Model and ratings", Names: "model trained-on units details id measure source"},
	{
		Title: "Your table", Names: "max key rating-column id-column sheet mapping save-mapping",
		Rest: "yes min best score-max words zeros question-columns ignore-columns score-columns " +
			"rater-columns attempts strict layout question-column response-column score-column header-row " +
			"encoding delimiter decimal rating lines", Topic: "tables",
	},
	{Title: "What is learned", Names: "decisions approach ablate regressor alpha learn grades blank language " +
		"stopwords prior transductive strangers"},
	{Title: "Chat model that grades", Names: "judge judge-examples examples", Rest: "judge-instructions judge-batch judge-limit " +
		"judge-price judge-parallel judge-timeout judge-cache", Topic: "judge"},
	{Title: "Vectors of words and texts", Names: "encoder vectors", Rest: "encoder-prefix cache", Topic: "encode"},
	{Title: "Experiment", Names: "trials seed train protocol folds test split-column group-column stratify " +
		"sizes trial splits leave-one-out baseline all-pairs from predictions"},
	{Title: "Server", Names: "addr host trust-proxy cors show-key hide-training log log-format max-body max-bodies " +
		"max-connections max-records max-response max-explained concurrency queue queue-wait header-timeout " +
		"read-timeout write-timeout idle-timeout grace timeout"},
	{Title: "Output", Names: "out format form wide key-out number neighbours storage quiet"},
	{Title: "Rarely needed", Names: "name force attribute-columns subgroup-column primary margin seeds level splits-out timing dry-run shard parts resume " +
		"line-buffered workers max-words lower first-wins licence no-descriptions help version"},
}

func tablesTopic() *cobra.Command {
	c := &cobra.Command{
		Use:   "tables",
		Short: "how tables are read, and the flags that say it otherwise",
		Long: `A table has a row for each person: an identifier, an answer to each question and, of those who are
rated, a total. Or it has a row for each answer. Texts (.csv, .tsv, .txt), workbooks (.xlsx, .xlsm)
and both compressed (.gz, .zst) are read, whatever their delimiter, decimals and encoding.

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
}
