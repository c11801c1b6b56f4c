package keylog

import (
	"fmt"
	"strconv"
)

const (
	second    = 1_000_000     // in microseconds
	firstYear = 631152000     // 1990
	lastYear  = 4102444800    // 2100
	lastStamp = 9_999_999_999 // ten digits of seconds
)

// parseStamp reads when a key was received, in microseconds since 1970. The contests wrote 18
// digits: 0, ten of seconds, 0, six of microseconds. Numbers that lost the first 0 on their way
// through a spreadsheet (17 digits), and plain microseconds (16), milliseconds (13) and seconds
// (10, or 11 with the 0) are understood as well, if they are between 1990 and 2100.
func parseStamp(s string) (received int64, ok bool) {
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	number := func(s string) int64 {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return -1
		}
		return n
	}
	switch len(s) {
	case 18:
		if s[0] != '0' || s[11] != '0' {
			return 0, false
		}
		return number(s[1:11])*second + number(s[12:]), true
	case 17:
		if s[10] != '0' {
			return 0, false
		}
		received = number(s[:10])*second + number(s[11:])
	case 16:
		received = number(s)
	case 13:
		received = number(s) * 1000
	case 10, 11:
		received = number(s) * second
	}
	return received, firstYear*second <= received && received < lastYear*second
}

// formatStamp writes a time as the contests did.
func formatStamp(received int64) (string, error) {
	if received < 0 || received/second > lastStamp {
		return "", fmt.Errorf("found time %d µs, expected 0 to %d s since 1970", received,
			int64(lastStamp))
	}
	return fmt.Sprintf("0%010d0%06d", received/second, received%second), nil
}
