package jsonapi

// probed is the answer to a probe.
type probed struct {
	Status string `json:"status"`
}

// live is the answer as long as the process serves, whatever else it can do.
func live(*Call) (any, error) { return probed{"ok"}, nil }

// ready fails while players cannot be served.
func (a *API) ready(c *Call) (any, error) {
	if a.o.Ready != nil {
		if err := a.o.Ready(c.Context); err != nil {
			return nil, err
		}
	}
	return probed{"ready"}, nil
}

func (a *API) openapi(*Call) (any, error) { return a.openAPI, nil }
