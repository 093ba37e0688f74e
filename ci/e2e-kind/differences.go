package main

// difference is a check that is allowed to end differently on real containers.
type difference struct {
	lab, name, check string
	reason           string
}

// knownDifferences are things that the simulation cannot do, or that four real nodes on a small machine cannot
// (fixtures/embedded/DIFFERENCES.md, fixtures/kind/DIFFERENCES.md). It is best kept short.
func knownDifferences() []difference {
	return nil
}
