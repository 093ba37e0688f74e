package lang

// japaneseSandbox is what is said about the sandbox and about tampering.
func japaneseSandbox() map[string]string {
	return map[string]string{
		"%s %s was added":                    "%s %sが追加されました",
		"%s %s was removed":                  "%s %sが削除されました",
		"%s %s was changed: %s":              "%s %sが変更されました: %s",
		"%s; no request for it was recorded": "%s。該当するリクエストの記録はありません",
		"%s: %s":                             "%s: %s",
		"%s of %s by %s at %s":               "%[4]sに%[3]sによる%[2]sの%[1]s",
		"the learner's rights were changed while answers were applied": "解答の適用中に学習者の権限が変更されました",
	}
}
