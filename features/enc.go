package features

import (
	"slices"
	"strconv"
	"strings"

	"github.com/luna-rating/luna/embed"
	"github.com/luna-rating/luna/features/text"
	"github.com/luna-rating/luna/internal/numbers"
)

// EncoderUser is implemented by an [Extractor] or a learner that uses the vectors of an encoder of
// texts. Encoders are slow one text at a time, so whoever computes with it first has all texts
// added to the memory ([embed.Memory.Add]), which also tells of failures.
type EncoderUser interface {
	// Encoder returns the memory, always the same one; nil if no encoder is used after all.
	Encoder() (*embed.Memory, error)
}

// ENC is Encoder: the components of the vector that an encoder of texts gives the response, one
// column each, and all zeros for an empty response. Regressors on such columns are what new methods
// are usually compared with. The encoder is the one inside the program ([embed.Static]); see
// [WithEncoder] for others.
var ENC Extractor = encoded{info: encInfo}

var encInfo = info{"ENC", "encoder: the components of the response's vector", ResponseBased}

// WithEncoder returns the extractors, with [ENC] by another encoder; nil means [embed.Static].
func WithEncoder(extractors []Extractor, m *embed.Memory) []Extractor {
	return replaced(extractors, encoded{encInfo, m})
}

// EncoderCosine returns the measure ENC: the cosine of the vectors that an encoder gives two texts,
// where negative ones count as 0; nil means [embed.Static]. Its method Encoder returns the memory
// that texts are to be added to.
func EncoderCosine(m *embed.Memory) Measure {
	return Measure{
		Name:        encInfo.name,
		Description: "encoder: cosine of the texts' vectors",
		Similarity: func(a, b *text.Doc) float64 {
			switch {
			case slices.Equal(a.Tokens, b.Tokens):
				return 1
			case a.Empty() != b.Empty():
				return 0
			}
			memory := orStatic(m)
			return max(0, min(embed.Cosine(memory.Vector(a.Raw), memory.Vector(b.Raw)), 1))
		},
		encoder: encoded{encInfo, m}.Encoder,
	}
}

// EncoderResource is the name of the [Resource] of [ENC], whose digest is the encoder's.
const EncoderResource = "encoder"

// orStatic returns the memory, or that of [embed.Static] if it is nil.
func orStatic(m *embed.Memory) *embed.Memory { return embedded(encoded{encInfo, m}.Encoder()) }

// encoded is the feature of an encoder; nil means the one inside the program, which is loaded at
// the first use.
type encoded struct {
	info
	memory *embed.Memory
}

// Encoder implements [EncoderUser].
func (e encoded) Encoder() (*embed.Memory, error) {
	if e.memory == nil {
		return embed.Static()
	}
	return e.memory, nil
}

// Resources implements [ResourceUser]. A server's encoder has no digest.
func (e encoded) Resources() ([]Resource, error) {
	m, err := e.Encoder()
	if err != nil || m.Identity().SHA256 == "" {
		return nil, err
	}
	return []Resource{{EncoderResource, m.Identity().SHA256, false}}, nil
}

// Prepare implements [Extractor].
func (e encoded) Prepare(*Question) Prepared { return components{memory: orStatic(e.memory)} }

// components are the columns of [ENC], which depend neither on the question nor on ratings.
type components struct {
	memory *embed.Memory
	train  []*text.Doc
}

// Fit implements [Prepared].
func (c components) Fit(train []Rated) Fitted { return components{c.memory, docsOf(train)} }

// FitAll implements [Static].
func (c components) FitAll() Fitted { return c }

// Columns implements [Fitted].
func (c components) Columns() []string {
	number := func(k int) string { return strconv.Itoa(k + 1) }
	return numbers.Map(numbers.UpTo(c.memory.Identity().Dim), number)
}

// Append implements [Fitted].
func (c components) Append(row *Row, response *text.Doc) {
	if strings.TrimSpace(response.Raw) == "" {
		return
	}
	for k, v := range c.memory.Vector(response.Raw) {
		row.Add(k, float64(v))
	}
}

// AppendTrain implements [Fitted].
func (c components) AppendTrain(row *Row, i int) { c.Append(row, c.train[i]) }
