package lang

// japaneseBatch is what "podium batch" says while it runs.
func japaneseBatch() map[string]string {
	return map[string]string{
		"not graded yet":     "まだ採点されていません",
		"the record is lost": "記録が失われています",
		"quarantined: a reference solution failed after it": "保留: この後で模範解答の採点が失敗しました",
		"full marks: %d":     "満点: %d",
		"fewer points: %d":   "減点あり: %d",
		"infrastructure: %d": "環境の障害: %d",
		"unreadable: %d":     "読み取れない提出: %d",
		"done before: %d":    "採点済み: %d",
		"grading reference solutions and starters first": "最初に模範解答と未解答の状態を採点しています",
		"and %d more": "ほか%d件",
		"%d an hour":  "毎時%d件",
		"reference solutions are full, starters have nothing: gradings can be trusted": "模範解答は満点、未解答は0点でした。採点結果を信頼できます",
		"%s: will be tried again":                                                     "%s: もう一度採点します",
		"%s: the regrade has no score, what was there before stays":                   "%s: 再採点では点数が出なかったため、以前の結果を残します",
		"%s: has not changed":                                                         "%s: 変更はありません",
		"the reference solutions are still full":                                      "模範解答は引き続き満点です",
		"no submissions, and left alone: %s":                                          "提出物ではないため無視したもの: %s",
		"to grade: %d, done: %d, at the same time: %d":                                "採点対象: %d、採点済み: %d、同時実行数: %d",
		"changed since they were graded: %d; grade them again with --regrade changed": "採点後に変更されたもの: %d件。再採点するには --regrade changed を付けてください",
		"go on with: %s":                                                              "続けるには: %s",
		"%s: not in the layout for %s, as it cannot be read":                          "%s: 読み取れないため%s用の出力には含まれません",
		"not in the gradebook: %s":                                                    "成績表に見つからないもの: %s",
		"the gradebook does not let their grade be changed: %s":                       "成績表で評点の変更が許可されていないもの: %s",
		"%s: %d grades in column %s":                                                  "%s: %d件の評点を列%sに記入しました",
		"stopped":                                                                     "中止しました",
	}
}
