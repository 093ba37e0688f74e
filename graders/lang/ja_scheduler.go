package lang

// japaneseScheduler is what explains a scheduling decision.
func japaneseScheduler() map[string]string {
	return map[string]string{}
}
