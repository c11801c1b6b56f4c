package solver

import "strings"

// closed holds the words of the closed classes.
var closed = func() map[string]tag {
	words := make(map[string]tag)
	for t, list := range map[tag]string{
		determiner: `a an the this these those some any every each all both another either neither
			much many several few more most enough no such what`,
		pronoun: `i me you he him she it we us they them himself herself itself themselves myself
			yourself ourselves everyone everybody someone somebody anyone anybody nobody everything
			something anything nothing one mine yours hers theirs`,
		possessive: `my your his her its our their 's whose`,
		preposition: `of in on at by with from into onto to about over under through between among
			against during without within across behind beyond near inside outside toward towards upon
			off out up down around past like despite above below beneath beside along for`,
		conjunction: `and or but because although though so since as after before when while if that
			until unless whereas than then yet nor whenever wherever where how why whether however
			therefore thus once`,
		relative: `who which whom`,
		auxiliary: `am is are was were be been being have has had having do does did will would shall
			should can could may might must 're 've 'll 'd 'm get got gets getting`,
		negation: `not n't never hardly barely scarcely`,
		adverb: `too very also just only even still already always often soon again quite rather
			almost there here now back away really probably maybe perhaps instead`,
	} {
		for _, w := range strings.Fields(list) {
			words[w] = t
		}
	}
	return words
}()

func set(words string) map[string]bool {
	s := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		s[w] = true
	}
	return s
}

var (
	beForms = set(`am is are was were be been being 're 'm 's get got gets getting`)
	// unchangedPast are verbs whose past tense is their base form.
	unchangedPast = set(`hit cut put let set shut hurt cost beat bet burst cast quit spread split`)
	// breaks are conjunctions that begin a clause.
	breaks = set(`because although though so since as after before when while if that until unless
		whereas but then yet whenever wherever where how why whether however therefore thus once
		who which whom`)
)

// relation is how a clause relates to what goes before.
type relation byte

const (
	none relation = iota
	cause
	contrast
	result
	time
	addition
	relations
)

// relationOf are the connectives by relation.
var relationOf = func() map[string]relation {
	words := make(map[string]relation)
	for r, list := range map[relation]string{
		cause:    `because since as for`,
		contrast: `although though but however yet whereas despite`,
		result:   `so therefore thus then`,
		time:     `after before when while until once whenever`,
		addition: `and or nor`,
	} {
		for _, w := range strings.Fields(list) {
			words[w] = r
		}
	}
	return words
}()
