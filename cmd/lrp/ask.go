package main

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/datasets"
)

const askHelp = `Enter takes the columns as they are shown. 3=ignore 5=question changes columns 3 and 5 and shows
them again. A column can be: question (its answers are read), total (the points of a person), points
(of a question: one column for each), rater (one of several people's totals, whose mean counts),
respondent (who a person is), response (in a table with a row per response), ignore (left out).
q stops, and nothing is written.
`

// ask shows how a table was read, and lets a person change what its columns are taken for and keep
// that for other tables.
func (f *tableFlags) ask(
	c *cobra.Command, spec string, ds *datasets.Dataset,
) (*datasets.Dataset, error) {
	in, out := bufio.NewScanner(c.InOrStdin()), c.ErrOrStderr()
	for show := true; ; {
		if show {
			readingOf(ds).writeColumns(out)
			for _, d := range ds.Table.Doubts {
				writeItem(out, "? ", d.Found+": "+d.Flags)
			}
		}
		fmt.Fprint(out, "Enter accepts, 3=ignore changes column 3, ? explains, q stops: ")
		if show = false; !in.Scan() || in.Text() == "q" {
			return nil, errors.New("stopped: nothing was written")
		}
		switch answer := strings.TrimSpace(in.Text()); answer {
		case "":
			return ds, f.offerMapping(c, in, spec, ds)
		case "?":
			fmt.Fprint(out, askHelp)
		default:
			if changed, err := f.change(spec, ds, answer); err != nil {
				fmt.Fprintln(out, cli.InLine(err.Error()))
			} else {
				ds, show = changed, true
			}
		}
	}
}

// change reads the table with other roles of columns, such as "3=ignore 5=question".
func (f *tableFlags) change(
	spec string, ds *datasets.Dataset, answer string,
) (*datasets.Dataset, error) {
	roles := map[int]string{}
	for change := range strings.FieldsSeq(answer) {
		number, role, _ := strings.Cut(change, "=")
		k, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("found %q, expected a number and a role such as 3=ignore", change)
		}
		roles[k-1] = role
	}
	m, err := ds.Table.With(roles)
	if err != nil {
		return nil, err
	}
	before := f.data
	m.Accept = true
	f.data.TableOptions, f.data.Mapping = m, ""
	if ds, err = f.data.openOne(spec, f.name); err != nil {
		f.data = before
	}
	return ds, err
}

// offerMapping asks whether to keep how the table was read in a file beside it.
func (f *tableFlags) offerMapping(
	c *cobra.Command, in *bufio.Scanner, spec string, ds *datasets.Dataset,
) error {
	if f.data.saveMapping != "" {
		return nil
	}
	path := f.beside(ds, sourceOf(ds, spec)) + ".mapping.toml"
	fmt.Fprintf(c.ErrOrStderr(), "Keep this in %s, for --mapping? y or n: ", cli.InLine(path))
	if !in.Scan() || strings.TrimSpace(in.Text()) != "y" {
		return nil
	}
	if err := writeMapping(path, ds.Table); err != nil {
		return err
	}
	cli.Wrote(c, "%s", path)
	return nil
}
