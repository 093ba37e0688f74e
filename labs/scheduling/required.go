package scheduling

import (
	"strconv"

	"github.com/podium-labs/podium/fixtures/objects"
	. "github.com/podium-labs/podium/graders/expect"
	"github.com/podium-labs/podium/labs"
)

// required: what is required must hold, all of it, or the Pod stays Pending.
func required(task *labs.Task) {
	requiredHints(task)
	inference := task.Workload(Inference)

	task.Check("runs", 4, func(j *labs.Judging) {
		j.Expect(inference).To(RunOn(objects.Worker, objects.Worker2))
	})
	task.Check("only-there", 6, func(j *labs.Judging) {
		for _, other := range unfit() {
			j.Expect(inference).To(NotFitOn(objects.Worker2, other))
			j.Expect(inference).To(NotFitOn(objects.Worker3, other))
		}
		j.Expect(inference).To(HaveBeenPendingForItsAffinity())
	})
}

// inventory is what the node's inventory says of its card, or what it would say of one that there is not.
func inventory(node string) string {
	for _, spec := range objects.NodeSpecs() {
		if spec.Name == node {
			return spec.Inventory
		}
	}
	return ""
}

// unfit are all combinations of card and zone with which a node must not be chosen. One wrong half is enough: this tells
// AND from OR, and luck from a rule. A card that no node has tells "more than" from "at least", and from any other bound that fits by luck.
func unfit() []NodeLabels {
	var combinations []NodeLabels
	for _, zone := range []string{"zone-a", "zone-b", ShunnedZone} {
		for _, card := range append(cards(), card{}, card{gb: MoreThanGB}, card{gb: MoreThanGB - 4}) {
			if zone != ShunnedZone && card.gb > MoreThanGB {
				continue
			}
			labels := NodeLabels{ZoneLabel: zone, TierLabel: card.tier, VRAMLabel: "", objects.InventoryLabel: inventory(card.node)}
			if card.gb > 0 {
				labels[VRAMLabel] = strconv.Itoa(card.gb)
			}
			combinations = append(combinations, labels)
		}
	}
	return combinations
}
