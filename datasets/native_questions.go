package datasets

import (
	"encoding/json"
	"io"

	"github.com/luna-rating/luna/internal/files"
)

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
