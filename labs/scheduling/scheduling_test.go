package scheduling

import (
	"testing"

	"github.com/podium-labs/podium/graders/run/labtest"
)

func TestTexts(t *testing.T) { labtest.Texts(t, Lab()) }

// TestUnfitBreaksOneRuleOrBoth: with too few combinations, OR would pass for AND.
func TestUnfitBreaksOneRuleOrBoth(t *testing.T) {
	var zoneOnly, cardOnly, both int
	for _, labels := range unfit() {
		wrongZone, wrongCard := labels[ZoneLabel] == ShunnedZone, labels[TierLabel] != XLarge && labels[TierLabel] != Large
		switch {
		case wrongZone && wrongCard:
			both++
		case wrongZone:
			zoneOnly++
		case wrongCard:
			cardOnly++
		default:
			t.Errorf("%s breaks no rule", labels)
		}
	}
	if zoneOnly != 2 || cardOnly != 8 || both != 4 {
		t.Errorf("%d break the zone, %d the card, %d both", zoneOnly, cardOnly, both)
	}
}
