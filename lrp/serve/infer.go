package serve

import (
	"encoding/json"
	"slices"

	"github.com/luna-rating/luna/datasets"
)

// The tensors of the Open Inference Protocol.
const (
	inputName   = "responses"
	outRating   = "rating"
	outInterval = "interval"
	outGrades   = "grades"

	typeBytes = "BYTES"
	typeFP64  = "FP64"
)

// inference is a request for ratings.
type inference struct {
	ID      string        `json:"id"`
	Inputs  []inputTensor `json:"inputs"`
	Outputs []struct {
		Name string `json:"name"`
	} `json:"outputs"`
}

type inputTensor struct {
	Name     string          `json:"name"`
	Shape    []int64         `json:"shape"`
	Datatype string          `json:"datatype"`
	Data     json.RawMessage `json:"data"`
}

type outputTensor struct {
	tensorInfo
	Data any `json:"data"`
}

type inferred struct {
	Model   string         `json:"model_name"`
	ID      string         `json:"id,omitempty"`
	Outputs []outputTensor `json:"outputs"`
}

// v2Infer answers POST /v2/models/{name}/infer.
func (s *service) v2Infer(c *call) error {
	m := c.m
	request, records, err := s.readInference(m, c.body)
	if err != nil {
		m.of.bad.Add(1)
		return err
	}
	list := make([]prediction, len(records))
	err = s.limit.compute(c.r.Context(), func() error {
		return s.rateAll(c.r.Context(), m, records, list, !request.ratingOnly())
	})
	if err != nil {
		return err
	}
	outputs, err := request.tensors(m, list)
	if err != nil {
		return err
	}
	return s.answer(c.w, inferred{m.of.name, request.ID, outputs})
}

// readInference reads a request and its records.
func (s *service) readInference(m model, body []byte) (*inference, []record, error) {
	text := source{body, 1}
	var request inference
	if err := json.Unmarshal(body, &request); err != nil {
		return nil, nil, badRequest("found no inference request (%v), expected %s", err, inferForm)
	}
	for i, o := range request.Outputs {
		if slices.Contains(request.Outputs[:i], o) {
			return nil, nil, badRequest("found output %q twice, expected it once", o.Name)
		}
		if !slices.Contains([]string{outRating, outInterval, outGrades}, o.Name) {
			return nil, nil, badRequest("found output %q, expected %s, %s or %s", o.Name, outRating,
				outInterval, outGrades)
		}
	}
	if len(request.Inputs) == 0 {
		return nil, nil, badRequest("%s: found no inputs, expected %s", text.position(0), inferForm)
	}
	records, err := s.tensorRecords(m, request.Inputs)
	if err != nil {
		return nil, nil, err
	}
	for i := range records {
		if err := inArray(i, &records[i], records[i].check(m.Model, &s.o)); err != nil {
			return nil, nil, err
		}
	}
	return &request, records, nil
}

const inferForm = `{"inputs":[{"name":"responses","shape":[n,questions],"datatype":"BYTES",` +
	`"data":["…"]}]}`

// tensorRecords returns the records in one tensor of all responses, or in one per question.
func (s *service) tensorRecords(m model, inputs []inputTensor) ([]record, error) {
	questions := m.Questions()
	if len(inputs) == 1 && inputs[0].Name == inputName {
		rows, err := s.texts(&inputs[0], int64(len(questions)))
		records := make([]record, len(rows))
		for i, row := range rows {
			records[i].Responses = row
		}
		return records, err
	}
	var records []record
	filled := make([]bool, len(questions))
	for k := range inputs {
		in := &inputs[k]
		j := slices.IndexFunc(questions, func(q datasets.Question) bool { return q.ID == in.Name })
		if j < 0 {
			return nil, badRequest("found input %q, expected one input %q, or one for each "+
				"question with its id as the name", in.Name, inputName)
		}
		if filled[j] {
			return nil, badRequest("found input %q twice, expected it once", in.Name)
		}
		filled[j] = true
		rows, err := s.texts(in, 1)
		if err != nil {
			return nil, err
		}
		if records == nil {
			records = make([]record, len(rows))
			for i := range records {
				records[i].Responses = make([]*string, len(questions))
			}
		}
		if len(rows) != len(records) {
			return nil, badRequest("input %q: found %d responses, expected %d as in the first "+
				"input", in.Name, len(rows), len(records))
		}
		for i, row := range rows {
			records[i].Responses[j] = row[0]
		}
	}
	if j := slices.Index(filled, false); j >= 0 {
		return nil, badRequest("found no input %q, expected one for each of %d questions, or one "+
			"input %q for all", questions[j].ID, len(questions), inputName)
	}
	return records, nil
}

// texts returns the rows of a tensor. Those of width 1 may have the shape [n], too.
func (s *service) texts(in *inputTensor, width int64) ([][]*string, error) {
	if in.Datatype != typeBytes {
		return nil, badRequest("input %q: found datatype %q, expected %s", in.Name, in.Datatype,
			typeBytes)
	}
	if len(in.Data) == 0 {
		return nil, badRequest("input %q: found no data, expected texts in JSON (the extension "+
			"for binary data is not offered)", in.Name)
	}
	flat := len(in.Shape) == 1 && width == 1
	if !flat && (len(in.Shape) != 2 || in.Shape[1] != width) || in.Shape[0] < 0 {
		return nil, badRequest("input %q: found shape %v, expected [n,%d]", in.Name, in.Shape,
			width)
	}
	n := in.Shape[0]
	if n > int64(s.o.MaxRecords) {
		return nil, tooLarge("input %q: found %d records, expected at most %d", in.Name, n,
			s.o.MaxRecords)
	}
	list, err := in.elements(n, width)
	if err != nil {
		return nil, err
	}
	rows := make([][]*string, n)
	for i := range rows {
		rows[i], list = list[:width:width], list[width:]
	}
	return rows, nil
}

// elements returns the elements of a tensor in row-major order, which may be nested as the shape is
// or in one list.
func (in *inputTensor) elements(n, width int64) ([]*string, error) {
	if most := 2*n*width + 1000; commas(in.Data) > most { // empty ones take ten times their text
		return nil, badRequest("input %q: found more than %d texts, expected %d as in the shape", in.Name,
			most, n*width)
	}
	var list []*string
	if err := json.Unmarshal(in.Data, &list); err != nil {
		list = nil // which has a part of the data
		var nested [][]*string
		if len(in.Shape) != 2 || json.Unmarshal(in.Data, &nested) != nil {
			return nil, badRequest("input %q: found data that are no list of texts (%v)", in.Name,
				err)
		}
		if int64(len(nested)) != n {
			return nil, badRequest("input %q: found %d rows of data, expected %d as in the shape",
				in.Name, len(nested), n)
		}
		for i, row := range nested {
			if int64(len(row)) != width {
				return nil, badRequest("input %q: row %d: found %d texts, expected %d", in.Name,
					i+1, len(row), width)
			}
			list = append(list, row...)
		}
	}
	if int64(len(list)) != n*width {
		return nil, badRequest("input %q: found %d texts, expected %d as in the shape", in.Name,
			len(list), n*width)
	}
	if slices.Contains(list, nil) {
		return nil, badRequest(`input %q: found null, expected a text ("" is no answer)`, in.Name)
	}
	return list, nil
}

// commas counts the commas between the values of valid JSON.
func commas(data []byte) (n int64) {
	inText := false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case inText && c == '\\':
			i++
		case c == '"':
			inText = !inText
		case c == ',' && !inText:
			n++
		}
	}
	return n
}

func (r *inference) ratingOnly() bool {
	return len(r.Outputs) > 0 && !slices.ContainsFunc(r.Outputs, func(o struct {
		Name string `json:"name"`
	}) bool {
		return o.Name != outRating
	})
}

// tensors returns the requested tensors, all that the model has if none is named.
func (r *inference) tensors(m model, list []prediction) ([]outputTensor, error) {
	all := tensorsOf(m, list)
	if len(r.Outputs) == 0 {
		return all, nil
	}
	requested := make([]outputTensor, len(r.Outputs))
	for i, o := range r.Outputs {
		k := slices.IndexFunc(all, func(x outputTensor) bool { return x.Name == o.Name })
		if k < 0 {
			return nil, badRequest("found output %q, which this model does not have", o.Name)
		}
		requested[i] = all[k]
	}
	return requested, nil
}

// tensorsOf returns the tensors of predictions. Interval and grades are missing if the model has
// none. A grade that is undefined is null.
func tensorsOf(m model, list []prediction) []outputTensor {
	n, q := len(list), len(m.Questions())
	rating := make([]float64, n)
	interval, grades := make([]float64, 0, 2*n), make([]*float64, 0, q*n)
	for i, p := range list {
		rating[i] = p.Rating
		interval = append(interval, p.Interval...)
		grades = append(grades, p.Grades...)
	}
	all := []outputTensor{{tensorInfo{outRating, typeFP64, []int{n}}, rating}}
	if len(interval) == 2*n {
		all = append(all, outputTensor{tensorInfo{outInterval, typeFP64, []int{n, 2}}, interval})
	}
	if len(grades) == q*n {
		all = append(all, outputTensor{tensorInfo{outGrades, typeFP64, []int{n, q}}, grades})
	}
	return all
}
