package datasets

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
	"github.com/luna-rating/luna/internal/text"
)

const (
	nativeFormat  = "lrp-dataset"
	nativeVersion = 1
)

// nativeHeader is the first line of the native form.
type nativeHeader struct {
	Format    string           `json:"format"`
	Version   int              `json:"version"`
	Name      string           `json:"name"`
	Synthetic bool             `json:"synthetic,omitempty"`
	Rating    string           `json:"rating,omitempty"`
	Scale     Scale            `json:"scale,omitzero"`
	Points    []float64        `json:"points,omitempty"`
	Questions []nativeQuestion `json:"questions"`
}

type nativeQuestion struct {
	ID   string   `json:"id"`
	Text string   `json:"text"`
	Key  []string `json:"key"`
}

// nativeRespondent is any line after the first.
type nativeRespondent struct {
	ID         string     `json:"id"`
	Responses  []*string  `json:"responses"`
	Rating     number     `json:"rating"`
	Scores     []number   `json:"scores,omitempty"`
	Judgements [][]number `json:"judgements,omitempty"`

	Attributes map[string]string `json:"attributes,omitempty"`
}

// number is a float that is null in JSON if it is NaN. encoding/json writes the
// shortest decimal that reads back to the same bits.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(n)) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

func (n *number) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*n = number(math.NaN())
		return nil
	}
	return json.Unmarshal(b, (*float64)(n))
}

// ReadJSONL reads a data set in the native format, JSON lines: a header with the questions,
// then one respondent per line. file is its name in errors. Texts are not altered, unknown
// fields are ignored, a null or missing rating or score is NaN, and a null response is no
// answer.
//
// It returns an [*Error] if the format or version is a different one, ids are repeated, the number
// of responses, scores or judgements differs from that of the questions, or a rating, score or
// judgement is outside [0,1].
func ReadJSONL(r io.Reader, file string) (*Dataset, error) {
	in := files.NewScanner(r, file, maxLine)
	d, err := readHeader(in, file)
	if err != nil {
		return nil, err
	}
	seen, texts := map[string]int{}, map[string]string{}
	for in.Scan() {
		line := in.Text()
		if line == "" {
			continue
		}
		resp, err := parseRespondent(line, file, in.Line(), len(d.Questions))
		if err != nil {
			return nil, err
		}
		if first, ok := seen[resp.ID]; ok {
			return nil, files.New(file, in.Line(),
				fmt.Sprintf("respondent %s again (first on line %d)", text.Quote(resp.ID),
					first), "a unique id for each respondent")
		}
		seen[resp.ID] = in.Line()
		share(resp.Responses, texts)
		d.Respondents = append(d.Respondents, resp)
	}
	if in.Err() != nil {
		return nil, in.Err()
	}
	if len(d.Respondents) == 0 {
		return nil, files.New(file, in.Line(), "the end of the file",
			"at least one respondent after the header")
	}
	return d, nil
}

// share replaces responses by equal ones of the texts, so that a response of many people is stored
// once.
func share(responses []string, texts map[string]string) {
	for i, s := range responses {
		known, ok := texts[s]
		if !ok {
			known, texts[s] = s, s
		}
		responses[i] = known
	}
}

func parseHeader(line, file string) (*Dataset, error) {
	// Format and version first: a newer version may give the other fields other types.
	var mark struct {
		Format  *string  `json:"format"`
		Version *float64 `json:"version"`
	}
	if err := decode(line, &mark, file, 1); err != nil {
		return nil, err
	}
	switch {
	case mark.Format == nil:
		return nil, files.New(file, 1, `no "format"`, `a header with "format":"lrp-dataset"`)
	case *mark.Format != nativeFormat:
		return nil, files.New(file, 1, "format "+text.Quote(*mark.Format), `"lrp-dataset"`)
	case mark.Version == nil:
		return nil, files.New(file, 1, `no "version"`, "version 1")
	case *mark.Version != nativeVersion:
		return nil, files.New(file, 1, fmt.Sprintf("version %v", *mark.Version),
			"version 1, the only one this program reads")
	}
	var h nativeHeader
	if err := decode(line, &h, file, 1); err != nil {
		return nil, err
	}
	if h.Name == "" {
		return nil, files.New(file, 1, "no name", `a header with a "name"`)
	}
	d := &Dataset{Name: h.Name, Synthetic: h.Synthetic, RatingNote: h.Rating}
	seen := map[string]bool{}
	for i, q := range h.Questions {
		if q.ID == "" {
			return nil, files.New(file, 1, fmt.Sprintf("no id for question number %d", i+1),
				"an id")
		}
		if seen[q.ID] {
			return nil, files.New(file, 1, "question "+text.Quote(q.ID)+" twice",
				"a unique id for each question")
		}
		seen[q.ID] = true
		out := Question{ID: q.ID, Text: q.Text}
		if len(q.Key) > 0 {
			out.Key = q.Key
		}
		d.Questions = append(d.Questions, out)
	}
	if len(d.Questions) == 0 {
		return nil, files.New(file, 1, "no questions", "at least one")
	}
	d.Scale, d.Points = h.Scale, h.Points
	if found, expected := d.scaleFault(); found != "" {
		return nil, files.New(file, 1, found, expected)
	}
	return d, nil
}

func parseRespondent(line, file string, n, questions int) (Respondent, error) {
	in := nativeRespondent{Rating: number(math.NaN())}
	if err := decode(line, &in, file, n); err != nil {
		return Respondent{}, err
	}
	if in.ID == "" {
		return Respondent{}, files.New(file, n, "no id", `a respondent with an "id"`)
	}
	out := Respondent{ID: in.ID, Responses: make([]string, len(in.Responses)),
		Rating: float64(in.Rating), Attributes: in.Attributes}
	for i, s := range in.Responses {
		if s != nil {
			out.Responses[i] = *s
		}
	}
	out.Scores = floats(in.Scores)
	if len(in.Judgements) > 0 {
		out.Judgements = make([][]float64, len(in.Judgements))
		for i, js := range in.Judgements {
			out.Judgements[i] = floats(js)
		}
	}
	if found, expected := out.fault(questions); found != "" {
		return Respondent{}, files.New(file, n, found, expected)
	}
	return out, nil
}

// decode decodes one line of JSON. Its errors say what was found and what was expected.
func decode(line string, into any, file string, n int) error {
	err := json.Unmarshal([]byte(line), into)
	if err == nil {
		return nil
	}
	var wrongType *json.UnmarshalTypeError
	if errors.As(err, &wrongType) {
		found := "JSON " + wrongType.Value
		if wrongType.Field != "" {
			found += " in field " + text.Quote(wrongType.Field)
		}
		expected := jsonName(wrongType.Type.Kind().String())
		if strings.HasPrefix(wrongType.Value, "number ") {
			expected = "a number in range" // such as 1e999, which no float64 holds
		}
		return &Error{File: file, Line: n, Err: err, Msg: "found " + found + ", expected " +
			expected}
	}
	return &Error{File: file, Line: n, Err: err, Msg: "found " + text.Quote(line) +
		", expected one JSON object: " + text.OneLine(err.Error())}
}

// jsonName returns the name that JSON has for a kind of Go type.
func jsonName(kind string) string {
	switch kind {
	case "slice":
		return "an array"
	case "struct":
		return "an object"
	case "bool":
		return "true or false"
	case "string":
		return "a string"
	}
	return "a number"
}

func floats(in []number) []float64 {
	if len(in) == 0 {
		return nil
	}
	return numbers.Map(in, func(v number) float64 { return float64(v) })
}
