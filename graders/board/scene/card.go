package scene

import "k8s.io/apimachinery/pkg/types"

// Card is what the board knows of one object. Fields that make no sense for a kind are empty.
type Card struct {
	Kind      string `json:"kind"`
	Name      string `json:"name"`
	Namespace string `json:"ns,omitempty"`
	// Owner is the UID of the controller.
	Owner types.UID `json:"owner,omitempty"`

	// State is a Pod's State, or how a Job ended.
	State State `json:"state,omitempty"`
	// Why says what a Pod waits for or why it failed.
	Why string `json:"why,omitempty"`
	// Node is the node a Pod is on; Nominated the one that a Pod was promised by preemption.
	Node      string `json:"node,omitempty"`
	Nominated string `json:"nominated,omitempty"`
	// Image is the first container's, and how many others there are.
	Image string `json:"image,omitempty"`
	// Hash tells Pods of a DaemonSet or StatefulSet with different templates apart.
	Hash string `json:"hash,omitempty"`
	// Restarts is how often containers were started again.
	Restarts int32 `json:"restarts,omitempty"`

	// CPU is what a node offers or a Pod asks for, in thousandths; GPUs likewise, in pieces.
	CPU  int64 `json:"cpu,omitempty"`
	GPUs int64 `json:"gpus,omitempty"`

	// Zone, Cordoned, NotReady, Taints and Labels are of nodes.
	Zone     string   `json:"zone,omitempty"`
	Cordoned bool     `json:"cordoned,omitempty"`
	NotReady bool     `json:"notReady,omitempty"`
	Taints   []string `json:"taints,omitempty"`
	Labels   []string `json:"labels,omitempty"`

	// Want is how many Pods a controller is asked for, Ready how many it has.
	Want  int32 `json:"want"`
	Ready int32 `json:"ready"`
	// Revision counts the templates of a Deployment.
	Revision int `json:"rev,omitempty"`
	// Surge and Unavailable are what a Deployment's limits come to in Pods; Rolling says that it has such limits.
	Rolling     bool `json:"rolling,omitempty"`
	Surge       int  `json:"surge,omitempty"`
	Unavailable int  `json:"unavailable,omitempty"`
	// Done is true when the controller has nothing left to do; Paused when it was told to do nothing.
	Done   bool `json:"done,omitempty"`
	Paused bool `json:"paused,omitempty"`
	// Template is equal for equal Pod templates.
	Template string `json:"tmpl,omitempty"`
	// Schedule is that of a CronJob.
	Schedule string `json:"schedule,omitempty"`
}

// State is how far a Pod or Job has come.
type State string

// The states.
const (
	Pending     State = "pending"     // has no node
	NotReady    State = "notready"    // has a node
	Ready       State = "ready"       //
	Terminating State = "terminating" // is being deleted
	Failed      State = "failed"      //
	Succeeded   State = "succeeded"   //
)
