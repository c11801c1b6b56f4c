package main

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
)

// designFlags say by what of the respondents they are split, and described.
type designFlags struct {
	test, split, group string
	stratify           bool
	subgroups          []string
}

// designKeys are the names of these flags.
var designKeys = []string{"test", "split-column", "group-column", "stratify", "subgroup-column"}

// testSet is the attribute that tells the respondents of --test from the others.
const testSet = "test set"

func (f *designFlags) register(flags *pflag.FlagSet) {
	flags.StringVar(&f.test, "test", "",
		"`FILE` with other respondents to predict; all of DATASET are learned from")
	flags.StringVar(&f.split, "split-column", "",
		"`COLUMN` with the data's own split: train, test; others are left out")
	flags.StringVar(&f.group, "group-column", "",
		"`COLUMN` such as class or family: nobody of a group is on both sides of a split")
	flags.BoolVar(&f.stratify, "stratify", false, "draw parts with like distributions of ratings")
	flags.StringSliceVar(&f.subgroups, "subgroup-column", nil,
		"`COLUMN` whose entries have errors of their own in the report; repeatable")
	cli.CompleteFlags(flags, cli.Files, "test")
}

// given returns the flag that gives the split, "" if it is random.
func (f *designFlags) given() string {
	switch {
	case f.test != "":
		return "test"
	case f.split != "":
		return "split-column"
	}
	return ""
}

// checkDesign checks what the flags go together with.
func (f *evalFlags) checkDesign() error {
	by := f.design.given()
	for _, name := range append([]string{"protocol", "trials", "train", "folds"}, designKeys...) {
		random, design := name == "group-column" || name == "stratify", slices.Contains(designKeys, name)
		switch v := f.flags.Lookup(name).Value.String(); {
		case !f.given(name):
		case v == "" || v == "[]":
			return settingf(name, "is empty, a name is needed")
		case design && f.protocol == "published", random && f.protocol == "leave-one-out":
			return settingf(name, "found with %s %s, which splits in its own way", setting("protocol"),
				f.protocol)
		case by != "" && name != by && name != "subgroup-column":
			return settingf(name, "found with %s, which gives the only split", setting(by))
		}
	}
	return nil
}

// open reads data sets with the columns that the flags, which may be nil, name.
func (f *evalFlags) open(data *dataFlags, specs ...string) ([]*datasets.Dataset, error) {
	if f == nil {
		return data.openRated(specs, false)
	}
	for _, name := range append([]string{f.design.split, f.design.group}, f.design.subgroups...) {
		if name != "" && !slices.Contains(data.table.Attributes, name) {
			data.table.Attributes = append(data.table.Attributes, name)
		}
	}
	return data.openRated(specs, f.protocol == "published")
}

// join adds the respondents of --test to the only data set.
func (f *evalFlags) join(data *dataFlags, sets []*datasets.Dataset) ([]*datasets.Dataset, error) {
	if f.design.test == "" {
		return sets, nil
	}
	others, err := f.open(data, f.design.test)
	if err != nil {
		return nil, err
	}
	if len(sets) != 1 || len(others) != 1 {
		return nil, settingf("test", "takes one data set to learn from and one to predict, found %d and %d",
			len(sets), len(others))
	}
	joined, err := datasets.Join(sets[0], others[0], testSet)
	if err != nil {
		return nil, err
	}
	joined.Notes = slices.Clone(sets[0].Notes)
	for _, note := range others[0].Notes {
		joined.Notes = append(joined.Notes, fmt.Sprintf("%s: %s", f.design.test, note))
	}
	return []*datasets.Dataset{joined}, nil
}
