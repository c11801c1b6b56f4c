// Package phrase reads short answers in English: their words in base forms, what they deny, and
// the numbers, times of day, lengths of time and dates that they name, in figures or words.
package phrase
