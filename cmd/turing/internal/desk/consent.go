package desk

import (
	"net/http"
	"slices"
)

// consent shows what a person agrees to, and takes their consent.
func (d *Desk) consent(r *http.Request, label string) (status int, data any) {
	secret := d.seats[label].Token()
	if r.Method == http.MethodPost {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.agreed[label] = true
		d.views[label]()
		return http.StatusSeeOther, "/" + secret + "/"
	}
	return http.StatusOK, map[string]any{"Title": d.Name, "Text": d.Consent, "Secret": secret,
		"Done": !d.undecided(label)}
}

// view has somebody see something, once they have agreed to take part.
func (d *Desk) view(label string, show func()) {
	first := d.labels(label, d.Name)
	first.Link = "/consent/" + d.seats[label].Token()
	d.mu.Lock()
	defer d.mu.Unlock()
	d.views[label] = show
	if d.Consent != "" && !d.agreed[label] {
		d.seats[label].Say(first, "Welcome. Please read what this is about first.")
		return
	}
	show()
}

// undecided reports whether a person has yet to agree.
func (d *Desk) undecided(label string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.Consent != "" && !d.agreed[label]
}

// Agreed lists the people who have agreed to take part.
func (d *Desk) Agreed() (labels []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for label := range d.agreed {
		labels = append(labels, label)
	}
	slices.Sort(labels)
	return labels
}
