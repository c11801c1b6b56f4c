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
	"strings"
	"unicode"

	"github.com/luna-rating/luna/datasets"
	"github.com/luna-rating/luna/internal/fileerr"
	"github.com/luna-rating/luna/internal/sheet"
)

const typeForm = "multipart/form-data"

// upload is a table that was sent.
type upload struct {
	name string // of the file, for messages and for the answer
	data []byte
	datasets.TableOptions
}

// table answers POST /table: a table of responses, as the body or as the file of a form, with the
// same table and the ratings added, or with a page if the client is a browser.
func (s *service) table(c *call) error {
	u, err := s.upload(c)
	var t *ratedTable
	if err == nil {
		t, err = s.rateTable(c, u)
	}
	if err != nil {
		c.countBad(err)
		return err
	}
	if c.fromBrowser() {
		p := s.tablePage(c)
		p.Table = t.page(u)
		return s.finish(c, p, nil)
	}
	c.w.Header().Set("Content-Disposition",
		mime.FormatMediaType("attachment", map[string]string{"filename": t.name}))
	s.write(c.w, http.StatusOK, t.contentType, t.file)
	return nil
}

// tablePage returns the page at an address that ends in /table.
func (s *service) tablePage(c *call) *pageData {
	p := s.newPage(c)
	p.fromTable(c.r.PathValue("name"))
	return p
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
func (s *service) upload(c *call) (*upload, error) {
	u := &upload{name: cmp.Or(c.query.Get("name"), "table.csv"), data: c.body}
	kind, params, err := mime.ParseMediaType(cmp.Or(c.kind, "text/csv"))
	if err != nil {
		return nil, unsupported("found content type %q, expected that of a table such as text/csv",
			c.kind)
	}
	if kind == typeJSON || kind == typeLines {
		return nil, unsupported("found content type %q, expected that of a table such as text/csv; "+
			"records go to predict", kind)
	}
	for name := range c.query {
		u.set(name, c.query.Get(name))
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

// tableParams are the parameters of the query, and fields of a form, that say how a table is read.
// They have the names of the command line's flags, which messages advise to use.
var tableParams = []string{"sheet", "id-column", "question-columns", "ignore-columns", "layout",
	"delimiter", "encoding"}

// set sets what a parameter says.
func (u *upload) set(name, value string) {
	value = strings.TrimSpace(value)
	list := func() (names []string) {
		for name := range strings.SplitSeq(value, ",") {
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
		return names
	}
	switch name {
	case "sheet":
		u.Sheet = value
	case "id-column":
		u.IDColumn = value
	case "question-columns":
		u.Questions = list()
	case "ignore-columns":
		u.Ignore = list()
	case "layout":
		u.Layout = value
	case "delimiter":
		u.Delimiter = value
	case "encoding":
		u.Encoding = value
	}
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
		if name := part.FormName(); name == "file" {
			u.data, u.name = data, cmp.Or(part.FileName(), u.name)
		} else {
			u.set(name, string(data))
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

// graded returns the name of the answer's file. A table that is not wide, with a row for each person,
// comes back as a new one, which is not compressed.
func (u *upload) graded(wide bool) string {
	packed := ""
	name := u.name
	for _, end := range []string{".gz", ".zst"} {
		if rest, ok := strings.CutSuffix(name, end); ok {
			name, packed = rest, end
		}
	}
	if !wide {
		packed = ""
	}
	end := filepath.Ext(name)
	return strings.TrimSuffix(name, end) + "-graded" + cmp.Or(end, ".csv") + packed
}

// contentType returns the content type of a table that is answered.
func contentType(name string, data []byte) string {
	switch {
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case strings.HasSuffix(name, ".gz"), strings.HasSuffix(name, ".zst"):
		return "application/octet-stream"
	case sheet.Extension(name) == ".tsv":
		return "text/tab-separated-values"
	}
	return "text/csv"
}

// asTableError returns the failure for an error of reading a table.
func asTableError(err error) error {
	var told *fileerr.Error
	var usage *datasets.UsageError
	switch {
	case errors.Is(err, fileerr.ErrTooLarge):
		return tooLarge("%v", err)
	case errors.As(err, &told):
		return unprocessable("%v", told)
	case errors.As(err, &usage):
		return badRequest("%v", usage)
	}
	return err
}

// page returns what the page shows of the rated table.
func (t *ratedTable) page(u *upload) *pageTable {
	out := &pageTable{
		Title: fmt.Sprintf("%s: %s rated", u.name, rowsText(len(t.Rows))), File: t.name,
		Download: template.URL("data:" + t.contentType + ";base64," +
			base64.StdEncoding.EncodeToString(t.file)),
		Added: "predicted rating, low, high, look first",
		Notes: t.Data.Notes,
	}
	if t.graded {
		out.Added = "predicted rating, low, high, a suggestion for each question, and look first"
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		id := row.ID
		if t.Data.Table.ID == "" { // it is the number of the row
			id = "row " + id
		}
		p := t.units.rated(t.predicted[i].Rating, t.predicted[i].Interval)
		out.Rows = append(out.Rows, pageRow{ID: snip(id, 200), Value: t.units.number(t.predicted[i].Rating),
			Range: p.Range, Bar: p.Bar, First: fmt.Sprint(row.First)})
	}
	return out
}

func rowsText(n int) string {
	if n == 1 {
		return "1 row"
	}
	return fmt.Sprintf("%d rows", n)
}
