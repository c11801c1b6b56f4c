package measure

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Scripts is the default folder of the peers' scripts, from the top of the repository.
const Scripts = "benchmarks/peers"

// DefaultPython is the default Python: Debian's, which has Debian's modules.
const DefaultPython = "/usr/bin/python3"

// packages holds Debian's package of each module.
var packages = map[string]string{
	"numpy": "python3-numpy", "scipy": "python3-scipy", "sklearn": "python3-sklearn",
	"Levenshtein": "python3-levenshtein", "nltk": "python3-nltk",
}

// CheckScripts returns an error if there is no folder of scripts.
func CheckScripts(folder string) error {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return fmt.Errorf("-peers: found no folder %s; start this program at the top of the "+
			"repository", folder)
	}
	return nil
}

// PythonVersions returns the versions of Python and of the modules. It fails if there is no such
// program or if modules are missing. Folder is the folder of the scripts.
func PythonVersions(ctx context.Context, python, folder string, modules ...string) (string, error) {
	if _, err := exec.LookPath(python); err != nil {
		return "", fmt.Errorf("-python: found no program %s, expected Python 3 (Debian: python3)",
			python)
	}
	var distinct []string
	for _, m := range modules {
		if !slices.Contains(distinct, m) {
			distinct = append(distinct, m)
		}
	}
	var found struct {
		Python, BLAS string
		Modules      map[string]string
	}
	args := append([]string{filepath.Join(folder, "versions.py")}, distinct...)
	if _, err := Run(ctx, &found, python, args...); err != nil {
		return "", err
	}
	versions := []string{"Python " + found.Python}
	var missing []string
	for _, m := range distinct {
		if v := found.Modules[m]; v == "" {
			missing = append(missing, m+" (Debian: "+packages[m]+")")
		} else {
			versions = append(versions, m+" "+v)
		}
	}
	if len(missing) > 0 {
		return "", fmt.Errorf("-python: %s lacks %s", python, strings.Join(missing, ", "))
	}
	if found.BLAS != "" {
		versions = append(versions, found.BLAS)
	}
	return strings.Join(versions, ", "), nil
}
