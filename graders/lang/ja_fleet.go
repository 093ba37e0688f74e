package lang

// japaneseFleet is what "podium batch --engine kubernetes" says.
func japaneseFleet() map[string]string {
	return map[string]string{
		"Pods running: %d":       "実行中のPod: %d",
		"to grade: %d, done: %d": "採点対象: %d、採点済み: %d",
	}
}
