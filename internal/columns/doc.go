// Package columns finds out what the columns of a table of responses mean, from the names in its
// header and from the cells below: identifiers, questions, points per question, totals and the
// rest.
//
// A table in wide form has one row per respondent and one column per question, as exported by
// Google Forms, Microsoft Forms, Moodle, Qualtrics and spreadsheets. One in long form has one row
// per response.
package columns
