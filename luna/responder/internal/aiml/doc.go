// Package aiml reads and interprets categories of AIML 1.0, the Artificial Intelligence Markup
// Language of Wallace (“AIML 1.0.1”, A.L.I.C.E. AI Foundation 2001).
//
// It knows the elements aiml, topic, category, pattern, that, template, and within templates star,
// thatstar, topicstar, srai, sr, random, condition, li, set, get, think, input, that, bot, name,
// date, uppercase, lowercase, formal, sentence, br, person, person2, gender, size, version and id.
// Other elements are ignored and named in a warning. Their content is kept, except for commands
// such as system and javascript.
//
// What the specification leaves open: the input 1 is the one that is being answered, as in Program
// AB and python-aiml, and the that 1,1 the last sentence of the last reply. Both person and person2
// exchange the first and the second person. The last of two categories with the same patterns
// counts.
package aiml
