package pages

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/luna-rating/luna/luna/internal/site/pages"
	"github.com/luna-rating/luna/luna/trade"
)

// maxRun is the longest time that one line of bets covers.
const maxRun = 10 * time.Second

// inOrder sorts lines by their times, joins runs of bets, and adds the prices.
func inOrder(p *trade.Played, list []line) []line {
	slices.SortStableFunc(list, func(a, b line) int { return cmp.Compare(a.At, b.At) })
	var out []line
	for i := 0; i < len(list); {
		n := 1
		if list[i].Kind == trade.Bet {
			for i+n < len(list) && list[i+n].Kind == trade.Bet &&
				list[i+n].At-list[i].At <= maxRun {
				n++
			}
		}
		l, last := list[i], list[i+n-1]
		if l.Kind == trade.Bet {
			l.Who, l.Text = "", betsInWords(list[i:i+n])
		}
		l.Price = p.PriceAt(last.At)
		out = append(out, l)
		i += n
	}
	return out
}

// betsInWords says who bet how often on what, such as "Bettor 1: 3 on human; Bettor 2: 1 on
// computer".
func betsInWords(bets []line) string {
	type key struct{ who, side string }
	counts := make(map[key]int)
	var order []key
	for _, b := range bets {
		k := key{b.Who, b.Text}
		if counts[k] == 0 {
			order = append(order, k)
		}
		counts[k]++
	}
	parts := make([]string, len(order))
	for i, k := range order {
		parts[i] = fmt.Sprintf("%s: %s on %s", k.who, pages.Plural(counts[k], "bet"), k.side)
	}
	return strings.Join(parts, "; ")
}
