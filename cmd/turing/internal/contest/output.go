package contest

import (
	"io"

	"github.com/luna-rating/luna/cmd/turing/internal/loebner"
	"github.com/luna-rating/luna/internal/atomicdir"
	"github.com/luna-rating/luna/internal/files"
)

// writeLogs writes the logs of all rounds that are over, which say what was at which terminal.
func (c *contest) writeLogs() error {
	for _, stage := range c.rules.Stages {
		for t := range c.tables(stage) {
			unseated := t.skipped() && !exists(t.folder(blindFile))
			if !t.state.held || unseated || exists(t.folder(transcriptFile)) {
				continue
			}
			said, err := t.readLog()
			if err == nil {
				err = t.writeLog(said)
			}
			if err == nil { // this shows that both are there
				err = t.writeTranscript(said)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// resultsFile has the results for programs.
const resultsFile = "results.json"

// output is a file of results.
type output struct {
	name  string
	write func(io.Writer) error
}

// outputs returns the files that follow from the journal and from logs.
func (c *contest) outputs(x *Results) []output {
	list := []output{{resultsFile, func(w io.Writer) error { return files.WriteJSON(w, x) }},
		{"verdicts.csv", x.writeVerdicts},
		{"conversations.csv", func(w io.Writer) error { return c.writeConversations(w, x) }}}
	stage, paired := c.pairsStage()
	if !paired || stage.How != loebner.Pairs {
		return list
	}
	list = append(list, output{"ballots.csv", func(w io.Writer) error {
		return loebner.WriteBallots(w, c.rules, x.ballots(stage))
	}})
	if ranked(c.rules) {
		list = append(list, output{"ranks.csv", func(w io.Writer) error {
			return loebner.WriteRanks(w, c.allRanks(stage))
		}})
	}
	return list
}

// write writes the results, all or none.
func (c *contest) write(x *Results) error {
	list := append(c.outputs(x), output{"results.html", x.writePage})
	if !x.study() { // else nobody wins
		list = append(list, output{"certificate.html", func(w io.Writer) error { return pages["certificate"].Write(w, x) }})
	}
	var names []string
	for _, o := range list {
		names = append(names, o.name)
	}
	d, err := atomicdir.Create(c.dir, names...)
	if err != nil {
		return err
	}
	defer d.Abort()
	for _, o := range list {
		if err := d.Write(o.name, o.write); err != nil {
			return err
		}
	}
	return d.Commit()
}
