package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
	"github.com/luna-rating/luna/lrp/approach"
)

const (
	explanationWidth = 100
	// maxTerms bounds the words and terms of a question.
	maxTerms = 6
)

// WriteExplanation writes an explanation of the rating of the respondent with the identifier id as
// text: the questions by decreasing effect, each with its most important words and neighbours.
func WriteExplanation(w io.Writer, id string, e *approach.Explanation) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: rating %.3f", clean(id), e.Rating)
	if e.Transductive {
		b.WriteString(" (transductive)")
	}
	if !math.IsNaN(e.Interval[0]) {
		fmt.Fprintf(&b, ", with 90%% probability %.3f to %.3f", e.Interval[0], e.Interval[1])
	}
	if !e.Scale.Unit() {
		fmt.Fprintf(&b, ", on a scale from %.6g to %.6g", e.Scale.Zero, e.Scale.Full)
	}
	var sum float64
	for _, q := range e.Questions {
		sum += q.Effect
	}
	parts := numbers.Rounded([]float64{e.Base, sum, e.Whole, e.Cut}, e.Rating, 3)
	fmt.Fprintf(&b, "\n  %.3f for typical responses", parts[0])
	fmt.Fprintf(&b, ", %s by single responses", signedNumber(parts[1]))
	if e.Whole != 0 {
		fmt.Fprintf(&b, ", %s by all of them together", signedNumber(parts[2]))
	}
	if e.Cut != 0 {
		fmt.Fprintf(&b, ", %s to stay within %.6g and %.6g", signedNumber(parts[3]), e.Scale.Value(0),
			e.Scale.Value(1))
	}
	b.WriteString("\n")
	if e.Unit != approach.RatingUnit {
		fmt.Fprintf(&b, "  effects of cues and of similar texts are on the %s; all others are on the "+
			"rating\n", clean(e.Unit))
	}
	for _, q := range byEffect(e.Questions) {
		writeQuestionEffect(&b, e, q)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func byEffect(list []approach.QuestionEffect) []approach.QuestionEffect {
	sorted := slices.Clone(list)
	slices.SortStableFunc(sorted, func(a, b approach.QuestionEffect) int {
		return cmp.Compare(math.Abs(b.Effect), math.Abs(a.Effect))
	})
	return sorted
}

func writeQuestionEffect(b *strings.Builder, e *approach.Explanation, q approach.QuestionEffect) {
	response := "no answer"
	if q.Response != "" {
		response = "“" + clean(q.Response) + "”"
	}
	fmt.Fprintf(b, "\n  %s  %s  %s\n", signedNumber(q.Effect), clean(q.ID),
		text.Cut(clean(q.Text), explanationWidth-20))
	indent := strings.Repeat(" ", 10)
	for _, line := range text.Wrap(response, explanationWidth-len(indent)) {
		fmt.Fprintf(b, "%s%s\n", indent, line)
	}
	row := func(name string, items []string) {
		if len(items) == 0 {
			return
		}
		for k, line := range text.Wrap(strings.Join(items, ", "), explanationWidth-len(indent)-9) {
			if k > 0 {
				name = ""
			}
			fmt.Fprintf(b, "%s%s%s\n", indent, padded(name, 9), line)
		}
	}
	if !math.IsNaN(q.Grade) {
		row("grade", []string{fmt.Sprintf("%.2f, typical %.2f", q.Grade, q.MeanGrade)})
	}
	row("words", termItems(q.Words, false))
	name := "columns"
	if e.Unit != approach.RatingUnit {
		name = "cues"
	}
	row(name, termItems(q.Terms, true))
	for k, n := range q.Neighbours {
		if k == 3 {
			break
		}
		name := "like"
		if k > 0 {
			name = ""
		}
		row(name, []string{neighbourItem(n)})
	}
}

// termItems formats the terms that have an effect.
func termItems(terms []approach.Term, values bool) []string {
	var items []string
	for _, t := range terms {
		if math.Abs(t.Effect) < 0.0005 || len(items) == maxTerms {
			continue
		}
		value := ""
		if values {
			value = fmt.Sprintf("=%.2g", t.Value)
		}
		// A no-break space keeps a term on one line.
		items = append(items,
			fmt.Sprintf("%s%s\u00a0%s", clean(t.Name), value, signedNumber(t.Effect)))
	}
	return items
}

func neighbourItem(n approach.Neighbour) string {
	item := fmt.Sprintf("“%s”, %.2f alike", text.Cut(clean(n.Text), 50), n.Similarity)
	if !math.IsNaN(n.Effect) {
		item += ", " + signedNumber(n.Effect)
	}
	switch {
	case n.Respondents == 1:
		item += fmt.Sprintf(", of one rated %.2f", n.MeanRating)
	case n.Respondents > 1:
		item += fmt.Sprintf(", of %d rated %.2f on average", n.Respondents, n.MeanRating)
	default:
		item += ", an acceptable answer"
	}
	return item
}

// signedNumber formats a number with its sign, using a true minus sign.
func signedNumber(v float64) string {
	text := strings.Replace(fmt.Sprintf("%+.3f", v), "-", "−", 1)
	return strings.Replace(text, "−0.000", "+0.000", 1)
}
