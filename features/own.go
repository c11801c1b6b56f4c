package features

import (
	"slices"

	"github.com/luna-rating/luna/features/text"
)

// Teachers copy accepted responses into the key. In training, whoever gave one of these equals the
// key, as few others do. So where keys were copied ([KeysCopied]), a training response is compared
// with the key without itself, as in leave-one-out validation. Responses and answers are equal here
// if they have the same content words in the same order ([text.Doc.Clean]).

// Own reports, for each response of a training set, whether it may have been copied into the key,
// if keys were: it equals an acceptable answer, the key has other answers, and nobody else in the
// training set gave it.
func (q *Question) Own(train []*text.Doc) []bool {
	own := make([]bool, len(train))
	if len(q.Key) < 2 {
		return own // nothing would be left to compare with
	}
	times := q.times(train)
	for i, d := range train {
		own[i] = times[d.Clean] == 1
	}
	return own
}

// times returns how often each acceptable answer was given, by its content words.
func (q *Question) times(train []*text.Doc) map[string]int {
	times := make(map[string]int, len(q.Key))
	for _, k := range q.Key {
		times[k.Clean] = 0
	}
	for _, d := range train {
		if n, ok := times[d.Clean]; ok {
			times[d.Clean] = n + 1
		}
	}
	return times
}

// Without returns the question without the acceptable answer that equals the response. If several
// do, it removes the one with the same text, or else the first, and the others stay. The result has
// no known responses.
func (q *Question) Without(response *text.Doc) *Question {
	rest := &Question{ID: q.ID, Text: q.Text, Key: q.Key}
	k := slices.IndexFunc(q.Key, func(a *text.Doc) bool { return a.Raw == response.Raw })
	if k < 0 {
		k = slices.IndexFunc(q.Key, func(a *text.Doc) bool { return a.Clean == response.Clean })
	}
	if k >= 0 {
		rest.Key = slices.Delete(slices.Clone(q.Key), k, k+1)
	}
	return rest
}

// KeysCopied reports whether the keys of an exam seem to have been made from the responses of its
// training set, which train holds by question. They do if the acceptable answers given by exactly
// one respondent outnumber those given by none, and also those given by several: answers that
// somebody else thought of are mostly given by nobody or by many. Questions with one acceptable
// answer do not count.
func KeysCopied(questions []*Question, train [][]*text.Doc) bool {
	var count [3]int // of answers that none, one, or several of them gave
	for j, q := range questions {
		if len(q.Key) < 2 {
			continue
		}
		for _, n := range q.times(train[j]) {
			count[min(n, 2)]++
		}
	}
	return count[1] > max(count[0], count[2])
}

// Copied reports, by question and respondent of a training set, which responses the keys may have
// from the respondent: those of [Question.Own] if [KeysCopied], or else none. It is nil for a
// question without any.
func Copied(questions []*Question, train [][]*text.Doc) [][]bool {
	copied := make([][]bool, len(questions))
	if !KeysCopied(questions, train) {
		return copied
	}
	for j, q := range questions {
		if own := q.Own(train[j]); slices.Contains(own, true) {
			copied[j] = own
		}
	}
	return copied
}
