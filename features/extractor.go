// Package features turns responses into numbers.
//
// An [Extractor] is a feature of chapter 5.2.2 of Silver (2016), or another one: it sees one
// question at a time and gives a block of columns. The blocks of all questions laid side by
// side are the design of a regression. [Catalog] lists what there is; one more feature is one
// more file with a value added to that list, and the conformance tests cover it. [KeySimilarity], [Bag] and [Nearest]
// make the usual kinds of one function; docs/extending.md shows how, from another module.
//
// Extraction has three steps, so that each computation happens once:
//
//	Extractor --Prepare(question)--> Prepared --Fit(training part)--> Fitted --Append--> row
//
// Prepare does what depends on the question's texts alone and is shared by all trials. Fit
// learns from the training part: a vocabulary, the ratings of neighbours. Append writes one
// response's row. A response to be predicted comes without a rating, so that none can leak.
package features

import "github.com/luna-rating/luna/features/text"

// Extractor is a feature's configuration. It is immutable and safe for concurrent use.
type Extractor interface {
	// Name is the feature's short name in capitals, such as "BWO".
	Name() string
	// Description says in one line what the feature measures.
	Description() string
	// Kind tells what the feature compares a response with.
	Kind() Kind
	// Prepare computes what depends on the texts of q alone.
	Prepare(q *Question) Prepared
}

// Kind is one of the two categories of features in chapter 5.2.2 of Silver (2016).
type Kind int

const (
	// QuestionBased features compare a response with the answer key.
	QuestionBased Kind = iota
	// ResponseBased features look at the responses of the training part.
	ResponseBased
)

// String returns "question-based" or "response-based".
func (k Kind) String() string {
	if k == QuestionBased {
		return "question-based"
	}
	return "response-based"
}

// Prepared is a feature ready to be fitted to any training part of one question. It is
// safe for concurrent use.
type Prepared interface {
	// Fit learns from the training part. It keeps no reference to train.
	Fit(train []Rated) Fitted
}

// Rated is a response with the rating of the respondent who gave it.
type Rated struct {
	Doc    *text.Doc // the response, processed
	Rating float64   // in [0,1], of the whole respondent and not of this response
}

// docsOf returns the responses without their ratings.
func docsOf(train []Rated) []*text.Doc {
	docs := make([]*text.Doc, len(train))
	for i, t := range train {
		docs[i] = t.Doc
	}
	return docs
}

// Fitted is a feature of one question, fitted to a training part. It is immutable and safe
// for concurrent use.
type Fitted interface {
	// Columns names the columns; the names are unique within the feature.
	Columns() []string
	// Append writes the row of a response outside the training part.
	Append(row *Row, response *text.Doc)
	// AppendTrain writes the row of training response i as if its respondent had not
	// been in the training part: its own rating has no influence on it.
	AppendTrain(row *Row, i int)
}

// Static is implemented by a [Prepared] whose rows do not depend on ratings, and on the
// training part only in that columns without any non-zero training value are left out.
// One matrix then serves every training part: a column that is zero in all
// training rows gets no weight from a minimum-norm or penalised fit.
type Static interface {
	Prepared
	// FitAll returns the feature with every column that the question's known responses have.
	FitAll() Fitted
}

// Restricted is a [Static] feature whose training rows can have values in columns that Fit leaves
// out, because the column itself comes from a response outside the training part. Dropping
// those columns from the one matrix gives the rows of Fit.
type Restricted interface {
	Static
	// Kept tells for each column of FitAll whether Fit has it.
	Kept(train []Rated) []bool
}

// Question is one question with its texts processed.
type Question struct {
	ID string // unique within the data set
	// Text is the question itself, nil where it is not known.
	Text *text.Doc
	// Key holds the acceptable answers that say something; those that are empty after
	// processing are left out.
	Key []*text.Doc
	// Docs holds the distinct responses known beforehand, in order of first appearance.
	Docs []*text.Doc
}

// NewQuestion processes a question's key and its known responses, each distinct text once.
func NewQuestion(id string, key, responses []string, cache *text.Cache) *Question {
	q := &Question{ID: id}
	for _, k := range key {
		if d := cache.Doc(k); !d.Empty() {
			q.Key = append(q.Key, d)
		}
	}
	seen := make(map[*text.Doc]bool)
	for _, r := range responses {
		if d := cache.Doc(r); !seen[d] {
			seen[d] = true
			q.Docs = append(q.Docs, d)
		}
	}
	return q
}
