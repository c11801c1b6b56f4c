package luna_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var mapRow = regexp.MustCompile("(?m)^\\| (`[^|]*) \\|")

// TestMaps checks that the folders in the maps of the README and of CONTRIBUTING.md exist, and that
// they have every folder, and every package that other modules can import.
func TestMaps(t *testing.T) {
	folders := listedFolders(t, "README.md", "## Where things are")
	for folder := range mayImport {
		if !slices.Contains(folders, folder) {
			t.Errorf("README.md: the map lacks %s", folder)
		}
	}
	packages := listedFolders(t, "CONTRIBUTING.md", "## How the program is laid out")
	for _, p := range publicPackages(t) {
		if !slices.Contains(packages, p.name()) {
			t.Errorf("CONTRIBUTING.md: the map lacks %s", p.name())
		}
	}
}

// TestImages checks that the Dockerfile makes an image of every program, whose data outlive it.
func TestImages(t *testing.T) {
	text, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	base, _, _ := strings.Cut(string(text), "FROM base")
	if !strings.Contains(base, "--chown=65532:65532 /out/data /data\n") || !strings.Contains(base, "VOLUME /data\n") {
		t.Error("Dockerfile: /data is no volume of the user")
	}
	programs, err := filepath.Glob("cmd/*/main.go")
	for _, file := range programs {
		name := filepath.Base(filepath.Dir(file))
		if strings.Count(base, "./cmd/"+name) != 2 || !strings.Contains(string(text), "FROM base AS "+name+"\n") {
			t.Errorf("Dockerfile: there is no image of %s with its licences", name)
		}
	}
	if len(programs) < 3 || err != nil {
		t.Errorf("found the programs %v: %v", programs, err)
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

var drawnArrow = regexp.MustCompile(`(?m)^ +(\w+) --> (\w+)$`)

// TestLayout holds the picture of CONTRIBUTING.md against the imports of the code. It has an arrow
// for each pair of folders of which one imports the other, except to internal, which all may
// import, and from benchmarks, which may import all.
func TestLayout(t *testing.T) {
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	drawn := make(map[string]bool)
	for _, m := range drawnArrow.FindAllStringSubmatch(string(text), -1) {
		drawn[m[1]+" --> "+m[2]] = true
	}
	found := make(map[string]bool)
	for line := range strings.Lines(goCommand(t, "list", "-f", allImports, "./...")) {
		fields := strings.Fields(line)
		from, _ := strings.CutPrefix(fields[0], module)
		for _, path := range fields[1:] {
			to, ours := strings.CutPrefix(path, module)
			if arrow := top(from) + " --> " + top(to); ours && from != fields[0] && top(to) != top(from) &&
				top(to) != "internal" && top(from) != "benchmarks" {
				found[arrow] = true
				if !drawn[arrow] {
					drawn[arrow] = true // say it once
					t.Errorf("%s imports %s: the picture lacks %s", from, to, arrow)
				}
			}
		}
	}
	for arrow := range drawn {
		if !found[arrow] {
			t.Errorf("no package needs the arrow %s", arrow)
		}
	}
}
