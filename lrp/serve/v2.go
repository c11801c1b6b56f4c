package serve

import (
	"cmp"
	"net/http"
	"runtime/debug"
)

// The Open Inference Protocol, version 2, over REST, as
// https://github.com/kserve/open-inference-protocol/blob/main/specification/protocol/inference_rest.md
// specifies it. Versions of models and the extension for binary tensors are not offered.

// v2Server answers GET /v2.
func (s *service) v2Server(c *call) error {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = cmp.Or(info.Main.Version, version)
	}
	return s.answer(c.w, struct {
		Name       string   `json:"name"`
		Version    string   `json:"version"`
		Extensions []string `json:"extensions"`
	}{"lrp", version, []string{}})
}

// v2Health is the answer of the probes.
type v2Health struct {
	Live  bool   `json:"live"`
	Ready *bool  `json:"ready,omitempty"`
	Error string `json:"error,omitempty"`
}

// v2Live answers GET /v2/health/live.
func (s *service) v2Live(c *call) error {
	return s.answer(c.w, v2Health{Live: true})
}

// v2Ready answers GET /v2/health/ready.
func (s *service) v2Ready(c *call) error {
	status, health := http.StatusOK, v2Health{Live: true, Ready: new(bool)}
	if err := s.readiness(); err != nil {
		status, health.Error = http.StatusServiceUnavailable, err.Error()
	} else {
		*health.Ready = true
	}
	s.write(c.w, status, typeJSON, encode(health))
	return nil
}

// v2ModelReady answers GET /v2/models/{name}/ready.
func (s *service) v2ModelReady(c *call) error {
	status, ready := http.StatusOK, s.readiness() == nil
	if !ready {
		status = http.StatusServiceUnavailable
	}
	s.write(c.w, status, typeJSON, encode(struct {
		Name  string `json:"name"`
		Ready bool   `json:"ready"`
	}{c.m.of.name, ready}))
	return nil
}

// tensorInfo describes a tensor; -1 is any size.
type tensorInfo struct {
	Name     string `json:"name"`
	Datatype string `json:"datatype"`
	Shape    []int  `json:"shape"`
}

// v2Model answers GET /v2/models/{name}.
func (s *service) v2Model(c *call) error {
	n := len(c.m.Questions())
	// Which outputs there are shows in a prediction, be it for a respondent without answers.
	one := make([]prediction, 1)
	err := s.limit.compute(c.r.Context(), func() error {
		return one[0].predict(c.m.Model, make([]string, n))
	})
	if err != nil {
		return err
	}
	var outputs []tensorInfo
	for _, x := range tensorsOf(c.m, one) {
		x.Shape[0] = -1
		outputs = append(outputs, x.tensorInfo)
	}
	return s.answer(c.w, struct {
		Name     string       `json:"name"`
		Platform string       `json:"platform"`
		Inputs   []tensorInfo `json:"inputs"`
		Outputs  []tensorInfo `json:"outputs"`
	}{c.m.of.name, "lrp", []tensorInfo{{inputName, typeBytes, []int{-1, n}}}, outputs})
}
