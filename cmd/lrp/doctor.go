package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/doctor"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

func doctorCommand() *cobra.Command {
	return doctor.Command(`Doctor prints versions and processors, verifies the embedded resources (WordNet, word counts, word
vectors, AUTO's prior, samples) by size and SHA-256 and measures how long each takes to load,
evaluates a small sample whose error is known, tries to write to the current and to the temporary
folder, and looks for the published data sets in the folder that the environment variable LRP_DATA
names. If a check fails, it says what to do and exits with status 1.`,
		func(ctx context.Context) []doctor.Check {
			return append([]doctor.Check{selfTest(ctx)}, dataFolder(os.Getenv("LRP_DATA"))...)
		})
}

// The self-test and its result, in which the last digits may depend on the processor.
const (
	selfTestDataset  = "sample-mohler"
	selfTestApproach = "BOW"
	selfTestTrials   = 5
	selfTestRMSE     = 0.13395283327445293
	selfTestRounding = 1e-9
)

// selfTest evaluates a sample and compares the error with the known one.
func selfTest(ctx context.Context) doctor.Check {
	c := doctor.Check{Name: "self-test", Status: "failed",
		Hint: "results cannot be trusted here: install the program anew, and report this line"}
	begin := time.Now()
	rmse, err := selfTestError(ctx)
	if err != nil {
		c.Found = err.Error()
		return c
	}
	c.Found = fmt.Sprintf("RMSE of %s with ols on %s in %d trials is %.9f, expected %.9f",
		selfTestApproach, selfTestDataset, selfTestTrials, rmse, float64(selfTestRMSE))
	c.Seconds = doctor.Since(begin)
	if math.Abs(rmse-selfTestRMSE) <= selfTestRounding {
		c.Status, c.Hint = "ok", ""
	}
	return c
}

func selfTestError(ctx context.Context) (float64, error) {
	sets, err := datasets.Open(selfTestDataset, datasets.Options{})
	if err != nil {
		return 0, err
	}
	approaches, err := lrp.Approaches(selfTestApproach)
	if err != nil {
		return 0, err
	}
	result, err := lrp.Evaluate(ctx, sets, lrp.Options{
		Trials: selfTestTrials, Seed: 1, TrainFraction: 0.8,
		Approaches: approaches, Regressors: []regress.Regressor{regress.OLS{}},
	})
	if err != nil {
		return 0, err
	}
	for _, r := range result.Datasets[0].Results {
		if r.Approach == selfTestApproach {
			return r.RMSEMean, nil
		}
	}
	return 0, errors.New("found no result, expected one")
}

// publishedFolders are the usual folders of the published data sets.
var publishedFolders = []struct {
	folder, kind string
	mark         string // what only such a folder has, "" if nothing
}{
	{"powergrading", "powergrading", "studentanswers_grades_698.tsv"},
	{"ShortAnswerGrading_v2.0", "mohler", "data/raw"},
	{"ShortAnswerGrading_v1.0", "mohler-v1", ""},
}

// dataFolder looks for the published data sets in a folder.
func dataFolder(root string) []doctor.Check {
	const name = "LRP_DATA"
	if root == "" {
		return []doctor.Check{{Name: name, Status: "absent", Found: "not set",
			Hint: "to use the published data sets, unpack them in one folder and set " +
				"LRP_DATA to it; docs/data.md tells where they are"}}
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return []doctor.Check{{Name: name, Status: "failed",
			Found: root + " is no folder that can be read",
			Hint:  "set LRP_DATA to the folder with the published data sets, or unset it"}}
	}
	list := []doctor.Check{{Name: name, Status: "ok", Found: root}}
	for _, p := range publishedFolders {
		list = append(list, publishedSet(p.kind, filepath.Join(root, p.folder)))
	}
	return list
}

// publishedSet reads a published data set if its folder exists.
func publishedSet(kind, dir string) doctor.Check {
	c := doctor.Check{Name: kind, Status: "absent"}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		c.Found = filepath.Base(dir) + " is not there"
		return c
	}
	begin := time.Now()
	sets, err := datasets.Open(kind+":"+dir, datasets.Options{})
	if err != nil {
		c.Status, c.Found = "failed", err.Error()
		c.Hint = "unpack the data set anew: its folder has to be as it was published"
		return c
	}
	ds := sets[0]
	c.Status, c.Seconds = "ok", doctor.Since(begin)
	c.Found = fmt.Sprintf("%d respondents × %d questions, by %s:%s",
		len(ds.Respondents), len(ds.Questions), kind, dir)
	return c
}
