package report

import (
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// block is a part of a figure, of the width of a panel: what it draws is stacked from the top.
type block struct {
	height vg.Length
	parts  []func(c draw.Canvas)
}

func newBlock() *block { return &block{} }

// draw draws the block from the top of the canvas.
func (b *block) draw(c draw.Canvas) {
	for _, part := range b.parts {
		part(c)
	}
}

// reserve adds a part of the given height; do gets the canvas and the part's top.
func (b *block) reserve(height vg.Length, do func(c draw.Canvas, top vg.Length)) {
	at := b.height
	b.height += height
	if do != nil {
		b.parts = append(b.parts, func(c draw.Canvas) { do(c, c.Max.Y-at) })
	}
}

// add adds a text, wrapped to the width of the panel.
func (b *block) add(sty text.Style, leading vg.Length, s string) {
	for _, line := range wrapTo(sty, s, panelWidth) {
		b.reserve(leading, func(c draw.Canvas, top vg.Length) {
			c.FillText(sty, vg.Point{X: c.Min.X, Y: top}, line)
		})
	}
}

// wrapTo breaks s at spaces into lines of at most the given width. A longer word is truncated.
func wrapTo(sty text.Style, s string, room vg.Length) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(clean(s)) {
		word = fit(sty, word, room)
		switch {
		case line == "":
			line = word
		case sty.Width(line+" "+word) > room:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// onPaper writes a text on a light ground, which keeps lines from crossing its letters.
func onPaper(c draw.Canvas, sty text.Style, x, y vg.Length, s string) {
	// The style says whether y is the text's top or its centre.
	size := sty.Font.Size
	top := y
	if sty.YAlign == text.YCenter {
		top += size * .6
	}
	plotArea{Canvas: c}.box(x-2, x+sty.Width(s)+2, top-size*1.2, top, paper)
	c.FillText(sty, vg.Point{X: x, Y: y}, s)
}

// Spaces between the blocks of a figure.
const (
	figureMargin vg.Length = 16
	blockGap     vg.Length = 24
)

// stack puts a heading above panels: one below the other up to three, else in columns.
func stack(heading *block, panels []*block) *Figure {
	columns := 1
	for columns < 3 && len(panels) > 3*columns*columns {
		columns++
	}
	var rows []vg.Length // heights
	for i, p := range panels {
		if i%columns == 0 {
			rows = append(rows, 0)
		}
		rows[len(rows)-1] = max(rows[len(rows)-1], p.height)
	}
	height := 2*figureMargin + heading.height
	for _, h := range rows {
		height += blockGap + h
	}
	n := vg.Length(columns)
	return &Figure{2*figureMargin + n*panelWidth + (n-1)*blockGap, height, func(c draw.Canvas) {
		at := func(x, top vg.Length) draw.Canvas {
			x += c.Min.X + figureMargin
			return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: x, Y: c.Min.Y}, Max: vg.Point{X: x + panelWidth, Y: top}}}
		}
		top := c.Max.Y - figureMargin
		heading.draw(at(0, top))
		top -= heading.height
		for i, p := range panels {
			if k := i % columns; k == 0 {
				top -= blockGap
				if i > 0 {
					top -= rows[i/columns-1]
				}
			}
			p.draw(at(vg.Length(i%columns)*(panelWidth+blockGap), top))
		}
	}}
}

// titled starts a block with a panel's titles, each of which may be "".
func titled(title, under string) *block {
	k := newBlock()
	if title != "" {
		k.add(strong(style(14.5, ink, text.XLeft, text.YTop)), 19, title)
	}
	if under != "" {
		k.add(style(typeSize, muted, text.XLeft, text.YTop), lineHeight, under)
	}
	if k.height > 0 {
		k.reserve(5, nil)
	}
	return k
}
