package pages

import (
	"cmp"
	"fmt"
	"math"
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

// plot is the curve of the price of a human security over the time of a game, drawn as SVG by a
// template. The script of a page continues the drawing from the numbers in the SVG.
type plot struct {
	ID, Title, Desc          string
	Width, Height            float64
	Left, Top, Right, Bottom float64
	Line                     string // commands of an SVG path
	Dots                     []spot
	Now                      float64 // where the curve ends
	Y                        float64 // of the price there
	Seconds                  float64 // the time of the whole width
	XTicks, YTicks           []tick
}

type spot struct{ X, Y float64 }

type tick struct {
	At   float64
	Text string
}

// curveOf draws a curve until a time, on a width that is a whole time, with dots at the answers.
func curveOf(id string, curve []trade.Point, answers []time.Duration, until, whole time.Duration) plot {
	p := plot{
		ID: id, Title: "Price of a human security", Width: 360, Height: 160,
		Left: 32, Top: 8, Right: 342, Bottom: 136,
		Seconds: max(1, whole.Seconds(), until.Seconds()),
	}
	for _, y := range []float64{0, 25, 50, 75, 100} {
		p.YTicks = append(p.YTicks, tick{p.y(y), price(y)})
	}
	step := tickStep(p.Seconds)
	for t := 0.0; t <= p.Seconds; t += step {
		p.XTicks = append(p.XTicks, tick{p.x(t), clock(time.Duration(t * float64(time.Second)))})
	}
	var line strings.Builder
	at := 0.0
	for i, point := range curve {
		x := p.x(point.Time.Seconds())
		at = point.Price
		if i == 0 {
			fmt.Fprintf(&line, "M%g %g", x, p.y(at))
			continue
		}
		fmt.Fprintf(&line, "H%gV%g", x, p.y(at))
	}
	p.Now, p.Y = p.x(until.Seconds()), p.y(at)
	if len(curve) > 0 {
		fmt.Fprintf(&line, "H%g", p.Now)
	}
	p.Line = line.String()
	for _, t := range answers {
		p.Dots = append(p.Dots, spot{p.x(t.Seconds()), p.y(trade.PriceAt(curve, t))})
	}
	return p
}

func (p plot) x(seconds float64) float64 {
	return round1(p.Left + min(1, max(0, seconds/p.Seconds))*(p.Right-p.Left))
}

func (p plot) y(price float64) float64 {
	return round1(p.Bottom + min(1, max(0, price/trade.Payout))*(p.Top-p.Bottom))
}

func round1(x float64) float64 { return math.Round(x*10) / 10 }

// tickStep returns the smallest round time, in seconds, that divides the whole time into at most
// six parts.
func tickStep(whole float64) float64 {
	for _, step := range []float64{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200} {
		if whole/step <= 6 {
			return step
		}
	}
	return 4 * 3600
}

// curveWords says what a curve shows.
func curveWords(curve []trade.Point) string {
	if len(curve) == 0 {
		return ""
	}
	first, last := curve[0].Price, curve[len(curve)-1].Price
	low, high := first, first
	for _, p := range curve {
		low, high = min(low, p.Price), max(high, p.Price)
	}
	return fmt.Sprintf("From %s at the start to %s at the end; the lowest price was %s, the "+
		"highest %s. Dots mark answers.", price(first), price(last), price(low), price(high))
}
