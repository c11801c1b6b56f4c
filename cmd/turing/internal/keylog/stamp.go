package keylog

import (
	"fmt"
	"regexp"
	"strconv"
)

const (
	second    = 1_000_000     // in microseconds
	firstYear = 631152000     // 1990
	lastYear  = 4102444800    // 2100
	lastStamp = 9_999_999_999 // ten digits of seconds
)

// stampForm matches the time that the contests wrote, of 18 digits: 0, ten of seconds, 0, six of
// microseconds. The first 0 gets lost on the way through a spreadsheet.
var stampForm = regexp.MustCompile(`^0?(\d{10})0(\d{6})$`)

// parseStamp reads when a key was received, in microseconds since 1970. Plain microseconds (16 digits),
// milliseconds (13) and seconds (10, or 11 with a 0) are understood as well, and as times without the
// first 0 if they are between 1990 and 2100.
func parseStamp(s string) (received int64, ok bool) {
	unit := map[int]int64{17: 1, 18: 1, 16: 1, 13: 1000, 10: second, 11: second}[len(s)]
	digits := s
	if len(s) > 16 {
		m := stampForm.FindStringSubmatch(s)
		if m == nil {
			return 0, false
		}
		digits = m[1] + m[2]
	}
	n, err := strconv.ParseUint(digits, 10, 62)
	received = int64(n) * unit
	return received, err == nil && (len(s) == 18 || firstYear*second <= received && received < lastYear*second)
}

// formatStamp writes a time as the contests did.
func formatStamp(received int64) (string, error) {
	if received < 0 || received/second > lastStamp {
		return "", fmt.Errorf("found time %d µs, expected 0 to %d s since 1970", received,
			int64(lastStamp))
	}
	return fmt.Sprintf("0%010d0%06d", received/second, received%second), nil
}
