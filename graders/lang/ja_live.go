package lang

// japaneseLive is what the screen beside a learner says.
func japaneseLive() map[string]string {
	return map[string]string{
		"%s: passed, %d points: %s": "%s: 合格、%d点: %s",
		"%s (+%d more)":             "%s(ほか%d件)",
		"%s: no longer passed: %s":  "%s: 合格でなくなりました: %s",
		"%s: there was nothing to delete. Nodes stay as they are.":  "%s: 削除するものはありませんでした。ノードはそのままです。",
		"%s: deleted %s. Nodes stay as they are.":                   "%s: %sを削除しました。ノードはそのままです。",
		"%s was never ready; what was left of its start is deleted": "%sは準備完了になりませんでした。起動の途中で残ったものを削除しました",
		"%s left": "残り %s",
		"%s keeps running. Come back with: podium lab watch %s": "%sは動き続けます。戻るには: podium lab watch %s",
		"hint":                          "ヒント",
		"solution":                      "解答例",
		"check":                         "採点",
		"explain":                       "説明",
		"reset":                         "リセット",
		"board":                         "ボード",
		"hand in":                       "提出",
		"leave":                         "終了",
		"Checking everything ...":       "すべてを採点しています...",
		"Everything was checked.":       "すべて採点しました。",
		"Nothing has been checked yet.": "まだ何も採点されていません。",
		"Explaining ...":                "調べています ...",
		"Opening the board ...":         "ボードを開いています...",
		"Resetting ...":                 "リセットしています...",
		"up and down scroll; any other key goes back":                                 "上下キーでスクロール、ほかのキーで戻ります",
		"The last hint is nearly the answer. Show it? (y/n)":                          "最後のヒントはほぼ答えです。表示しますか? (y/n)",
		"Show a solution? That you looked will be noted. (y/n)":                       "解答例を表示しますか? 表示したことは記録されます。 (y/n)",
		"Reset task %s: delete what it is about? (y/n; R resets the whole lab)":       "課題%sをリセットし、対象のオブジェクトを削除しますか? (y/n、Rでラボ全体をリセット)",
		"Reset the whole lab: delete its cluster and begin again? (y/n)":              "ラボ全体をリセットしますか? クラスターを削除して最初から始めます。 (y/n)",
		"Hand in? After that nothing counts any more. (y/n)":                          "提出しますか? 提出後の操作は採点されません。 (y/n)",
		"The cluster can no longer be watched. Leave with q and start the lab again.": "クラスターを監視できなくなりました。qで終了し、ラボをもう一度開始してください。",
	}
}
