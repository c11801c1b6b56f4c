package luna_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"
)

// TestOnePlace checks that programs make their HTTP clients by package httpx, which follow no
// redirects, set the headers that protect answers by it, and write their tables by package sheet, whose cells no spreadsheet takes for formulas.
// Benchmarks talk to servers that they started.
func TestOnePlace(t *testing.T) {
	places := map[string]string{
		"http.Client{}": "httpx", "http.DefaultClient": "httpx", "http.Get()": "httpx",
		"http.Head()": "httpx", "http.Post()": "httpx", "http.PostForm()": "httpx",
		`"X-Content-Type-Options"`: "httpx", `"Cross-Origin-Opener-Policy"`: "httpx",
		"csv.NewWriter()": "sheet", "csv.Writer{}": "sheet", "excelize.NewFile()": "sheet",
		"excelize.File{}": "sheet", "excelize.OpenReader()": "sheet", "excelize.OpenFile()": "sheet",
	}
	out := goCommand(t, "list", "-f", "{{.Dir}} {{join .GoFiles \" \"}}", "./...")
	files, used := 0, make(map[string]int)
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		dir := filepath.ToSlash(fields[0])
		if strings.Contains(dir, "/benchmarks/") {
			continue
		}
		for _, name := range fields[1:] {
			files++
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(f, func(n ast.Node) bool {
				what := ""
				switch x := n.(type) {
				case *ast.CompositeLit:
					if x.Type != nil {
						what = types.ExprString(x.Type) + "{}"
					}
				case *ast.CallExpr:
					if what = types.ExprString(x.Fun) + "()"; what == "new()" && len(x.Args) == 1 {
						what = types.ExprString(x.Args[0]) + "{}"
					}
				case *ast.BasicLit:
					what = x.Value
				case *ast.SelectorExpr:
					what = types.ExprString(x)
				}
				used[what]++
				if place := places[what]; place != "" && !strings.HasSuffix(dir, "/internal/"+place) {
					t.Errorf("%s: found %s, expected that of package %s", fset.Position(n.Pos()), what, place)
				}
				return true
			})
		}
	}
	if files < 500 || used["httpx.Client()"] < 6 || used["sheet.WriteRows()"] < 6 {
		t.Errorf("looked at %d files: %d clients, %d tables", files, used["httpx.Client()"],
			used["sheet.WriteRows()"])
	}
}
