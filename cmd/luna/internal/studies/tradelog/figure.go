package tradelog

import (
	"fmt"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/luna/trade"
)

// Draw draws a game as in figures 3 to 6 of the paper: the price of a human security over time,
// with a dot where the target answered, above the conversation. Only the beginning of a long
// conversation is drawn.
func Draw(p *trade.Played) (*figure.Drawing, error) {
	entries, err := entriesOf(p)
	if err != nil {
		return nil, err
	}
	k := &figure.Block{}
	k.Caption("price of a human security")
	k.Plot(curve(p), 240)
	k.Reserve(8, nil)
	addConversation(k, entries)
	end, _ := p.Ended()
	head := title(p) + " Dots: the target answered."
	if end.Reason != trade.Annulled {
		head += fmt.Sprintf(" The last price was %s.", points(p.Price()))
	}
	return figure.Stack(figure.Heading("Turing Trade: "+verdict(end), head), k), nil
}

func verdict(end trade.Event) string {
	if end.Nature == "" {
		return "an annulled game"
	}
	return "the target was a " + string(end.Nature)
}

// curve draws the price over the whole time of the game, or to its end if that came later. It marks
// the answers with the numbers of their questions, where there is room for them. A dotted line is
// where the game ended before its time.
func curve(game *trade.Played) *figure.Plot {
	p := figure.NewPlot("seconds", "")
	p.Grid()
	end, _ := game.Ended()
	last := max(game.Duration(), end.Time).Seconds()
	figure.Range(&p.X, 0, last)
	figure.Range(&p.Y, 0, trade.Payout)
	names := &figure.Labels{}
	if at := end.Time.Seconds(); end.Time < game.Duration() {
		p.Straight(figure.Dotted, at, 0, at, trade.Payout)
		side := text.XLeft
		if at > last*2/3 {
			side = text.XRight
		}
		names.Put(at, trade.Payout, " end ", figure.Style(figure.TickSize, figure.Muted, side, text.YTop))
	}
	prices := game.Curve()
	steps := p.Curve(figure.Line(0, 1.75), figure.Points(len(prices), func(i int) (x, y float64) {
		return prices[i].Time.Seconds(), prices[i].Price
	}))
	steps.StepStyle = plotter.PostStep // a price holds until the next bet
	steps.XYs = append(steps.XYs, plotter.XY{X: end.Time.Seconds(), Y: steps.XYs[len(prices)-1].Y})
	var answers plotter.XYs
	free := math.Inf(-1)
	for i, x := range game.Exchanges() {
		if x.Answered < 0 {
			continue
		}
		at := plotter.XY{X: x.Answered.Seconds(), Y: game.PriceAt(x.Answered)}
		answers = append(answers, at)
		if at.X < free {
			continue
		}
		free = at.X + last/28
		sty, y := figure.Style(figure.TickSize, figure.Ink, text.XCenter, text.YBottom), at.Y+2.5
		if at.Y > .92*trade.Payout {
			sty.YAlign, y = text.YTop, at.Y-2.5
		}
		names.Put(at.X, y, fmt.Sprint(i+1), sty)
	}
	p.Add(&names.Labels)
	p.Marks(answers, figure.Color(0), 4, figure.Marker(0))
	return p
}
