package contest

import (
	"maps"
	"net/http"
)

// consent shows what a person agrees to, and takes their consent.
func (p *people) consent(r *http.Request, label string) (status int, data any) {
	p.mu.Lock()
	done := p.agreed[label]
	p.agreed[label] = done || r.Method == http.MethodPost
	p.mu.Unlock()
	secret := p.seats[label].Token()
	if r.Method == http.MethodPost {
		if !done {
			p.welcome(label)
		}
		p.mu.Lock()
		show := p.later[p.seats[label]]
		p.mu.Unlock()
		if show != nil {
			show()
		}
		return http.StatusSeeOther, "/" + secret + "/"
	}
	return http.StatusOK, map[string]any{"Title": p.c.setup.Name, "Text": p.c.setup.consentText,
		"Secret": secret, "Done": done}
}

// welcome asks a person for their consent, or to wait for their first round.
func (p *people) welcome(label string) {
	labels, text := p.labels(label, p.c.setup.Name), "Welcome. Please wait here. Your round begins when "+
		"everybody is there."
	if p.undecided(label) {
		labels.Link, text = "/consent/"+p.seats[label].Token(), "Welcome. Please read what this is about first."
	}
	p.seats[label].Say(labels, text)
}

// undecided reports whether a person has yet to agree.
func (p *people) undecided(label string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.c.setup.Consent != "" && !p.agreed[label]
}

// takeConsents writes to the journal who has agreed.
func (p *people) takeConsents() error {
	p.mu.Lock()
	list := maps.Clone(p.agreed)
	p.mu.Unlock()
	for label, agreed := range list {
		if !agreed || p.c.state.consents[label] {
			continue
		}
		if err := p.c.record(event{Kind: eventConsent, Who: label}); err != nil {
			return err
		}
	}
	return nil
}
