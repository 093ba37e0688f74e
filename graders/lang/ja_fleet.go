package lang

// japaneseFleet is what "podium batch --engine kubernetes" says.
func japaneseFleet() map[string]string {
	return map[string]string{
		"%s is no archive":             "%sはアーカイブではありません",
		"read archive: %w":             "アーカイブを読み取れません: %w",
		"list files of submission: %w": "提出物のファイルの一覧を取得できません: %w",
		"read file of submission: %w":  "提出物のファイルを読み取れません: %w",
		"Pods running: %d":             "実行中のPod: %d",
		"to grade: %d, done: %d":       "採点対象: %d、採点済み: %d",
	}
}
