package sheet

import (
	"math"
	"strconv"

	"github.com/xuri/excelize/v2"

	"github.com/luna-rating/luna/internal/text"
)

// formats holds the styles of an .xlsx that say how numbers are shown. It has functions of a
// scratch workbook instead of the workbook: where a type that holds an excelize.File becomes an
// interface, programs are linked with every method of it, among them 500 functions of
// spreadsheets.
type formats struct {
	Codes []struct {
		ID   int    `xml:"numFmtId,attr"`
		Code string `xml:"formatCode,attr"`
	} `xml:"numFmts>numFmt"`
	Cells []struct {
		Format int `xml:"numFmtId,attr"`
	} `xml:"cellXfs>xf"`

	date1904 bool
	codes    map[int]string
	styles   map[int]int // of the scratch workbook, by format; 0 where the digits say all
	newStyle func(*excelize.Style) (int, error)
	shown    func(value string, style int) string // or "" if it cannot be shown
}

// display returns a number with all its digits, whatever unit is shown beside it. A date, a time, a
// percentage and a number such as 007 is returned as the spreadsheet shows it.
func (f *formats) display(value string, style int) string {
	v, err := strconv.ParseFloat(value, 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
		return value
	}
	if style >= 0 && style < len(f.Cells) {
		if shown := f.show(value, f.Cells[style].Format); shown != "" {
			return shown
		}
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

var (
	notShown = text.Pattern(`"[^"]*"|\\.|_.|\*.|\[[^\]]*[^hmsHMS\]][^\]]*\]`)
	special  = text.Pattern(`(?i)[ymdhs%]|^00`)
)

// show returns a number as the spreadsheet shows it, or nothing if the digits say as much.
func (f *formats) show(value string, format int) (shown string) {
	defer func() {
		if recover() != nil { // package excelize panics on some formats
			shown = ""
		}
	}()
	style, known := f.styles[format]
	if !known {
		style = f.style(format)
		f.styles[format] = style
	}
	if style == 0 {
		return ""
	}
	return f.shown(value, style)
}

// maxFormats bounds the formats in which numbers are shown.
const maxFormats = 1000

// style returns the style of the scratch workbook that stands for a format.
func (f *formats) style(format int) int {
	if f.newStyle == nil {
		f.codes, f.styles = map[int]string{}, map[int]int{}
		for _, c := range f.Codes {
			f.codes[c.ID] = c.Code
		}
		scratch := excelize.NewFile(excelize.Options{ShortDatePattern: "yyyy-mm-dd"})
		_ = scratch.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &f.date1904})
		f.newStyle = scratch.NewStyle
		f.shown = func(value string, style int) (shown string) {
			if scratch.SetCellDefault("Sheet1", "A1", value) == nil &&
				scratch.SetCellStyle("Sheet1", "A1", "A1", style) == nil {
				shown, _ = scratch.GetCellValue("Sheet1", "A1")
			}
			return shown
		}
	}
	s := &excelize.Style{NumFmt: format}
	usual := format == 9 || format == 10 || format >= 14 && format <= 22 ||
		format >= 45 && format <= 47
	if code, ok := f.codes[format]; ok {
		s.NumFmt, s.CustomNumFmt = 0, &code
		usual = special().MatchString(notShown().ReplaceAllString(code, ""))
	}
	if !usual || len(f.styles) > maxFormats {
		return 0
	}
	style, err := f.newStyle(s)
	if err != nil {
		return 0
	}
	return style
}
