package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"path/filepath"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

func isZip(start []byte) bool { return bytes.HasPrefix(start, []byte("PK\x03\x04")) }

// cure tells the user how to turn a file of another program into one that can be read.
const cure = "a file saved as .xlsx or .csv (in the program that made it: Save as, or Download)"

// webPage matches the start of a web page, in lower case.
var webPage = text.Pattern(`^<(!doctype html|html|head|meta|style|body|table|div)\b|^<!--|^mime-version:`)

// foreign says what a file of another kind is, "" if it may be a text.
func foreign(start []byte) string {
	switch text := bytes.ToLower(bytes.TrimLeft(start, " \t\r\n\xef\xbb\xbf")); {
	case bytes.HasPrefix(start, []byte("\xd0\xcf\x11\xe0")):
		switch {
		case bytes.Contains(start, wide("EncryptedPackage")):
			return "a workbook protected by a password (open it and take the password away)"
		case bytes.Contains(start, wide("Workbook")):
			return "an old Excel workbook (.xls)"
		}
		return "an old Excel workbook (.xls) or one protected by a password"
	case bytes.HasPrefix(start, []byte("\x00\x05\x16\x07")):
		return "what macOS keeps beside a file"
	case driveLink().Match(text):
		return "a link to a document of Google Drive"
	case bytes.HasPrefix(start, []byte("PARE")):
		return "an encrypted Parquet file"
	case bytes.HasPrefix(start, []byte("%PDF")):
		return "a PDF document"
	case bytes.HasPrefix(start, []byte(`{\rtf`)):
		return "a word processor's document (.rtf)"
	case webPage().Match(text):
		return "a web page (HTML)"
	case bytes.HasPrefix(text, []byte("<?xml")) && bytes.Contains(text, []byte("office:spreadsheet")):
		return "a workbook of Excel 2003 (XML)"
	case bytes.HasPrefix(text, []byte("<?xml")):
		return "an XML document"
	case bytes.HasPrefix(start, []byte("\x89PNG")), bytes.HasPrefix(start, []byte("\xff\xd8\xff")):
		return "a picture"
	}
	return ""
}

// driveLink matches the start of the file that Google Drive keeps for a document (.gsheet).
var driveLink = text.Pattern(`^\{\s*"(doc_id"|url":\s*"https://docs\.google\.com/)|^\{[^{}]*"doc_id":`)

// wide returns ASCII letters as UTF-16, as the folders of old workbooks name their parts.
func wide(s string) []byte { return []byte(strings.Join(strings.Split(s, ""), "\x00") + "\x00") }

// lock matches the names of lock files of Excel and LibreOffice.
var lock = text.Pattern(`^(?:~\$(.+)|\.~lock\.(.+)#)$`)

// lockedBy returns the name of the workbook whose lock a file is, "" if it is none.
func lockedBy(path string) string {
	if m := lock().FindStringSubmatch(filepath.Base(path)); m != nil {
		return m[1] + m[2]
	}
	return ""
}

// ErrForeign is for files of other programs.
var ErrForeign = errors.New("a file of another kind")

func refuse(name, what string) error {
	if extension := Extension(name); strings.HasPrefix(extension, ".xls") && !strings.Contains(what, "xls") {
		what += ", although its name ends in " + extension
	}
	return &files.Error{File: name, Msg: "found " + what + ", expected " + cure, Err: ErrForeign}
}

// foreignZip says what a ZIP archive is, "" if it is a workbook.
func foreignZip(z *zip.Reader) string {
	for _, f := range z.File {
		switch {
		case f.Name == "xl/workbook.xml":
			return ""
		case f.Name == "xl/workbook.bin":
			return "a binary Excel workbook (.xlsb)"
		case strings.HasPrefix(f.Name, "word/"):
			return "a word processor's document (.docx)"
		case strings.HasPrefix(f.Name, "ppt/"):
			return "a presentation (.pptx)"
		case strings.HasPrefix(f.Name, "Index/"):
			return "a document of Numbers or Pages"
		case f.Name == "mimetype":
			if strings.Contains(readShort(f), "opendocument.spreadsheet") {
				return "an OpenDocument spreadsheet (.ods)"
			}
			return "an OpenDocument file"
		}
	}
	return "a ZIP archive"
}

// readShort returns the first bytes of a part of an archive.
func readShort(f *zip.File) string {
	in, err := f.Open()
	if err != nil {
		return ""
	}
	defer in.Close()
	start, _ := io.ReadAll(io.LimitReader(in, 100))
	return string(start)
}
