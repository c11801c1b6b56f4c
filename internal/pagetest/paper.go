package pagetest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Paper prints a page on A4 with margins of a centimetre, and returns the texts of its sheets. The
// test fails for a blank sheet and, but for the last, one less than a third full. Use, which
// may be nil, works on the page before. The test is skipped without pdftotext and pdftoppm.
func (b *Browser) Paper(t *testing.T, url string, use func(tab *Tab)) (sheets []string) {
	t.Helper()
	for _, program := range []string{"pdftotext", "pdftoppm"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s, of poppler-utils, is not installed: nothing is known about pages on paper", program)
		}
	}
	file := filepath.Join(t.TempDir(), "page.pdf")
	if err := os.WriteFile(file, b.pdf(t, url, use), 0o666); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("pdftotext", "-layout", file, "-").Output()
	if err != nil {
		t.Fatal(err)
	}
	sheets = strings.Split(strings.TrimSuffix(string(text), "\f"), "\f")
	pictures, err := exec.Command("pdftoppm", "-r", "20", "-gray", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	for i := range sheets {
		var full float64
		if full, pictures, err = inked(pictures); err != nil {
			t.Fatal(err)
		}
		if full == 0 || full < 1./3 && i < len(sheets)-1 {
			t.Errorf("sheet %d of %d is full to %.0f%%, with %q", i+1, len(sheets), 100*full, sheets[i])
		}
	}
	return sheets
}

// pdf prints a page.
func (b *Browser) pdf(t *testing.T, url string, use func(tab *Tab)) []byte {
	t.Helper()
	tab := b.open(t, url, Widths[1], 800)
	if use != nil {
		use(tab)
	}
	const inch = 2.54 // centimetres
	printed, err := run(tab.ctx,
		func(ctx context.Context, target *chromedp.Target) (page.PrintToPDFResult, error) {
			return cdp.Call(ctx, target, page.PrintToPDF, page.PrintToPDFParams{
				PaperWidth: 21 / inch, PaperHeight: 29.7 / inch})
		})
	if err != nil {
		t.Fatal(err)
	}
	return printed.Data
}

// inked returns how far down the first of several pictures, in PGM, has anything on it, as a share
// of its height, and the others.
func inked(pictures []byte) (full float64, others []byte, err error) {
	var width, height, most int
	if _, err := fmt.Sscanf(string(pictures[:min(32, len(pictures))]), "P5\n%d %d\n%d", &width, &height,
		&most); err != nil {
		return 0, nil, fmt.Errorf("a picture of a sheet: %w", err)
	}
	data := pictures[len(fmt.Sprintf("P5\n%d %d\n%d\n", width, height, most)):]
	data, others = data[:width*height], data[width*height:]
	n := len(data)
	for n > 0 && data[n-1] == 0xff {
		n--
	}
	return float64((n+width-1)/width) / float64(height), others, nil
}
