package solver

import (
	"slices"
)

// place finds the mentions of the candidates, their roles and their order.
func (p *problem) place() {
	for k := range p.candidates {
		c := &p.candidates[k]
		found := mentions(p.tokens, c.words)
		c.count = len(found)
		c.gap = len(p.tokens)
		if c.found = len(found) > 0; !c.found {
			c.at = span{0, 1}
			continue
		}
		c.at = found[0]
		for _, m := range found {
			if m.to <= p.pronoun {
				c.at = m
			}
		}
		c.gap = p.pronoun - c.at.to
		if c.gap < 0 {
			c.gap = c.at.from - p.pronoun
		}
		c.role = p.roleAt(c.at)
		c.event = eventAt(p.tokens, c.at.to-1, c.role)
	}
	for k := range p.candidates {
		c := &p.candidates[k]
		for l := range p.candidates {
			d := &p.candidates[l]
			if d.found && (!c.found || d.at.from < c.at.from) {
				c.first++
			}
			if d.found && d.gap < c.gap {
				c.near++
			}
		}
	}
}

// roleAt returns the role of the phrase in its clause.
func (p *problem) roleAt(s span) role {
	if p.tokens[s.to-1].tag == possessive ||
		s.to < len(p.tokens) && p.tokens[s.to].lower == "'s" && p.tokens[s.to].tag == possessive {
		return possessor
	}
	i := s.from - 1
	for i >= 0 && slices.Contains(modifiers, p.tokens[i].tag) {
		i--
	}
	clause := p.tokens[s.from].clause
	if i >= 0 && p.tokens[i].clause == clause &&
		(p.tokens[i].tag == preposition || p.tokens[i].lower == "than" || p.tokens[i].lower == "for") {
		return oblique
	}
	for j := s.from - 1; j >= 0 && p.tokens[j].clause == clause; j-- {
		if p.tokens[j].tag == verb || p.tokens[j].tag == auxiliary && !p.question(j) {
			return object
		}
	}
	return subject
}

var modifiers = []tag{determiner, possessive, adjective, number, adverb}

// question reports whether auxiliary j stands before its subject, first in the clause.
func (p *problem) question(j int) bool {
	return j == 0 || p.tokens[j-1].clause != p.tokens[j].clause
}

// relate finds the connective between the pronoun's clause and what precedes it.
func (p *problem) relate() {
	clause, sentence := p.tokens[p.pronoun].clause, p.tokens[p.pronoun].sentence
	p.sole = sentence == 0
	for i := p.pronoun - 1; i >= 0 && p.tokens[i].sentence == sentence; i-- {
		t := &p.tokens[i]
		if r, ok := relationOf[t.lower]; ok && p.relation == none &&
			(t.clause == clause || i+1 < p.pronoun && p.tokens[i+1].clause == clause) &&
			(t.lower != "for" && t.lower != "as" || t.tag != preposition || t.clause == clause) {
			p.relation = r
		}
		if i == 0 || p.tokens[i-1].sentence != sentence {
			p.initial = relationOf[t.lower]
		}
	}
}
