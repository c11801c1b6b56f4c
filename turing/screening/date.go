package screening

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/turing/screening/internal/phrase"
)

// date expects a date.
type date struct {
	month time.Month
	day   int
	year  int
}

func (e date) key() []string {
	return []string{
		fmt.Sprintf("%s %d, %d", e.month, e.day, e.year),
		fmt.Sprintf("%s %d", e.month, e.day),
	}
}

// figures matches dates such as 2010-10-23, 10/23/2010 and 23.10.10.
var figures = regexp.MustCompile(`\b(\d{1,4})[-/.](\d{1,2})(?:[-/.](\d{1,4}))?\b`)

func (e date) mark(t phrase.Text) (Verdict, string) {
	if m := figures.FindStringSubmatch(t.Raw); m != nil {
		var n [3]int
		for i := range n {
			n[i], _ = strconv.Atoi(m[i+1]) // 0 where it is left out
		}
		year := func(y int) bool { return y == 0 || y == e.year || y == e.year%100 }
		is := func(y, month, d int) bool {
			return year(y) && time.Month(month) == e.month && d == e.day
		}
		if is(n[2], n[0], n[1]) || is(n[2], n[1], n[0]) || is(n[0], n[1], n[2]) {
			return Right, "says " + m[0]
		}
		return Wrong, "says " + m[0]
	}
	month, day, year := time.Month(0), 0, 0
	for _, k := range t.Tokens {
		if k.Denied {
			continue
		}
		for m := time.January; m <= time.December; m++ {
			name := strings.ToLower(m.String())
			if k.Text == name || len(k.Text) >= 3 && strings.TrimPrefix(name, k.Text) != name {
				if month != 0 && month != m {
					return Wrong, "names several months"
				}
				month = m
			}
		}
	}
	for _, i := range t.Numbers() {
		switch v := t.Tokens[i].Number; {
		case v >= 1 && v <= 31 && day == 0:
			day = int(v)
		case v > 31 && v < 3000:
			year = int(v)
		}
	}
	switch {
	case day == 0 && month == 0:
		return Wrong, "names no date"
	case day != 0 && day != e.day, month != 0 && month != e.month, year != 0 && year != e.year:
		return Wrong, "says another date"
	case day == 0 || month == 0:
		return Partly, "says a part of the date"
	}
	return Right, fmt.Sprintf("says %s %d", month, day)
}
