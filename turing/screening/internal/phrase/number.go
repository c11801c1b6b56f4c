package phrase

import (
	"slices"
	"strings"
)

var units = map[string]float64{
	"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
	"eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
	"fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19, "dozen": 12,
}

var tens = map[string]float64{
	"twenty": 20, "thirty": 30, "forty": 40, "fourty": 40, "fifty": 50, "sixty": 60,
	"seventy": 70, "eighty": 80, "ninety": 90,
}

var ordinals = map[string]float64{
	"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
	"eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "twentieth": 20,
	"thirtieth": 30,
}

var powers = map[string]float64{"hundred": 100, "thousand": 1000, "million": 1e6}

// pronouns come before "one" where it is no number: "the large one".
var pronouns = []string{"the", "this", "that", "no", "which", "every", "any", "some", "each",
	"first", "last", "other", "larger", "smaller", "bigger", "big", "small", "large", "only"}

// number finds the values of number words and joins those of several words: "twenty three".
func (t *Text) number() {
	var out []Token
	for i := 0; i < len(t.Tokens); i++ {
		k := t.Tokens[i]
		var last Token
		joined := false
		if len(out) > 0 {
			last = out[len(out)-1]
			joined = last.Clause == k.Clause && last.IsNumber && !last.Ordinal
		}
		before := last.Text
		if len(out) == 0 || last.Clause != k.Clause {
			before = ""
		}
		if v, ok := tens[k.Text]; ok {
			k.Number, k.IsNumber = v, true
		} else if v, ok := units[k.Text]; ok {
			if k.Text == "one" &&
				(slices.Contains(pronouns, before) || strings.HasSuffix(before, "er")) {
				out = append(out, k)
				continue
			}
			if joined && v >= 1 && v <= 9 && last.figures == "" && isTens(last.Number) {
				out[len(out)-1].Number += v
				out[len(out)-1].Text += " " + k.Text
				continue
			}
			k.Number, k.IsNumber = v, true
		} else if v, ok := ordinals[k.Text]; ok {
			if joined && v <= 9 && last.figures == "" && isTens(last.Number) {
				o := &out[len(out)-1]
				o.Number, o.Ordinal, o.Text = o.Number+v, true, o.Text+" "+k.Text
				continue
			}
			// "second" is also a length of time; see [Text.Durations].
			k.Number, k.IsNumber, k.Ordinal = v, true, true
		} else if joined && powers[k.Text] > 0 {
			out[len(out)-1].Number *= powers[k.Text]
			continue
		} else if k.Text == "hundred" && (before == "a" || before == "") {
			k.Number, k.IsNumber = 100, true
		} else if joined && last.figures != "" &&
			slices.Contains([]string{"st", "nd", "rd", "th"}, k.Text) {
			out[len(out)-1].Ordinal = true
			continue
		}
		out = append(out, k)
	}
	t.Tokens = out
}

func isTens(v float64) bool { return v >= 20 && v < 100 && int(v)%10 == 0 }

// Numbers returns the indices of tokens that are numbers and are not denied.
func (t Text) Numbers() []int {
	var list []int
	for i, k := range t.Tokens {
		if k.IsNumber && !k.Denied {
			list = append(list, i)
		}
	}
	return list
}
