package datasets

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// parseNumber parses a decimal number in [lo,hi]. Infinities, NaN and the hexadecimal and
// underscore forms of Go are refused.
func parseNumber(s string, lo, hi float64) (float64, bool) {
	s = strings.TrimSpace(s)
	if s == "" || strings.Trim(s, "0123456789.eE+-") != "" {
		return 0, false
	}
	v, err := strconv.ParseFloat(s, 64)
	if err != nil || math.IsNaN(v) || v < lo || v > hi {
		return 0, false
	}
	return v, true
}

// numberField is parseNumber with an error that names the field and the line.
func numberField(file string, line int, field, s string, lo, hi float64) (float64, error) {
	v, ok := parseNumber(s, lo, hi)
	if !ok {
		return 0, files.New(file, line, field+" "+text.Quote(s),
			fmt.Sprintf("a number from %v to %v", lo, hi))
	}
	return v, nil
}

// figure writes a number for people.
func figure(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// unit reports whether a value lies in [0,1].
func unit(v float64) bool { return v >= 0 && v <= 1 }

// mean returns the mean of the values, NaN if there are none.
func mean(vs []float64) float64 {
	sum := 0.0
	for _, v := range vs {
		sum += v
	}
	return sum / float64(len(vs))
}
