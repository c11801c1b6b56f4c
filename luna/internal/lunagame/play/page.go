package play

import "github.com/luna-rating/luna/luna/internal/lunagame/archive"

// Page selects a part of a long list, newest first.
type Page struct {
	// Before is where the last page ended: the next that was returned with it. "" means the
	// beginning.
	Before string
	// Limit is the maximum number of elements; 0 means [DefaultPage], and values above [MaxPage]
	// mean MaxPage.
	Limit int
}

// DefaultPage and MaxPage are the default and the maximum number of elements of a page. Making a
// page takes some 0.1 ms of processor time for each game.
const (
	DefaultPage = 50
	MaxPage     = 100
)

// archived returns the page for the archive, with its limit.
func (p Page) archived() archive.Page {
	if p.Limit <= 0 {
		p.Limit = DefaultPage
	}
	p.Limit = min(p.Limit, MaxPage)
	return archive.Page(p)
}
