//go:build !amd64

package dense

import "testing"

// eachKernel runs a test with the only kernel.
func eachKernel(t *testing.T, test func(t *testing.T)) { t.Run("Plain", test) }
