package datasets

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"slices"

	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/internal/numbers"
)

// WriteJSONL writes a data set in the native format that [ReadJSONL] reads. Equal data sets
// give equal bytes. Floats survive exactly, and so do texts that are valid UTF-8, as all
// readers of this package ensure. Warnings are not written. The data set must pass
// [Dataset.Validate] and have a name.
func WriteJSONL(w io.Writer, d *Dataset) error {
	if d.Name == "" {
		return files.New("data set", 0, "no name", "a name")
	}
	if err := d.Validate(); err != nil {
		return err
	}
	return encodeNative(w, headerOf(d), d)
}

// Digest returns the SHA-256 of the data set in the native format, in hexadecimal digits. Equal
// digests mean equal names, questions, responses, ratings, scores, judgements and attributes. Scale
// and points are not part of it, so that the digests in models made before the two were introduced
// still match.
func Digest(d *Dataset) string {
	h := sha256.New()
	// Writing to a hash cannot fail. A data set that JSON cannot express, because it holds
	// infinities, is not valid; the digest then covers the part before them.
	header := headerOf(d)
	header.Scale, header.Points = Scale{}, nil
	_ = encodeNative(h, header, d)
	return hex.EncodeToString(h.Sum(nil))
}

func encodeNative(w io.Writer, header nativeHeader, d *Dataset) error {
	buf := bufio.NewWriter(w)
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(header); err != nil {
		return err
	}
	var out nativeRespondent // again and again, since there may be many
	for i := range d.Respondents {
		out.take(&d.Respondents[i])
		if err := enc.Encode(&out); err != nil {
			return err
		}
	}
	return buf.Flush()
}

func (out *nativeRespondent) take(r *Respondent) {
	*out = nativeRespondent{ID: r.ID, Responses: slices.Grow(out.Responses, len(r.Responses))[:len(r.Responses)],
		Rating: number(r.Rating), Attributes: r.Attributes}
	clear(out.Responses)
	for i := range r.Responses {
		if r.Responses[i] != "" {
			out.Responses[i] = &r.Responses[i]
		}
	}
	out.Scores = numbersOf(r.Scores)
	for _, js := range r.Judgements {
		row := numbersOf(js)
		if row == nil {
			row = []number{}
		}
		out.Judgements = append(out.Judgements, row)
	}
}

func numbersOf(in []float64) []number {
	if in == nil {
		return nil
	}
	return numbers.Map(in, func(v float64) number { return number(v) })
}

// ReadQuestions reads the first line of the native form alone: a data set without
// respondents, whose questions are yet to be answered. Errors are those of [ReadJSONL].
func ReadQuestions(r io.Reader, file string) (*Dataset, error) {
	return readHeader(files.NewScanner(r, file, maxLine), file)
}

// readHeader reads the first line of the native form.
func readHeader(in *files.Scanner, file string) (*Dataset, error) {
	if !in.Scan() {
		if in.Err() != nil {
			return nil, in.Err()
		}
		return nil, files.New(file, 0, "an empty file",
			`a header line {"format":"lrp-dataset","version":1,…}`)
	}
	return parseHeader(in.Text(), file)
}

// WriteQuestions writes the first line of the native form alone.
func WriteQuestions(w io.Writer, d *Dataset) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(headerOf(d))
}

func headerOf(d *Dataset) nativeHeader {
	h := nativeHeader{Format: nativeFormat, Version: nativeVersion, Name: d.Name,
		Synthetic: d.Synthetic, Rating: d.RatingNote, Scale: d.Scale, Points: d.Points,
		Questions: make([]nativeQuestion, len(d.Questions))}
	for i, q := range d.Questions {
		key := q.Key
		if key == nil {
			key = []string{} // an array even if it is empty
		}
		h.Questions[i] = nativeQuestion{q.ID, q.Text, key}
	}
	return h
}
