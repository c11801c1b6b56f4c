package pages

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/trade"
)

// clock formats a time since the start of a game, such as 1:05.
func clock(d time.Duration) string {
	s := int(max(0, d) / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// seconds is a time in seconds for a script.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(math.Round(d.Seconds()*1e3)/1e3, 'f', -1, 64)
}

// tenths formats a number with at most one digit after the point, and a proper minus sign.
func tenths(x float64) string {
	x = math.Round(x*10) / 10
	if x == 0 {
		x = 0 // not -0
	}
	return strings.Replace(strconv.FormatFloat(x, 'f', -1, 64), "-", "−", 1)
}

// price formats a price.
func price(x float64) string { return tenths(x) }

// points formats gains and losses with their sign.
func points(x float64) string {
	text := tenths(x)
	if x > 0 && text != "0" {
		return "+" + text
	}
	return text
}

func brier(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }

// sideName is a side in a sentence: "a human" or "a computer".
func sideName(s trade.Side) string { return "a " + string(s) }

// held says how many securities of which kind somebody holds, such as "2 human".
func held(h trade.Holding) string {
	if h.Held == 0 {
		return "none"
	}
	return fmt.Sprintf("%d %s", h.Held, h.Kind)
}

// tag returns the name by which a viewer sees a player.
func tag(name, me string) string {
	switch {
	case name == me:
		return "You"
	case name == trade.Target:
		return "Target"
	}
	return name
}

// rules are the settings of the games in the form that sentences need.
type rules struct {
	Time, Delay string
	Bettors     int
	Start       string
}

func withDefaults(s trade.Settings) trade.Settings {
	s.Bettors, s.Game = []string{"Bettor 1"}, ""
	if g, err := trade.New(s); err == nil {
		return g.Settings()
	}
	return s
}

func rulesOf(s trade.Settings) rules {
	return rules{
		Time: span(s.Seconds), Delay: span(max(0, s.Delay)), Bettors: s.MaxBettors,
		Start: price(s.StartPrice),
	}
}

// span is a number of seconds in words, such as "two minutes" or "90 seconds".
func span(s float64) string {
	switch {
	case s == 1:
		return "one second"
	case s == 5:
		return "five seconds"
	case s >= 60 && math.Mod(s, 60) == 0:
		n := int(s / 60)
		if words := []string{"", "one minute", "two minutes", "three minutes"}; n < len(words) {
			return words[n]
		}
		return pages.Plural(n, "minute")
	}
	return tenths(s) + " seconds"
}
