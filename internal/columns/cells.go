package columns

import (
	"regexp"
	"strings"
)

// Missing reports whether a cell of a column of numbers has none: it is empty or a mark such as
// "n/a".
func Missing(cell string) bool {
	switch strings.ToLower(strings.TrimSpace(cell)) {
	case "", "-", "–", "—", "n/a", "na", "nan", "null", "not yet graded":
		return true
	}
	return false
}

var (
	dateLike = regexp.MustCompile(`^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}([ T,].*)?$`)
	timeLike = regexp.MustCompile(
		`^[0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?( ?[AaPp]\.?[Mm]\.?)?$`)
	mailLike = regexp.MustCompile(`^[^@\s]+@[^@\s]+\.[^@\s]+$`)
)

func isDate(cell string) bool {
	return len(cell) < 60 && (dateLike.MatchString(cell) || timeLike.MatchString(cell))
}

// content is what the cells of a column have in common.
type content int

const (
	texts content = iota
	empty
	dates
	numbers
	mails
)

// contentOf classifies the cells of a column. Nearly all must agree, since an export may have stray
// cells.
func contentOf(rows [][]string, column int) content {
	filled, date, number, mail := 0, 0, 0, 0
	for _, row := range rows {
		cell := strings.TrimSpace(At(row, column))
		if cell == "" {
			continue
		}
		filled++
		if isDate(cell) {
			date++
		}
		if _, _, ok := Number(cell); ok || Missing(cell) {
			number++
		}
		if len(cell) < 200 && mailLike.MatchString(cell) {
			mail++
		}
	}
	most := filled - filled/20
	switch {
	case filled == 0:
		return empty
	case date >= most:
		return dates
	case number == filled:
		return numbers
	case mail >= most:
		return mails
	}
	return texts
}

// At returns a cell, empty beyond the end of a row.
func At(row []string, column int) string {
	if column < 0 || column >= len(row) {
		return ""
	}
	return row[column]
}
