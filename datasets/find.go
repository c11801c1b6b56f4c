package datasets

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/sheet"
	"github.com/luna-rating/luna/internal/text"
)

// find returns the format that a specification names and its argument: what follows the colon, or
// all of it if it is a path.
func find(spec string, formats []Format) (Format, string, error) {
	if err := notAFile(spec); err != nil {
		return Format{}, "", err
	}
	name, argument, hasArgument := strings.Cut(spec, ":")
	usages := make([]string, len(formats))
	for i, f := range formats {
		switch usages[i] = f.Usage(); {
		case !f.Named(name):
			continue
		case f.Argument == "" && hasArgument:
			return f, "", &UsageError{spec, "found a path, expected " + f.Usage()}
		case f.ReadsFiles() && argument == "":
			return f, "", &UsageError{spec, "found no path, expected " + f.Usage()}
		case f.Argument != "" && argument == "":
			return f, "", &UsageError{spec, "found nothing after the kind, expected " + f.Usage()}
		}
		return f, argument, nil
	}
	info, err := os.Stat(spec)
	if path := spec != "" && !kindName().MatchString(name); err == nil || path || !hasArgument {
		table, _ := byExtension(".csv", formats)
		f, known := byExtension(spec, formats)
		if known && !f.Named("jsonl") {
			return f, spec, nil
		}
		isTable, records, wrong := looksLikeTable(spec)
		switch {
		case isTable && (records || !known):
			return table, spec, nil
		case known:
			return f, spec, nil
		case errors.Is(wrong, sheet.ErrForeign):
			return Format{}, "", wrong
		case err == nil:
			return Format{}, "", &UsageError{spec, noExtension(spec, info, formats)}
		case path:
			return table, spec, nil // which says that it does not exist
		}
	}
	return Format{}, "", &UsageError{spec, "found kind " + text.Quote(name) +
		", expected one of " + strings.Join(usages, ", ") + ", or a path that ends in " +
		strings.Join(allExtensions(formats), " or ")}
}

// kindName matches what can be the name of a kind, rather than a drive or part of a path.
var kindName = text.Pattern(`^[A-Za-z][A-Za-z0-9_-]+(@[^/\\]*)?$`)

// notAFile returns what is wrong with a specification that names no file, as other programs take.
func notAFile(spec string) error {
	if spec == "-" || spec == "/dev/stdin" || strings.HasPrefix(spec, "/dev/fd/") {
		return files.New(spec, 0, "no file", "one: standard input is not read here, save the table first")
	}
	return files.Address(spec)
}

// looksLikeTable reports whether a file holds a table, whatever its name says, and whether it is
// one of records in JSON.
func looksLikeTable(path string) (table, records bool, err error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || isNative(path) {
		return false, false, err
	}
	in, err := sheet.Open(path, sheet.Options{})
	if err != nil {
		return false, false, err
	}
	defer in.Close()
	row, err := in.Next()
	return err == nil && (len(row.Cells) > 1 || in.Sheets() != nil), in.Dialect().Records != "", nil
}

// nativeLine matches the first line of a file in one of Luna's own forms of JSON.
var nativeLine = text.Pattern(`^\s*\{.*"(format|questions|responses)"\s*:`)

// isNative reports whether a file is in one of Luna's own forms of JSON.
func isNative(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	in, err := sheet.Unpack(f, path)
	if err != nil {
		return false
	}
	defer in.Close()
	start, _ := io.ReadAll(io.LimitReader(in, 64<<10))
	return nativeLine().Match(start)
}

// byExtension returns the format of a path that needs no kind.
func byExtension(path string, formats []Format) (Format, bool) {
	extension := sheet.Extension(path)
	if extension == ".json" { // a table too
		extension = ".csv"
	}
	for _, f := range formats {
		if slices.Contains(f.Extensions, extension) {
			return f, true
		}
	}
	return Format{}, false
}

// ByExtension returns the built-in format of a path that [Open] takes without a kind, and whether
// there is one.
func ByExtension(path string) (Format, bool) { return byExtension(path, Formats()) }

// noExtension says what is wrong with an existing path that has no format.
func noExtension(path string, info fs.FileInfo, formats []Format) string {
	switch {
	case info.IsDir():
		expected := "a kind before it, such as powergrading:" + path
		entries, _ := os.ReadDir(path)
		for _, e := range entries {
			if _, known := byExtension(e.Name(), formats); known && !e.IsDir() {
				expected = "a file in it, such as " + filepath.Join(path, e.Name()) + ", or " + expected
				break
			}
		}
		return "found a folder, expected " + expected
	case !info.Mode().IsRegular():
		return "found a pipe or device, expected a file: save the table first"
	}
	return fmt.Sprintf("found a file that ends in %s, expected %s, or a kind before it, such as "+
		"csv:%s (save an .xls, .ods or .numbers file as .xlsx or .csv)",
		text.Quote(sheet.Extension(path)), strings.Join(allExtensions(formats), " or "), path)
}

func allExtensions(formats []Format) []string {
	var list []string
	for _, f := range formats {
		list = append(list, f.Extensions...)
	}
	return list
}
