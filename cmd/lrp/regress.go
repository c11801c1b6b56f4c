package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/luna-rating/luna/cmd/internal/cli"
	"github.com/luna-rating/luna/lrp"
	"github.com/luna-rating/luna/regress"
)

// What a regressor may be given: some take a dense matrix of the rows with each other, others one of rows and columns.
const (
	mostDesignRows  = 1 << 14
	mostDesignCells = 1 << 28
)

type regressFlags struct {
	regressor                  string
	alpha                      float64
	train, trainY, test, testY string
	clip                       bool
}

func regressCommand() *cobra.Command {
	f := &regressFlags{}
	c := &cobra.Command{
		Use:   "regress --train FILE --train-y FILE --test FILE",
		Short: "fit a regressor on numbers of your own and predict",
		Long: `Regress fits a regressor on the rows of a design, such as export or another tool wrote it, and writes a
prediction for each row of another one, a number a line. Designs are sparse matrices in the Matrix
Market format (coordinate, real or integer, general), a row a respondent; targets are text, a number a
line. With --test-y the root mean squared error goes to standard error. A training design may have up to
16384 rows, and 2^28 rows times columns. Regressors that weigh questions, such as gp, take all columns for
one here.`,
		Example: `  lrp export --approach COM --out design sample-powergrading
  cd design
  lrp regress --train train.mtx --train-y train_y.txt --test test.mtx --test-y test_y.txt
  lrp regress --regressor ridge --clip --train train.mtx --train-y train_y.txt --test test.mtx`,
		Args: cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error { return f.run(c) },
	}
	flags := c.Flags()
	flags.StringVar(&f.regressor, "regressor", "ols", "regressor to use (see lrp list regressors)")
	flags.Float64Var(&f.alpha, "alpha", regress.DefaultAlpha, "penalty of the regressor lasso")
	flags.StringVar(&f.train, "train", "", "`FILE` with the training rows")
	flags.StringVar(&f.trainY, "train-y", "", "`FILE` with a number for each training row")
	flags.StringVar(&f.test, "test", "", "`FILE` with the rows to predict")
	flags.StringVar(&f.testY, "test-y", "", "`FILE` with a number for each row to predict, to tell the error")
	cli.CompleteFlags(flags, cli.OneOf(regressorChoices), "regressor")
	cli.CompleteFlags(flags, cli.Files, "train", "train-y", "test", "test-y")
	flags.BoolVar(&f.clip, "clip", false, "bring predictions into [0,1], as eval does")
	return c
}

func (f *regressFlags) run(c *cobra.Command) error {
	for _, x := range [][2]string{{"train", f.train}, {"train-y", f.trainY}, {"test", f.test}} {
		if x[1] == "" {
			return usagef("regress needs --%s FILE", x[0])
		}
	}
	if !(f.alpha >= 0) || math.IsInf(f.alpha, 0) {
		return usagef("--alpha is %v, a number of at least 0 is needed", f.alpha)
	}
	method, err := regressorByName(strings.ToLower(f.regressor), regress.Options{Alpha: f.alpha})
	if err != nil {
		return err
	}
	train, y, err := readDesign(f.train, f.trainY)
	if err != nil {
		return err
	}
	test, wanted, err := readDesign(f.test, f.testY)
	if err != nil {
		return err
	}
	switch rows, columns := train.Dims(); {
	case rows == 0:
		return fmt.Errorf("%s: found no rows, expected some to learn from", f.train)
	case rows > mostDesignRows || int64(rows)*int64(columns) > mostDesignCells:
		return fmt.Errorf("%s: found %d rows and %d columns, expected at most %d rows, and at most %d rows times columns",
			f.train, rows, columns, mostDesignRows, mostDesignCells)
	default:
		if _, n := test.Dims(); n != columns {
			return fmt.Errorf("%s: found %d columns, expected %d as in %s", f.test, n, columns, f.train)
		}
	}
	return f.predict(c, method, regress.Problem{X: train, Y: y}, test, wanted)
}

// predict fits, and writes the predictions.
func (f *regressFlags) predict(c *cobra.Command, method regress.Regressor, p regress.Problem, test *regress.Matrix, wanted []float64) error {
	type outcome struct {
		predicted []float64
		warnings  []error
		err       error
	}
	// Fitting cannot be stopped, only left.
	done := make(chan outcome, 1)
	go func() {
		model, err := method.Fit(p)
		if err != nil {
			done <- outcome{err: err}
			return
		}
		done <- outcome{predictInBlocks(model, test), model.Diagnostics().Warnings, nil}
	}()
	var o outcome
	select {
	case o = <-done:
	case <-c.Context().Done():
		return c.Context().Err()
	}
	if o.err != nil {
		return fmt.Errorf("%s, %s: %w", f.train, f.trainY, o.err)
	}
	if f.clip {
		lrp.Clip(o.predicted)
	}
	if err := lines(c.OutOrStdout(), o.predicted, exact); err != nil {
		return err
	}
	for _, w := range o.warnings {
		fmt.Fprintf(c.ErrOrStderr(), "lrp: warning: %v\n", w)
	}
	if f.testY != "" && len(wanted) > 0 {
		fmt.Fprintf(c.ErrOrStderr(), "RMSE %.6f of %d predictions\n", lrp.NewScore(o.predicted, wanted).RMSE, len(wanted))
	}
	return nil
}

// predictInBlocks predicts a few thousand rows at a time: a regressor may compare all of a block with all training rows.
func predictInBlocks(model regress.Model, x *regress.Matrix) []float64 {
	const most = 1 << 12
	rows, _ := x.Dims()
	predicted := make([]float64, 0, rows)
	for from := 0; from < rows; from += most {
		block := make([]int, min(most, rows-from))
		for i := range block {
			block[i] = from + i
		}
		predicted = append(predicted, model.Predict(x.Select(block))...)
	}
	return predicted
}

// readDesign reads a matrix and, from another file unless that has no name, a number for each row.
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
	err = readFile(targets, "a number a line", func(r io.Reader) error {
		y, err = readNumbers(r, targets, rows)
		return err
	})
	if err == nil && len(y) != rows {
		found := strconv.Itoa(len(y))
		if len(y) > rows {
			found = fmt.Sprintf("more than %d", rows)
		}
		err = fmt.Errorf("%s: found %s numbers, expected %d, one for each row of %s", targets, found, rows, file)
	}
	return x, y, err
}

// readFile hands an open file to a function and closes it.
func readFile(name, expected string, read func(io.Reader) error) error {
	f, err := os.Open(name)
	if err != nil {
		return unreadable(name, err, expected)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return fmt.Errorf("%s: found a folder, expected %s", name, expected)
	}
	return read(f)
}

// readNumbers reads finite numbers, one a line, no more than most and one. Blank lines at the end do not count.
func readNumbers(r io.Reader, name string, most int) (list []float64, err error) {
	in := bufio.NewScanner(r)
	line, blank := 0, 0 // blank is the last blank line's number
	for len(list) <= most && in.Scan() {
		line++
		text := strings.TrimSpace(in.Text())
		if text == "" {
			blank = line
			continue
		}
		v, err := strconv.ParseFloat(text, 64)
		switch {
		case blank > 0:
			return nil, fmt.Errorf("%s:%d: found a blank line, expected a finite number", name, blank)
		case err != nil || math.IsNaN(v) || math.IsInf(v, 0):
			return nil, fmt.Errorf("%s:%d: found %.40q, expected a finite number", name, line, text)
		}
		list = append(list, v)
	}
	if err := in.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("%s:%d: found a line of more than %d bytes, expected a number", name, line+1, bufio.MaxScanTokenSize)
	} else if err != nil {
		return nil, unreadable(name, err, "a number a line")
	}
	return list, nil
}
