package referee

import "github.com/luna-rating/luna/luna/internal/archive"

// Page selects a part of a long list, newest first.
type Page struct {
	// Before is where the last page ended: what was returned as next with it. "" is the beginning.
	Before string
	// Limit is the maximum number of elements; 0 and too large ones mean [MaxPage].
	Limit int
}

// MaxPage is the maximum number of elements of a page.
const MaxPage = 100

// archived is the page with its limit.
func (p Page) archived() archive.Page {
	if p.Limit <= 0 || p.Limit > MaxPage {
		p.Limit = MaxPage
	}
	return archive.Page(p)
}
