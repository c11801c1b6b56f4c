// Package recall answers with the reply that somebody gave earlier to the most similar text.
//
// Texts are compared by their words, weighted by inverse document frequency: the similarity of two
// texts is the cosine of their vectors of ln(1 + tf)·ln(1 + N/df), where tf counts a word in the
// text, df the texts with the word, and N all texts. The similarity of the preceding texts adds a
// tenth of its value, so that it decides between replies to the same text.
package recall
