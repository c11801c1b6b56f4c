package report

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
)

type block = figure.Block

const (
	panelWidth = figure.PanelWidth
	typeSize   = figure.TypeSize
	lineHeight = figure.LineHeight
	blockGap   = figure.Gap
)

// stack returns a figure of panels below a heading.
func stack(heading *block, panels []*block) *Figure {
	d := figure.Stack(heading, panels...)
	return &Figure{d.Width, d.Height, d.Draw}
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

// titled starts a block with a panel's titles, each of which may be "".
func titled(title, under string) *block {
	k := &block{}
	if title != "" {
		k.Add(strong(style(14.5, ink, text.XLeft, text.YTop)), 19, title)
	}
	if under != "" {
		k.Add(style(typeSize, muted, text.XLeft, text.YTop), lineHeight, under)
	}
	if k.Height > 0 {
		k.Reserve(5, nil)
	}
	return k
}
