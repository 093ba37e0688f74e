// Package answer reads the answers of a submission and runs them, each task in a process of its own that knows a small shell,
// kubectl and nothing else of the host.
package answer

import (
	"time"

	"github.com/podium-labs/podium/graders/lang"
)

// Submission is what was found of one lab's answers.
type Submission struct {
	// ID is the name of the submission's folder.
	ID string
	// Commit is the hash of the commit that the answers are from, if that is known.
	Commit string
	// SubmittedAt is when that commit was made; nil if it is not known. Grading again does not change it.
	SubmittedAt *time.Time
	// Tasks holds those tasks that have an answer, in the order of the lab.
	Tasks []Answer
	// Attempt is true if the answer to all tasks is a recorded attempt, which stands under the first of them.
	Attempt bool
	// Warnings are sentences about files that were left out.
	Warnings []lang.Message
	// TreeSHA256 is a hexadecimal digest of the names and contents of all files read.
	TreeSHA256 string
}

// Answer is the answer to one task.
type Answer struct {
	// Task is the task's ID.
	Task string
	// Steps are run in order.
	Steps []Step
	// Files are all files of the answer, those of the steps too, as they lie in the working directory of its process.
	Files []File
}

// File is one file in the working directory of an answer.
type File struct {
	// Name is relative to the working directory, with slashes.
	Name    string
	Content []byte
}

// Kind says how a step is run.
type Kind string

// The kinds of step.
const (
	// Manifest is applied with kubectl apply -f.
	Manifest Kind = "manifest"
	// Script is run by the shell.
	Script Kind = "script"
	// Recorded is a segment of a recorded attempt, in JSON (see package replay).
	Recorded Kind = "recorded"
)

// Step is one file to apply or to run.
type Step struct {
	// File is relative to the lab's answers, with slashes: "rollout.yaml" or "rollout/01-deploy.yaml".
	File    string
	Kind    Kind
	Content []byte
}
