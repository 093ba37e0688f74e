// Package all is the explicit list of labs.
package all

import (
	"github.com/podium-labs/podium/labs"
	"github.com/podium-labs/podium/labs/rollouts"
	"github.com/podium-labs/podium/labs/scheduling"
	"github.com/podium-labs/podium/labs/workloads"
)

// Labs returns every lab, in the order in which they are taught.
func Labs() []*labs.Lab {
	return []*labs.Lab{workloads.Lab(), rollouts.Lab(), scheduling.Lab()}
}
