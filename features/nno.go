package features

// NNO is Nearest Neighbor via Overlap (Silver 2016, 5.2.2, response-based feature 4): the rating
// of the training respondent whose response to the question shares the most distinct content words
// with the given one. Ties are averaged: a response that shares no word with any other, such as an
// empty one, gets the mean rating. A training row leaves its own respondent out.
var NNO Extractor = nearest{
	info{"NNO", "nearest neighbour's rating, by number of shared words", ResponseBased},
	newOverlapIndex,
}
