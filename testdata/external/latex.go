package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/luna-rating/luna/lrp"
)

var escape = strings.NewReplacer("&", `\&`, "%", `\%`, "_", `\_`, "#", `\#`, "$", `\$`)

// WriteLaTeX writes a tabular for each data set, a line for each approach and regressor.
func WriteLaTeX(w io.Writer, r *lrp.Report) error {
	var b strings.Builder
	for _, d := range r.Datasets {
		fmt.Fprintf(&b, "%% %s: %d respondents, %d trials\n",
			escape.Replace(d.Name), d.Respondents, r.Trials)
		fmt.Fprintln(&b, `\begin{tabular}{llrr}`)
		fmt.Fprintln(&b, `approach & regressor & RMSE & $r$ \\ \hline`)
		for _, x := range d.Results {
			fmt.Fprintf(&b, "%s & %s & %s & %s \\\\\n",
				escape.Replace(x.Approach), escape.Replace(x.Regressor),
				number(x.RMSEMean), number(x.PearsonMean))
		}
		fmt.Fprintln(&b, `\end{tabular}`)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// number writes a dash for what is not defined, such as the correlation of a constant.
func number(v float64) string {
	if math.IsNaN(v) {
		return "--"
	}
	return fmt.Sprintf("%.3f", v)
}
