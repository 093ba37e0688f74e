package lang_test

import "regexp"

// entry is a term as an official glossary writes it: any spelling that is met in a text must be one of the forms.
type entry struct {
	name      string // of the file in content/<language>/docs/reference/glossary of github.com/kubernetes/website; none if it has no entry
	commit    string // of that repository, at which it was read
	forms     []string
	spellings string // a regular expression, of the forms and of what people write in their place
}

// found is every spelling of the term in a text.
func (e entry) found(text string) []string {
	return regexp.MustCompile(e.spellings).FindAllString(text, -1)
}

// japaneseGlossary has the titles of the entries. Where a title was left in English and the Japanese text of the glossary writes the
// term in Katakana or Kanji, that form stands here as well, with a comment. The names of kinds stay as they are, in the singular:
// content/ja/docs/contribute/localization.md at 004201a92bfe.
func japaneseGlossary() []entry {
	return []entry{
		{"taint", "89ce7eec9d64", []string{"Taint"}, `(?i)\btaint(s|ed)?\b|テイン[\p{Katakana}ー]*`},
		{"toleration", "89ce7eec9d64", []string{"Toleration"}, `(?i)\btolerations?\b|トレ[ラレ]?[ラレ]?ーション|トレランス`},
		{"replica", "0637786b3e0a", []string{"Replica", "レプリカ"}, `(?i)\breplicas?\b|レプリカ|複製`}, // レプリカ in replica-set and deployment
		{"sidecar-container", "010d1a493f5f", []string{"サイドカー"}, `(?i)\bside-?cars?\b|サイド・?カー?`},
		{"node", "0637786b3e0a", []string{"ノード", "Node"}, `(?i)\bnodes?\b|ノード|ノ一ド`}, // Node: the kind, as kubectl get nodes lists it
		{"drain", "5644feeb3c8b", []string{"Drain", "drain"}, `(?i)\bdrain(s|ed)?\b|ドレイン|ドレーン`},
		{"", "", []string{"cordon"}, `(?i)\bcordon(s|ed)?\b|コードン|コルドン`}, // kubectl's word; the glossary has none for it
		{"affinity", "0a59de21d836", []string{"アフィニティ"}, `(?i)\baffinit(y|ies)\b|アフィニティー?|親和性`},
		{"selector", "1bba4fea9793", []string{"セレクター", "Selector"}, `(?i)\bselectors?\b|セレクター?`}, // セレクター in its text
		{"label", "6cc9918c7d77", []string{"ラベル"}, `(?i)\blabels?\b|ラベル|レーベル`},
		{"annotation", "0a59de21d836", []string{"アノテーション"}, `(?i)\bannotations?\b|アノテーション|注釈`},
		{"workload", "65cff40a0e4b", []string{"ワークロード"}, `(?i)\bworkloads?\b|ワーク・?ロード`},
		{"controller", "10490ca3fd05", []string{"コントローラー"}, `(?i)\bcontrollers?\b|コントローラー?`}, // in its text and in control-plane
		{"control-plane", "0a59de21d836", []string{"コントロールプレーン"}, `(?i)\bcontrol[ -]?planes?\b|コントロール・?プレ[ーイ]?ン|制御プレーン`},
		{"namespace", "5c2b19793a72", []string{"Namespace", "名前空間"}, `(?i)\bnamespaces?\b|名前空間|ネーム・?スペース`}, // 名前空間 in controller and priority-class
		{"pod", "041daa48a3fa", []string{"Pod"}, `(?i)\bpods?\b|ポッド`},
		{"deployment", "0b3f2a700e70", []string{"Deployment"}, `(?i)\bdeployments?\b|デプロイメント`},
		{"replica-set", "00d33fafb6f6", []string{"ReplicaSet"}, `(?i)\breplica[ -]?sets?\b|レプリカ・?セット`},
		{"statefulset", "123983540887", []string{"StatefulSet"}, `(?i)\bstateful[ -]?sets?\b|ステートフル・?セット`},
		{"daemonset", "23009a516ff3", []string{"DaemonSet"}, `(?i)\bdaemon[ -]?sets?\b|デーモン・?セット`},
		{"job", "ac0fe4682d5e", []string{"Job"}, `(?i)\bjobs?\b|ジョブ`},
		{"cronjob", "3842a2847339", []string{"CronJob"}, `(?i)\bcron[ -]?jobs?\b|cron ?ジョブ`},
		{"service", "2c7a03330db6", []string{"Service"}, `(?i)\bservices?\b|サービス`},
		{"endpoint-slice", "484b9eee7fb9", []string{"EndpointSlice"}, `(?i)\bendpoint[ -]?slices?\b|エンドポイント・?スライス`},
		{"priority-class", "2ded2d80ff63", []string{"PriorityClass"}, `(?i)\bpriority[ -]?class(es)?\b|優先度クラス`},
		{"pod-priority", "4c07fbc7ab6a", []string{"優先度"}, `(?i)\bpriority\b|優先度|優先順位|プライオリティ`},
		{"preemption", "3db34102fa70", []string{"プリエンプション"}, `(?i)\bpreempt(ion|ed|s)?\b|プリエンプ[\p{Katakana}ー]+|横取り`},
		{"eviction", "25e7cad3c9a0", []string{"退避"}, `(?i)\bevict(ion|ed|s)?\b|退避|エビクション|立ち退き`},
		{"probe", "23009a516ff3", []string{"Probe"}, `(?i)\bprobes?\b|プローブ`},
		{"container", "0662c7ed8889", []string{"コンテナ"}, `(?i)\bcontainers?\b|コンテナー?`},
		{"init-container", "2b2878b7ec92", []string{"Initコンテナ"}, `(?i)\binit ?コンテナ|初期化コンテナ|初期コンテナ`},
		{"cluster", "0637786b3e0a", []string{"クラスター"}, `(?i)\bclusters?\b|クラスター?`},
		{"image", "03edf0c4b9bb", []string{"イメージ"}, `(?i)\bimages?\b|イメージ|イメイジ`},
		{"manifest", "037ed19f7a01", []string{"マニフェスト"}, `(?i)\bmanifests?\b|マニ[フュ][ェフ]?[\p{Katakana}]*スト`},
		{"volume", "09d0f598faf9", []string{"ボリューム"}, `(?i)\bvolumes?\b|ボリューム|ボリュウム|ヴォリューム`},
		{"object", "23080a518a60", []string{"オブジェクト"}, `(?i)\bobjects?\b|オブジェクト`},
		{"garbage-collection", "a5e5a837224a", []string{"ガベージ"}, `(?i)\bgarbage\b|ガ[ーベ]+ジ`},
		{"kube-scheduler", "0637786b3e0a", []string{"スケジューラー"}, `(?i)\bschedulers?\b|スケジューラー?`}, // in affinity and control-plane
		{"kubelet", "0662c7ed8889", []string{"kubelet"}, `(?i)\bkube-?lets?\b|クーブレット`},
	}
}

// englishGlossary has the forms of content/en, where the kinds of the API are written as the API writes them
// (content/en/docs/contribute/style/style-guide.md at 044eed3e9b06) and all else is small inside a sentence.
func englishGlossary() []entry {
	return []entry{
		{"taint", "17bb09770a75", []string{"taint", "taints", "tainted", "Taint", "Taints", "Tainted"}, `(?i)\btaint(s|ed)?\b`},
		{"pod", "2633368109ec", []string{"Pod", "Pods"}, `(?i)\bpods?\b`},
		{"deployment", "16097d78a68a", []string{"Deployment", "Deployments"}, `(?i)\bdeployments?\b`},
		{"replica-set", "2633368109ec", []string{"ReplicaSet", "ReplicaSets"}, `(?i)\breplica[ -]?sets?\b`},
		{"statefulset", "2633368109ec", []string{"StatefulSet", "StatefulSets"}, `(?i)\bstateful[ -]?sets?\b`},
		{"daemonset", "d669f4609e20", []string{"DaemonSet", "DaemonSets"}, `(?i)\bdaemon[ -]?sets?\b`},
		{"job", "2633368109ec", []string{"Job", "Jobs"}, `(?i)\bjobs?\b`},
		{"cronjob", "851177f200d5", []string{"CronJob", "CronJobs"}, `(?i)\bcron[ -]?jobs?\b`},
		{"service", "2633368109ec", []string{"Service", "Services"}, `(?i)\bservices?\b`},
		{"configmap", "0b3f2a700e70", []string{"ConfigMap", "ConfigMaps"}, `(?i)\bconfig[ -]?maps?\b`},
		{"endpoint-slice", "910c6f113fbb", []string{"EndpointSlice", "EndpointSlices"}, `(?i)\bendpoint[ -]?slices?\b`},
		{"priority-class", "2633368109ec", []string{"PriorityClass", "PriorityClasses"}, `(?i)\bpriority[ -]?class(es)?\b`},
		{"namespace", "10e1db81953e", []string{"namespace", "namespaces", "Namespace", "Namespaces"}, `(?i)\bname[ -]?spaces?\b`},
		{"node", "2633368109ec", []string{"node", "nodes", "Node", "Nodes"}, `(?i)\bnodes?\b`},
		{"control-plane", "090c460f5c18", []string{"control plane", "control planes", "Control plane"}, `(?i)\bcontrol[ -]?planes?\b`},
		{"kubelet", "10e1db81953e", []string{"kubelet", "kubelets"}, `(?i)\bkube[ -]?lets?\b`},
		{"toleration", "2633368109ec", []string{"toleration", "tolerations", "Toleration", "Tolerations"}, `(?i)\btolerations?\b|(?i)\btolerances?\b`},
		{"sidecar-container", "2633368109ec", []string{"sidecar", "sidecars", "Sidecar", "Sidecars"}, `(?i)\bside[ -]?cars?\b`},
		{"", "", []string{"API server", "API servers"}, `(?i)\bapi[ -]?servers?\b`}, // the style guide's; the entry is called kube-apiserver
		{"", "", []string{"Kubernetes"}, `(?i)\bkubernetes\b`},                      // "should always be capitalized"
	}
}
