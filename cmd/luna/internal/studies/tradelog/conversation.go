package tradelog

import (
	"fmt"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/luna-rating/luna/internal/figure"
	"github.com/luna-rating/luna/luna/trade"
)

// The limits on how much of a conversation is drawn.
const (
	maxRows = 400 // lines
	maxText = 400 // characters of a text
)

// textColumn is the column at which the texts begin; the times are before it.
const textColumn vg.Length = 50

// addConversation adds entries with their times, in the widths of a panel.
func addConversation(k *figure.Block, entries []entry) {
	rows, number := 0, 0
	for i, e := range entries {
		if rows > maxRows {
			k.Add(style(trade.Bet), figure.LineHeight,
				fmt.Sprintf("… and %d more entries", len(entries)-i))
			return
		}
		if e.Kind == trade.Question {
			number++
		}
		lines := figure.Wrap(style(e.Kind), said(e, number), figure.PanelWidth-textColumn)
		for j, line := range lines {
			k.Reserve(figure.LineHeight, func(c draw.Canvas, top vg.Length) {
				if j == 0 {
					c.FillText(figure.Style(figure.TypeSize, figure.Muted, text.XRight, text.YTop),
						vg.Point{X: c.Min.X + textColumn - 12, Y: top}, seconds(e.Time))
				}
				c.FillText(style(e.Kind), vg.Point{X: c.Min.X + textColumn, Y: top}, line)
			})
		}
		rows += len(lines)
		k.Reserve(2, nil)
	}
}

// said puts an entry into words. Questions have the numbers shown at the dots of their answers.
func said(e entry, number int) string {
	s := e.Text
	if e.Who != "" {
		s = e.Who + ": " + s
	}
	if e.Kind == trade.Question {
		s = fmt.Sprintf("%d. %s", number, s)
	}
	if cut := []rune(s); len(cut) > maxText {
		s = string(cut[:maxText]) + "…"
	}
	return s
}

// style makes what is asked and answered stand out from what happens.
func style(kind trade.Kind) text.Style {
	switch kind {
	case trade.Question:
		return figure.Prose(figure.Ink)
	case trade.Answer, trade.End:
		return figure.Strong(figure.Prose(figure.Ink))
	}
	return figure.Prose(figure.Muted)
}
