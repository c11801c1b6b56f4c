package main

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/internal/brown"
	"github.com/luna-rating/luna/internal/wordnet"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/lrp/grades"
	"github.com/luna-rating/luna/regress"
)

// resource is a file embedded in the program.
type resource struct {
	name     string
	checksum func() (size int, digest string)
	load     func() (found string, err error)
}

// resources lists the embedded resources in the order of the checks.
var resources = []resource{
	{"WordNet", wordnet.Checksum, func() (string, error) {
		net := wordnet.Default()
		return fmt.Sprintf("version %s, %d synsets", net.Version(), net.Len()), nil
	}},
	{"word counts", brown.Checksum, func() (string, error) {
		return fmt.Sprintf("%d tokens of the Brown corpus", brown.Total()), nil
	}},
	{"word vectors", embed.DefaultChecksum, func() (string, error) {
		v, err := embed.Default()
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("%d words in %d dimensions", v.Len(), v.Dim()), nil
	}},
	{"prior of AUTO", grades.DefaultPriorChecksum, func() (string, error) {
		return fmt.Sprintf("%d weights", len(grades.DefaultPrior().Weights)), nil
	}},
	{"samples", datasets.SamplesChecksum, func() (string, error) {
		respondents := 0
		for _, spec := range orSamples(nil) {
			sets, err := datasets.Open(spec, datasets.Options{})
			if err != nil {
				return "", err
			}
			respondents += len(sets[0].Respondents)
		}
		return fmt.Sprintf("%d respondents", respondents), nil
	}},
}

// sums lists the expected digests of the resources in the format of sha256sum: "digest  name".
//
//go:embed resources.sha256
var sums string

// expectedSum returns the expected digest of a resource, "" if it is not in sums.
func expectedSum(name string) string {
	for line := range strings.Lines(sums) {
		if digest, resource, _ := strings.Cut(strings.TrimSpace(line), "  "); resource == name {
			return digest
		}
	}
	return ""
}

const damaged = "the program's file is damaged: install it anew"

// check compares a resource's digest and, if it matches, loads the resource.
func (r resource) check() (c check) {
	c = check{Name: r.name, Status: "failed", Hint: damaged}
	c.Bytes, c.SHA256 = r.checksum()
	if want := expectedSum(r.name); c.SHA256 != want {
		c.Found = fmt.Sprintf("found SHA-256 %.12s…, expected %.12s…", c.SHA256, want)
		return c
	}
	defer func() {
		if fault := recover(); fault != nil {
			c.Found = fmt.Sprint(fault)
		}
	}()
	begin := time.Now()
	found, err := r.load()
	if err != nil {
		c.Found = err.Error()
		return c
	}
	c.Status, c.Hint, c.Found, c.Seconds = "ok", "", found, since(begin)
	return c
}

func since(begin time.Time) *float64 {
	s := time.Since(begin).Seconds()
	return &s
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
func selfTest(ctx context.Context) check {
	c := check{Name: "self-test", Status: "failed",
		Hint: "results cannot be trusted here: install the program anew, and report this line"}
	begin := time.Now()
	rmse, err := selfTestError(ctx)
	if err != nil {
		c.Found = err.Error()
		return c
	}
	c.Found = fmt.Sprintf("RMSE of %s with ols on %s in %d trials is %.9f, expected %.9f",
		selfTestApproach, selfTestDataset, selfTestTrials, rmse, float64(selfTestRMSE))
	c.Seconds = since(begin)
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

// writable checks that a file can be written to a folder.
func writable(name, dir, hint string) check {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	c := check{Name: name, Status: "ok", Found: dir + " can be written to"}
	f, err := os.CreateTemp(dir, ".lrp-doctor-")
	if err == nil {
		_, err = f.WriteString("lrp doctor\n")
		err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		if pathError, ok := errors.AsType[*fs.PathError](err); ok {
			err = pathError.Err // without the random name of the temporary file
		}
		return check{Name: name, Status: "failed",
			Found: "cannot write to " + dir + ": " + err.Error(), Hint: hint}
	}
	return c
}

// publishedFolders are the usual folders of the published data sets.
var publishedFolders = []struct{ folder, kind string }{
	{"powergrading", "powergrading"},
	{"ShortAnswerGrading_v2.0", "mohler"},
	{"ShortAnswerGrading_v1.0", "mohler-v1"},
}

// dataFolder looks for the published data sets in a folder.
func dataFolder(root string) []check {
	const name = "LRP_DATA"
	if root == "" {
		return []check{{Name: name, Status: "absent", Found: "not set",
			Hint: "to use the published data sets, unpack them in one folder and set " +
				"LRP_DATA to it; docs/data.md tells where they are"}}
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return []check{{Name: name, Status: "failed",
			Found: root + " is no folder that can be read",
			Hint:  "set LRP_DATA to the folder with the published data sets, or unset it"}}
	}
	list := []check{{Name: name, Status: "ok", Found: root}}
	for _, p := range publishedFolders {
		list = append(list, publishedSet(p.kind, filepath.Join(root, p.folder)))
	}
	return list
}

// publishedSet reads a published data set if its folder exists.
func publishedSet(kind, dir string) check {
	c := check{Name: kind, Status: "absent"}
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
	c.Status, c.Seconds = "ok", since(begin)
	c.Found = fmt.Sprintf("%d respondents × %d questions, by %s:%s",
		len(ds.Respondents), len(ds.Questions), kind, dir)
	return c
}
