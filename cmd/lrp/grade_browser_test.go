package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/luna-rating/luna/internal/pagetest"
)

// TestGradedPageInABrowser looks at the page of a graded exam, closed and with all rows open, and
// compares its picture in the README.
func TestGradedPageInABrowser(t *testing.T) {
	browser := pagetest.Start(t)
	dir := t.TempDir()
	exam, err := os.ReadFile("../../testdata/tables/openpyxl.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "exam.xlsx")
	if err := os.WriteFile(file, exam, 0o666); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	status := run(context.Background(), []string{"grade", file}, &bytes.Buffer{}, &stdout, &stderr)
	if status != 0 {
		t.Fatalf("exit status %d: %s", status, &stderr)
	}
	page := pagetest.File(filepath.Join(dir, "exam-graded.html"))
	browser.Each(t, page, "graded", nil)
	browser.Each(t, page, "graded-open", func(t *testing.T, p *pagetest.Page) {
		p.Text(t, "document.querySelectorAll('details').forEach(d => d.open = true); ''")
	})
	shot := browser.Shot(t, page, 760, 760)
	pagetest.Picture(t, "../../docs/images/graded.png", 760, 1000, shot)
}
