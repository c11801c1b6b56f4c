package report

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/luna-rating/luna/internal/jsonfile"
	"github.com/luna-rating/luna/lrp/experiment"
)

// WriteJSON writes the report as its JSON document, indented.
func WriteJSON(w io.Writer, r *experiment.Report) error { return jsonfile.Write(w, r) }

// ReadJSON reads a report that [WriteJSON] wrote.
func ReadJSON(r io.Reader) (*experiment.Report, error) {
	var report experiment.Report
	if err := json.NewDecoder(r).Decode(&report); err != nil {
		return nil, fmt.Errorf("found no lrp-report document: %w", err)
	}
	if report.Format != "lrp-report" || report.Version != 1 {
		return nil, fmt.Errorf("found format %q, version %d, expected lrp-report, version 1",
			report.Format, report.Version)
	}
	return &report, nil
}
