//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/luna-rating/luna/internal/httpx"
	"github.com/luna-rating/luna/internal/suite"
)

// spark is a standalone cluster of a master and two workers on this computer.
type spark struct {
	dir, home, master, lrp string
	env                    []string
	workers                []*exec.Cmd
}

// sparkHome returns a Python and its Spark, or skips the test.
func sparkHome(t *testing.T) (python, home string) {
	t.Helper()
	if _, err := exec.LookPath("java"); err != nil {
		t.Skip("java is not installed")
	}
	if python = os.Getenv("LUNA_PYSPARK"); python == "" {
		python = "python3"
	}
	out, err := exec.Command(python, "-c", "import os, pyspark; print(os.path.dirname(pyspark.__file__))").Output()
	if err != nil {
		t.Skip("no python3 has the modules pyspark, py4j; LUNA_PYSPARK names a Python that has them")
	}
	return python, strings.TrimSpace(string(out))
}

// startSpark starts a cluster, and ends it with the test.
func startSpark(t *testing.T) *spark {
	t.Helper()
	python, home := sparkHome(t)
	port, err := httpx.FreePort()
	suite.OK(t, err)
	s := &spark{dir: t.TempDir(), home: home, master: fmt.Sprint("spark://127.0.0.1:", port)}
	s.lrp = filepath.Join(s.dir, "lrp")
	if out, err := exec.Command("go", "build", "-o", s.lrp, "../../cmd/lrp").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s.env = append(os.Environ(), "SPARK_HOME="+home, "SPARK_LOCAL_IP=127.0.0.1", "PYSPARK_PYTHON="+python,
		"SPARK_DAEMON_MEMORY=256m", "SPARK_LOCAL_DIRS="+s.dir, "LUNA_SPARK_TEST="+s.dir)
	t.Cleanup(func() { s.gone(t) })
	s.start(t, "master.Master", "--host", "127.0.0.1", "--port", fmt.Sprint(port), "--webui-port", "0")
	for range 2 {
		s.workers = append(s.workers, s.start(t, "worker.Worker", "--host", "127.0.0.1", "--webui-port", "0",
			"--cores", "1", "--memory", "600m", "--work-dir", s.dir, s.master))
	}
	return s
}

// start starts a process of the cluster.
func (s *spark) start(t *testing.T, class string, args ...string) *exec.Cmd {
	t.Helper()
	c := exec.Command(filepath.Join(s.home, "bin", "spark-class"), append([]string{"org.apache.spark.deploy." + class},
		args...)...)
	c.Env = s.env
	suite.OK(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Signal(syscall.SIGTERM)
		_ = c.Wait()
	})
	return c
}

// gone waits until no process of the cluster is left.
func (s *spark) gone(t *testing.T) {
	var left []string
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		left = nil
		processes, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, name := range processes {
			if text, _ := os.ReadFile(name); bytes.Contains(text, []byte("LUNA_SPARK_TEST="+s.dir+"\x00")) {
				left = append(left, name)
			}
		}
		if len(left) == 0 {
			return
		}
	}
	t.Errorf("left %q", left)
}

// submit has the cluster do a job, and returns it with what it prints.
func (s *spark) submit(args ...string) (*exec.Cmd, *bytes.Buffer) {
	c := exec.Command(filepath.Join(s.home, "bin", "spark-submit"), append([]string{"--master", s.master,
		"--executor-memory", "500m", "--conf", "spark.ui.enabled=false", "spark.py", "--lrp", s.lrp}, args...)...)
	c.Env = s.env
	var out bytes.Buffer
	c.Stdout, c.Stderr = &out, &out
	return c, &out
}

// run has one process of lrp do the work, and returns its answers.
func (s *spark) run(t *testing.T, args ...string) (answers []byte, said string) {
	t.Helper()
	c := exec.Command(s.lrp, args...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	answers, err := c.Output()
	if err != nil {
		t.Fatalf("lrp %q: %v: %s", args, err, &stderr)
	}
	return answers, stderr.String()
}

// records writes two files of a data set in the native form, with lines that are no records.
func (s *spark) records(t *testing.T) (files []string) {
	t.Helper()
	all := filepath.Join(s.dir, "all")
	s.run(t, "convert", "synthetic-civics:60000:2", "--out", all)
	text, err := os.ReadFile(all)
	suite.OK(t, err)
	header, rest, _ := bytes.Cut(text, []byte("\n"))
	lines := bytes.SplitAfter(rest, []byte("\n"))
	for i := range lines {
		switch {
		case i%7000 == 8:
			lines[i] = append([]byte("no record\n"), lines[i]...)
		case i%7000 == 9:
			lines[i] = append([]byte("\r\n"), lines[i]...)
		case i > 40_000 && i < 40_900: // more than a partition of them
			lines[i] = fmt.Appendf(nil, "{\"x\":%q}\n", strings.Repeat("x", 1500))
		}
	}
	for i, some := range [][][]byte{lines[:25_000], lines[25_000:]} {
		name := filepath.Join(s.dir, fmt.Sprintf("r-%d,ä.jsonl", i))
		suite.OK(t, os.WriteFile(name, append(append(header, '\n'), bytes.Join(some, nil)...), 0o666))
		files = append(files, name)
	}
	return files
}

// kill kills a worker and what it has started once some parts are finished.
func (s *spark) kill(t *testing.T, output string) {
	t.Helper()
	worker := s.workers[0].Process.Pid
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		finished, err := filepath.Glob(filepath.Join(output, "_temporary", "0", "task_*"))
		suite.OK(t, err)
		if len(finished) < 3 {
			continue
		}
		lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", worker))
		for _, name := range lists {
			children, _ := os.ReadFile(name)
			for _, executor := range strings.Fields(string(children)) {
				pid, err := strconv.Atoi(executor)
				suite.OK(t, err)
				suite.OK(t, syscall.Kill(pid, syscall.SIGKILL))
			}
		}
		suite.OK(t, syscall.Kill(worker, syscall.SIGKILL))
		return
	}
	t.Error("three parts were not finished in five minutes")
}

// TestSpark predicts records on a cluster, kills a worker in the middle, evaluates with the other
// one, and compares the bytes with those of one process.
func TestSpark(t *testing.T) {
	suite.Slow(t, "starts a cluster of Apache Spark")
	s := startSpark(t)
	model, output := filepath.Join(s.dir, "m.lrp"), filepath.Join(s.dir, "out")
	s.run(t, "train", "-m", model, "--folds", "0", "synthetic-civics:500:1")
	var want []byte
	invalid := ""
	records := s.records(t)
	for _, file := range records {
		answers, said := s.run(t, "predict", "-m", model, file)
		want = append(want, answers...)
		invalid += said
	}
	job, said := s.submit("predict", "--model", model, "--input", filepath.Join(s.dir, "r-0*.jsonl"),
		"--input", records[1], "--output", output, "--tasks", "40")
	suite.OK(t, job.Start())
	s.kill(t, output)
	if err := job.Wait(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	suite.Has(t, "the job", said.String(), "Lost executor", " answers, 4", "records skipped\n")
	if got := joinedFiles(t, filepath.Join(output, "part-*")); !bytes.Equal(got, want) {
		t.Errorf("%d bytes of answers, unlike the %d of one process", len(got), len(want))
	}
	letters := string(joinedFiles(t, filepath.Join(output, "_bad", "part-*")))
	if strings.Count(letters, "\n") < 9 {
		t.Errorf("found the messages %s", letters)
	}
	for line := range strings.Lines(letters) {
		suite.Has(t, "one process", invalid, "lrp: warning: "+strings.TrimSuffix(line, "\n")+", skipped\n")
	}
	report, args := filepath.Join(s.dir, "report"), []string{"eval", "--trials", "3", "--approach", "CBG,COM", "sample-powergrading"}
	job, said = s.submit(append(args, "--parts", filepath.Join(s.dir, "fits"), "--tasks", "2", "--output", report)...)
	if err := job.Run(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	answers, _ := s.run(t, args...)
	suite.Equal(t, "the report", string(joinedFiles(t, report)), string(answers))

	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no model": {[]string{"--model", "no.lrp", "--input", records[0]}, "no.lrp: found no such file or folder"},
		"a name that hides gzip": {[]string{"--model", model, "--input", s.write(t, "z", 0o666, "\x1f\x8b\x08\x00\n")},
			"/z: found compressed lines"},
		"an input that changes": {[]string{"--model", model, "--input", s.write(t, "c", 0o666, "\n"), "--lrp",
			s.write(t, "sh", 0o777, "#!/bin/sh\necho >> "+s.dir+"/c\nexec "+s.lrp+` "$@"`)}, "/c: found changes, expected none"},
		"many invalid records": {[]string{"--model", model, "--tasks", "1", "--input",
			s.write(t, "bad", 0o666, strings.Repeat("x\n", 1001))}, "1001 records skipped"},
	} {
		output := filepath.Join(s.dir, strings.ReplaceAll(name, " ", "-"))
		job, said := s.submit(append([]string{"predict", "--output", output}, c.args...)...)
		if job.Run() == nil {
			t.Errorf("%s: the job has succeeded", name)
		}
		suite.Has(t, name, said.String(), c.want)
		if _, err := os.Stat(filepath.Join(output, "_SUCCESS")); err == nil && name == "no model" {
			t.Errorf("%s: the output looks finished", name)
		}
	}
	suite.Has(t, "letters", string(joinedFiles(t, filepath.Join(s.dir, "many-invalid-records", "_bad", "part-*"))),
		"/bad:1000: found", "/bad: 1 more, which lrp does not list")
}

// write writes a file.
func (s *spark) write(t *testing.T, name string, mode os.FileMode, text string) (path string) {
	t.Helper()
	path = filepath.Join(s.dir, name)
	suite.OK(t, os.WriteFile(path, []byte(text), mode))
	return path
}

// joinedFiles returns what files hold, one after another.
func joinedFiles(t *testing.T, pattern string) (all []byte) {
	t.Helper()
	names, err := filepath.Glob(pattern)
	suite.OK(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		suite.OK(t, err)
		all = append(all, text...)
	}
	return all
}
