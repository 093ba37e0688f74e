package lang

// japaneseReplay is what "podium submit" says.
func japaneseReplay() map[string]string {
	return map[string]string{
		"%s: %d requests": "%s: リクエスト%d件",
		"%d requests are not in it: the audit log does not hold what they said": "%d件のリクエストは含まれません。監査ログに内容が残っていませんでした",
		"Not graded as long as it lies beside them: %s":                         "このファイルがある間は採点されません: %s",
		"Grade it on a fresh cluster: podium replay %s":                         "新しいクラスターで採点するには: podium replay %s",
	}
}
