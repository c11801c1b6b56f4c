package phrase

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Time is a time of day in an answer.
type Time struct {
	Minute int  // of the day; of a half day, 0 to 719, if Half
	Half   bool // it is not said whether it is before or after noon
	Token  int  // the index of its first token
}

// Away returns how many minutes lie between it and a minute of the day, the shorter way around.
func (t Time) Away(minute int) int {
	day := 24 * 60
	if t.Half {
		day = 12 * 60
	}
	d := ((t.Minute-minute)%day + day) % day
	return min(d, day-d)
}

// Times returns the times of day that are named and not denied, in their order. A number alone is
// one, the full hour, if no other is found and alone is set.
func (t Text) Times(alone bool) []Time {
	var list []Time
	for i := 0; i < len(t.Tokens); {
		found, n := t.timeAt(i)
		if n == 0 {
			i++
			continue
		}
		if !t.Tokens[i].Denied {
			found.Token = i
			list = append(list, found)
		}
		i += n
	}
	if len(list) > 0 || !alone {
		return list
	}
	for _, i := range t.Numbers() {
		k := t.Tokens[i]
		if v := k.Number; v == math.Trunc(v) && v >= 1 && v <= 12 && !k.Ordinal {
			list = append(list, Time{Minute: int(v) % 12 * 60, Half: true, Token: i})
		}
	}
	return list
}

// timeAt reads a time that starts at a token and returns how many tokens it takes, 0 for none.
func (t Text) timeAt(i int) (Time, int) {
	k := t.Tokens[i]
	if k.figures != "" {
		if h, m, ok := hourMinute(k.figures); ok {
			return t.halved(h, m, i, 1)
		}
	}
	switch k.Text {
	case "noon", "midday":
		return Time{Minute: 12 * 60}, 1
	case "midnight":
		return Time{}, 1
	case "half", "quarter":
		n := 1
		if w := t.word(i + n); slices.Contains(
			[]string{"past", "after", "to", "before", "of", "till"},
			w,
		) {
			if h, ok := t.hour(i + n + 1); ok {
				m := map[string]int{"half": 30, "quarter": 15}[k.Text]
				if w != "past" && w != "after" {
					m = -m
				}
				return t.halved(h, m, i, n+2)
			}
		}
		if h, ok := t.hour(i + 1); ok && k.Text == "half" &&
			!t.measured(i+2) { // British: half nine
			return t.halved(h, 30, i, 2)
		}
		return Time{}, 0
	}
	if !k.IsNumber || k.Ordinal || k.Number != math.Trunc(k.Number) || k.Number < 0 {
		return Time{}, 0
	}
	n, v := 1, int(min(k.Number, 1e6))
	if h, ok := t.hour(i); ok {
		switch w := t.word(i + 1); w {
		case "oclock", "am", "pm":
			return t.halved(h, 0, i, 1)
		case "oh", "o":
			if m, ok := t.minute(i+2, 1, 9); ok {
				return t.halved(h, m, i, 3)
			}
		}
		if m, ok := t.minute(i+1, 10, 59); ok && !t.measured(i+2) {
			return t.halved(h, m, i, 2)
		}
		if t.inThe(i+1) != 0 {
			return t.halved(h, 0, i, 1)
		}
	}
	if strings.HasPrefix(t.word(i+n), "minute") || t.word(i+n) == "min" {
		n++
	}
	if w := t.word(i + n); v < 60 &&
		slices.Contains([]string{"past", "after", "to", "before", "till"}, w) {
		if w := t.word(i + n + 1); w == "noon" || w == "midnight" {
			return Time{}, 0 // a length of time
		}
		if h, ok := t.hour(i + n + 1); ok && !t.measured(i+n+2) {
			if w != "past" && w != "after" {
				v = -v
			}
			return t.halved(h, v, i, n+2)
		}
	}
	return Time{}, 0
}

// halved makes a time of hours and minutes whose n tokens start at i, and reads what follows.
func (t Text) halved(h, m, i, n int) (Time, int) {
	minute := ((h*60+m)%1440 + 1440) % 1440
	if t.word(i+n) == "oclock" {
		n++
	}
	half := 0
	switch t.word(i + n) {
	case "am":
		half, n = 1, n+1
	case "pm":
		half, n = 2, n+1
	default:
		half = t.inThe(i + n)
	}
	switch {
	case half == 1 || half == 2:
		return Time{Minute: minute%720 + (half-1)*720}, n
	case h > 12 || h == 0:
		return Time{Minute: minute}, n
	}
	return Time{Minute: minute % 720, Half: true}, n
}

// inThe reads "in the morning" and the like: 1 is before noon, 2 after it, 0 neither.
func (t Text) inThe(i int) int {
	if t.word(i) == "at" && t.word(i+1) == "night" {
		return 2
	}
	if t.word(i) == "in" && t.word(i+1) == "the" {
		switch t.word(i + 2) {
		case "morning":
			return 1
		case "afternoon", "evening":
			return 2
		}
	}
	return 0
}

func (t Text) hour(i int) (int, bool) { return t.minute(i, 1, 12) }

// minute returns the whole number of a token, if it is within bounds.
func (t Text) minute(i, low, high int) (int, bool) {
	if i >= len(t.Tokens) || !t.Tokens[i].IsNumber || t.Tokens[i].Ordinal {
		return 0, false
	}
	v := t.Tokens[i].Number
	return int(v), v == math.Trunc(v) && v >= float64(low) && v <= float64(high)
}

// word returns the text of a token, "" behind the last.
func (t Text) word(i int) string {
	if i < 0 || i >= len(t.Tokens) {
		return ""
	}
	return t.Tokens[i].Text
}

// hourMinute reads 9:30, 9.30 and 0930.
func hourMinute(s string) (h, m int, ok bool) {
	a, b, found := strings.Cut(s, ":")
	if !found {
		a, b, found = strings.Cut(s, ".")
	}
	if !found && len(s) == 4 && !strings.Contains(s, ",") && s < "2000" {
		a, b, found = s[:2], s[2:], true
	}
	if !found || len(b) != 2 {
		return 0, 0, false
	}
	h, err := strconv.Atoi(a)
	if err != nil || h > 23 {
		return 0, 0, false
	}
	m, err = strconv.Atoi(b)
	return h, m, err == nil && m < 60
}
