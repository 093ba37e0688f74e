package lang

// japaneseDoctor is what "podium doctor" finds.
func japaneseDoctor() map[string]string {
	return map[string]string{
		"%w (reached: %s)":                                      "%w (ここまで到達: %s)",
		"%s has %d MiB left, %d are needed":                     "%sの空きは%d MiBです。%d MiB必要です",
		"%d MiB available, %d are needed":                       "利用できるのは%d MiBです。%d MiB必要です",
		"%s, %d MiB free":                                       "%s、空き%d MiB",
		"%d MiB available":                                      "%d MiBを利用できます",
		"not measured on this system":                           "このシステムでは測定できません",
		"listen on 127.0.0.1: %w":                               "127.0.0.1で待ち受けできません: %w",
		"127.0.0.1 can be listened on":                          "127.0.0.1で待ち受けできます",
		"none on this machine; podium lab shell brings its own": "このマシンにはありません。podium lab shellで開くシェルでは使えます",
		"measure %s: %w":                                        "%sを測定できません: %w",
		"remove cluster: %w":                                    "クラスターを削除できません: %w",
		"ready after %s s":                                      "%s秒で準備完了",
		"none: no container engine answers":                     "なし: 応答するコンテナエンジンがありません",
		"not looked at without an engine":                       "エンジンがないため調べていません",
		"none yet; the first start takes it from an archive or pulls it": "まだありません。最初の開始時にアーカイブから読み込むか、取得します",
		"nothing":                          "なし",
		"nothing was left behind":          "残ったままのものはありません",
		"removed: %s":                      "削除しました: %s",
		"Linux 6.7 or newer with Landlock": "Landlockを備えたLinux 6.7以降",
		"grade on %s; or, if you trust these answers as you trust your own scripts, add --trust":                  "%sで採点してください。自分のスクリプトと同じように信頼できる解答なら、--trustを付けてください",
		"none (%v): only answers that you trust can be graded here, with --trust; others need %s":                 "なし(%v): ここで採点できるのは、--trustを付けた、信頼できる解答だけです。それ以外には%sが必要です",
		"answers are confined by Landlock: reads, writes, connections and programs outside were tried and denied": "解答はLandlockで隔離されます。外部の読み取り、書き込み、接続、プログラムの実行を試し、すべて拒否されました",
	}
}
