package main

import (
	"errors"
	"strings"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/lrp"
)

// unknown is the error of a name that is not among the known ones, which commas separate.
func unknown(kind, name, known string) error {
	return &lrp.UnknownError{Kind: kind, Name: name, Known: strings.Split(known, ", ")}
}

// message is an error's text, with a guess at what was meant where a name is not known.
func message(err error) string {
	text := err.Error()
	if u, ok := errors.AsType[*lrp.UnknownError](err); ok {
		const before = "; known: "
		told := u.Error()
		guessed := strings.Replace(told, before, "; "+cli.DidYouMean(u.Name, u.Known)+"known: ", 1)
		text = strings.Replace(text, told, guessed, 1)
	}
	if u, ok := errors.AsType[*datasets.UsageError](err); ok {
		const before = ", expected one of "
		kind, _, _ := strings.Cut(u.Spec, ":")
		if guess := cli.DidYouMean(kind, kindNames()); guess != "" {
			text = strings.Replace(text, before, "; "+guess+"expected one of ", 1)
		}
	}
	return text
}

// kindNames lists the kinds of data sets.
func kindNames() []string {
	var names []string
	for _, k := range datasets.Formats() {
		names = append(names, k.Name)
	}
	return names
}
