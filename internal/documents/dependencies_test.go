package documents

import "testing"

func TestSkippedCommandsSkipTheirDependants(t *testing.T) {
	var d dependencies
	d.skip("lrp train -m civics.lrp powergrading:$LRP_DATA/powergrading", "no data")
	d.skip("lrp predict -m civics.lrp powergrading:$LRP_DATA/powergrading > ratings.jsonl", "no data")
	d.skip("lrp eval mohler:$LRP_DATA/mohler --out results", "no data")
	for command, skipped := range map[string]bool{
		"lrp inspect civics.lrp":                           true,
		"lrp serve -m civics.lrp --addr :1 &\ncurl :1":     true,
		"head -1 < ratings.jsonl":                          true,
		"lrp run results --out again":                      true,
		"open results/report.html":                         true,
		"lrp eval jsonl:ratings.jsonl":                     true,
		"lrp inspect other-civics.lrp":                     false,
		"lrp convert sample-mohler --out mine.jsonl":       false,
		"lrp list approaches; echo 'the results are in.'":  true,  // it errs on this side
		"lrp predict -m model.lrp x.jsonl > ratings.jsonl": false, // written, not read
	} {
		if got := d.reason(command) != ""; got != skipped {
			t.Errorf("skipped = %v for %q, expected %v (%s)", got, command, skipped, d.reason(command))
		}
	}
	d.ran("lrp train -m civics.lrp sample-powergrading")
	if why := d.reason("lrp inspect civics.lrp"); why != "" {
		t.Errorf("skipped after civics.lrp was made: %s", why)
	}
}
