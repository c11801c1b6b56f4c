package serve

import (
	"net/http"

	"github.com/luna-rating/luna/internal/httpx"
)

// serveMetrics answers GET /metrics, in the text format of Prometheus 0.0.4.
func (s *service) serveMetrics(c *call) error {
	s.write(c.w, http.StatusOK, httpx.MetricsType, []byte(s.metrics()))
	return nil
}

func (s *service) metrics() string {
	var e httpx.Exposition
	for _, c := range []struct {
		name, help string
		value      func(*served) uint64
	}{
		{"lrp_records_predicted_total", "Records whose rating was predicted or explained.",
			func(x *served) uint64 { return x.predicted.Load() }},
		{"lrp_records_bad_total", "Invalid records.",
			func(x *served) uint64 { return x.bad.Load() }},
		{"lrp_model_reloads_total", "Replacements of the model.",
			func(x *served) uint64 { return x.reloads.Load() }},
	} {
		e.Family(c.name, "counter", c.help)
		for _, x := range s.models {
			e.Sample(c.name, c.value(x), "model", x.name)
		}
	}
	e.Family("lrp_model_info", "gauge", "The models that are served.")
	for _, x := range s.models {
		info := x.current.Load().Info()
		e.Sample("lrp_model_info", 1, "model", x.name, "approach", info.Approach,
			"regressor", info.Regressor, "dataset", info.Dataset.Name,
			"sha256", info.Dataset.SHA256, "tool", info.Tool)
	}
	ready := 1
	if s.readiness() != nil {
		ready = 0
	}
	e.Value("lrp_ready", "gauge", "1 if /readyz answers 200, else 0.", ready)
	s.gate.Write(&e, "lrp")
	s.requests.Write(&e, "lrp")
	return e.String()
}
