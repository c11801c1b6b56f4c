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
func (s *service) v2Server(w http.ResponseWriter, _ *http.Request) error {
	version := "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		version = cmp.Or(info.Main.Version, version)
	}
	return s.answer(w, struct {
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
func (s *service) v2Live(w http.ResponseWriter, _ *http.Request) error {
	return s.answer(w, v2Health{Live: true})
}

// v2Ready answers GET /v2/health/ready.
func (s *service) v2Ready(w http.ResponseWriter, _ *http.Request) error {
	status, health := http.StatusOK, v2Health{Live: true, Ready: new(bool)}
	if err := s.readiness(); err != nil {
		status, health.Error = http.StatusServiceUnavailable, err.Error()
	} else {
		*health.Ready = true
	}
	s.write(w, status, typeJSON, encode(health))
	return nil
}

// v2ModelReady answers GET /v2/models/{name}/ready.
func (s *service) v2ModelReady(w http.ResponseWriter, r *http.Request) error {
	m, err := s.modelOf(r)
	if err != nil {
		return err
	}
	status, ready := http.StatusOK, s.readiness() == nil
	if !ready {
		status = http.StatusServiceUnavailable
	}
	s.write(w, status, typeJSON, encode(struct {
		Name  string `json:"name"`
		Ready bool   `json:"ready"`
	}{m.of.name, ready}))
	return nil
}

// tensorInfo describes a tensor; -1 is any size.
type tensorInfo struct {
	Name     string `json:"name"`
	Datatype string `json:"datatype"`
	Shape    []int  `json:"shape"`
}

// v2Model answers GET /v2/models/{name}.
func (s *service) v2Model(w http.ResponseWriter, r *http.Request) error {
	m, err := s.modelOf(r)
	if err != nil {
		return err
	}
	n := len(m.Questions())
	// Which outputs there are shows in a prediction, be it for a respondent without answers.
	one := make([]prediction, 1)
	err = s.limit.compute(r.Context(), func() error {
		return one[0].predict(m.Model, make([]string, n))
	})
	if err != nil {
		return err
	}
	var outputs []tensorInfo
	for _, x := range tensorsOf(m, one) {
		x.Shape[0] = -1
		outputs = append(outputs, x.tensorInfo)
	}
	return s.answer(w, struct {
		Name     string       `json:"name"`
		Platform string       `json:"platform"`
		Inputs   []tensorInfo `json:"inputs"`
		Outputs  []tensorInfo `json:"outputs"`
	}{m.of.name, "lrp", []tensorInfo{{inputName, typeBytes, []int{-1, n}}}, outputs})
}
