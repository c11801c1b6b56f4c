package luna_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// system is one that packages are compiled for.
type system struct{ os, arch string }

// sources type-checks packages from their files, those of other modules without the bodies of
// functions. It takes seconds where nothing is compiled yet.
type sources struct {
	system
	bodies bool // of functions of this module are checked too
	fset   *token.FileSet
	lists  map[string]*listed
	done   map[string]*types.Package
	fault  error // the first one, to which others may be due
}

// listed is what the go command says about a package.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
}

// readSources lists packages and what they import, on a system without cgo, whose files are only
// made when they are compiled.
func readSources(t *testing.T, on system, packages ...string) *sources {
	t.Helper()
	t.Setenv("CGO_ENABLED", "0")
	t.Setenv("GOOS", on.os)
	t.Setenv("GOARCH", on.arch)
	s := &sources{system: on, fset: token.NewFileSet(), lists: make(map[string]*listed),
		done: map[string]*types.Package{"unsafe": types.Unsafe}}
	out := goCommand(t, append([]string{"list", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap"},
		packages...)...)
	for list := json.NewDecoder(strings.NewReader(out)); list.More(); {
		var l listed
		if err := list.Decode(&l); err != nil {
			t.Fatal(err)
		}
		s.lists[l.ImportPath] = &l
	}
	return s
}

// Import type-checks a package and what it imports, except for effects only.
func (s *sources) Import(path string) (*types.Package, error) {
	if pkg, ok := s.done[path]; ok {
		return pkg, nil
	}
	l := s.lists[path]
	if l == nil {
		return nil, fmt.Errorf("go list does not know %q", path)
	}
	var files []*ast.File
	for _, name := range l.GoFiles {
		f, err := parser.ParseFile(s.fset, filepath.Join(l.Dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		f.Decls = slices.DeleteFunc(f.Decls, func(d ast.Decl) bool {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.IMPORT {
				return false
			}
			g.Specs = slices.DeleteFunc(g.Specs, func(spec ast.Spec) bool {
				name := spec.(*ast.ImportSpec).Name
				return name != nil && name.Name == "_"
			})
			return len(g.Specs) == 0
		})
		files = append(files, f)
	}
	config := types.Config{
		IgnoreFuncBodies: !s.bodies || !strings.HasPrefix(path, module),
		Sizes:            types.SizesFor("gc", s.arch),
		Importer: importerFunc(func(imported string) (*types.Package, error) {
			return s.Import(cmp.Or(l.ImportMap[imported], imported))
		}),
	}
	pkg, err := config.Check(path, s.fset, files, nil)
	s.done[path] = pkg
	if s.fault == nil {
		s.fault = err
	}
	return pkg, err
}

type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }

// TestOtherSystems type-checks all packages as on the other systems that releases are for.
func TestOtherSystems(t *testing.T) {
	suite.Slow(t, "reads the source of all modules twice")
	for _, on := range []system{{"windows", "amd64"}, {"darwin", "arm64"}} {
		t.Run(on.os, func(t *testing.T) {
			s := readSources(t, on, "./...")
			s.bodies = true
			checked := 0
			for path := range s.lists {
				if !strings.HasPrefix(path, module) {
					continue
				}
				checked++
				if _, err := s.Import(path); err != nil {
					t.Fatal(s.fault)
				}
			}
			if checked < 100 {
				t.Errorf("only %d packages were found", checked)
			}
		})
	}
}
