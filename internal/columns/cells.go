package columns

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Number parses a number with a decimal point or comma. After a slash or a per cent sign it has a
// maximum, as in "12 / 20"; otherwise top is 0.
func Number(cell string) (value, top float64, ok bool) {
	cell = strings.TrimSpace(strings.ReplaceAll(cell, "\u00a0", " "))
	if len(cell) > 60 {
		return 0, 0, false
	}
	if before, after, found := strings.Cut(cell, "/"); found {
		value, ok = decimal(strings.TrimSpace(before))
		top, good := decimal(strings.TrimSpace(after))
		return value, top, ok && good && top > 0
	}
	if before, found := strings.CutSuffix(cell, "%"); found {
		value, ok = decimal(strings.TrimSpace(before))
		return value, 100, ok
	}
	value, ok = decimal(cell)
	return value, 0, ok
}

func decimal(s string) (float64, bool) {
	if s == "" || strings.Trim(s, "0123456789.,eE+-") != "" || strings.Trim(s[:1], "eE") == "" {
		return 0, false
	}
	if strings.Count(s, ",") == 1 && !strings.Contains(s, ".") {
		s = strings.Replace(s, ",", ".", 1)
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil && !math.IsInf(v, 0) && !math.IsNaN(v)
}

// Missing reports whether a cell of numbers has none: it is empty or has a mark for that.
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
