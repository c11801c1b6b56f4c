package datasets

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// Options says how [Open] reads. The zero value is the documented default. An option
// that does not concern a kind is ignored, so that one set of options can serve
// several data sets; none concerns the native form.
type Options struct {
	// Rating says how grades become ratings, for the kinds that have grades.
	Rating RatingRule
	// Raw leaves texts exactly as they stand in the file: tags, entities, doubly
	// encoded characters, white space and "not answered" are kept; only invalid
	// UTF-8 is replaced by U+FFFD.
	Raw bool
	// Key is the file of the questions and acceptable answers, for kind csv.
	Key string
	// ScoreMax is the highest score in a file of kind csv; 0 stands for 1.
	ScoreMax float64
	// Lines is how many first lines (rows) of each question make the respondents, for
	// the kinds mohler and mohler-csv, which have no identifiers; 0 stands for 24 for
	// mohler and for as many as every question has for mohler-csv.
	Lines int
}

// text is a question's text or an acceptable answer as the options want it.
func (o Options) text(s string) string {
	if o.Raw {
		return rawText(s)
	}
	return RepairText(s)
}

// response is a response as the options want it.
func (o Options) response(s string) string {
	if o.Raw {
		return rawText(s)
	}
	return RepairResponse(s)
}

func (o Options) scoreMax() float64 {
	if o.ScoreMax == 0 {
		return 1
	}
	return o.ScoreMax
}

func (o Options) check() string {
	switch {
	case o.Rating != MinMax && o.Rating != Fraction:
		return fmt.Sprintf("found rating rule %d, expected MinMax or Fraction", int(o.Rating))
	case math.IsNaN(o.ScoreMax) || math.IsInf(o.ScoreMax, 0) || o.ScoreMax < 0:
		return fmt.Sprintf("found highest score %v, expected a positive number", o.ScoreMax)
	case o.Lines < 0:
		return fmt.Sprintf("found %d lines, expected 0 (the default) or more", o.Lines)
	}
	return ""
}

// Kind describes one kind of data set that [Open] reads.
type Kind struct {
	// Name comes first in the specification.
	Name string
	// Path is "DIR", "FILE" or, for a kind that takes no path, empty. Of a kind whose data come from no file it is
	// the form of what follows the colon, such as "N[:SEED]".
	Path string
	// Description is one line for users.
	Description string
	// Synthetic tells that the data were generated.
	Synthetic bool
}

// Form is the specification's form, such as "mohler:DIR".
func (k Kind) Form() string {
	if k.Path == "" {
		return k.Name
	}
	return k.Name + ":" + k.Path
}

// missing names what a specification without anything after the kind lacks.
func (k Kind) missing() string {
	if k.ReadsFiles() {
		return "no path"
	}
	return "nothing after the kind"
}

// kind is a Kind and its reader. path is the folder or file the user named.
type kind struct {
	Kind
	open func(name, path string, opts Options) ([]*Dataset, error)
}

// ReadsFiles reports whether what follows the colon is the path of a file or folder.
func (k Kind) ReadsFiles() bool { return k.Path == "DIR" || k.Path == "FILE" }

// kinds is the registry. A new format is one entry here and one file; [Register] adds to it from outside.
var kinds = []kind{
	{Kind{"sample-powergrading", "", "embedded sample in the form of powergrading, synthetic", true}, sample("samples/powergrading", openPowergrading)},
	{Kind{"sample-mohler", "", "embedded sample in the form of mohler, synthetic", true}, sample("samples/mohler", openMohlerSample)},
	{Kind{"powergrading", "DIR", "Powergrading (Basu et al. 2013): 698 students, the 10 graded questions", false}, folder(openPowergrading)},
	{Kind{"powergrading-unlabelled", "DIR", "Powergrading's 100 ungraded students, no ratings", false}, folder(openPgUnlabelled)},
	{Kind{"mohler", "DIR", "Mohler v2.0 (2011) as in the thesis: first 24 lines as respondents, all 87 questions", false}, folder(openMohler)},
	{Kind{"mohler-assignments", "DIR", "Mohler v2.0, one data set for each of the 12 assignments, line i is one student", false}, manyFromFolder(mohlerAssignments)},
	{Kind{"mohler-v1", "DIR", "Mohler v1.0 (2009): the students who answered all 21 questions", false}, folder(openMohlerV1)},
	{Kind{"mohler-csv", "FILE", "Mohler as one CSV file (id,question,desired_answer,student_answer,score_…)", false}, file(openMohlerCSV)},
	{Kind{"jsonl", "FILE", "the native form, JSON lines", false}, file(openJSONL)},
	{Kind{"csv", "FILE", "long form (respondent,question,response[,score][,rating]) with a key file (question,text,answer)", false}, file(openCSV)},
}

// Kinds lists the kinds of data sets that [Open] reads.
func Kinds() []Kind {
	var out []Kind
	for _, k := range allKinds() {
		out = append(out, k.Kind)
	}
	return out
}

// Open reads the data sets that a specification KIND[:PATH] names: one, or for the
// kind mohler-assignments twelve. All of them pass [Dataset.Validate]. A wrong
// specification or option is a [*UsageError], anything wrong with the files an
// [*Error].
func Open(spec string, opts Options) ([]*Dataset, error) {
	name, path, hasPath := strings.Cut(spec, ":")
	if msg := opts.check(); msg != "" {
		return nil, &UsageError{spec, msg}
	}
	all := allKinds()
	for _, k := range all {
		if k.Name != name {
			continue
		}
		switch {
		case k.Path == "" && hasPath:
			return nil, &UsageError{spec, "found a path, expected " + k.Form()}
		case k.Path != "" && path == "":
			return nil, &UsageError{spec, "found " + k.missing() + ", expected " + k.Form()}
		}
		sets, err := k.open(name, path, opts)
		if err != nil {
			return nil, err
		}
		for _, d := range sets {
			d.Synthetic = d.Synthetic || k.Synthetic
			if err := d.Validate(); err != nil {
				return nil, err
			}
		}
		return sets, nil
	}
	forms := make([]string, len(all))
	for i, k := range all {
		forms[i] = k.Form()
	}
	return nil, &UsageError{spec, "found kind " + quote(name) + ", expected one of " + strings.Join(forms, ", ")}
}

// mohlerAssignmentsName is how reports call the data sets of kind
// mohler-assignments, followed by a dash and the assignment's number.
const mohlerAssignmentsName = "mohler-assignment"

func mohlerAssignments(src source, _ string, opts Options) ([]*Dataset, error) {
	return openMohlerAssignments(src, mohlerAssignmentsName, opts)
}

func openJSONL(src source, file, _ string, _ Options) (*Dataset, error) {
	var d *Dataset
	err := src.read(file, "a data set in the native form", func(r io.Reader, name string) (err error) {
		d, err = ReadJSONL(r, name)
		return err
	})
	return d, err
}

// folder, manyFromFolder and file adapt a format's reader to the registry.
func folder(open func(source, string, Options) (*Dataset, error)) func(string, string, Options) ([]*Dataset, error) {
	return manyFromFolder(func(src source, name string, opts Options) ([]*Dataset, error) {
		return one(open(src, name, opts))
	})
}

func manyFromFolder(open func(source, string, Options) ([]*Dataset, error)) func(string, string, Options) ([]*Dataset, error) {
	return func(name, path string, opts Options) ([]*Dataset, error) {
		src, err := dirSource(path)
		if err != nil {
			return nil, err
		}
		return open(src, name, opts)
	}
}

func file(open func(src source, file, name string, opts Options) (*Dataset, error)) func(string, string, Options) ([]*Dataset, error) {
	return func(name, path string, opts Options) ([]*Dataset, error) {
		src, file := fileSource(path)
		return one(open(src, file, name, opts))
	}
}

func one(d *Dataset, err error) ([]*Dataset, error) {
	if err != nil {
		return nil, err
	}
	return []*Dataset{d}, nil
}
