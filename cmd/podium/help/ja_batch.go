package help

// batchTexts are the texts of "podium batch".
func batchTexts() table {
	return table{
		"Grade many submissions, resumably, with a summary":                                                                         "多数の提出物を採点し、集計する(中断しても再開可)",
		"Batch grades every submission of SOURCE, several at a time, each lab on a cluster of its own that has been started ahead.": "batchは、SOURCEのすべての提出物を、いくつか同時に、ラボごとに前もって起動した専用のクラスターで採点します。",
		"SOURCE is a folder whose children are submissions (folders, git repositories, archives), or a roster: a CSV file with the columns id and source (git URL, path, archive). With --roster, SOURCE is where the roster's paths begin; where a row has no source it is the folder or archive that is named like the id.": `SOURCEは、提出物(フォルダー、gitリポジトリ、アーカイブ)が入ったフォルダー、または名簿です。名簿は、idとsource
(gitのURL、パス、アーカイブ)の列を持つCSVファイルです。--rosterを付けると、SOURCEは名簿のパスの起点になります。
sourceのない行では、idと同じ名前のフォルダーまたはアーカイブを使います。`,
		"Everything is written down in OUT/journal.jsonl as it happens. Run the same command again, after Ctrl-C or a power cut, and it goes on; what is done is not graded again unless --regrade asks for it. A regrade writes OUT/regrade-N.csv, who went up or down and by which checks, and never puts an error in the place of a score.": `経過はすべてOUT/journal.jsonlに記録されます。Ctrl-Cや停電のあとに同じコマンドを実行すると、続きから再開します。
採点済みのものは、--regradeで指定しない限り採点し直しません。再採点では、誰の得点がどの確認項目で上下したかを
OUT/regrade-N.csvに書き込みます。エラーで得点を置き換えることはありません。`,
		"Before the first submission, and after every --canary of them, a reference solution must be full (and in the beginning the starter must have nothing): if not, the batch stops, and results since the last good proof do not count. Faults of the infrastructure are tried again on fresh clusters; what still has no result is blank in the summary, comes first, and makes the exit code 3.": `最初の提出物の前と、提出物を--canaryの件数だけ採点するごとに、模範解答が満点になること(最初は未解答が0点になることも)
を確かめます。そうでなければ中止し、最後に確かめられた時点より後の結果は採用しません。環境の障害は新しいクラスターで
採点し直します。それでも結果がないものは、集計では空欄のまま先頭に示し、終了コードは3になります。`,
		"OUT/ID/ has record.json, report.md, junit.xml and log (in a folder for each lab, if there are several); OUT has summary.csv and summary.html.": `OUT/ID/にはrecord.json、report.md、junit.xml、logを(複数のラボではラボごとのフォルダーに)、
OUTにはsummary.csvとsummary.htmlを書き込みます。`,
		"folder for the results and the journal":                                                "結果と経過の記録を書き込むフォルダー",
		"CSV file that says whose submissions are graded; SOURCE is then where its paths begin": "誰の提出物を採点するかを示すCSVファイル(SOURCEはそのパスの起点)",
		"the labs to grade, for example lab-1,lab-2 (default: all)":                             "採点するラボ(例: lab-1,lab-2)(既定値: すべて)",
		`grade each repository's last commit until then, for example "2026-11-30 18:00"`:        `この時刻までの、各リポジトリの最後のコミットを採点する(例: "2026-11-30 18:00")`,
		"how many gradings run at the same time; auto goes by processors and memory":            "同時に行う採点の数(autoはプロセッサーとメモリから決める)",
		"go on with the batch in OUT; an error if there is none":                                "OUTの採点を続きから再開する(なければエラー)",
		"grade again:": "採点し直す対象:",
		"grade only the submissions of these ids":                                                      "これらのidの提出物だけを採点する",
		"say what would be graded, and change nothing":                                                 "何も変更せずに、採点の対象だけを表示する",
		"grade the reference solutions again after so many submissions; 0 never does":                  "この件数ごとに模範解答を採点し直す(0では行わない)",
		"fill in an exported gradebook: canvas=FILE or moodle=FILE; written to OUT/gradebook-NAME.csv": "エクスポートした成績表に記入する: canvas=FILEまたはmoodle=FILE(OUT/gradebook-NAME.csvに書き込む)",
		"the column of the Canvas gradebook, where it has several assignments":                         "Canvasの成績表に課題が複数あるときの列",
		"also copy the answers for a plagiarism tool: jplag or dolos":                                  "剽窃検出ツール用に解答もコピーする: jplagまたはdolos",
	}
}

// fleetTexts are the texts of batches whose files are in a blob store, or that a cluster grades.
func fleetTexts() table {
	return table{
		"SOURCE and OUT can be blob URLs: s3://BUCKET/PREFIX?region=R, gs://BUCKET/PREFIX, azblob://CONTAINER/PREFIX, file:///FOLDER, with the credentials of each provider's own tools. SOURCE is then a prefix with a folder or an archive for each submission. OUT gets the same files as a folder would; the journal is kept in a folder of this machine (--work) and uploaded after each result, so that any machine can go on.": `SOURCEとOUTには、各プロバイダーのツールの認証情報を使って、blobのURL(s3://BUCKET/PREFIX?region=R、gs://BUCKET/PREFIX、
azblob://CONTAINER/PREFIX、file:///FOLDER)を指定できます。その場合、SOURCEは、提出物ごとのフォルダーまたはアーカイブがあるプレフィックスです。
OUTにはフォルダーの場合と同じファイルを書き込みます。経過の記録はこのマシンのフォルダー(--work)に置き、
結果が出るたびにアップロードするため、どのマシンからでも続きを行えます。`,
		"With --engine kubernetes a Job of the cluster grades, one Pod a submission, and the reference solutions in Pods between them. SOURCE and OUT are blob URLs, or on a volume that this machine mounts too. Ctrl-C leaves the Job running; the same command with --resume collects what has come. --dry-run prints the Job.": `--engine kubernetesでは、クラスターのJobが提出物ごとに1つのPodで採点し、その間に模範解答もPodで採点します。
SOURCEとOUTは、blobのURLか、このマシンもマウントしているボリューム上に置きます。Ctrl-CのあともJobは動き続け、
同じコマンドに--resumeを付けると、届いた結果を集めます。--dry-runではJobを表示します。`,
		"folder or blob URL for the results and the journal":                                                  "結果と経過の記録を書き込むフォルダーまたはblobのURL",
		"folder for the journal where OUT is a blob URL (default: one in your cache, the same for each run)":  "OUTがblobのURLのときに経過の記録を置くフォルダー(既定値: キャッシュ内の、毎回同じフォルダー)",
		"what grades: local, or kubernetes for one Pod a submission":                                          "採点する方式: local、または提出物ごとに1つのPodで採点するkubernetes",
		"kubernetes: the image of this Podium (make image), where nodes can pull it":                          "kubernetes: ノードが取得できる、このPodiumのイメージ(make image)",
		"kubernetes: Always, IfNotPresent or Never":                                                           "kubernetes: Always、IfNotPresent、Neverのどれか",
		"kubernetes: where the Job is (default: that of the context)":                                         "kubernetes: Jobを置く名前空間(既定値: コンテキストのもの)",
		"kubernetes: credentials of the cluster (default: as for kubectl)":                                    "kubernetes: クラスターの認証情報(既定値: kubectlと同じ)",
		"kubernetes: the context of the kubeconfig (default: its current one)":                                "kubernetes: kubeconfigのコンテキスト(既定値: 現在のもの)",
		"kubernetes: a LocalQueue of Kueue that admits the Job":                                               "kubernetes: Jobを受け入れるKueueのLocalQueue",
		"kubernetes: processors requested for each Pod":                                                       "kubernetes: 各Podが要求するプロセッサー",
		"kubernetes: memory of each Pod, requested and at most":                                               "kubernetes: 各Podのメモリ(要求と上限)",
		"kubernetes: ServiceAccount by which a cloud lets Pods use the buckets; its token is not mounted":     "kubernetes: クラウドがPodにバケットの利用を許すServiceAccount(トークンはマウントしない)",
		"kubernetes: Secret with credentials for the buckets, as environment variables of each Pod":           "kubernetes: バケットの認証情報を持つSecret(各Podの環境変数になる)",
		"kubernetes: PersistentVolumeClaim that holds SOURCE and OUT, where they are no blob URLs":            "kubernetes: SOURCEとOUTがblobのURLでないときに、それらを置くPersistentVolumeClaim",
		"kubernetes: folder of the node instead of a claim; for tests on one node":                            "kubernetes: PVCの代わりに使うノードのフォルダー(1ノードでのテスト用)",
		"kubernetes: where that volume is mounted on this machine; SOURCE and OUT are below it":               "kubernetes: そのボリュームのこのマシンでのマウント先(SOURCEとOUTはその下)",
		"kubernetes: number of the user and group in Pods (default: you, where a volume is used, else 65532)": "kubernetes: Podのユーザーとグループの番号(既定値: ボリュームを使うときは現在のユーザー、それ以外は65532)",
		"kubernetes: how often a submission is tried again after a fault of the infrastructure":               "kubernetes: 環境の障害のあとに提出物を採点し直す回数",
	}
}
