package features

// NNW is Nearest Neighbor via Word Edit Distance (Silver 2016, 5.2.2, response-based feature 6):
// the rating of the training respondent whose response to the question is most similar to the
// given one by the measure of [WED]. Ties are averaged. An empty response is nearest to other
// empty ones; if there are none it gets the mean rating. A training row leaves its own respondent
// out.
var NNW Extractor = nearest{
	info{"NNW", "nearest neighbour's rating, by word edit distance", ResponseBased},
	newEditIndex(contentWords),
}
