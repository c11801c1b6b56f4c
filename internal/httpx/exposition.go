package httpx

import (
	"fmt"
	"strings"
)

// MetricsType is the content type of an [Exposition].
const MetricsType = "text/plain; version=0.0.4; charset=utf-8"

// Exposition is text in the format of Prometheus 0.0.4.
type Exposition struct{ b strings.Builder }

// Family begins the samples of a metric: a counter, a gauge or a histogram.
func (e *Exposition) Family(name, kind, help string) {
	fmt.Fprintf(&e.b, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// Sample adds a value, with labels as name and value in turn.
func (e *Exposition) Sample(name string, value any, labels ...string) {
	e.b.WriteString(name)
	for i := 0; i+1 < len(labels); i += 2 {
		fmt.Fprintf(&e.b, "%c%s=%s", "{,"[min(i, 1)], labels[i], quoteLabel(labels[i+1]))
	}
	if len(labels) > 1 {
		e.b.WriteByte('}')
	}
	fmt.Fprintf(&e.b, " %v\n", value)
}

// Value adds a metric that has one sample without labels.
func (e *Exposition) Value(name, kind, help string, value any) {
	e.Family(name, kind, help)
	e.Sample(name, value)
}

// String returns the text.
func (e *Exposition) String() string { return e.b.String() }

var labelEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func quoteLabel(value string) string {
	return `"` + labelEscapes.Replace(strings.ToValidUTF8(value, "\ufffd")) + `"`
}
