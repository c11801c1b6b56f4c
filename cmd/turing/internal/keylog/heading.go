package keylog

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	headingForm = regexp.MustCompile(
		`(?i)^\**\s*starting\s+(sub)?(?:round|session)\b\s*(\d{1,9})?(.*)$`)
	sideForm = regexp.MustCompile(`(?i)\b(left|right|other)\s*(?:=|\bis\b)\s*`)
	// bareForm and titleForm are those of 2012: the side, and before it a line with the rest.
	bareForm  = regexp.MustCompile(`(?i)^(left|right)\s*=\s*(program|human)$`)
	titleForm = regexp.MustCompile(
		`(?i)^transcripts of judge(?:\s+(\S+))?\s+program\s+(\S+)\s+round(?:\s+(\d{1,9}))?$`)
	nameForm = regexp.MustCompile(`(?i)\b(program|human|judge)\s+(\S+)`)
)

// heading is the content of a heading.
type heading struct {
	part                  bool // of a sub-round
	number                int
	program, human, judge string
	left, right, other    string // natures
	bare                  bool   // whether it says nothing but the sides
}

// parseTitle reads the line that says in the logs of 2012 what their headings do not.
func parseTitle(line string) (heading, bool) {
	m := titleForm.FindStringSubmatch(line)
	if m == nil {
		return heading{}, false
	}
	h := heading{judge: judgeName(m[1]), program: m[2]}
	h.number, _ = strconv.Atoi(m[3])
	return h, true
}

// judgeName returns the name of a judge as in the lines of keys, also of one who has only a number.
func judgeName(word string) string {
	if word != "" && strings.Trim(word, "0123456789") == "" {
		return "J" + strings.TrimLeft(word, "0")
	}
	return word
}

// parseHeading reads a heading of any year.
func parseHeading(line string) (heading, bool) {
	if m := bareForm.FindStringSubmatch(line); m != nil {
		h := heading{bare: true, left: strings.ToLower(m[2])}
		h.right = opposite(h.left)
		if strings.EqualFold(m[1], string(Right)) {
			h.left, h.right = h.right, h.left
		}
		return h, true
	}
	m := headingForm.FindStringSubmatch(line)
	if m == nil {
		return heading{}, false
	}
	h := heading{part: m[1] != ""}
	h.number, _ = strconv.Atoi(m[2]) // 0 where it has none
	// Names follow the sides, up to the next side or the end: "left= Program  right = Human".
	rest := m[3]
	sides := map[string]string{}
	marks := sideForm.FindAllStringSubmatchIndex(rest, -1)
	end := len(rest)
	for i := len(marks) - 1; i >= 0; i-- {
		m := marks[i]
		sides[strings.ToLower(rest[m[2]:m[3]])] = strings.TrimSpace(rest[m[1]:end])
		end = m[0]
	}
	names := map[string]string{}
	for _, name := range nameForm.FindAllStringSubmatch(rest[:end], -1) {
		names[strings.ToLower(name[1])] = name[2]
	}
	h.program = names[Program]
	h.human = names[Human]
	h.judge = names[Judge]
	h.left, h.right = h.nature(sides["left"]), h.nature(sides["right"])
	h.other = h.nature(sides["other"])
	switch { // a name of its own is that of the program if the other one is the human, and so on
	case h.left == "" && sides["left"] != "":
		h.left = opposite(h.right)
	case h.right == "" && sides["right"] != "":
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
	return h, true
}

// numbered are names such as Program2.
var numbered = regexp.MustCompile(`(?i)^(?:program|(human|confederate)|entry|bot)[ _-]?[0-9]*$`)

func (h heading) nature(name string) string {
	switch {
	case name == "":
		return ""
	case strings.EqualFold(name, h.program):
		return Program
	case strings.EqualFold(name, h.human):
		return Human
	}
	switch m := numbered.FindStringSubmatch(name); {
	case m == nil:
		return ""
	case m[1] == "":
		return Program
	}
	return Human
}

func opposite(nature string) string {
	return map[string]string{Program: Human, Human: Program}[nature]
}
