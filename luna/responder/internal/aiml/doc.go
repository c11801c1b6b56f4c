// Package aiml reads and interprets categories of AIML 1.0, the Artificial Intelligence Markup
// Language of Wallace (“AIML 1.0.1”, A.L.I.C.E. AI Foundation 2001).
//
// It knows the elements aiml, topic, category, pattern, that, template, and within templates star,
// thatstar, topicstar, srai, sr, random, condition, li, set, get, think, input, that, bot, name,
// date, uppercase, lowercase, formal, sentence, br and person. Other elements are ignored and named
// in a warning. Their content is kept, except for commands such as system and javascript.
package aiml
