package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// permissive lists licences, by SPDX identifier, that allow use, change and distribution as long as
// their text and the authors' names are included.
var permissive = []string{"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0",
	"CC-BY-4.0", "CC0-1.0", "FTL", "HPND", "ISC", "MIT", "NCSA", "OFL-1.1", "PostgreSQL", "Unicode-DFS-2016",
	"Unlicense", "Zlib", "blessing"}

// licenseFile is a file that states terms, and the licences that were recognized in it.
type licenseFile struct {
	name string // relative to the module
	text []byte
	ids  []string
}

var (
	licenseName = regexp.MustCompile(`(?i)^(un)?(licen[cs]e|copying)|[-_.]licen[cs]e(\.(md|txt))?$`)
	noticeName  = regexp.MustCompile(`(?i)^(notice|patents|copyright)`)
	textName    = regexp.MustCompile(`(?i)\.(md|txt|rst)$|^[^.]*$|-[0-9.]+$`)
	folderName  = regexp.MustCompile(`(?i)licen[cs]es$`)
)

// termsOf reads all files of a module that state terms for its linked packages: those in its
// folder, in its folders of licences, and in the folders from there to the linked packages.
func termsOf(m linkedModule) ([]licenseFile, error) {
	dirs := []string{m.dir}
	for _, p := range m.packages {
		for ; len(p) > len(m.dir); p = filepath.Dir(p) {
			if !slices.Contains(dirs, p) {
				dirs = append(dirs, p)
			}
		}
	}
	slices.Sort(dirs)
	var list []licenseFile
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			name := e.Name()
			if e.IsDir() && !folderName.MatchString(name) ||
				!e.IsDir() && !licenseName.MatchString(name) && !noticeName.MatchString(name) {
				continue
			}
			err := filepath.WalkDir(filepath.Join(dir, name),
				func(path string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() || !textName.MatchString(d.Name()) ||
						e.IsDir() && strings.HasPrefix(d.Name(), "README") {
						return err
					}
					text, err := os.ReadFile(path)
					if err != nil {
						return err
					}
					path, err = filepath.Rel(m.dir, path)
					list = append(list, licenseFile{filepath.ToSlash(path), text, recognize(text)})
					return err
				})
			if err != nil {
				return nil, err
			}
		}
	}
	return list, nil
}

// recognize lists the licences in a text.
func recognize(text []byte) []string {
	var ids []string
	for _, match := range licensecheck.Scan(text).Match {
		if !match.IsURL && !slices.Contains(ids, match.ID) {
			ids = append(ids, match.ID)
		}
	}
	return ids
}

// check returns the licences of a module, or an error if it has none, or one that is not known to
// be permissive.
func check(m linkedModule, files []licenseFile) ([]string, error) {
	var ids []string
	for _, f := range files {
		if accepted[m.path+"/"+f.name].why != "" || noticeName.MatchString(path.Base(f.name)) {
			continue
		}
		if len(f.ids) == 0 {
			return nil, fmt.Errorf("module %s: no known licence is in %s: read it, and replace the "+
				"module or name the file in accepted.go with the reason", m.path, f.name)
		}
		for _, id := range f.ids {
			if !slices.Contains(permissive, id) {
				return nil, fmt.Errorf("module %s: %s states %s, which is not known to be "+
					"permissive: replace the module or name the file in accepted.go with the reason",
					m.path, f.name, id)
			}
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("module %s %s: found no licence in %s: it must not be distributed",
			m.path, m.version, m.dir)
	}
	return ids, nil
}

// writeLicenses writes the terms of all modules, after a table of contents.
func writeLicenses(w io.Writer, list []linkedModule) error {
	var contents, terms strings.Builder
	var errs []error
	for _, m := range list {
		files, err := termsOf(m)
		if err != nil {
			return err
		}
		ids, err := check(m, files)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		fmt.Fprintf(&contents, "%s %s: %s\n", m.path, m.version, strings.Join(ids, ", "))
		for _, f := range files {
			if accepted[m.path+"/"+f.name].elsewhere {
				continue
			}
			fmt.Fprintf(&terms, "\n%s\n%s %s: %s\n\n%s\n", strings.Repeat("=", 80), m.path,
				m.version, f.name, strings.TrimSpace(strings.ReplaceAll(string(f.text), "\r", "")))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "The programs contain these modules, under the terms that follow. "+
		"\"std\" is Go's standard\nlibrary.\n\n%s%s", &contents, &terms)
	return err
}
