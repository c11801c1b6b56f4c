package luna_test

import (
	"fmt"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// publicPackage is a package that users import: its path and its folder.
type publicPackage struct{ path, dir string }

// name is the path within the module.
func (p publicPackage) name() string { return strings.TrimPrefix(p.path, module) }

// goCommands has what the go command wrote, by system and arguments.
var goCommands = make(map[string]string)

// goCommand runs the go command once for the same arguments, and returns what it writes.
func goCommand(t *testing.T, args ...string) string {
	t.Helper()
	line := os.Getenv("GOOS") + " " + strings.Join(args, " ")
	if out, ok := goCommands[line]; ok {
		return out
	}
	var message strings.Builder
	cmd := exec.Command("go", args...)
	cmd.Stderr = &message
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, &message)
	}
	goCommands[line] = string(out)
	return string(out)
}

func publicPackages(t *testing.T) []publicPackage {
	t.Helper()
	out := goCommand(t, "list", "-f", "{{if .GoFiles}}{{.Name}}\t{{.ImportPath}}\t{{.Dir}}{{end}}", "./...")
	var list []publicPackage
	for line := range strings.Lines(out) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		inner := slices.Contains(strings.Split(f[1], "/"), "internal")
		if f[0] != "main" && !inner && strings.HasPrefix(f[1], module) {
			list = append(list, publicPackage{f[1], f[2]})
		}
	}
	if len(list) < 10 {
		t.Fatalf("only %d public packages were found", len(list))
	}
	return list
}

// TestAPI compares what the packages export with testdata/api, so that no change of it goes
// unnoticed.
func TestAPI(t *testing.T) {
	packages := publicPackages(t)
	var paths []string
	for _, p := range packages {
		paths = append(paths, p.path)
	}
	read := readSources(t, system{runtime.GOOS, runtime.GOARCH}, paths...)
	recorded, err := filepath.Glob("testdata/api/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range packages {
		pkg, err := read.Import(p.path)
		if err != nil {
			t.Fatal(err)
		}
		found := surfaceOf(pkg)
		file := filepath.Join("testdata", "api", strings.ReplaceAll(p.name(), "/", ".")+".txt")
		recorded = slices.DeleteFunc(recorded, func(f string) bool { return f == file })
		if suite.Update() {
			suite.Write(t, file, []byte(marked("", found)))
			continue
		}
		golden, err := os.ReadFile(file)
		if err != nil {
			t.Error(err)
		}
		lines := strings.Split(strings.TrimSpace(string(golden)), "\n")
		if gone, added := without(lines, found), without(found, lines); len(gone)+len(added) > 0 {
			t.Errorf("package %s exports other things than %s says:\n%s%s"+
				"%s, and a line in CHANGELOG.md", p.name(), file, marked("- ", gone), marked("+ ", added),
				suite.Accept(t))
		}
	}
	for _, file := range recorded {
		if !suite.Update() {
			t.Errorf("%s is of a package that is not there. %s", file, suite.Accept(t))
		} else if err := os.Remove(file); err != nil {
			t.Error(err)
		}
	}
}

// without returns the lines that are not among others.
func without(lines, others []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(l string) bool { return slices.Contains(others, l) })
}

// marked writes lines, each behind a mark.
func marked(mark string, lines []string) string {
	var b strings.Builder
	for _, l := range lines {
		b.WriteString(mark + l + "\n")
	}
	return b.String()
}

// surfaceOf lists what a package exports, a line each and sorted, in the manner of the files in
// Go's own api folder: with values of constants, tags of fields, unexported parts where they
// matter, without comments.
func surfaceOf(pkg *types.Package) []string {
	s := surface{qualifier: func(p *types.Package) string {
		if p == pkg {
			return ""
		}
		return strings.TrimPrefix(p.Path(), module)
	}}
	for _, name := range pkg.Scope().Names() {
		if token.IsExported(name) {
			s.object(pkg.Scope().Lookup(name))
		}
	}
	slices.Sort(s.lines)
	return s.lines
}

type surface struct {
	qualifier types.Qualifier
	lines     []string
}

func (s *surface) add(format string, args ...any) {
	s.lines = append(s.lines, fmt.Sprintf(format, args...))
}

func (s *surface) object(o types.Object) {
	switch o := o.(type) {
	case *types.Const:
		s.add("const %s %s = %s", o.Name(), s.text(o.Type()), o.Val().ExactString())
	case *types.Var:
		s.add("var %s %s", o.Name(), s.text(o.Type()))
	case *types.Func:
		s.add("func %s%s", o.Name(), s.signature(o.Signature()))
	case *types.TypeName:
		s.typeName(o)
	}
}

func (s *surface) typeName(o *types.TypeName) {
	if o.IsAlias() {
		s.add("type %s = %s", o.Name(), s.text(types.Unalias(o.Type())))
		return
	}
	switch u := o.Type().Underlying().(type) {
	case *types.Struct:
		s.add("type %s struct", o.Name())
		s.fields(o.Name(), u)
	case *types.Interface:
		s.interfaceMethods(o.Name(), u)
		return
	default:
		s.add("type %s %s", o.Name(), s.text(u))
	}
	s.methods(o)
}

func (s *surface) fields(of string, u *types.Struct) {
	hidden := false
	for i := range u.NumFields() {
		f, tag := u.Field(i), u.Tag(i)
		switch {
		case !f.Exported():
			hidden = true
			continue
		case tag != "":
			tag = " `" + tag + "`"
		}
		name := f.Name()
		if f.Embedded() {
			name = "embedded"
		}
		s.add("type %s struct, %s %s%s", of, name, s.text(f.Type()), tag)
	}
	if hidden { // which users can neither compare nor write without names of fields
		s.add("type %s struct, fields that are not exported", of)
	}
}

func (s *surface) interfaceMethods(of string, u *types.Interface) {
	s.add("type %s interface", of)
	for m := range u.Methods() {
		if m.Exported() {
			s.add("type %s interface, %s%s", of, m.Name(), s.signature(m.Signature()))
		} else {
			s.add("type %s interface, methods that are not exported", of)
		}
	}
}

// methods lists those of a type and, where only a pointer has them, of the pointer; those of
// embedded fields too.
func (s *surface) methods(o *types.TypeName) {
	byValue := types.NewMethodSet(o.Type())
	for m := range types.NewMethodSet(types.NewPointer(o.Type())).Methods() {
		if !m.Obj().Exported() {
			continue
		}
		receiver := "*" + o.Name()
		if byValue.Lookup(m.Obj().Pkg(), m.Obj().Name()) != nil {
			receiver = o.Name()
		}
		s.add("method (%s) %s%s", receiver, m.Obj().Name(), s.signature(m.Type().(*types.Signature)))
	}
}

func (s *surface) text(t types.Type) string { return types.TypeString(t, s.qualifier) }

// signature is all of a function's type but the word func.
func (s *surface) signature(f *types.Signature) string { return strings.TrimPrefix(s.text(f), "func") }
