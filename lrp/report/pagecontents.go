package report

// pageLink is an entry of the table of contents.
type pageLink struct {
	ID, Text string
	Parts    []pageLink
}

// contents lists the sections of the page.
func (p *page) contents() []pageLink {
	var list []pageLink
	if len(p.Summary.Rows) > 0 {
		list = append(list, pageLink{ID: "summary", Text: "Summary"})
	}
	for _, d := range p.Datasets {
		link := pageLink{ID: d.ID, Text: d.Name}
		part := func(id, text string) {
			link.Parts = append(link.Parts, pageLink{ID: d.ID + "-" + id, Text: text})
		}
		part("results", "Results")
		part("data", "Data")
		if d.Predictions != nil {
			part("predictions", "Predictions")
			part("residuals", "Residuals")
			if len(d.Predictions.Errors) > 0 {
				part("errors", "Largest errors")
			}
		}
		if d.Weights != nil {
			part("weights", "Weights")
		}
		list = append(list, link)
	}
	if len(p.Key) > 0 {
		list = append(list, pageLink{ID: "key", Text: "Reading the tables"})
	}
	list = append(list, pageLink{ID: "settings", Text: "Settings and data"})
	if len(p.Described) > 0 {
		list = append(list, pageLink{ID: "approaches", Text: "Approaches"})
	}
	return list
}
