// Package journal is the memory of a batch: a file to which every transition is added as one line that reaches the disk before the
// batch goes on, so that whatever ends a batch, the next run knows what is done.
package journal

import (
	"time"

	"github.com/podium-labs/podium/graders/result"
)

// Event says what a line is about.
type Event string

// The events.
const (
	// Began is a run of the batch: the first, or one that goes on.
	Began Event = "began"
	// Started is a grading that begins.
	Started Event = "started"
	// Retried is a grading that failed through no fault of the submission, and is tried again.
	Retried Event = "retried"
	// Done is a result that counts from now on.
	Done Event = "done"
	// Kept is a regrade that failed where there is a score: what was there before goes on counting.
	Kept Event = "kept"
	// Canary is a proof that gradings can be trusted, or that they cannot.
	Canary Event = "canary"
	// Unchanged is a regrade that found what was graded before.
	Unchanged Event = "unchanged"
	// Quarantined is a result that does not count any more, because a canary failed after it. What it had replaced, and was proved, counts again.
	Quarantined Event = "quarantined"
	// Regrade names results that shall be made again.
	Regrade Event = "regrade"
)

// Item is what is graded by itself: the answers of one submission to one lab.
type Item struct {
	ID  string `json:"id"`
	Lab string `json:"lab"`
}

// Key is everything that a result depends on. Two gradings of the same key say the same.
type Key struct {
	// Tree is the digest of the answers; empty if they could not be read.
	Tree       string `json:"tree"`
	LabDigest  string `json:"lab_digest"`
	Podium     string `json:"podium"`
	Kubernetes string `json:"kubernetes"`
	Provider   string `json:"provider"`
	Seed       int64  `json:"seed"`
	// AnswerTimeout is the limit of each file of an answer, and Trusted is true where answers may do without a sandbox. Zero is the default, as in
	// journals that know neither.
	AnswerTimeout time.Duration `json:"answer_timeout,omitempty"`
	Trusted       bool          `json:"trusted,omitempty"`
}

// Line is one transition.
type Line struct {
	At    time.Time `json:"at"`
	Event Event     `json:"event"`
	// ID and Lab say what it is about; empty for lines about the whole batch.
	ID  string `json:"id,omitempty"`
	Lab string `json:"lab,omitempty"`
	// Source is where the submission came from, and Key what was graded.
	Source string `json:"source,omitempty"`
	Key    *Key   `json:"key,omitempty"`
	// Try counts from 1.
	Try int `json:"try,omitempty"`
	// Outcome, Score and MaxScore are those of the record, and Record is the SHA-256 of its file.
	Outcome  result.Outcome `json:"outcome,omitempty"`
	Score    *int           `json:"score,omitempty"`
	MaxScore int            `json:"max_score,omitempty"`
	Record   string         `json:"record,omitempty"`
	// Final is true for a fault of the infrastructure that another try would meet too.
	Final bool `json:"final,omitempty"`
	// Replaces is the record that counted before.
	Replaces string `json:"replaces,omitempty"`
	// Failed is true for a canary that did not get the result it must.
	Failed bool `json:"failed,omitempty"`
	// Message says why.
	Message string `json:"message,omitempty"`
	// Which belongs to Regrade, and says what was asked for.
	Which string `json:"which,omitempty"`
	// Items are what a Regrade asks for, or what a Canary proves.
	Items []Item `json:"items,omitempty"`
	// Labs belong to Began.
	Labs []string `json:"labs,omitempty"`
}

// Item is what the line is about.
func (l *Line) Item() Item { return Item{ID: l.ID, Lab: l.Lab} }
