package screening

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/luna-rating/luna/internal/fileerr"
)

// maxResults bounds the results of a contest, in bytes.
const maxResults = 64 << 20

// contestResults are what is needed of a contest's results.json.
type contestResults struct {
	Name      string `json:"name"` // of the contest
	Synthetic string `json:"synthetic"`
	Entries   []struct {
		Name  string `json:"name"` // of the contest
		Label string `json:"label"`
	} `json:"entries"`
	Comparisons []struct {
		Judge       string   `json:"judge"`
		Entry       string   `json:"entry"`
		Voted       bool     `json:"voted"`
		NamedEntry  bool     `json:"named_entry"`
		EntryPoints *float64 `json:"entry_points"`
	} `json:"comparisons"`
}

// Contest is what a finished contest's folder says about its entries.
type Contest struct {
	Name      string             // of the contest
	Synthetic string             // which judges and confederates were scripts, "" if none was
	Ratings   map[string]float64 // by entry, of those that were judged
	Judged    int                // how many judgements they are made of
}

// ReadContest reads the ratings of a finished contest from results.json in its folder. An entry's
// rating is the mean over all judgements about it, of all stages: its points divided by 100 where
// judges split 100 points, otherwise 1 where the judge took it for the human and 0 where not.
func ReadContest(dir string) (*Contest, error) {
	path := filepath.Join(dir, "results.json")
	raw, err := fileerr.ReadFile(path, maxResults, "the results of a contest")
	if err != nil {
		if os.IsNotExist(err) {
			return nil, fmt.Errorf(
				"%s is not there: is %s the folder of a contest, and is it over?",
				path,
				dir,
			)
		}
		return nil, err
	}
	var in contestResults
	if err := json.Unmarshal(raw, &in); err != nil {
		return nil, &fileerr.Error{File: path, Err: err, Msg: "found " + fileerr.Quote(raw) +
			", expected the results of a contest: " + fileerr.OneLine(err.Error())}
	}
	names := map[string]string{}
	for _, e := range in.Entries {
		names[e.Name] = e.Name
		if e.Label != "" {
			names[e.Label] = e.Name
		}
	}
	c := &Contest{Name: in.Name, Synthetic: in.Synthetic, Ratings: map[string]float64{}}
	sum, n := map[string]float64{}, map[string]float64{}
	for _, v := range in.Comparisons {
		if !v.Voted {
			continue
		}
		name, ok := names[v.Entry]
		if !ok {
			return nil, &fileerr.Error{
				File: path,
				Msg: fmt.Sprintf(
					"found a judgement about the entry %s, expected one of its entries",
					fileerr.Quote(v.Entry),
				),
			}
		}
		rating := 0.0
		switch {
		case v.EntryPoints != nil && !(*v.EntryPoints >= 0 && *v.EntryPoints <= 100):
			return nil, &fileerr.Error{
				File: path,
				Msg: fmt.Sprintf("found %v points for %s, expected 0 to 100", *v.EntryPoints,
					fileerr.Quote(name)),
			}
		case v.EntryPoints != nil:
			rating = *v.EntryPoints / 100
		case v.NamedEntry:
			rating = 1
		}
		sum[name] += rating
		n[name]++
		c.Judged++
	}
	for name := range sum {
		c.Ratings[name] = sum[name] / n[name]
	}
	return c, nil
}
