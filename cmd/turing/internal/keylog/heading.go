package keylog

import (
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/text"
)

var (
	headingForm = text.Pattern(`(?i)^\**\s*starting\s+(sub)?(?:round|session)\b\s*(\d{1,9})?(.*)$`)
	sideForm    = text.Pattern(`(?i)\b(left|right|other)\s*(?:=|\bis\b)\s*`)
	nameForm    = text.Pattern(`(?i)\b(program|human|judge)\s+(\S+)`)
	// bareForm and titleForm are those of 2012: the side, and before it a line with the rest.
	bareForm  = text.Pattern(`(?i)^(left|right)\s*=\s*(program|human)$`)
	titleForm = text.Pattern(
		`(?i)^transcripts of judge(?:\s+(\S+))?\s+program\s+(\S+)\s+round(?:\s+(\d{1,9}))?$`)
	// meetingForm is that of 2003. The entity may be any name.
	meetingForm = text.Pattern(`(?i)^(.+?) conversing with (?:judge )+(\S+)$`)
	// numbered are names such as Program2.
	numbered = text.Pattern(`(?i)^(?:program|(human|confederate)|entry|bot)[ _-]?[0-9]*$`)
)

// heading is the content of a heading.
type heading struct {
	part, bare, title     bool // of a sub-round; with nothing but the sides; the line before that
	number                int
	program, human, judge string
	left, right           string // natures
	entity                string // of either nature
}

// parseHeading reads a heading of any year.
func parseHeading(line string) (heading, bool) {
	if m := headingForm().FindStringSubmatch(line); m != nil {
		h := parseSides(m[3])
		h.part = m[1] != ""
		h.number, _ = strconv.Atoi(m[2]) // 0 where it has none
		return h, true
	}
	if m := bareForm().FindStringSubmatch(line); m != nil {
		h := heading{bare: true, left: strings.ToLower(m[2])}
		h.right = opposite(h.left)
		if strings.EqualFold(m[1], string(Right)) {
			h.left, h.right = h.right, h.left
		}
		return h, true
	}
	if m := titleForm().FindStringSubmatch(line); m != nil {
		h := heading{title: true, judge: judgeName(m[1]), program: m[2]}
		h.number, _ = strconv.Atoi(m[3])
		return h, true
	}
	if strings.Contains(line, "onversing") { // for speed
		if m := meetingForm().FindStringSubmatch(line); m != nil {
			return heading{entity: m[1], judge: judgeName(m[2])}, true
		}
	}
	return heading{}, false
}

// judgeName returns the name of a judge as in the lines of keys, also of one who has only a number.
func judgeName(word string) string {
	if word != "" && strings.Trim(word, "0123456789") == "" {
		return "J" + strings.TrimLeft(word, "0")
	}
	return word
}

// parseSides reads who takes part and then who is where, up to the next side or the end, such as
// "left= Program  right = Human".
func parseSides(rest string) (h heading) {
	sides, names := map[string]string{}, map[string]string{}
	marks := sideForm().FindAllStringSubmatchIndex(rest, -1)
	end := len(rest)
	for i := len(marks) - 1; i >= 0; i-- {
		m := marks[i]
		sides[strings.ToLower(rest[m[2]:m[3]])] = strings.TrimSpace(rest[m[1]:end])
		end = m[0]
	}
	for _, name := range nameForm().FindAllStringSubmatch(rest[:end], -1) {
		names[strings.ToLower(name[1])] = name[2]
	}
	h.program, h.human, h.judge = names[Program], names[Human], names[Judge]
	h.left, h.right = h.nature(sides["left"]), h.nature(sides["right"])
	// A name of its own is that of the program if the other one is the human, and so on.
	if h.left == "" && sides["left"] != "" {
		h.left = opposite(h.right)
	} else if h.right == "" && sides["right"] != "" {
		h.right = opposite(h.left)
	}
	for side, nature := range map[string]string{"left": h.left, "right": h.right} {
		switch name := sides[side]; {
		case nature == Program && h.program == "" && !strings.EqualFold(name, Program):
			h.program = name
		case nature == Human && h.human == "" && !strings.EqualFold(name, Human):
			h.human = name
		}
	}
	return h
}

// nature says what somebody with a name is, if the heading or the name tells.
func (h heading) nature(name string) string {
	m := numbered().FindStringSubmatch(name)
	switch {
	case name == "":
	case strings.EqualFold(name, h.program):
		return Program
	case strings.EqualFold(name, h.human):
		return Human
	case m != nil && m[1] == "":
		return Program
	case m != nil:
		return Human
	}
	return ""
}

func opposite(nature string) string {
	return map[string]string{Program: Human, Human: Program}[nature]
}
