package phrase

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestTimes(t *testing.T) {
	for text, want := range map[string]string{
		"9:30":                            "9:30?",
		"It's 9:30 am.":                   "9:30",
		"9:30am":                          "9:30",
		"9 a.m.":                          "9:00",
		"9pm":                             "21:00",
		"A9 3X":                           "",
		"9.30 p.m.":                       "21:30",
		"0930":                            "9:30?",
		"14:05":                           "14:05",
		"1405 hours":                      "14:05",
		"half past nine":                  "9:30?",
		"half nine":                       "9:30?",
		"nine thirty":                     "9:30?",
		"a quarter to ten":                "9:45?",
		"It is quarter past ten.":         "10:15?",
		"twenty-five to eleven":           "10:35?",
		"5 minutes past 9 in the morning": "9:05",
		"ten oh five":                     "10:05?",
		"9 o'clock":                       "9:00?",
		"nine o’clock in the evening":     "21:00",
		"ten forty-five pm":               "22:45",
		"noon":                            "12:00",
		"midnight":                        "0:00",
		"12:15 am":                        "0:15",
		"12 pm":                           "12:00",
		"not 9:30, but 10:40":             "10:40?",
		"9:30 or 10:40":                   "9:30? 10:40?",
		"ten":                             "10:00?",
		"I have 3 cats and 12 dogs":       "3:00? 12:00?",
		"20 minutes":                      "",
		"25:70":                           "",
		"":                                "",
	} {
		var list []string
		for _, f := range Parse(text).Times(true) {
			s := fmt.Sprintf("%d:%02d", f.Minute/60, f.Minute%60)
			if f.Half {
				s += "?"
				if f.Minute < 60 {
					s = fmt.Sprintf("12:%02d?", f.Minute)
				}
			}
			list = append(list, s)
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%q has the times %q, want %q", text, got, want)
		}
	}
}

func TestAway(t *testing.T) {
	for _, c := range []struct {
		time   Time
		minute int
		want   int
	}{
		{Time{Minute: 5}, 24*60 - 5, 10},
		{Time{Minute: 9 * 60, Half: true}, 21*60 + 1, 1},
		{Time{Minute: 9 * 60}, 21 * 60, 720},
	} {
		if got := c.time.Away(c.minute); got != c.want {
			t.Errorf("%v is %d minutes away from %d, want %d", c.time, got, c.minute, c.want)
		}
	}
}

func TestDurations(t *testing.T) {
	for text, want := range map[string]string{
		"20 minutes":                  "20",
		"an hour and a half":          "90",
		"one and a half hours":        "90",
		"1.5 hours":                   "90",
		"half an hour":                "30",
		"a quarter of an hour":        "15",
		"1h 20m":                      "80",
		"one hour and twenty minutes": "80",
		"an hour, twenty minutes":     "80",
		"two hours":                   "120",
		"twenty-five more minutes":    "25",
		"90 seconds":                  "1.5",
		"ten minutes or two hours":    "10 120",
		"not 20 minutes":              "",
		"I do not know":               "",
	} {
		var list []string
		for _, d := range Parse(text).Durations() {
			list = append(list, fmt.Sprint(d.Seconds/60))
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%q has the lengths %q, want %q", text, got, want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"twenty three":      "23",
		"Sixty-seven.":      "67",
		"67":                "67",
		"one hundred":       "100",
		"a hundred":         "100",
		"a dozen":           "12",
		"the 3rd":           "3",
		"the third":         "3",
		"twenty-third":      "23",
		"1,000":             "1000",
		"the larger one":    "",
		"One.":              "1",
		"not eight but six": "6",
		"round 3 of 6":      "3 6",
	} {
		p := Parse(text)
		var list []string
		for _, i := range p.Numbers() {
			list = append(list, fmt.Sprint(p.Tokens[i].Number))
		}
		if got := strings.Join(list, " "); got != want {
			t.Errorf("%q has the numbers %q, want %q", text, got, want)
		}
	}
}

func TestDenied(t *testing.T) {
	for text, want := range map[string]bool{
		"a hammer":                         false,
		"not a hammer":                     true,
		"It isn't a hammer":                true,
		"not a saw, a hammer":              false,
		"not a saw but a hammer":           false,
		"You can't do it without a hammer": false,
		"I would never use a hammer":       true,
		"instead of a hammer":              true,
		"Not only a hammer":                false,
		"No. A hammer.":                    false,
	} {
		p := Parse(text)
		i := slices.IndexFunc(p.Tokens, func(k Token) bool { return k.Text == "hammer" })
		if i < 0 || p.Tokens[i].Denied != want {
			t.Errorf("in %q the hammer is denied: %v, want %v", text, !want, want)
		}
	}
}

func TestIgnorant(t *testing.T) {
	for text, want := range map[string]bool{
		"I don't know.": true, "no idea": true, "I'm not sure": true, "I forgot": true,
		"I do not remember that": true, "dunno": true, "I know it": false, "": false,
	} {
		if got := Parse(text).Ignorant; got != want {
			t.Errorf("%q is ignorant: %v", text, got)
		}
	}
}

func TestTogether(t *testing.T) {
	for _, c := range []struct {
		text, pattern string
		want          bool
	}{
		{"for hitting nails", "hit nail", true},
		{"You drive a nail with it.", "drive nails", true},
		{"You hit it. Nails are long.", "hit nail", false},
		{"you do not hit nails", "hit nail", false},
		{"He said it", "", false},
		{"8 of them", "eight", true},
		{"eight", "8", true},
		{"mice", "mouse", true},
		{"baaaaa", "baa", true},
		{"meeeow!", "meow", true},
	} {
		if got := Parse(c.text).Together(NewPattern(c.pattern)) >= 0; got != c.want {
			t.Errorf("%q has %q: %v", c.text, c.pattern, got)
		}
	}
}

func TestWithout(t *testing.T) {
	q := Parse("What is a hammer for?")
	rest, found := Parse("You ask: what is a hammer for? Nails.").Without(q)
	if !found || len(rest.Tokens) != 3 || rest.Together(NewPattern("nail")) < 0 {
		t.Errorf("%v, %v is left", rest.Tokens, found)
	}
	if _, found := Parse("a hammer is for nails").Without(q); found {
		t.Error("other words count as repeated")
	}
}

// TestLongTexts checks that texts of any length are read in bounded time and space.
func TestLongTexts(t *testing.T) {
	for _, s := range []string{
		strings.Repeat("a.", 1<<20), strings.Repeat("hit nail ", 1<<18), strings.Repeat("€", 1<<18),
	} {
		p := Parse(s)
		if len(p.Tokens) > maxTokens || len(p.Raw) > maxBytes {
			t.Errorf("%d tokens of %d bytes are read", len(p.Tokens), len(p.Raw))
		}
		p.Together(NewPattern("hit nail"))
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"half past nine, 9:30 or 0930?", "one hour and a", "quarter to",
		"twenty", "\x00’", "and a half",
		"10 minutes to", "99999999999999999999 hours", "the one hundred hundred hundred"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p := Parse(s)
		for i := range p.Tokens {
			p.Asked(i)
		}
		for _, v := range p.Times(true) {
			if v.Minute < 0 || v.Minute >= 24*60 {
				t.Errorf("%q has the minute %d", s, v.Minute)
			}
		}
		p.Durations()
		p.Together(NewPattern(s))
		p.Without(p)
	})
}
