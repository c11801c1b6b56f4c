package main

import (
	"cmp"
	"path/filepath"
)

// judgedFile is the file of a report's folder with the grades of a judge, which are used when the
// experiment is run again.
const judgedFile = "judge.csv"

// systems returns the flags of other systems, which the evaluation and the curve have in common.
func (x *experimentRun) systems() *systemFiles {
	if x.eval != nil {
		return &x.eval.systemFiles
	}
	return &x.curve.systemFiles
}

// nameJudge has the command line of lrp run name the judge, for the reason of
// [experimentRun.nameEncoder].
func (x *experimentRun) nameJudge(given *judgeFlags) (err error) {
	switch f := &x.systems().judgeFlags; {
	case given.Judge != "":
		if given.JudgeInstructions != "" {
			given.JudgeInstructions, err = filepath.Abs(given.JudgeInstructions)
		}
		given.JudgeInstructions = cmp.Or(given.JudgeInstructions, f.JudgeInstructions)
		given.JudgeExamples = f.JudgeExamples
		*f = *given
	case f.Judge != "" && f.judged == "":
		return x.file.errorf("judge", "found the address %q, expected it on the command line too, because "+
			"answers are sent there: --judge %s", f.Judge, f.Judge)
	}
	return err
}

// keptGrades has the grades used that the folder of a manifest has.
func (r *replay) keptGrades(x *experimentRun) {
	if r.Judge != "" {
		x.systems().Judge, x.systems().judged = "#"+r.Judge, filepath.Join(filepath.Dir(r.file), judgedFile)
	}
}
