package featuretest

import (
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/luna-rating/luna/features"
)

// validResources checks what a [features.ResourceUser] returns.
func validResources(e features.Extractor) error {
	user, ok := e.(features.ResourceUser)
	if !ok {
		return nil
	}
	resources, err := user.Resources()
	if err != nil {
		return fmt.Errorf("resources: %w", err)
	}
	names := make(map[string]bool)
	for _, r := range resources {
		if r.Name == "" {
			return fmt.Errorf("the resource with SHA-256 %q has no name", r.SHA256)
		}
		if names[r.Name] {
			return fmt.Errorf("the resource %q is listed twice", r.Name)
		}
		names[r.Name] = true
		if sum, err := hex.DecodeString(r.SHA256); err != nil || len(sum) != 32 {
			return fmt.Errorf("the resource %q has SHA-256 %q, expected 64 hexadecimal digits",
				r.Name, r.SHA256)
		}
	}
	again, err := user.Resources()
	if err != nil {
		return fmt.Errorf("resources, the second time: %w", err)
	}
	if !slices.Equal(resources, again) {
		return errors.New("resources change from call to call")
	}
	return nil
}

// validVersion checks what a [features.Versioned] returns.
func validVersion(e features.Extractor) error {
	if v, ok := e.(features.Versioned); ok && v.Version() < 1 {
		return fmt.Errorf("version %d, expected at least 1", v.Version())
	}
	return nil
}
