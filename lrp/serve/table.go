package serve

import (
	ziparchive "archive/zip"
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"html/template"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/sheet"
)

const typeForm = "multipart/form-data"

// upload is a table that was sent.
type upload struct {
	name  string // of the file, for messages and for the answer
	sheet string
	data  []byte
}

// table answers POST /table: a table of responses, as the body or as the file of a form, with the
// same table and the ratings added, or with a page if the client is a browser.
func (s *service) table(w http.ResponseWriter, r *http.Request) error {
	release, err := s.limit.admit()
	if err != nil {
		return err
	}
	defer release()
	m, err := s.modelOf(r)
	if err != nil {
		return err
	}
	u, err := s.upload(w, r)
	var t *ratedTable
	if err == nil {
		t, err = s.rateTable(r, m, u)
	}
	var f *httpx.Error
	if errors.As(err, &f) {
		m.of.bad.Add(1)
	}
	if strings.Contains(r.Header.Get("Accept"), "text/html") {
		p := s.newPage(m, r)
		p.fromTable(r.PathValue("name"))
		if err == nil {
			p.Table = t.page(u)
		}
		return s.finish(w, p, err)
	}
	if err != nil {
		return err
	}
	w.Header().Set("Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": u.graded()}))
	s.write(w, http.StatusOK, u.contentType(), t.file)
	return nil
}

// fromTable makes links right on a page whose address ends in /table.
func (p *pageData) fromTable(name string) {
	p.Base, p.Self = "", "./"
	if name != "" {
		p.Self = "../" + name
	}
	for i, other := range p.Others {
		if name != "" {
			p.Others[i] = "../" + other
		}
	}
}

// upload reads the table of a request.
func (s *service) upload(w http.ResponseWriter, r *http.Request) (*upload, error) {
	q, err := query(r, "name", "sheet")
	if err != nil {
		return nil, err
	}
	u := &upload{name: cmp.Or(q.Get("name"), "table.csv"), sheet: q.Get("sheet")}
	kind, params, err := mime.ParseMediaType(cmp.Or(r.Header.Get("Content-Type"), "text/csv"))
	if err != nil {
		return nil, unsupported("found content type %q, expected that of a table such as text/csv",
			r.Header.Get("Content-Type"))
	}
	if kind == typeJSON || kind == typeLines {
		return nil, unsupported("found content type %q, expected that of a table such as text/csv; "+
			"records go to predict", kind)
	}
	if u.data, err = s.body(w, r); err != nil {
		return nil, err
	}
	if kind == typeForm {
		if err := u.fromForm(params["boundary"]); err != nil {
			return nil, err
		}
	}
	u.name = safeName(u.name)
	if len(u.data) == 0 {
		return nil, badRequest("%s: found nothing, expected a table: choose a .csv, .tsv or .xlsx "+
			"file", u.name)
	}
	return u, u.checkUnzipped(s.o.MaxBody)
}

// fromForm takes the table from a form.
func (u *upload) fromForm(boundary string) error {
	form := multipart.NewReader(bytes.NewReader(u.data), boundary)
	u.data = nil
	for {
		part, err := form.NextPart()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return badRequest("found a form that cannot be read (%v), expected a field file", err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return badRequest("found a form that cannot be read (%v), expected a field file", err)
		}
		switch part.FormName() {
		case "file":
			u.data, u.name = data, cmp.Or(part.FileName(), u.name)
		case "sheet":
			u.sheet = strings.TrimSpace(string(data))
		}
	}
}

// maxExpansion bounds the size of an unpacked workbook as a multiple of the largest body.
const maxExpansion = 8

// checkUnzipped refuses a workbook that unpacks to too much.
func (u *upload) checkUnzipped(maxBody int64) error {
	z, err := ziparchive.NewReader(bytes.NewReader(u.data), int64(len(u.data)))
	if err != nil {
		return nil // no workbook, or one that the reader refuses
	}
	var size uint64
	for _, f := range z.File {
		if size += f.UncompressedSize64; size > uint64(maxExpansion*maxBody) ||
			f.UncompressedSize64 > uint64(maxExpansion*maxBody) {
			return tooLarge("%s: found a workbook of more than %d bytes unpacked, expected at most "+
				"that many: send its sheet as .csv", u.name, maxExpansion*maxBody)
		}
	}
	return nil
}

// safeName returns the last element of a file's name without what could disturb a message or header.
func safeName(name string) string {
	name = name[strings.LastIndexAny(name, `/\`)+1:]
	name = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`"<>|:*?`, r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	return cmp.Or(snip(name, 100), "table.csv")
}

// graded returns the name of the answer's file.
func (u *upload) graded() string {
	packed := ""
	name := u.name
	for _, end := range []string{".gz", ".zst"} {
		if rest, ok := strings.CutSuffix(name, end); ok {
			name, packed = rest, end
		}
	}
	end := filepath.Ext(name)
	return strings.TrimSuffix(name, end) + "-graded" + cmp.Or(end, ".csv") + packed
}

func (u *upload) contentType() string {
	switch {
	case bytes.HasPrefix(u.data, []byte("PK\x03\x04")):
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case strings.HasSuffix(u.name, ".gz"), strings.HasSuffix(u.name, ".zst"):
		return "application/octet-stream"
	case sheet.Extension(u.name) == ".tsv":
		return "text/tab-separated-values"
	}
	return "text/csv"
}

// asTableError returns the failure for an error of reading a table.
func asTableError(err error) error {
	var told *fileerr.Error
	if errors.As(err, &told) {
		return unprocessable("%v", told)
	}
	return err
}

// page returns what the page shows of the rated table.
func (t *ratedTable) page(u *upload) *pageTable {
	out := &pageTable{
		Title: fmt.Sprintf("%s: %s rated", u.name, rowsText(len(t.rows))), File: u.graded(),
		Download: template.URL("data:" + u.contentType() + ";base64," +
			base64.StdEncoding.EncodeToString(t.file)),
		Added: strings.Join(slices.Concat(t.names[:3], t.names[len(t.names)-1:]), ", "),
		Notes: t.notes,
	}
	if n := len(t.names); n > 4 {
		out.Added = t.names[0] + ", low, high, a suggestion for each question, and " + t.names[n-1]
	}
	for _, row := range t.rows {
		p := t.units.rated(row.all.Rating, row.all.Interval)
		out.Rows = append(out.Rows, pageRow{ID: row.id, Value: t.units.number(row.all.Rating),
			Range: p.Range, Bar: p.Bar, First: fmt.Sprint(row.first)})
	}
	return out
}

func rowsText(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
