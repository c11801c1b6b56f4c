// Package synth generates respondents: SYNTHETIC answers to a fixed set of questions, graded
// by simulated judges. None of its texts or grades were collected from people.
//
// A [Person] has a latent ability. Each question has a difficulty and a
// discrimination; together with the ability they decide, as in item response
// theory, whether an answer is right, half right or wrong. The wording is then
// drawn from phrase tables (see the exams folder and [Parse]) and written in
// the person's [Style]: verbosity, case, punctuation, fillers, misspellings.
// More respondents give more distinct texts, but the quality of an answer depends only on the
// question and the meaning of the text, so that equal texts have equal quality.
//
// Everything is deterministic. Respondent i of [Generate] depends on the exam,
// the seed and i only, so a larger population extends a smaller one.
//
// [Civics] and [Networks] are exams, and [Parse] reads others; [Generate] lets people sit an exam,
// and [Grades] lets judges grade an answer. The formats synthetic-civics and synthetic-networks of
// package datasets are built on these.
//
// Command gen writes the samples in datasets/samples; go generate in datasets runs it.
package synth
