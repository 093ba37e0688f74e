package scheduling

import (
	"github.com/podium-labs/podium/fixtures/objects"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// card is a kind of graphics card, and where it is.
type card struct {
	node, tier string
	gb         int
}

func cards() []card {
	return []card{
		{node: objects.Worker, tier: XLarge, gb: XLargeGB},
		{node: objects.Worker2, tier: Large, gb: LargeGB},
		{node: objects.Worker3, tier: Small, gb: SmallGB},
	}
}

// gpuTiers: for the scheduler an extended resource is a number, so one GPU is as good as another. Labels say what they are,
// and a nodeSelector picks by them.
func gpuTiers(task *labs.Task) {
	gpuTiersHints(task)
	nodes, train := task.Nodes(), task.Workload(Train)

	task.Check("tiers", 2, func(j *labs.Judging) {
		for _, card := range cards() {
			j.Expect(nodes.With(In(TierLabel, card.tier))).To(BeExactly(card.node))
		}
		j.Expect(nodes.With(Exists(TierLabel))).To(BeExactly(objects.Worker, objects.Worker2, objects.Worker3))
	})
	task.Check("vram-is-a-number", 2, func(j *labs.Judging) {
		for _, card := range cards() {
			j.Expect(nodes.With(MoreThan(VRAMLabel, card.gb-1), LessThan(VRAMLabel, card.gb+1))).To(BeExactly(card.node))
		}
	})
	task.Check("exporter-follows", 1, func(j *labs.Judging) {
		j.Expect(task.DaemonSet(Exporter)).To(HaveReadyPodsExactlyOn(objects.Worker, objects.Worker2, objects.Worker3))
	})
	task.Check("runs-on-32-gb", 2, func(j *labs.Judging) {
		j.Expect(train).To(RunOn(objects.Worker))
	})
	task.Check("only-there", 2, func(j *labs.Judging) {
		j.Expect(train).To(FitOnlyOn(objects.Worker))
	})
	task.Check("one-gpu-is-a-number", 1, func(j *labs.Judging) {
		j.Expect(train).To(FitWithoutItsSelectionOn(objects.Worker, objects.Worker2, objects.Worker3))
	})
}
