package sheet

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// A seal is rows of text that a program keeps with a table it wrote: among the properties of a
// workbook, or in the page beside a text, NAME.html beside NAME.csv. Programs that save a table
// again keep it or lose it, but do not change it.

// SealText returns rows as one word, for the content of an element <meta name="lrp-seal">.
func SealText(rows [][]string) string {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestCompression)
	_ = csv.NewWriter(z).WriteAll(rows)
	_ = z.Close()
	return base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// openSeal is the reverse of SealText. It returns nil for anything else.
func openSeal(word string) [][]string {
	data, err := base64.RawURLEncoding.DecodeString(word)
	if err != nil || word == "" {
		return nil
	}
	in := csv.NewReader(&bounded{flate.NewReader(bytes.NewReader(data)), maxUnzipped})
	in.FieldsPerRecord = -1
	rows, err := in.ReadAll()
	if err != nil {
		return nil
	}
	return rows
}

// PageBeside returns the path of the page beside a table.
func PageBeside(path string) string {
	if Packing(path) != "" {
		path = path[:strings.LastIndexByte(path, '.')]
	}
	return strings.TrimSuffix(path, filepath.Ext(path)) + ".html"
}

var sealed = text.Pattern(`<meta name="lrp-seal" content="([\w-]*)"`)

// Seal returns the rows that were sealed with the table, nil if there are none.
func (r *Reader) Seal() [][]string {
	if first, _ := r.part(0); first.book != nil {
		return first.book.seal()
	}
	path := PageBeside(r.name)
	if info, err := os.Stat(path); !r.file || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	in, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer in.Close()
	page, _ := io.ReadAll(io.LimitReader(in, maxWorkbook))
	if m := sealed().FindSubmatch(page); m != nil {
		return openSeal(string(m[1]))
	}
	return nil
}

// The parts that a property needs, and how long its text may be.
const (
	relations    = "_rels/.rels"
	contentTypes = "[Content_Types].xml"
	ownProperty  = "lrp grade "
	maxProperty  = 255
	customSpace  = "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties"
	frame        = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n" +
		`<Properties xmlns="` + customSpace + `"></Properties>`
)

func (b *workbook) seal() [][]string {
	related, _ := b.related("", "/custom-properties")
	word := ""
	for _, part := range related {
		var list struct {
			Properties []struct {
				Name string `xml:"name,attr"`
				Text string `xml:"lpwstr"`
			} `xml:"property"`
		}
		if b.unmarshal(part, &list) != nil {
			return nil
		}
		pieces := map[string]string{}
		for _, p := range list.Properties {
			pieces[p.Name] = p.Text
		}
		for n := 1; pieces[ownProperty+strconv.Itoa(n)] != ""; n++ {
			word += pieces[ownProperty+strconv.Itoa(n)]
		}
	}
	return openSeal(word)
}

// Seal writes a workbook again with rows that [Reader.Seal] returns, in place of others.
func Seal(w io.Writer, book []byte, rows [][]string) error {
	z, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		return err
	}
	b := &workbook{zip: z}
	related, err := b.related("", "/custom-properties")
	if err != nil {
		return err
	}
	part, changes := "docProps/custom.xml", map[string]func(string) string{}
	for _, part = range related {
	}
	if changes[part] = addSeal(SealText(rows)); len(related) == 0 {
		changes[relations] = func(text string) string {
			return insert(text, "Relationships", `<Relationship xmlns="http://schemas.openxmlformats.org/`+
				`package/2006/relationships" Id="lrpGrade" Type="http://schemas.openxmlformats.org/`+
				`officeDocument/2006/relationships/custom-properties" Target="docProps/custom.xml"/>`)
		}
		changes[contentTypes] = func(text string) string {
			return insert(text, "Types", `<Override xmlns="http://schemas.openxmlformats.org/package/`+
				`2006/content-types" PartName="/docProps/custom.xml" ContentType="application/`+
				`vnd.openxmlformats-officedocument.custom-properties+xml"/>`)
		}
	}
	out := zip.NewWriter(w)
	for _, f := range z.File {
		change := changes[f.Name]
		if delete(changes, f.Name); change == nil {
			err = out.Copy(f)
		} else {
			err = b.change(out, f.Name, change)
		}
		if err != nil {
			return err
		}
	}
	if change := changes[part]; change != nil {
		if err := b.change(out, part, change); err != nil {
			return err
		}
	}
	return out.Close()
}

// change writes a part that may be missing with a change.
func (b *workbook) change(out *zip.Writer, part string, change func(string) string) error {
	text := []byte(nil)
	if in, err := b.zip.Open(part); err == nil {
		defer in.Close()
		if text, err = io.ReadAll(&bounded{in, maxSmall}); err != nil {
			return err
		}
	}
	w, err := out.Create(part)
	if err == nil {
		_, err = io.WriteString(w, change(string(text)))
	}
	return err
}

// insert puts an element at the end of a part.
func insert(text, root, element string) string {
	end := regexp.MustCompile(`</(\w+:)?` + root + `\s*>\s*$`).FindStringIndex(text)
	if end == nil {
		return text
	}
	return text[:end[0]] + element + text[end[0]:]
}

var (
	ownProperties = text.Pattern(`(?s)<(?:\w+:)?property\s[^>]*\bname="` + ownProperty +
		`\d+"[^>]*>.*?</(?:\w+:)?property>`)
	propertyID = text.Pattern(`\bpid="(\d+)"`)
)

// addSeal returns what puts a word among properties, in pieces that no program cuts.
func addSeal(word string) func(string) string {
	return func(text string) string {
		if text = ownProperties().ReplaceAllString(text, ""); insert(text, "Properties", " ") == text {
			text = frame
		}
		id := 1
		for _, m := range propertyID().FindAllStringSubmatch(text, -1) {
			n, _ := strconv.Atoi(m[1])
			id = max(id, n)
		}
		list := ""
		for n := 1; word != ""; n++ {
			piece := word[:min(len(word), maxProperty)]
			word = word[len(piece):]
			list += fmt.Sprintf(`<property xmlns="%s" fmtid="{D5CDD505-2E9C-101B-9397-08002B2CF9AE}" `+
				`pid="%d" name="%s%d"><vt:lpwstr xmlns:vt="http://schemas.openxmlformats.org/`+
				`officeDocument/2006/docPropsVTypes">%s</vt:lpwstr></property>`,
				customSpace, id+n, ownProperty, n, piece)
		}
		return insert(text, "Properties", list)
	}
}
