package luna_test

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/luna-rating/luna/internal/suite"
)

// layoutPicture shows every package and which folders import which. CONTRIBUTING.md shows it.
const layoutPicture = "docs/images/layout.svg"

// floors lists the top folders of the picture, from the programs down to what everything uses.
var floors = [][]string{
	{"cmd", "benchmarks"},
	{"turing"},
	{"lrp", "luna"},
	{"features"},
	{"datasets", "embed", "regress"},
	{"internal"},
}

// TestLayoutPicture keeps the picture true: it is drawn from the packages and their imports.
func TestLayoutPicture(t *testing.T) {
	suite.Golden(t, layoutPicture, []byte(drawLayout(t, importedFolders(t))))
}

var mapRow = regexp.MustCompile("(?m)^\\| (`[^|]*) \\|")

// TestMaps checks that the folders in the maps of the README and of CONTRIBUTING.md exist, and that
// they have every folder, and every package that other modules can import.
func TestMaps(t *testing.T) {
	folders := listedFolders(t, "README.md", "## Where things are")
	for _, floor := range floors {
		for _, folder := range floor {
			if !slices.Contains(folders, folder) {
				t.Errorf("README.md: the map lacks %s", folder)
			}
		}
	}
	packages := listedFolders(t, "CONTRIBUTING.md", "## How the program is laid out")
	for _, p := range publicPackages(t) {
		if !slices.Contains(packages, p.name()) {
			t.Errorf("CONTRIBUTING.md: the map lacks %s", p.name())
		}
	}
}

// listedFolders returns the folders that the rows of tables in a section of a document begin with.
func listedFolders(t *testing.T, document, heading string) []string {
	t.Helper()
	text, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), heading)
	section, _, _ = strings.Cut(section, "\n## ")
	var listed []string
	for _, row := range mapRow.FindAllStringSubmatch(section, -1) {
		for folder := range strings.SplitSeq(strings.ReplaceAll(row[1], "`", ""), ", ") {
			if info, err := os.Stat(folder); err != nil || !info.IsDir() {
				t.Errorf("%s: the map names %s, which is not a folder", document, folder)
			}
			listed = append(listed, folder)
		}
	}
	return listed
}

// folderUse is what the picture shows of a top folder.
type folderUse struct {
	packages []string        // paths within the module
	imports  map[string]bool // other top folders
}

func importedFolders(t *testing.T) map[string]*folderUse {
	t.Helper()
	folders := make(map[string]*folderUse)
	out := goCommand(t, "list", "-f", `{{if .GoFiles}}{{.ImportPath}}{{range .Imports}} {{.}}{{end}}{{end}}`, "./...")
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		path, ok := strings.CutPrefix(fields[0], module)
		if !ok || strings.HasSuffix(path, "/gen") {
			continue // generators are not part of the programs
		}
		f := folders[top(path)]
		if f == nil {
			f = &folderUse{imports: make(map[string]bool)}
			folders[top(path)] = f
		}
		f.packages = append(f.packages, path)
		for _, imported := range fields[1:] {
			if to, ok := strings.CutPrefix(imported, module); ok && top(to) != top(path) {
				f.imports[top(to)] = true
			}
		}
	}
	return folders
}

const (
	pictureWidth = 1180
	margin       = 24
	floorGap     = 56
	rowHeight    = 26
	titleHeight  = 34
)

type box struct{ x, y, width, height int }

// drawLayout draws a box per folder with a chip per package, and an arrow per pair of folders of
// which one imports the other. The top floor and the bottom floor get none: the programs and the
// benchmarks may import everything, and everything may import internal.
func drawLayout(t *testing.T, folders map[string]*folderUse) string {
	t.Helper()
	var boxes strings.Builder
	at := make(map[string]box)
	y := margin
	for _, floor := range floors {
		total := 0
		for _, name := range floor {
			if folders[name] == nil {
				t.Fatalf("no package is in %s", name)
			}
			total += len(folders[name].packages) + 6
		}
		x, height := margin, 0
		for i, name := range floor {
			free := pictureWidth - 2*margin - (len(floor)-1)*margin
			width := free * (len(folders[name].packages) + 6) / total
			if i == len(floor)-1 {
				width = pictureWidth - margin - x
			}
			chips, h := drawChips(name, folders[name].packages, x, y, width)
			at[name] = box{x, y, width, h}
			boxes.WriteString(chips)
			x, height = x+width+margin, max(height, h)
		}
		y += height + floorGap
	}
	for name := range folders {
		if _, ok := at[name]; !ok {
			t.Errorf("the folder %s is on no floor of the picture", name)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif">`+"\n",
		pictureWidth, y-floorGap+margin)
	b.WriteString("<title>Packages of the module by floor; imports point downwards</title>\n")
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", pictureWidth, y-floorGap+margin)
	b.WriteString(`<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7"` +
		` orient="auto"><path d="M0 0L8 4L0 8z" fill="#52606d"/></marker></defs>` + "\n")
	for _, from := range slices.Concat(floors[1:]...) {
		targets := slices.Sorted(maps.Keys(folders[from].imports))
		targets = slices.DeleteFunc(targets, func(to string) bool { return to == "internal" })
		for i, to := range targets {
			b.WriteString(drawArrow(at[from], at[to], float64(i+1)/float64(len(targets)+1)))
		}
	}
	b.WriteString(boxes.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// drawArrow leads from the lower edge of a box, at a share of its width, to the upper edge of
// another, or to its side where both are on one floor.
func drawArrow(from, to box, share float64) string {
	x1, y1 := from.x+int(share*float64(from.width)), from.y+from.height
	x2, y2 := min(max(x1, to.x+20), to.x+to.width-20), to.y
	if from.y == to.y {
		x1, y1 = from.x, from.y+titleHeight/2
		x2, y2 = to.x+to.width, y1
	}
	return fmt.Sprintf(`<path d="M%d %dC%d %d %d %d %d %d" fill="none" stroke="#9aa5b1" stroke-width="1.5" marker-end="url(#head)"/>`+"\n",
		x1, y1, x1, (y1+y2)/2, x2, (y1+y2)/2, x2, y2)
}

// drawChips draws a folder's box and returns its height. Packages that other modules can import are
// dark, internal ones light.
func drawChips(folder string, packages []string, x, y, width int) (string, int) {
	var b strings.Builder
	left, top := x+12, y+titleHeight
	for _, path := range packages {
		w := 7*len(path) + 16
		if left+w > x+width-12 && left > x+12 {
			left, top = x+12, top+rowHeight+6
		}
		fill, text := "#243b53", "#ffffff"
		if strings.HasPrefix(path, "internal/") || strings.Contains(path, "/internal/") {
			fill, text = "#d9e2ec", "#243b53"
		}
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" rx="4" fill="%s"/>`, left, top, w, rowHeight, fill)
		fmt.Fprintf(&b, `<text x="%d" y="%d" font-size="12" text-anchor="middle" fill="%s">%s</text>`+"\n",
			left+w/2, top+17, text, path)
		left += w + 6
	}
	height := top + rowHeight + 12 - y
	head := fmt.Sprintf(`<rect x="%d" y="%d" width="%d" height="%d" rx="8" fill="#f0f4f8" stroke="#829ab1"/>`+
		`<text x="%d" y="%d" font-size="16" font-weight="bold" fill="#102a43">%s</text>`+"\n",
		x, y, width, height, x+12, y+22, folder)
	return head + b.String(), height
}
