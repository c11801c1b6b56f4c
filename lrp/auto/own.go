package auto

import (
	"slices"

	"github.com/luna-rating/luna/features"
	"github.com/luna-rating/luna/features/text"
)

// If keys have been made from the responses of the training set ([features.KeysCopied]), a response
// that the key may have from its respondent ([features.Question.Own]) is compared with the rest of
// the key, and the answer that equals it is no observation: that what was accepted is right,
// however little it has in common with the rest, would make the cues look useless, as nothing is
// said about what was not accepted. If a teacher has thought of all answers, doing so would take
// away the best match of a respondent who hits on one of them: with ten rated the error of
// Powergrading rises by 6%.

// own reports, by question and respondent of a training set, which responses the key may have from
// the respondent; nil for a question without any.
func (p *Prepared) own(responses [][]*text.Doc) [][]bool {
	questions := make([]*features.Question, len(p.questions))
	given := make([][]*text.Doc, len(p.questions))
	for j, x := range p.questions {
		questions[j], given[j] = x.source, make([]*text.Doc, len(responses))
		for i, r := range responses {
			given[j][i] = r[j]
		}
	}
	return features.Copied(questions, given)
}

// ownGraded is [Prepared.own] for responses that a prior is learned from.
func ownGraded(graded []Graded) [][]bool {
	questions, given := make([]*features.Question, len(graded)), make([][]*text.Doc, len(graded))
	for j, g := range graded {
		questions[j], given[j] = g.Question, g.Responses
	}
	return features.Copied(questions, given)
}

// addAlone encodes the known texts that are in a key of several answers, and adds them to the known
// ones.
func (x *question) addAlone() {
	if len(x.source.Key) < 2 {
		return
	}
	for _, t := range slices.Clone(x.texts) {
		if rest := x.source.Without(t.doc); len(rest.Key) < len(x.source.Key) {
			t.alone = x.encodeAlone(t)
			t.alone.id = len(x.texts)
			x.texts = append(x.texts, t.alone)
		}
	}
}

// encodeAlone encodes a text that is in the key as it is compared with the rest of that.
func (x *question) encodeAlone(t *encodedText) *encodedText {
	return &encodedText{
		doc: t.doc, id: -1, grams: t.grams, vector: t.vector, cues: restCues(x.cues, t.doc),
	}
}

// alone encodes a response that the key may have from the respondent.
func (x *question) alone(d *text.Doc) *encodedText {
	t := x.text(d)
	if t.alone != nil {
		return t.alone
	}
	return x.encodeAlone(t)
}

// others returns the distinct acceptable answers to question j, except those that the key may have
// from a respondent.
func (x *question) others(j int, responses [][]*text.Doc, own []bool) []*encodedText {
	rest := x.source
	for i, o := range own {
		if o {
			rest = rest.Without(responses[i][j])
		}
	}
	if rest == x.source {
		return x.key
	}
	kept := make(map[string]bool, len(rest.Key))
	for _, k := range rest.Key {
		kept[k.Raw] = true
	}
	return slices.DeleteFunc(slices.Clone(x.key), func(t *encodedText) bool {
		return !kept[t.doc.Raw]
	})
}

// changed returns the pooled cues of a respondent if the key may have the response to question j
// from the respondent.
func (w *wholes) changed(x whole, j int) []float64 {
	d, pooled := x.responses[j], slices.Clone(x.pooled)
	rest, ok := w.alone[j][d.Raw]
	if !ok {
		rest = restCues(w.cues[j], d)
	}
	for k, v := range w.pooledCues(j, d) {
		pooled[k] += (rest[k] - v) / float64(len(x.responses))
	}
	return pooled
}
