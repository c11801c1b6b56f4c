// Package auto predicts the rating of a respondent from latent grades of the responses, one per
// question, which it learns from ratings, from scores of responses, or from both. It is the model
// of approach AUTO.
//
// # Model
//
// Respondent i has given the responses t_1 … t_Q and has the rating
//
//	y_i    = top - reach·(1 - Σ_q c_q·σ(g_q(t_q)) / Σ_q c_q) + h(i) + ε_i,     ε_i ~ N(0, Noise²)
//	g_q(t) = b + b_q + sᵀz_q(t) + f_q(t),                       σ(x) = 1/(1 + exp(-x))
//
// where c_q is 1, or 1 - Skipped for a question without an answer. In most exams such a question
// counts like any other; in others a rating is the mean over the questions that were answered, or
// some questions were not asked of everybody. If ratings do not follow from the mean of the scores
// of responses, c_q is also multiplied by the question's own weight, from a ridge regression of the
// ratings on the scores ([Training].Scores).
//
// The grade of response t to question q is σ(g_q(t)), in [0,1]. A respondent whose grades are all 1
// has the rating top, one whose grades are all 0 has top - reach. The cues z_q(t) compare the
// response with the answer key; their weights s and the intercept b are shared by all questions,
// b_q is the question's own intercept, and f_q is a smooth function of the text. What no sum of
// grades explains is left to h, which depends on the responses of a respondent as a whole.
//
// Each acceptable answer a to question q is a further observation of a grade that is known to be 1,
// and each score s of a response t one of a grade that is known to be s:
//
//	1 = σ(g_q(a)) + ε_a,     ε_a ~ N(0, KeyNoise²)
//	s = σ(g_q(t)) + ε_s,     ε_s ~ N(0, GradeNoise²)
//
// Scores for the same text are one observation, their mean. Cues never depend on scores. If all
// responses of a respondent have scores, these say more of the grades than the rating does, which
// then is no observation of them. Instead it tells what the grades do not explain of ratings: with
// x_i the mean grade less 1 of respondent i, by all observations except the respondent's own
// scores,
//
//	y_i = top + reach·x_i + h(i) + ε_i
//
// is a Gaussian process that gives top, reach and h. Before, top and reach are those of a
// regression of the ratings on the mean scores. An acceptable answer that a single respondent gave
// may be a copy of that response. It is left out wherever the respondent is predicted from others.
//
// # Prior
//
//	top ~ N(1, Top²)      s   ~ N(s₀, Weight·I)      f_q ~ GP(0, k)
//	reach ~ N(1, Reach²)  b   ~ N(b₀, Shared)
//	                      b_q ~ N(0, Question)
//
//	k(t, t') = Grams·κ(cos(n(t), n(t'))) + Vectors·cos(v(t), v(t')) + Cues·exp(-|z(t) - z(t')|²/2)
//	κ(c)     = (1 - Sharp)·c + Sharp·c²
//
//	h ~ GP(Ability·a, k')
//	k'(i, l) = Text·cos(n'(i), n'(l)) + Meaning·(m(i, l) - m(i, ·) - m(·, l) + m(·, ·))/m̄
//	           + (Pooled/P)·p(i)ᵀp(l) + AbilityVar·a(i)·a(l)
//	m(i, l)  = (1/Q) Σ_q v(t_iq)ᵀv(t_lq)
//
// where n(t) are the character n-grams of the text, of two to five letters or one or two characters
// of scripts without spaces, and v(t) is its vector by an encoder of texts ([embed.Encoder]), less
// the mean vector of a few dozen texts on all kinds of things, scaled to norm 1. In models of
// former versions, without an encoder, v(t) is the mean of the word vectors, Meaning is 0, and the
// cue WCS stands for the cue ENC. A dot stands for the mean over the training set, and m̄ is the
// mean there of the expression with l = i. n'(i) are the n-grams of all responses of i as written,
// in lower case, and p(i) are P pooled cues, means over the questions of similarities to the key
// and of log length, standardised over the training set. The ability a(i) is the mean over the
// questions of i's grades by the prior, less the mean of that over the training set. Its weight is
// positive because the responses of one person say something about each other: a person who answers
// most questions well is likely to have answered the others better than each response shows alone.
// So ratings differ more than the mean grades by the prior. With n respondents the variances Text,
// Meaning and Pooled and the weight of the ability are multiplied by min(1, 50/n), as ratings then
// tell the grades ever better.
//
// Grades that another rater or system gave to responses ([Model].Judges) are further cues, whose
// definition gives them a prior weight without learning one.
//
// The means s₀ and b₀ are learned from other question sets ([Prior]), once for each of a few
// encoders; others start from those of the encoder inside the program. So the prior and the key
// decide while nobody is rated; a few ratings determine what the questions share, and many ratings
// the functions of the texts.
//
// # Posterior mode
//
// The posterior is approximated at its mode, as by Laplace's method. With m the prior mean of g
// and K its prior covariance, both over all distinct texts of all questions, the mode minimises
//
//	½ [Σ_i (y_i - ŷ_i)²/Noise² + Σ_a (s_a - σ(g(a)))²/v_a + (g - m)ᵀK⁻¹(g - m)
//	   + (top - 1)²/Top² + (reach - 1)²/Reach²]
//
// by the Gauss-Newton method, where the s_a are the known grades of texts with their variances v_a.
// Linearised at a point, with J the derivatives of the observations by
// g, top and reach, the model is a Gaussian process on the observations: with r what they differ by
// from the linearised prior mean,
//
//	C = J·Σ·Jᵀ + noise,     α = C⁻¹r,     β = Jᵀα,     g - m = Kβ
//
// where Σ is the prior covariance of g, top and reach together. Steps are damped in the metric of
// the prior, as in the method of Levenberg and Marquardt. But for the parameters that questions
// share, known grades of answers to different questions have nothing in common, so C is decomposed
// question by question. Where grades near 0 and 1 make the model far from linear, most steps would
// otherwise go several times too far.
//
// # Calibration
//
// The grades of different questions are learned on their own, and those of one question shrink
// towards its mean. But those of one person go together, so predictions are too narrow, above all
// without a key. A prediction is
//
//	ȳ + Slope·(ŷ - ȳ)
//
// where ŷ is the rating at the mode and ȳ the mean rating of the training set. Slope is the
// calibration slope of predictions ŷ_i for ratings that the fits have not seen. With probability .2
// ratings have nothing to do with responses; otherwise the slope has the prior N(1, .1²), or
// N(1.3, .3²) if less than half of the questions have a key, and is at least 1. With
// d_i = ŷ_i - ȳ, r_i = y_i - ȳ and the variance s² of the errors r_i - λ·d_i, it is
//
//	Slope = P·λ,     λ = (Σ d_i·r_i/s² + mode/sd²) / (Σ d_i²/s² + 1/sd²) ≥ 1
//
// where P is the probability that ratings have to do with responses, by the errors with λ and those
// of the constant guess. With fewer than ten respondents the slope is 1.
//
// # Predictions
//
// The variance of a prediction is that of the model linearised at the mode: with c* the prior
// covariances of the new rating with the observations and v* its prior variance,
//
//	Var(y*) = v* - c*ᵀC⁻¹c* + Noise²
//
// Intervals scale this standard deviation by errors on respondents that a fit has not seen. Where
// respondents are few, the choice of structure and hyper-parameters follows single ratings, so it
// is made anew without each of six parts of them, as in CV+; else errors are those of fits without
// each of five parts, or without as many of these as it takes for 200 errors ([Fitted.Predict]).
// If all training ratings are multiples of the same fraction, as sums of points are, the ends move
// inwards to such multiples, but not both to the same.
//
// # Hyper-parameters
//
// They are chosen within the training set by the leave-one-out errors of the linearised model,
// e_i = α_i/(C⁻¹)_ii. The search minimises
//
//	(n/2)·ln((1/n) Σ_i e_i²) + Σ_k d_k²/(2·sd_k²)
//
// where d_k counts how often group k of hyper-parameters was doubled or halved. Sharp is not
// searched: it is n/200, at most 1, times the share of responses that somebody else gave too. The
// more short texts are known, the closer to a new one are those that tell something about it.
//
// Where scores are known, errors are those of predictions from the scores of others: of a score, by
// what all other observations say about the logit of its grade; of a rating, the leave-one-out
// errors of the process above.
//
// Skipped is 0 unless at least one response in 50 is missing. Then 1/2, 3/4 and 1 are tried as
// well, from both ends, as the other hyper-parameters follow it. Any value but 0 needs a gain of
// half a nat by cross-validation with refits, to which that of the leave-one-out errors is added
// where ratings are sums of grades. [Model].Blank decides otherwise.
//
// # Structure
//
// Ratings need not be sums of grades. A second fit has no functions f_q, weights or intercepts of
// questions to learn: it is a Gaussian process on the responses as a whole, h alone, or the
// constant guess if the leave-one-out errors of h, which are nearly exact there, are no smaller. It
// takes the place of the first if cross-validation by refits in five parts says that it predicts
// clearly better, by 3 nats. They are compared on at most 200 respondents, or 600 of more than
// 1,000. The same refits give the calibration slope of up to 60 respondents; that of more is by
// those that give the errors for intervals. Weighted means of the two predict no better than this
// choice. If h alone wins, its hyper-parameters are chosen by all respondents, by half and quarter
// doublings at the end.
//
// Scores are learned from unless ratings alone predict ratings clearly better, by 6 nats. That is
// tried where ratings do not follow from the scores, or where responses are missing.
//
// # Many respondents
//
// The cost of the above grows with the cube of the number of respondents. Those with equal
// responses, and without scores, count once: their mean rating is one observation, with less noise.
// Of more than 1,000 respondents, evenly spaced ones are fitted so. All of them then determine anew
// the part of f_q that is linear in the n-grams, w_qᵀn(t) with w_q ~ N(0, Grams·I), by Gauss-Newton
// steps from there. Each is a ridge regression, solved by conjugate gradients.
//
// # Transduction
//
// If the responses of everybody are there before anybody is rated, the texts of those to be rated
// say something too: popular responses are mostly right. With [Model].Population there is a further
// cue, how much a response has in common with those of all others, and the prior means of all
// weights move towards those learned together with it, further the more others there are. With
// nobody rated abilities are differences from the mean of the population. Only the ratings of the
// training set are used. A prediction then depends on who else is to be rated, so it is only for a
// known group of respondents.
//
// # Use
//
// [Model.Prepare] takes the questions, [Prepared.Fit] the responses, ratings and scores of the
// training set, which may be empty, and [Fitted.Predict] and [Fitted.Explain] the responses of
// others. [Prepared.Groups] and [Fitted.Next] say which answers to grade next.
//
// # Sources
//
//   - C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning, 2006: the two
//     views of the model (chapter 2), Laplace's approximation (3.4), leave-one-out errors (5.4.2).
//   - H. C. L. Law et al., Variational Learning on Aggregate Outputs with Gaussian Processes,
//     NeurIPS 2018: learning functions from aggregates of their values.
package auto
