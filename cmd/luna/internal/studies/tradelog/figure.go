package tradelog

import (
	"fmt"
	"io"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/luna/trade"
)

// WritePNG draws a game as in figures 3 to 6 of the paper, as a PNG image: the price of a human
// security over time, with a dot where the target answered, above the conversation. Only the
// beginning of a long conversation is drawn.
func WritePNG(w io.Writer, p *trade.Played) error {
	d, err := drawing(p)
	if err != nil {
		return err
	}
	return d.WritePNG(w)
}

// WriteSVG is like [WritePNG], but writes an SVG drawing.
func WriteSVG(w io.Writer, p *trade.Played) error {
	d, err := drawing(p)
	if err != nil {
		return err
	}
	return d.WriteSVG(w)
}

func drawing(p *trade.Played) (*figure.Drawing, error) {
	entries, err := entriesOf(p)
	if err != nil {
		return nil, err
	}
	k := &figure.Block{}
	k.Caption("price of a human security")
	k.Area(240, 34, 14, 42, func(c draw.Canvas) { newPanel(c, p).draw() })
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

// panel is the area of the price curve.
type panel struct {
	figure.Panel
	game *trade.Played
}

// newPanel returns a panel that shows the whole time of the game, and its end if that came later.
func newPanel(c draw.Canvas, p *trade.Played) panel {
	end, _ := p.Ended()
	last := max(p.Duration(), end.Time).Seconds()
	return panel{figure.Panel{Canvas: c, Right: last, Top: trade.Payout}, p}
}

func (p panel) draw() {
	p.Axes("seconds", false)
	p.end()
	p.curve()
	p.dots()
}

// end draws a line where the game ended before its time.
func (p panel) end() {
	end, _ := p.game.Ended()
	if end.Time >= p.game.Duration() {
		return
	}
	at := p.At(end.Time.Seconds(), 0).X
	dotted := draw.LineStyle{Color: figure.Grey, Width: 1, Dashes: []vg.Length{1.5, 2}}
	p.StrokeLine2(dotted, at, p.Min.Y, at, p.Max.Y)
	x, side := at+4, text.XLeft
	if at > p.Min.X+(p.Max.X-p.Min.X)*2/3 {
		x, side = at-4, text.XRight
	}
	p.FillText(figure.Style(12, figure.Muted, side, text.YTop), vg.Point{X: x, Y: p.Max.Y - 2}, "end")
}

// curve draws steps: a price holds until the next bet.
func (p panel) curve() {
	end, _ := p.game.Ended()
	var line []vg.Point
	price := 0.0
	for i, c := range p.game.Curve() {
		t := c.Time.Seconds()
		if i > 0 {
			line = append(line, p.At(t, price))
		}
		price = c.Price
		line = append(line, p.At(t, price))
	}
	line = append(line, p.At(end.Time.Seconds(), price))
	p.StrokeLines(figure.Line(0, 1.75), line)
}

// dots marks the answers with the numbers of their questions, where there is room for them.
func (p panel) dots() {
	const room = 12
	last := vg.Length(math.Inf(-1))
	for i, x := range p.game.Exchanges() {
		if x.Answered < 0 {
			continue
		}
		at := p.At(x.Answered.Seconds(), p.game.PriceAt(x.Answered))
		figure.Marker(p.Canvas, 0, at)
		if at.X-last < room {
			continue
		}
		last = at.X
		sty := figure.Style(12, figure.Ink, text.XCenter, text.YBottom)
		if at.Y > p.Max.Y-16 {
			sty.YAlign, at.Y = text.YTop, at.Y-12
		}
		p.FillText(sty, vg.Point{X: at.X, Y: at.Y + 6}, fmt.Sprint(i+1))
	}
}
