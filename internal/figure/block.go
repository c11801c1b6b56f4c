package figure

import (
	"strings"
	"unicode"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// PanelWidth is the width of a panel in points.
const PanelWidth vg.Length = 400

// Block is a part of a figure, as wide as a panel. It stacks its own parts from the top.
type Block struct {
	Height vg.Length
	parts  []func(c draw.Canvas)
}

// Draw draws the block from the top of the canvas.
func (b *Block) Draw(c draw.Canvas) {
	for _, part := range b.parts {
		part(c)
	}
}

// Reserve adds a part of the given height; do, which may be nil, is called with the canvas and the
// part's top.
func (b *Block) Reserve(height vg.Length, do func(c draw.Canvas, top vg.Length)) {
	at := b.Height
	b.Height += height
	if do != nil {
		b.parts = append(b.parts, func(c draw.Canvas) { do(c, c.Max.Y-at) })
	}
}

// Add adds a text, wrapped to the width of the panel.
func (b *Block) Add(sty text.Style, leading vg.Length, s string) {
	for _, line := range Wrap(sty, s, PanelWidth) {
		b.Reserve(leading, func(c draw.Canvas, top vg.Length) {
			c.FillText(sty, vg.Point{X: c.Min.X, Y: top}, line)
		})
	}
}

// Heading returns the beginning of a figure's heading: a title and a paragraph.
func Heading(title, paragraph string) *Block {
	b := &Block{}
	b.Add(Strong(Style(headingSize, Ink, text.XLeft, text.YTop)), headingHeight, title)
	b.Caption(paragraph)
	return b
}

// Panel returns the beginning of a panel: a title and a line below it, each of which may be "".
func Panel(title, under string) *Block {
	b := &Block{}
	b.Add(Strong(Style(titleSize, Ink, text.XLeft, text.YTop)), LineHeight+2, title)
	b.Caption(under)
	if b.Height > 0 {
		b.Reserve(5, nil)
	}
	return b
}

// Caption adds a paragraph, such as what the values of the plot below it are.
func (b *Block) Caption(s string) { b.Add(Prose(Muted), LineHeight, s) }

// Drawing returns a drawing of the block alone.
func (b *Block) Drawing() *Drawing {
	return &Drawing{Width: PanelWidth, Height: b.Height, Draw: b.Draw}
}

// Wrap breaks s at spaces into lines of at most the given width. A longer word is truncated, and
// control characters count as spaces.
func Wrap(sty text.Style, s string, room vg.Length) []string {
	var lines []string
	line := ""
	blank := func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
	for _, word := range strings.FieldsFunc(strings.ToValidUTF8(s, "\uFFFD"), blank) {
		for cut := []rune(word); sty.Width(word) > room && len(cut) > 1; {
			cut = cut[:len(cut)-1]
			word = string(cut) + "…"
		}
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

// Spaces around and between the blocks of a figure.
const (
	Margin vg.Length = 16
	Gap    vg.Length = 24
)

// Stack puts a heading above panels: up to three panels in one column, more in several.
func Stack(heading *Block, panels ...*Block) *Drawing {
	columns := 1
	for columns < 3 && len(panels) > 3*columns*columns {
		columns++
	}
	var rows []vg.Length // heights
	for i, p := range panels {
		if i%columns == 0 {
			rows = append(rows, 0)
		}
		rows[len(rows)-1] = max(rows[len(rows)-1], p.Height)
	}
	height := 2*Margin + heading.Height
	for _, h := range rows {
		height += Gap + h
	}
	n := vg.Length(columns)
	draws := func(c draw.Canvas) {
		at := func(x, top vg.Length) draw.Canvas {
			x += c.Min.X + Margin
			return draw.Canvas{Canvas: c.Canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: x, Y: c.Min.Y}, Max: vg.Point{X: x + PanelWidth, Y: top}}}
		}
		top := c.Max.Y - Margin
		heading.Draw(at(0, top))
		top -= heading.Height
		for i, p := range panels {
			if i%columns == 0 {
				top -= Gap
				if i > 0 {
					top -= rows[i/columns-1]
				}
			}
			p.Draw(at(vg.Length(i%columns)*(PanelWidth+Gap), top))
		}
	}
	return &Drawing{Width: 2*Margin + n*PanelWidth + (n-1)*Gap, Height: height, Draw: draws}
}
