// Package clitest tests the built podium as people use it: from the command line.
package clitest
