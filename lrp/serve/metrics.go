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
	e.Value("lrp_records_predicted_total", "counter",
		"Records whose rating was predicted or explained.", s.predicted.Load())
	e.Value("lrp_records_bad_total", "counter", "Invalid records.", s.bad.Load())
	e.Value("lrp_model_reloads_total", "counter", "Replacements of the model.", s.reloads.Load())
	e.Family("lrp_model_info", "gauge", "The model that is served.")
	info := s.model.Load().Info()
	e.Sample("lrp_model_info", 1, "approach", info.Approach, "regressor", info.Regressor,
		"dataset", info.Dataset.Name, "sha256", info.Dataset.SHA256, "tool", info.Tool)
	ready := 1
	if s.readiness() != nil {
		ready = 0
	}
	e.Value("lrp_ready", "gauge", "1 if /readyz answers 200, else 0.", ready)
	s.gate.Write(&e, "lrp")
	s.requests.Write(&e, "lrp")
	return e.String()
}
