package datasets

import (
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/synth"
)

// Format is one kind of data set that [Open] reads. A format of your own is a value of
// this type, passed to Open.
type Format struct {
	// Name is the kind in a specification KIND[:ARGUMENT].
	Name string
	// Aliases are other names of the kind.
	Aliases []string
	// Extensions are the extensions, such as ".csv", of paths that need no kind before them.
	Extensions []string
	// Argument is the form of what follows the colon: "DIR" or "FILE" for the path of a
	// folder or file, another form such as "N[:SEED]" for a format that reads no files,
	// or empty where nothing may follow.
	Argument string
	// Description is one line for users.
	Description string
	// Synthetic is true if the data are generated.
	Synthetic bool
	// Open reads the data sets, which need not be validated. Its argument is empty only if Argument
	// is. If it returns a [*UsageError] without a Spec, the specification is filled in.
	Open func(argument string, opts Options) ([]*Dataset, error)

	lined bool // the kind may be followed by @N
}

// Named reports whether a kind is the format's name or one of its aliases. The kinds sample-mohler,
// mohler and mohler-csv, which do not identify respondents, may be followed by @N: respondents are
// then the first N lines of each question.
func (f Format) Named(kind string) bool {
	if name, n, given := strings.Cut(kind, "@"); given && f.lined && strings.Trim(n, "0123456789") == "" {
		kind = name
	}
	return kind == f.Name || slices.Contains(f.Aliases, kind)
}

// Usage returns the form of a specification, such as "mohler:DIR".
func (f Format) Usage() string {
	if f.Argument == "" {
		return f.Name
	}
	return f.Name + ":" + f.Argument
}

// ReadsFiles reports whether the argument is the path of a file or folder.
func (f Format) ReadsFiles() bool { return f.Argument == "DIR" || f.Argument == "FILE" }

// Formats returns the built-in formats with their default options.
func Formats() []Format {
	return []Format{
		sample("sample-powergrading", "embedded sample in the form of powergrading, synthetic",
			"samples/powergrading", openPowergrading),
		mohlerSample(),
		folder("powergrading",
			"Powergrading (Basu et al. 2013): 698 students, the 10 graded questions",
			openPowergrading),
		folder("powergrading-unlabelled", "Powergrading's 100 ungraded students, no ratings",
			openPgUnlabelled),
		mohler(),
		folderOfMany("mohler-assignments",
			"Mohler v2.0, one data set for each of the 12 assignments, line i is one student",
			openMohlerAssignments),
		folder("mohler-v1", "Mohler v1.0 (2009): the students who answered all 21 questions",
			openMohlerV1),
		mohlerCSV(),
		folder("winograd",
			"Winograd Schema Challenge: a collection of problems and teams' output files",
			openWinograd),
		native(),
		Table(TableOptions{}),
		synthetic("synthetic-civics",
			"synthetic: N respondents to the 10 questions of sample-powergrading",
			synth.Civics, synth.Panel(), 1),
		synthetic("synthetic-networks",
			"synthetic: N respondents to the 12 questions of sample-mohler",
			synth.Networks, synth.Graders(), 5),
	}
}

// native is the format of the native form.
func native() Format {
	f := file("jsonl", "the native form, JSON lines (.jsonl)", openJSONL)
	f.Extensions = []string{".jsonl"}
	return f
}

func openJSONL(src source, file, _ string, _ Options) (d *Dataset, err error) {
	err = src.read(file, "a data set in the native form", func(r io.Reader, name string) error {
		in, err := sheet.Unpack(r, name)
		if err != nil {
			return err
		}
		defer in.Close()
		d, err = ReadJSONL(in, name)
		return err
	})
	return d, err
}

// These functions read data sets, called name, from a folder or a file.
type (
	folderReader     func(src source, name string, opts Options) (*Dataset, error)
	manyFolderReader func(src source, name string, opts Options) ([]*Dataset, error)
	fileReader       func(src source, file, name string, opts Options) (*Dataset, error)
)

// folder returns the format of data sets that are folders.
func folder(name, description string, read folderReader) Format {
	return folderOfMany(name, description,
		func(src source, name string, opts Options) ([]*Dataset, error) {
			return one(read(src, name, opts))
		})
}

// folderOfMany returns the format of folders that hold several data sets each.
func folderOfMany(name, description string, read manyFolderReader) Format {
	return Format{Name: name, Argument: "DIR", Description: description,
		Open: func(path string, opts Options) ([]*Dataset, error) {
			src, err := dirSource(path)
			if err != nil {
				return nil, err
			}
			return read(src, name, opts)
		}}
}

// file returns the format of data sets that are single files.
func file(name, description string, read fileReader) Format {
	return Format{Name: name, Argument: "FILE", Description: description,
		Open: func(path string, opts Options) ([]*Dataset, error) {
			src, file := fileSource(path)
			return one(read(src, file, name, opts))
		}}
}

// sample returns the format of an embedded sample, in a folder of [samples].
func sample(name, description, dir string, read folderReader) Format {
	return Format{Name: name, Description: description, Synthetic: true,
		Open: func(_ string, opts Options) ([]*Dataset, error) {
			fsys, err := fs.Sub(samples, dir)
			if err != nil {
				return nil, err
			}
			return one(read(source{fsys, name}, name, opts))
		}}
}

func one(d *Dataset, err error) ([]*Dataset, error) {
	if err != nil {
		return nil, err
	}
	return []*Dataset{d}, nil
}
