package serve

import "net/http"

// live answers GET /livez and /healthz: 200 as long as the process serves, also while it drains.
func (s *service) live(c *call) error {
	s.write(c.w, http.StatusOK, "text/plain; charset=utf-8", []byte("ok\n"))
	return nil
}

// ready answers GET /readyz: 200 unless new requests would be refused.
func (s *service) ready(c *call) error {
	if err := s.readiness(); err != nil {
		return err
	}
	return s.answer(c.w, struct {
		Status string `json:"status"`
	}{"ready"})
}

// readiness returns why the server must not get new requests. Models are always ready: a server
// has some before it listens, and keeps them where a reload fails.
func (s *service) readiness() error {
	if s.drain.Draining() {
		return errDraining()
	}
	return nil
}

func errDraining() error {
	return closing(unavailable("found the server shutting down, expected another one to be asked"))
}
