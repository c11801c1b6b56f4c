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
//   - WCS has word vectors of ten dimensions trained on the key alone ([keyVectors]).
//   - Bags are summed over the questions into one vocabulary; BIG holds single words too.
//   - SNL is computed as by the program of the time, not as defined in its paper ([semanticNets]).
//   - In SYN, a synonym of several words counts for the last of them only.
//   - NNO, NNC and NNW are the plain mean, over the questions, of the nearest
//     training respondent's rating, without regression.
//   - COM's predictions are not clipped.
//   - RAN draws one number per trial for the whole test part.
//
// The package is for comparison with the printed figure only and shares no code with the other
// protocols.
package published
