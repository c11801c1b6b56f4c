package keylog

import (
	"fmt"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

// textWidth is the width of a page of text, in characters.
const textWidth = 100

// Text returns the conversation for people to read. A turn begins with minutes and seconds
// since the round's first key; remarks are in square brackets.
func (c Conversation) Text() string {
	out := &strings.Builder{}
	fmt.Fprintln(out, c.title())
	if c.Begun != "" {
		amount := fmt.Sprint(c.Keys, " keys")
		if c.Keys == 0 {
			amount = text.Count(len(c.Turns), "utterance")
		}
		fmt.Fprintf(out, "%s %s UTC, %s, %s\n", c.Begun[:10], c.Begun[11:19], Minutes(c.Seconds), amount)
	}
	for _, note := range c.Notes {
		fmt.Fprintf(out, "Note: %s\n", note)
	}
	part := 0
	for i, t := range c.Turns {
		if i == 0 || t.Part != part {
			fmt.Fprintln(out)
		}
		if t.Part != part {
			part = t.Part
			fmt.Fprintf(out, "Sub-round %d\n\n", part)
		}
		writeTurn(out, t)
	}
	if len(c.Turns) == 0 {
		fmt.Fprintln(out, "\nNobody said anything.")
	}
	return out.String()
}

func (c Conversation) title() string {
	title := "Keys before any round"
	switch {
	case c.Keys == 0 && len(c.Turns) > 0:
		title = "Conversation"
	case c.Number > 0:
		title = fmt.Sprint("Round ", c.Number)
	}
	if c.Judge != "" {
		title += ", judge " + c.Judge
	}
	names := map[string]string{Program: c.Program, Human: c.Human}
	name := func(nature string) string { return strings.TrimSpace(nature + " " + names[nature]) }
	switch {
	case c.Left != "" && c.Right != "":
		title += fmt.Sprintf(": %s on the left, %s on the right", name(c.Left), name(c.Right))
	case c.Left != "":
		title += ": " + name(c.Left)
	}
	return title
}

// Minutes writes seconds as minutes and seconds, such as 1:05.
func Minutes(seconds float64) string {
	s := int(seconds)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

func writeTurn(out *strings.Builder, t Turn) {
	lead := fmt.Sprintf("%7s  %-5s to %-5s  ", Minutes(t.T), t.From, t.To)
	content := t.Text
	var marks []string
	if t.Corrects {
		marks = append(marks, "corrects what was said before")
	}
	if t.Unfinished {
		marks = append(marks, "not ended")
	}
	if strings.TrimSpace(t.Text) == "" {
		marks = append(marks, "nothing that remained")
	}
	if len(t.Others) > 0 {
		marks = append(marks, "unusual keys: "+strings.Join(t.Others, " "))
	}
	if len(marks) > 0 {
		content += " [" + strings.Join(marks, "; ") + "]"
	}
	for paragraph := range strings.SplitSeq(content, "\n") {
		for _, line := range text.Wrap(paragraph, textWidth-len(lead)) {
			fmt.Fprintf(out, "%s%s\n", lead, line)
			lead = strings.Repeat(" ", len(lead))
		}
	}
}
