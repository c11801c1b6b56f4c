package phrase

import "slices"

// Duration is a length of time in an answer.
type Duration struct {
	Seconds float64
	Token   int // the index of its first token
}

var lengths = map[string]float64{
	"second": 1, "seconds": 1, "sec": 1, "secs": 1,
	"minute": 60, "minutes": 60, "min": 60, "mins": 60,
	"m": 60, "hour": 3600, "hours": 3600, "hr": 3600, "hrs": 3600, "h": 3600,
	"day": 86400, "days": 86400, "week": 604800, "weeks": 604800,
}

// measured reports whether a token is a unit of time.
func (t Text) measured(i int) bool {
	_, ok := lengths[t.word(i)]
	return ok
}

// Durations returns the lengths of time that are named and not denied. Parts are added: "an hour
// and 20 minutes" is one.
func (t Text) Durations() []Duration {
	var list []Duration
	end := -1 // behind the one before
	for i := 0; i < len(t.Tokens); {
		v, n := t.durationAt(i)
		if n == 0 {
			i++
			continue
		}
		if !t.Tokens[i].Denied {
			joined := end >= 0 && (i == end || i == end+1 && t.word(end) == "and")
			if joined {
				list[len(list)-1].Seconds += v
			} else {
				list = append(list, Duration{v, i})
			}
			end = i + n
			if t.word(end) == "and" && t.word(end+1) == "a" {
				switch t.word(end + 2) {
				case "half":
					list[len(list)-1].Seconds += t.last(end-1) / 2
					end += 3
				case "quarter":
					list[len(list)-1].Seconds += t.last(end-1) / 4
					end += 3
				}
			}
		}
		i = max(i+n, end)
	}
	return list
}

// last returns the unit of a token.
func (t Text) last(i int) float64 { return lengths[t.word(i)] }

// durationAt reads a length of time and returns its seconds and how many tokens it takes.
func (t Text) durationAt(i int) (float64, int) {
	k := t.Tokens[i]
	switch {
	case k.Text == "half" || k.Text == "quarter":
		share := map[string]float64{"half": 0.5, "quarter": 0.25}[k.Text]
		n := 1
		if t.word(i+n) == "of" {
			n++
		}
		if w := t.word(i + n); w == "a" || w == "an" {
			n++
		}
		if t.measured(i + n) {
			return share * t.last(i+n), n + 1
		}
	case (k.Text == "a" || k.Text == "an") && t.measured(i+1):
		return t.last(i + 1), 2
	case k.IsNumber && (!k.Ordinal):
		if t.measured(i + 1) {
			return k.Number * t.last(i+1), 2
		}
		// one and a half hours, two more minutes
		if t.word(i+1) == "and" && t.word(i+2) == "a" && t.word(i+3) == "half" && t.measured(i+4) {
			return (k.Number + 0.5) * t.last(i+4), 5
		}
		if slices.Contains([]string{"more", "full", "whole"}, t.word(i+1)) && t.measured(i+2) {
			return k.Number * t.last(i+2), 3
		}
	}
	return 0, 0
}
