package features

// NNC is Nearest Neighbor via Character Edit Distance (Silver 2016, 5.2.2, response-based feature
// 5): the rating of the training respondent whose response to the question is most similar to the
// given one by the measure of [CED]. Ties are averaged. An empty response is nearest to other
// empty ones; if there are none it gets the mean rating. A training row leaves its own respondent
// out.
var NNC Extractor = nearest{
	info{"NNC", "nearest neighbour's rating, by character edit distance", ResponseBased},
	newEditIndex(characters),
}
