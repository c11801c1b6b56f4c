// Package grades predicts a respondent's rating by way of hidden grades, one a question, that it
// learns from ratings alone. It is what approach AUTO does.
//
// A rating is nearly the mean of the grades of the responses, and a response's grade depends on its
// text. So the model of respondent i with the responses t_1 … t_Q is
//
//	rating_i = top - reach · (1 - (1/Q) Σ_q σ(g_q(t_q))) + noise,     σ(x) = 1/(1 + exp(-x))
//	g_q(t)   = b + b_q + s·z_q(t) + f_q(t)
//
// where z_q(t) are the cues, how the response compares with the answer key ([Cues]), whose weights s
// all questions share; b and b_q are intercepts; and f_q is a smooth function of the text, one a question: a Gaussian process
// whose kernel adds up the cosine of character n-grams, the cosine of mean word
// vectors and a Gaussian on the cues. Everything has a Gaussian prior. That of s is learned from other
// question sets ([Prior]), so that with nobody rated yet the prior and the key decide; with few respondents the
// shared weights are learned and with many the functions of the texts. Each acceptable answer takes part as a
// text that is known to be right.
//
// [Model.Prepare] takes the questions, [Prepared.Fit] the responses of those who are rated, if there are any, and
// [Fitted.Rating], [Fitted.Interval] and [Fitted.Explain] tell of others.
//
// The posterior mode is found by the Gauss-Newton method. Linearised there, the model is a Gaussian process on the
// ratings, whose closed forms give leave-one-out errors, by which hyper-parameters are chosen within the training
// part, and the variance of a prediction, by which intervals are made. Beyond some hundreds of respondents the same
// model is written by the weights of n-grams and fitted by Newton's method with conjugate gradients.
//
// The model is a Gaussian process with a non-linear, aggregated likelihood; see C. E. Rasmussen and C. K. I. Williams,
// Gaussian Processes for Machine Learning, 2006, chapters 2, 3.4 and 5.4, and, for learning from aggregates, H. C. L. Law et
// al., Variational Learning on Aggregate Outputs with Gaussian Processes, NeurIPS 2018.
package grades
