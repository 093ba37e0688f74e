package workloads_test

import (
	"testing"

	"github.com/podium-labs/podium/graders/run/labtest"
	"github.com/podium-labs/podium/labs/workloads"
)

// TestSuite is the lab as its author runs it: every check of the lab against an answer that is right.
func TestSuite(t *testing.T) { labtest.Suite(t, workloads.Lab(), "solutions/unusual", nil) }

func TestTexts(t *testing.T) { labtest.Texts(t, workloads.Lab()) }
