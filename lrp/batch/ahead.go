package batch

import "github.com/luna-rating/luna/lrp"

// maxAhead and maxAheadBytes bound the records that are read before the first answer.
const maxAhead, maxAheadBytes = 200, 1 << 20

// ahead is a source of which some records were read beforehand.
type ahead struct {
	source
	records []raw
	err     error // that ended them
}

// readAhead reads the first records, those that are there, and warns if they look like responses to
// other questions.
func readAhead(m *lrp.Model, from source, o Options) source {
	a, bytes := &ahead{source: from}, 0
	var responses [][]string
	for len(a.records) < maxAhead && bytes < maxAheadBytes {
		var r raw
		if r, a.err = from.next(); a.err != nil {
			break
		}
		a.records = append(a.records, r)
		if record, err := r.parse(o.Form); err == nil {
			responses = append(responses, record.responses)
			for _, s := range record.responses {
				bytes += len(s)
			}
		}
		if from.idle() {
			break
		}
	}
	if warning := m.Unlike(responses); warning != "" {
		o.Warn(warning)
	}
	return a
}

func (a *ahead) idle() bool { return len(a.records) == 0 && a.err == nil && a.source.idle() }

func (a *ahead) next() (r raw, err error) {
	switch {
	case len(a.records) > 0:
		r, a.records = a.records[0], a.records[1:]
		return r, nil
	case a.err != nil:
		return raw{}, a.err
	}
	return a.source.next()
}
