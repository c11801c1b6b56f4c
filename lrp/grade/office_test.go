package grade

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/suite"
)

// printed returns the pages of a workbook as LibreOffice prints them, as texts.
func printed(t *testing.T, dir, name string, write func(w io.Writer) error) []string {
	t.Helper()
	var b, out bytes.Buffer
	path := filepath.Join(dir, name)
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	pdf := strings.TrimSuffix(path, ".xlsx") + ".pdf"
	for _, args := range [][]string{
		{"soffice", "-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless",
			"--convert-to", "pdf", "--outdir", dir, path},
		{"pdftotext", "-layout", pdf, "-"}} {
		c := exec.Command(args[0], args[1:]...)
		out.Reset()
		c.Stdout = &out
		if err := c.Run(); err != nil {
			t.Fatalf("%v: %v, %s", args, err, &out)
		}
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\f"), "\f")
}

// Another program opens both workbooks and shows every answer in full, on few pages, with the
// header on each.
func TestWorkbooksInAnOffice(t *testing.T) {
	suite.Slow(t, "starts an office program")
	for _, program := range []string{"soffice", "pdftotext"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed, so that nothing opens the workbooks", program)
		}
	}
	const file = "../../testdata/tables/openpyxl.xlsx"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	ds, err := datasets.ReadTable(bytes.NewReader(data), file, datasets.TableOptions{}, datasets.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, err := Next(t.Context(), ds, Options{}, 30)
	if err != nil {
		t.Fatal(err)
	}
	dir, r := t.TempDir(), grade(t, ds, Options{})
	next := printed(t, dir, "exam-next.xlsx", func(w io.Writer) error { return a.Write(w, "exam-next.xlsx") })
	graded := printed(t, dir, "exam-graded.xlsx", func(w io.Writer) error {
		return r.WriteTable(w, "exam-graded.xlsx", bytes.NewReader(data), datasets.TableOptions{})
	})
	if len(next) > 4 || len(graded) > 5 {
		t.Errorf("%d pages of answers to grade, %d of graded rows", len(next), len(graded))
	}
	for k, page := range next {
		if !strings.Contains(page, "accepted answers") || !strings.Contains(page, "points") {
			t.Errorf("page %d has no header:\n%s", k+1, page)
		}
	}
	for _, words := range []struct {
		pages []string
		texts func(yield func(string))
	}{{next, func(yield func(string)) {
		for _, x := range a.Items {
			for _, text := range append([]string{x.Answer, ds.Questions[x.Question].Text}, x.Others...) {
				yield(text)
			}
		}
	}}, {graded, func(yield func(string)) {
		for _, r := range ds.Respondents {
			for _, text := range r.Responses {
				yield(text)
			}
		}
	}}} {
		all := strings.Join(words.pages, " ")
		words.texts(func(text string) {
			for word := range strings.FieldsSeq(text) {
				if !strings.Contains(all, word) {
					t.Errorf("no page has the word %q of %q", word, text)
				}
			}
		})
	}
}
