package jsonapi

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// accountsOpenAPI describes the endpoints of this package in OpenAPI 3.1, and defines what the
// descriptions of games refer to.
//
//go:embed openapi.json
var accountsOpenAPI []byte

// part contains the members by which descriptions are merged.
type part struct {
	Paths      map[string]json.RawMessage `json:"paths"`
	Components struct {
		Schemas map[string]json.RawMessage `json:"schemas"`
	} `json:"components"`
}

// describe returns the description of the endpoints of accounts with those of games. The paths and
// schemas of games must be different.
func describe(games [][]byte) (json.RawMessage, error) {
	var whole, components map[string]json.RawMessage
	var all part
	err := json.Unmarshal(accountsOpenAPI, &whole)
	if err == nil {
		err = json.Unmarshal(whole["components"], &components)
	}
	if err == nil {
		err = json.Unmarshal(accountsOpenAPI, &all)
	}
	if err != nil {
		return nil, fmt.Errorf("the description of the accounts: %w", err)
	}
	for _, text := range games {
		var p part
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("the description of a game: %w", err)
		}
		if err := add(all.Paths, p.Paths); err != nil {
			return nil, err
		}
		if err := add(all.Components.Schemas, p.Components.Schemas); err != nil {
			return nil, err
		}
	}
	if whole["paths"], err = json.Marshal(all.Paths); err != nil {
		return nil, err
	}
	if components["schemas"], err = json.Marshal(all.Components.Schemas); err != nil {
		return nil, err
	}
	if whole["components"], err = json.Marshal(components); err != nil {
		return nil, err
	}
	return json.Marshal(whole)
}

// add adds descriptions to others.
func add(all, more map[string]json.RawMessage) error {
	for name, text := range more {
		if _, known := all[name]; known {
			return fmt.Errorf("the description of a game: found %s for the second time", name)
		}
		all[name] = text
	}
	return nil
}

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
