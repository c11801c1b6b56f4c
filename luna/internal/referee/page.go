package referee

import "github.com/luna-rating/luna/luna/internal/archive"

// Page selects a part of a long list, newest first.
type Page struct {
	// Before is where the last page ended: what was returned as next with it. "" is the beginning.
	Before string
	// Limit is the maximum number of elements; 0 means [DefaultPage], and too large ones [MaxPage].
	Limit int
}

// DefaultPage and MaxPage are the number of elements of a page, and the maximum that can be asked
// for. To make a page takes some 0.1 ms of processor time for each game.
const (
	DefaultPage = 50
	MaxPage     = 100
)

// archived is the page with its limit.
func (p Page) archived() archive.Page {
	if p.Limit <= 0 {
		p.Limit = DefaultPage
	}
	p.Limit = min(p.Limit, MaxPage)
	return archive.Page(p)
}
