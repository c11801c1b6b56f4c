// Package recall answers with the reply that somebody gave earlier to the most similar text.
//
// Texts are compared by their words, weighted by inverse document frequency: the similarity of two
// is the cosine of their vectors of ln(1 + tf)·ln(1 + N/df), where tf counts a word in the text, df
// the texts with the word, and N all texts. What was said before adds a tenth of its own
// similarity, so that it decides between replies to the same text.
package recall
