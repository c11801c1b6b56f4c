// Package published repeats the experiment behind figure 5.3 of Silver (2016) the way
// its numbers came about, which differs from what the text describes:
//
//   - Each trial takes 24 respondents, 19 to train and 5 to test, from however many there are.
//   - Powergrading: the last respondent has rating 0, so that ratings are the sum of the
//     judgements over 30.
//   - Mohler: the totals are min-max scaled to [0,1] after each question is added, in the order of
//     a hash table, so that the last questions dominate ([loopRatings]).
//   - Texts are lower-cased, with <br> deleted and the right end trimmed; stop words stay in
//     BWO, FWO and the edit distances.
//   - BWO asks whether any blank-separated piece of the response is a substring of the answer; WED
//     runs on characters; CED on the characters joined by spaces.
//   - Bags are summed over the questions into one vocabulary; BIG holds single words too.
//   - SNL is as the program in use computed it, not as its paper defines it ([semanticNets]); in SYN a
//     synonym of several words counts for the last of them only.
//   - NNO, NNC and NNW are the plain mean, over the questions, of the nearest
//     training respondent's rating, without regression.
//   - COM's predictions are not clipped.
//   - RAN draws one number a trial for the whole test part.
//
// It is kept for comparison with the printed figure only; everything here is apart from the
// described protocol, and nothing else should use it.
package published
