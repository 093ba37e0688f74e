package answer

// The parent and the answer's process speak JSON over two pipes: requests in, replies out. The process gives neither of them to
// what it runs: a script writes into memory, so nothing that it prints can look like a reply.

// Job is the first request: everything that the process needs to know.
type Job struct {
	// Kubeconfig is a file that needs no other.
	Kubeconfig string `json:"kubeconfig"`
	// Server is the only address to connect to, as host:port.
	Server string `json:"server"`
	// Scratch holds the folders below; nothing else of the host is written.
	Scratch string    `json:"scratch"`
	Limits  RunLimits `json:"limits"`
	// Language is that of what Podium itself says in the output of a step; English when empty.
	Language string `json:"language,omitempty"`
	// Unconfined leaves the sandbox out. Without it a process that cannot be confined runs nothing.
	Unconfined bool `json:"unconfined,omitempty"`
	// Deeds are done instead of steps, past the shell and everything else that would refuse them.
	Deeds []Deed `json:"deeds,omitempty"`
}

// Request is a job or a step.
type Request struct {
	Job  *Job  `json:"job,omitempty"`
	Step *Step `json:"step,omitempty"`
}

// Reply answers a request.
type Reply struct {
	// Sandbox answers the job: which one is in force.
	Sandbox string `json:"sandbox,omitempty"`
	// Error says why the job or step could not be begun; it is never the script's fault.
	Error string `json:"error,omitempty"`
	// Deeds answer those of the job, with how each went.
	Deeds []Deed `json:"deeds,omitempty"`
	// Outcome answers a step.
	Outcome *Outcome `json:"outcome,omitempty"`
	// Last says that the process ends now, because what the step started may still be running in it.
	Last bool `json:"last,omitempty"`
}
