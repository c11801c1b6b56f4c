package main

import (
	"testing"

	"github.com/luna-rating/luna/cmd/internal/clitest"
)

func TestManPages(t *testing.T) { clitest.ManPages(t, run) }

func TestHelp(t *testing.T) { clitest.Help(t, rootCommand(), run) }
