package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/columns"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/grade"
)

// gradedFile matches the name of an earlier result, without its extension.
var gradedFile = text.Pattern(`^(.+)-graded(?:-([0-9]{1,6}))?$`)

// continues reports whether a table has the columns of an earlier lrp grade.
func continues(ds *datasets.Dataset) bool {
	return ds.Table != nil && columns.FindGraded(ds.Table.Columns) != nil
}

// free returns the first of NAME-graded, NAME-graded-2 and so on, after that of the source if it is
// one of them, that does not exist yet or holds nothing that a person wrote: this command wrote it,
// nobody has changed it since, and it goes on from no other result than the source. Kept says why
// the one before it is not replaced.
func (f *gradeFlags) free(
	ds *datasets.Dataset, source, extension string,
) (path, kept string) {
	n, base := 1, f.beside(ds, source)+"-graded"
	if m := gradedFile().FindStringSubmatch(stemOf(source)); m != nil && continues(ds) {
		n, _ = strconv.Atoi(m[2])
		n = max(n, 1) + 1
	}
	for ; ; n++ {
		path = numbered(base, n, extension)
		why := keep(path, source)
		if why == "" || f.force {
			return path, kept
		}
		if _, err := os.Lstat(path); err != nil {
			continue // there is only a page of somebody else
		}
		goOn := "to go on from it: lrp grade " + shellWord(path)
		if !inPlace(ds) {
			goOn = "to go on from its totals, type them into " + source
		}
		kept = fmt.Sprintf("%s %s, and stays as it is; %s", path, why, goOn)
	}
}

// keep says why a table or the page beside it must not be replaced; "" if they may be.
func keep(path, source string) string {
	page := sheet.PageBeside(path)
	if info, err := os.Lstat(page); err == nil && (!info.Mode().IsRegular() || !grade.WrotePage(page)) {
		return "has a page beside it that lrp grade did not write"
	}
	if _, err := os.Lstat(path); err != nil {
		return ""
	}
	switch wrote, intact, from := grade.Wrote(path); {
	case intact && (from == "" || from == filepath.Base(source)):
		return ""
	case intact:
		return "goes on from " + from
	case wrote:
		return "was changed since lrp grade wrote it"
	}
	return "may have been written or changed by a person"
}
