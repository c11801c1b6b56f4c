package luna_test

import (
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEverythingIsDocumented holds the public packages to a comment for the package, every
// exported identifier, method of an interface and field. A field may do without where the comment
// of its type or of a field beside it names it.
func TestEverythingIsDocumented(t *testing.T) {
	for _, p := range publicPackages(t) {
		d := documentation{t: t, path: p.name()}
		d.check(parsePackage(t, p, &d.fset))
		if d.found == 0 {
			t.Errorf("package %s: nothing exported was found", p.name())
		}
	}
}

func parsePackage(t *testing.T, p publicPackage, fset **token.FileSet) *doc.Package {
	t.Helper()
	*fset = token.NewFileSet()
	entries, err := os.ReadDir(p.dir)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".go" || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(*fset, filepath.Join(p.dir, e.Name()), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	pkg, err := doc.NewFromFiles(*fset, files, p.path)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// documentation checks one package.
type documentation struct {
	t     *testing.T
	path  string
	fset  *token.FileSet
	found int // exported identifiers
}

// need reports an identifier that none of the comments speaks of.
func (d *documentation) need(at token.Pos, name string, comments ...string) {
	d.found++
	for _, c := range comments {
		if strings.TrimSpace(c) != "" {
			return
		}
	}
	d.t.Errorf("%s: %s.%s has no comment", d.fset.Position(at), d.path, name)
}

func (d *documentation) check(p *doc.Package) {
	if !strings.HasPrefix(p.Doc, "Package "+p.Name+" ") {
		d.t.Errorf("package %s has no comment that begins \"Package %s\"", d.path, p.Name)
	}
	d.values(p.Consts)
	d.values(p.Vars)
	d.functions("", p.Funcs)
	for _, typ := range p.Types {
		d.need(typ.Decl.Pos(), typ.Name, typ.Doc)
		d.values(typ.Consts)
		d.values(typ.Vars)
		d.functions("", typ.Funcs)
		d.functions(typ.Name+".", typ.Methods)
		d.members(typ)
	}
}

func (d *documentation) functions(of string, list []*doc.Func) {
	for _, f := range list {
		d.need(f.Decl.Pos(), of+f.Name, f.Doc)
	}
}

// values checks constants and variables, for which the comment of their group is enough.
func (d *documentation) values(groups []*doc.Value) {
	for _, g := range groups {
		for _, spec := range g.Decl.Specs {
			v := spec.(*ast.ValueSpec)
			for _, n := range v.Names {
				if n.IsExported() {
					d.need(n.Pos(), n.Name, g.Doc, v.Doc.Text(), v.Comment.Text())
				}
			}
		}
	}
}

// members checks the fields of a struct and the methods of an interface.
func (d *documentation) members(typ *doc.Type) {
	for _, spec := range typ.Decl.Specs {
		spec := spec.(*ast.TypeSpec)
		if spec.Name.Name != typ.Name {
			continue
		}
		switch u := spec.Type.(type) {
		case *ast.StructType:
			d.fields(typ, u.Fields.List)
		case *ast.InterfaceType:
			d.fields(typ, u.Methods.List)
		}
	}
}

// fields takes for the comment of a field its own one, or one of its type or another field that has
// its name.
func (d *documentation) fields(typ *doc.Type, list []*ast.Field) {
	all := typ.Doc
	for _, f := range list {
		all += " " + f.Doc.Text() + " " + f.Comment.Text()
	}
	for _, f := range list {
		for _, n := range f.Names { // none where it is embedded
			if n.IsExported() {
				named := regexp.MustCompile(`(?i)\b` + n.Name + `\b`).FindString(all)
				d.need(n.Pos(), typ.Name+"."+n.Name, f.Doc.Text(), f.Comment.Text(), named)
			}
		}
	}
}

// TestEveryPackageHasAnExample that runs, which one with an output does.
func TestEveryPackageHasAnExample(t *testing.T) {
	for _, p := range publicPackages(t) {
		file := filepath.Join(p.dir, "example_test.go")
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
		if err != nil {
			t.Error(err)
			continue
		}
		if !slices.ContainsFunc(doc.Examples(f), func(e *doc.Example) bool { return e.Output != "" }) {
			t.Errorf("%s has no example with an output", file)
		}
	}
}
