// Package features turns responses into numbers.
//
// An [Extractor] is a feature of chapter 5.2.2 of Silver (2016), or another one. It sees one
// question at a time and returns a block of columns. The blocks of all questions side by side are
// the design matrix of a regression. [Catalog] lists the features. To add a feature, write a file
// that declares it and add it to a list of catalog.go; the conformance tests then cover it.
// [KeySimilarity], [Bag] and [Nearest] make the usual kinds of features from one function;
// docs/extending.md shows how to do so in another module.
//
// Extraction has three steps, so that nothing is computed twice:
//
//	Extractor --Prepare(question)--> Prepared --Fit(training set)--> Fitted --Append--> row
//
// Prepare computes what depends on the question's texts alone; all trials share it. Fit learns from
// the training set, for example a vocabulary or the ratings of neighbours. Append writes one
// response's row. A response to be predicted comes without a rating, so that none can leak.
package features

import (
	"cmp"
	"slices"

	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// Extractor is a feature's configuration. It is immutable and safe for concurrent use.
type Extractor interface {
	// Name is the feature's short name in capitals, such as "BWO".
	Name() string
	// Description says in one line what the feature measures.
	Description() string
	// Kind says what the feature compares a response with.
	Kind() Kind
	// Prepare computes what depends on the texts of q alone.
	Prepare(q *Question) Prepared
}

// Kind is one of the two categories of features in chapter 5.2.2 of Silver (2016).
type Kind int

const (
	// KeyBased features compare a response with the answer key.
	KeyBased Kind = iota
	// ResponseBased features look at the training responses.
	ResponseBased
)

// Prepared is a feature ready to be fitted to any training set of one question. It is safe for
// concurrent use.
type Prepared interface {
	// Fit learns from the training set. It keeps no reference to train.
	Fit(train []Rated) Fitted
}

// Rated is a response with the rating of the respondent who gave it.
type Rated struct {
	Doc    *text.Doc // the response, processed
	Rating float64   // of the respondent, not of this response; in [0,1]
	// Copied says that the key may have the response from its respondent ([Copied]). A feature
	// compares it with the key of [Question.Without]. All others, and those outside the training
	// set, are compared with the whole key.
	Copied bool
}

// docsOf returns the responses without their ratings.
func docsOf(train []Rated) []*text.Doc {
	return numbers.Map(train, func(t Rated) *text.Doc { return t.Doc })
}

// Fitted is a feature of one question, fitted to a training set. It is immutable and safe for
// concurrent use.
type Fitted interface {
	// Columns names the columns; the names are unique within the feature.
	Columns() []string
	// Append writes the row of a response outside the training set.
	Append(row *Row, response *text.Doc)
	// AppendTrain writes the row of training response i as if its respondent were not in the
	// training set: its own rating has no influence on it, and it is compared with the key without
	// itself where [Rated].Copied says so.
	AppendTrain(row *Row, i int)
}

// Static is implemented by a [Prepared] whose rows do not depend on ratings. They depend on a
// training set of known responses only in that columns without a nonzero training value are left
// out. The row of a response is the same in the training set and outside of it. One matrix then
// serves every training set, because a column that is zero in all training rows gets no weight from
// a minimum-norm or penalized fit.
type Static interface {
	Prepared
	// FitAll returns the feature with every column of the question's known responses.
	FitAll() Fitted
}

// Restricted is a [Static] feature whose training rows can have values in columns that Fit leaves
// out, because such a column comes from a response outside the training set. Dropping these
// columns from the one matrix gives the rows of Fit.
type Restricted interface {
	Static
	// Kept reports, for each column of FitAll, whether Fit has it.
	Kept(train []Rated) []bool
}

// Question is one question with its texts processed.
type Question struct {
	ID string // unique within the data set
	// Text is the question itself, nil if it is not known.
	Text *text.Doc
	// Key holds the acceptable answers, without those that have no words.
	Key []*text.Doc
	// Docs holds the distinct responses known beforehand, in order of first appearance.
	Docs []*text.Doc
	// Repeated are those of Docs that several respondents gave.
	Repeated map[*text.Doc]bool
	// External holds the grades that other raters or systems gave to responses, by their names.
	External map[string]External
}

// External are the grades of another rater or system.
type External struct {
	Responses []*text.Doc // in any order
	Grades    []float64   // in [0,1], one for each response
}

// NewQuestion processes a question's key and its known responses, each distinct text once. The
// caller sets Text, if it is known.
func NewQuestion(id string, key, responses []string, cache *text.Cache) *Question {
	q := &Question{ID: id, Repeated: make(map[*text.Doc]bool)}
	for _, k := range key {
		if d := cache.Doc(k); !d.Empty() {
			q.Key = append(q.Key, d)
		}
	}
	seen := make(map[*text.Doc]bool)
	for _, r := range responses {
		d := cache.Doc(r)
		if seen[d] {
			q.Repeated[d] = true
			continue
		}
		seen[d] = true
		q.Docs = append(q.Docs, d)
	}
	return q
}

// some returns a text of the question, as all come from one analyzer; nil if there is none.
func (q *Question) some() *text.Doc {
	keys, docs := q.Key[:min(1, len(q.Key))], q.Docs[:min(1, len(q.Docs))]
	return cmp.Or(slices.Concat([]*text.Doc{q.Text}, keys, docs)...)
}

// info is the name, description and kind of an extractor.
type info struct {
	name, description string
	kind              Kind
}

// Name implements [Extractor].
func (i info) Name() string { return i.name }

// Description implements [Extractor].
func (i info) Description() string { return i.description }

// Kind implements [Extractor].
func (i info) Kind() Kind { return i.kind }

// Row is a sparse row of a feature's block of columns: Value[k] is in column Index[k].
type Row struct {
	Index []int32
	Value []float64
}

// Add sets a column, counted from 0, to v. Zeros are not stored. Columns must be added in ascending
// order, each at most once.
func (r *Row) Add(column int, v float64) {
	if v != 0 {
		r.Index = append(r.Index, int32(column))
		r.Value = append(r.Value, v)
	}
}
