package documents

import (
	"os"
	"os/exec"
	"slices"
	"strings"
)

// dockerEnv is set where images may be built.
const dockerEnv = "LUNA_DOCKER"

// Unavailable returns why a command cannot run on this machine, "" if it can.
func Unavailable(command string) string {
	if strings.Contains(command, "LRP_DATA") && os.Getenv("LRP_DATA") == "" {
		return "LRP_DATA is unset"
	}
	words := separators.Split(command, -1)
	if slices.Contains(words, "docker") && os.Getenv(dockerEnv) == "" {
		return dockerEnv + " is unset: it allows to build images"
	}
	for _, program := range []string{"curl", "docker", "python3"} {
		if !slices.Contains(words, program) {
			continue
		}
		if _, err := exec.LookPath(program); err != nil {
			return program + " is not installed"
		}
	}
	if slices.Contains(words, "./benchmarks/peers") &&
		exec.Command("/usr/bin/python3", "-c", "import sklearn").Run() != nil {
		return "scikit-learn is not installed"
	}
	return ""
}
