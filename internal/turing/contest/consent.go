package contest

import "net/http"

// readConsent reads what people agree to before they take part.
func (s *setup) readConsent(dir string, p places) (err error) {
	if s.Consent != "" {
		s.consentText, err = readText(dir, s.Consent, "consent", "what people agree to", p)
	}
	return err
}

// consentPage is the data of the page on which a person agrees to take part.
type consentPage struct {
	Title, Text, Secret string
	Done                bool
}

// consent shows what a person agrees to, and takes their consent.
func (p *people) consent(w http.ResponseWriter, r *http.Request, label string) {
	secret := r.PathValue("secret")
	if r.Method == http.MethodPost {
		p.mu.Lock()
		first := !p.agreed[label]
		p.agreed[label] = true
		p.mu.Unlock()
		if first {
			p.welcome(label)
		}
		http.Redirect(w, r, "/"+secret+"/", http.StatusSeeOther)
		return
	}
	p.mu.Lock()
	done := p.agreed[label]
	p.mu.Unlock()
	writePage(w, http.StatusOK, "consent.html",
		consentPage{p.c.setup.Name, p.c.setup.consentText, secret, done})
}

// welcome asks a person for their consent, or to wait for their first round.
func (p *people) welcome(label string) {
	labels, text := p.labels(label, p.c.setup.Name), "Welcome. Please wait for your first round. It begins "+
		"when everybody is here."
	if p.undecided(label) {
		labels.Link, text = "/consent/"+p.seats[label].Token(), "Welcome. Please read what this is about first."
	}
	p.seats[label].Say(labels, text)
}

// undecided reports whether a person has yet to agree.
func (p *people) undecided(label string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.c.setup.Consent != "" && !p.agreed[label] && !p.agreed[p.c.setup.other(label)]
}

// takeConsents writes to the journal who has agreed.
func (p *people) takeConsents() error {
	p.mu.Lock()
	var list []string
	for label := range p.agreed {
		if !p.c.state.consents[label] {
			list = append(list, label)
		}
	}
	p.mu.Unlock()
	for _, label := range list {
		if err := p.c.record(event{Kind: eventConsent, Who: label}); err != nil {
			return err
		}
	}
	return nil
}
