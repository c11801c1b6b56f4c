package luna_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestOneHTTPClient checks that programs make their clients by package httpx, which follow no
// redirects. Benchmarks talk to servers that they started.
func TestOneHTTPClient(t *testing.T) {
	const sep = string(filepath.Separator)
	out := goCommand(t, "list", "-f", "{{.Dir}} {{join .GoFiles \" \"}}", "./...")
	files, clients := 0, 0
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		dir := fields[0]
		if strings.Contains(dir, sep+"benchmarks"+sep) || strings.HasSuffix(dir, "internal"+sep+"httpx") {
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
				var bad []string
				switch x := n.(type) {
				case *ast.CompositeLit: // a client of its own
					n, bad = x.Type, []string{"http.Client"}
				case *ast.CallExpr:
					if n = x.Fun; len(x.Args) > 0 {
						bad = []string{"http.Get", "http.Head", "http.Post", "http.PostForm"}
						if types.ExprString(x.Fun) == "new" {
							n, bad = x.Args[0], []string{"http.Client"}
						}
					}
				case *ast.SelectorExpr:
					bad = []string{"http.DefaultClient"}
				}
				e, ok := n.(ast.Expr)
				if !ok || e == nil {
					return true
				}
				switch name := types.ExprString(e); {
				case slices.Contains(bad, name):
					t.Errorf("%s: found %s, expected httpx.Client", fset.Position(e.Pos()), name)
				case name == "httpx.Client":
					clients++
				}
				return true
			})
		}
	}
	if files < 500 || clients < 6 {
		t.Errorf("looked at %d files with %d clients", files, clients)
	}
}
