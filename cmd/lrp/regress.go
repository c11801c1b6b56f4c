package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/internal/files"
	"github.com/luna-rating/luna/regress"
)

// The maximum size of a training design. Some regressors allocate a dense matrix of rows by rows,
// others one of rows by columns.
const (
	maxDesignRows  = 1 << 14
	maxDesignCells = 1 << 28
)

type regressFlags struct {
	regressor                  string
	alpha                      float64
	train, trainY, test, testY string
	clip                       bool
	format                     string
}

func regressCommand() *cobra.Command {
	f := &regressFlags{}
	c := &cobra.Command{
		Use:   "regress --train FILE --train-y FILE --test FILE",
		Short: "fit a regressor to a design matrix and predict",
		Long: `Regress fits a regressor to a design matrix, written by export or another tool, and writes a
prediction for each row of another one, one number per line. Design matrices are sparse matrices in
the Matrix Market format (coordinate or array, real or integer, general) with one row per
respondent; targets are text with one number per line. With --test-y the root mean square error goes
to standard error.
A training design can have up to 16384 rows, and 2^28 rows times columns. Regressors that weight
questions, such as gp, treat all columns as one question.`,
		Example: `  lrp export --approach COM --out design sample-powergrading
  cd design
  lrp regress --train train.mtx --train-y train_y.txt --test test.mtx --test-y test_y.txt
  lrp regress --regressor ridge --clip --train train.mtx --train-y train_y.txt --test test.mtx`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	flags.StringVar(&f.regressor, "regressor", "ols", "regressor to fit (see lrp list regressors)")
	registerAlpha(flags, &f.alpha)
	flags.StringVar(&f.train, "train", "", "`FILE` with the training rows")
	flags.StringVar(&f.trainY, "train-y", "", "`FILE` with the targets of the training rows")
	flags.StringVar(&f.test, "test", "", "`FILE` with the rows to predict")
	flags.StringVar(&f.testY, "test-y", "",
		"`FILE` with the targets of the rows to predict, to compute the error")
	inputFiles(flags, "train", "train-y", "test", "test-y")
	cli.EnumVar(flags, &f.format, "format", "%s", cli.TextOrJSON...)
	flags.BoolVar(&f.clip, "clip", false, "clip predictions to [0,1], as eval does")
	return c
}

func (f *regressFlags) run(c *cobra.Command) error {
	for _, x := range [][2]string{{"train", f.train}, {"train-y", f.trainY}, {"test", f.test}} {
		if x[1] == "" {
			return usagef("regress needs --%s FILE", x[0])
		}
	}
	method, err := regressorByName(strings.ToLower(f.regressor), regress.Options{Alpha: f.alpha})
	if err != nil {
		return err
	}
	train, y, err := readDesign(f.train, f.trainY)
	if err != nil {
		return err
	}
	test, actual, err := readDesign(f.test, f.testY)
	if err != nil {
		return err
	}
	switch rows, columns := train.Dims(); {
	case rows == 0:
		return fmt.Errorf("%s: found no rows, expected at least one", f.train)
	case rows > maxDesignRows || int64(rows)*int64(columns) > maxDesignCells:
		return fmt.Errorf("%s: found %d rows and %d columns, "+
			"expected at most %d rows, and at most %d rows times columns",
			f.train, rows, columns, maxDesignRows, maxDesignCells)
	default:
		if _, n := test.Dims(); n != columns {
			return fmt.Errorf("%s: found %d columns, expected %d as in %s", f.test, n, columns,
				f.train)
		}
	}
	return f.predict(c, method, regress.Problem{X: train, Y: y}, test, actual)
}

// predict fits the regressor and writes its predictions.
func (f *regressFlags) predict(
	c *cobra.Command, method regress.Regressor, p regress.Problem,
	test *regress.Matrix, actual []float64,
) error {
	model, err := method.Fit(p)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", f.train, f.trainY, err)
	}
	predicted := predictInBlocks(model, test)
	if f.clip {
		for i, v := range predicted {
			predicted[i] = min(max(v, 0), 1)
		}
	}
	if f.format == "json" {
		err = f.writeJSON(c, predicted, actual)
	} else {
		err = lines(c.OutOrStdout(), predicted, exact)
	}
	if err != nil {
		return err
	}
	for _, w := range model.Diagnostics().Warnings {
		warn(c, []string{w.Error()})
	}
	if f.testY != "" && len(actual) > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "RMSE %.6f of %d predictions\n",
			rmse(predicted, actual), len(actual))
	}
	return nil
}

func (f *regressFlags) writeJSON(c *cobra.Command, predicted, actual []float64) error {
	document := struct {
		Format      string    `json:"format"` // "lrp-regress"
		Version     int       `json:"version"`
		Regressor   string    `json:"regressor"`
		Predictions []float64 `json:"predictions"`
		RMSE        *float64  `json:"rmse,omitempty"`
	}{"lrp-regress", 1, f.regressor, predicted, nil}
	if f.testY != "" && len(actual) > 0 {
		error := rmse(predicted, actual)
		document.RMSE = &error
	}
	return cli.WriteJSON(c.OutOrStdout(), document)
}

// rmse is the root mean squared error.
func rmse(predicted, actual []float64) float64 {
	var squares float64
	for i, p := range predicted {
		squares += (p - actual[i]) * (p - actual[i])
	}
	return math.Sqrt(squares / float64(len(actual)))
}

// predictInBlocks predicts a few thousand rows at a time, because some models allocate a matrix of
// a block by all training rows.
func predictInBlocks(model regress.Model, x *regress.Matrix) []float64 {
	const blockSize = 1 << 12
	rows, _ := x.Dims()
	predicted := make([]float64, 0, rows)
	for from := 0; from < rows; from += blockSize {
		block := make([]int, min(blockSize, rows-from))
		for i := range block {
			block[i] = from + i
		}
		predicted = append(predicted, model.Predict(x.Select(block))...)
	}
	return predicted
}

// readDesign reads a matrix and, unless targets is "", a file with a number for each row.
func readDesign(file, targets string) (x *regress.Matrix, y []float64, err error) {
	const expected = "a matrix in the Matrix Market format"
	if err := readFile(file, expected, func(r io.Reader) error {
		x, err = regress.ReadMatrixMarket(r)
		if at, ok := errors.AsType[*regress.MatrixMarketError](err); ok {
			return fmt.Errorf("%s:%d: %w", file, at.Line, at.Err)
		}
		return unreadable(file, err, expected)
	}); err != nil || targets == "" {
		return x, nil, err
	}
	rows, _ := x.Dims()
	err = readFile(targets, "one number per line", func(r io.Reader) error {
		y, err = readNumbers(r, targets, rows)
		return err
	})
	if err == nil && len(y) != rows {
		found := strconv.Itoa(len(y))
		if len(y) > rows {
			found = fmt.Sprintf("more than %d", rows)
		}
		err = fmt.Errorf("%s: found %s numbers, expected %d, one for each row of %s", targets,
			found, rows, file)
	}
	return x, y, err
}

// readFile calls read with an open file.
func readFile(name, expected string, read func(io.Reader) error) error {
	f, err := cli.OpenInput(name, expected)
	if err != nil {
		return err
	}
	defer f.Close()
	return read(f)
}

// maxNumberLine bounds a line with a number, in bytes.
const maxNumberLine = 64 << 10

// readNumbers reads finite numbers, one per line, and stops after n+1. Blank lines at the end do
// not count.
func readNumbers(r io.Reader, name string, n int) (list []float64, err error) {
	in := files.NewScanner(r, name, maxNumberLine)
	blank := 0 // the number of the last blank line
	for len(list) <= n && in.Scan() {
		text := strings.TrimSpace(in.Text())
		if text == "" {
			blank = in.Line()
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case blank > 0:
			return nil, fmt.Errorf("%s:%d: found a blank line, expected a finite number", name, blank)
		case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
			return nil, fmt.Errorf("%s:%d: found %.40q, expected a finite number", name, in.Line(), text)
		}
		list = append(list, v)
	}
	return list, in.Err()
}
