package wsc

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/text"
)

// maxOutput bounds an output file, in bytes.
const maxOutput = 16 << 20

// Output holds the answers of a team: the final list, which alone is graded, and the blocks before
// it, which are for people.
type Output struct {
	// File is the name of the file, and Team the name of the team taken from it.
	File, Team string
	// List is the final list, nil if the file has none.
	List []Item
	// ListLine is the line on which the list starts, 0 if there is none.
	ListLine int
	// Blocks are the problems with their answers, in the order of the file.
	Blocks []Block
	// Stray are lines that belong neither to a block nor to the list.
	Stray []Line
	// NotLast reports whether anything other than blank lines follows the list, and NoCommas
	// whether its letters are separated by spaces only.
	NotLast, NoCommas bool
}

// Item is an answer of the final list.
type Item struct {
	Line int
	Text string // as in the file, without white space around it
	// Answer is the index of the letter, or Unknown if the text is not a letter.
	Answer int
}

// Omitted reports whether the item stands for no answer.
func (i Item) Omitted() bool { return i.Text == "" || i.Text == "-" || i.Text == "?" }

// Block is a problem with its answer.
type Block struct {
	// Head holds the lines before the answer: number and text, and the excerpt.
	Head []Line
	// Line is the line of the answer.
	Line int
	// Number is the number of the problem as stated in the answer.
	Number int
	// Answer is the index of the letter, or Unknown if it is not a letter.
	Answer int
	// Candidate is the text after the letter.
	Candidate string
	// Blank reports whether a blank line follows.
	Blank bool
}

// Line is a line of a file that is not blank.
type Line struct {
	Number int
	Text   string
}

// teamName returns the name of the team in the name of an output file, and reports whether the
// file's name has the form TEAM-output.txt.
func teamName(file string) (string, bool) {
	base := filepath.Base(file)
	if team, ok := strings.CutSuffix(base, Suffix); ok && team != "" {
		return team, true
	}
	return strings.TrimSuffix(base, filepath.Ext(base)), false
}

// ReadOutput reads a team's output file. It accepts faults, which [Check] finds. It fails only if
// the file cannot be read, is too large or is not text.
func ReadOutput(r io.Reader, file string) (Output, error) {
	o := Output{File: file}
	o.Team, _ = teamName(file)
	data, err := files.ReadAll(r, file, maxOutput, "a team's answers in the contest's form")
	if err != nil {
		return o, err
	}
	text, err := undeclared(data, file)
	if err != nil {
		return o, err
	}
	in := files.NewScanner(bytes.NewReader(text), file, maxOutput)
	var all []Line
	for in.Scan() {
		all = append(all, Line{in.Line(), clean(in.Text())})
	}
	if err := in.Err(); err != nil {
		return o, err
	}
	from, to := listOf(all)
	o.readList(all[from:to])
	o.readBlocks(append(append([]Line(nil), all[:from]...), all[to:]...))
	for _, l := range all[to:] {
		o.NotLast = o.NotLast || l.Text != ""
	}
	return o, nil
}

// listOf returns the place of the final list: the last lines in a row that are lists. A single
// letter is one only at the end of the file.
func listOf(all []Line) (from, to int) {
	end := len(all)
	for end > 0 && all[end-1].Text == "" {
		end--
	}
	for to = end; to > 0; to-- {
		if isList(all[to-1].Text, to == end) {
			break
		}
	}
	for from = to; from > 0 && isList(all[from-1].Text, from == to && to == end); from-- {
	}
	return from, to
}

// isList reports whether a line consists of letters. With commas between them, half of what it
// holds may be something else.
func isList(line string, last bool) bool {
	items := split(line)
	letters := 0
	for _, item := range items {
		if _, ok := Index(item); ok || (Item{Text: item}).Omitted() {
			letters++
		}
	}
	if strings.Contains(line, ",") {
		return 2*letters >= len(items)
	}
	return len(items) > 0 && letters == len(items) && (last || len(items) > 2)
}

// split returns the items of a line of a list, without the last one if it is empty.
func split(line string) []string {
	if !strings.Contains(line, ",") {
		return strings.Fields(line)
	}
	items := strings.Split(line, ",")
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	if items[len(items)-1] == "" {
		items = items[:len(items)-1]
	}
	return items
}

func (o *Output) readList(all []Line) {
	for _, l := range all {
		if o.ListLine == 0 {
			o.ListLine = l.Number
		}
		texts := split(l.Text)
		o.NoCommas = o.NoCommas || len(texts) > 1 && !strings.Contains(l.Text, ",")
		for _, text := range texts {
			o.List = append(o.List, Item{Line: l.Number, Text: text, Answer: index(text)})
		}
	}
}

func index(letter string) int {
	if i, ok := Index(letter); ok {
		return i
	}
	return Unknown
}

// answerLine matches the line of an answer, such as "Answer 2.A Babar".
var answerLine = text.Pattern(`(?i)^answer:?\s*(\d{1,9})\s*[.:)]\s*(\S*)\s*(.*)$`)

func (o *Output) readBlocks(all []Line) {
	var head []Line
	for _, l := range all {
		m := answerLine().FindStringSubmatch(l.Text)
		switch {
		case l.Text == "":
			if n := len(o.Blocks); n > 0 && len(head) == 0 {
				o.Blocks[n-1].Blank = true
			}
		case m == nil:
			head = append(head, l)
		default:
			number, _ := strconv.Atoi(m[1])
			o.Blocks = append(o.Blocks, Block{Head: head, Line: l.Number, Number: number,
				Answer: index(m[2]), Candidate: m[3]})
			head = nil
		}
	}
	o.Stray = head
}

// Answers returns the answers of the final list to n problems: [Unknown] for those that are omitted
// or not a letter. Further items of the list are ignored.
func (o Output) Answers(n int) []int {
	answers := make([]int, n)
	for i := range answers {
		answers[i] = Unknown
		if i < len(o.List) {
			answers[i] = o.List[i].Answer
		}
	}
	return answers
}

// Suffix is the end of an output file's name, after the name of the team.
const Suffix = "-output.txt"

// WriteOutput writes answers, one per problem, in the form of the contest: four lines for each
// problem (its number and text, the excerpt, the answer, a blank line) and at the end the letters
// of all answers. An answer of [Unknown] is written as "-".
func WriteOutput(w io.Writer, problems []Problem, answers []int) error {
	if len(answers) != len(problems) {
		return fmt.Errorf("found %d answers, expected %d", len(answers), len(problems))
	}
	out := bufio.NewWriter(w)
	letters := make([]string, len(problems))
	for i, p := range problems {
		letters[i] = Letter(answers[i])
		candidate := ""
		if a := answers[i]; p.Has(a) {
			candidate = " " + p.Candidates[a]
		}
		fmt.Fprintf(out, "%d. %s\n%s\nAnswer %d.%s%s\n\n", p.Number, p.Text(), p.Excerpt, p.Number,
			letters[i], candidate)
	}
	fmt.Fprintln(out, strings.Join(letters, ", "))
	return out.Flush()
}
