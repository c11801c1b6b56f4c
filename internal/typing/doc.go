// Package typing models how long a person takes to read a question, to think and to type an answer,
// and which keys they press meanwhile. Machines whose answers follow it cannot be told from people
// by their timing.
//
// Typing speeds are those of 168,000 people: 51.56 words per minute on average, standard deviation
// 20.2, where a word is five characters; 1.173 keys per character, because errors are corrected
// (Dhakal, Feit, Kristensson and Oulasvirta, “Observations on Typing from 136 Million Keystrokes”,
// CHI 2018). People read 238 words per minute (Brysbaert, “How many words do we read per minute?”,
// Journal of Memory and Language 109, 2019). How long they think, and how much longer they take
// before a word or after a sentence, follows the human keys in the logs of the Loebner Prize 2009
// and 2010, which are in the public domain. There, the median time from a judge's line to the first
// key of the answer is 4.4 s, the quartiles are 1.4 and 9.2 s; the median gap between keys is
// 0.14 s within words, 0.19 s before a word and 0.30 s after punctuation.
package typing
