package lang

import "maps"

// japaneseLab3 is what the checks of lab-3 say.
func japaneseLab3() map[string]string {
	all := map[string]string{}
	for _, part := range []map[string]string{lab3Placement(), lab3Taints(), lab3Priority(), lab3Spread()} {
		maps.Copy(all, part)
	}
	return all
}

// lab3Placement is about labels, affinity and anti-affinity.
func lab3Placement() map[string]string {
	return map[string]string{
		"no node":                         "該当するノードなし",
		"the nodes that match %s are: %s": "%sに一致するノード: %s",
		"they are: %s":                    "一致したノード: %s",
		"labels at the end: %s":           "最後の時点のラベル: %s",
		"it is so":                        "そのとおりです",

		"%s runs on: %s":              "%sが次のノードで動く: %s",
		"a Pod of %s ran on %s":       "%sのPodが%sで動いた",
		"there never was a Pod of %s": "%sのPodは一度も存在しなかった",
		"nothing in the Pod kept the scheduler from choosing that node":  "スケジューラーがそのノードを選ぶのを妨げるものが、Podに何も書かれていません",
		"no Pod of %s ever was ready and kept running":                   "Readyになって動き続けた%sのPodは一度もない",
		"its containers come to an end; they have to keep running":       "コンテナが終了しています。動き続ける必要があります",
		"a Pod of %s was Pending while no node matched what it requires": "必須条件に一致するノードがない間、%sのPodがPendingだった",
		"it was Pending": "Pendingだった",
		"none of its %d Pods was Pending for that reason":                                      "%d個のPodのうち、その理由でPendingになったものはない",
		"a required term that no node matches keeps a Pod Pending; a preferred one never does": "一致するノードのない必須条件はPodをPendingにします。希望条件がそうすることはありません",

		"%s fits only on %s, even if every node were empty":                                                        "すべてのノードが空でも、%sは%sにしか載らない",
		"without its node selection, %s would fit on: %s":                                                          "ノードの選択がなければ、%sは次のノードに載る: %s",
		"it would fit on: %s":                                                                                      "載るノード: %s",
		"it would fit there":                                                                                       "そこに載る",
		"turned down: %s":                                                                                          "断られた理由: %s",
		"%s would not fit on %s if it had %s":                                                                      "ラベルが%[3]sなら、%[1]sは%[2]sに載らない",
		"if %s were cordoned, %s would run on any of: %s":                                                          "%[1]sがcordonされたら、%[2]sは次のどのノードでも動く: %[3]s",
		"its Pods name their node (spec.nodeName: %s)":                                                             "Podがノードを名指ししている (spec.nodeName: %s)",
		"plugin TaintToleration lets it pass: the Pod has a toleration for it":                                     "プラグインTaintTolerationが通します。PodにそのTaintへのTolerationがあります",
		"Pods or ReplicaSets of it were removed by your own requests on the way":                                   "途中で、PodかReplicaSetがあなたのリクエストで削除された",
		"a rollout that has to be helped by hand would stand still; the next one does so again":                    "手で助けなければ進まないロールアウトは止まったままになり、次も同じことが起こります",
		"the preferred node affinity of %s speaks for %s":                                                          "%sの希望のノードアフィニティが%sを推している",
		"it would fit on a node without any extended resource as well":                                             "拡張リソースのないノードにも載る",
		"it requests none: to the scheduler the card is still free, and the next Pod may take it":                  "このPodは何も要求していません。スケジューラーから見るとカードは空いたままで、次のPodが使うかもしれません",
		"what a Pod requests is all that is left then; an extended resource is only a number":                      "そのとき残るのはPodの要求だけで、拡張リソースは個数にすぎません",
		"nodeName puts a Pod on a node without asking the scheduler; nothing else in the Pod chooses the node":     "nodeNameは、スケジューラーに尋ねずにPodをノードに置きます。ノードを選ぶものは、ほかに何もPodに書かれていません",
		"where it ran was luck, or a preference; a node selector or a required node affinity rules the others out": "動いた場所は偶然か希望によるものです。ノードセレクターか必須のノードアフィニティなら、ほかのノードが除かれます",
		"plugin NodeAffinity lets the node pass: the Pod has no node affinity":                                     "プラグインNodeAffinityがこのノードを通します。Podにノードアフィニティがありません",
		"plugin NodeAffinity lets the node pass: its required term says less than was asked":                       "プラグインNodeAffinityがこのノードを通します。必須条件が、求められたものより緩くなっています",
		"plugin NodeAffinity lets the node pass: a preferred term only adds to its score":                          "プラグインNodeAffinityがこのノードを通します。希望条件は点数を加えるだけです",
		"plugin NodeAffinity gives it %d points, and others up to %d":                                              "プラグインNodeAffinityの点数はこのノードが%d点、ほかは最高%d点",
		"a preferred term with a weight adds points for the nodes that match it":                                   "weightの付いた希望条件は、一致するノードに点数を加えます",
		"no other node is left to be compared: a required term rules them out":                                     "比べられるノードがほかにありません。必須条件が除いています",
		"plugin NodeAffinity lets the node pass: the %d nodeSelectorTerms are alternatives (OR); what must hold together belongs into the matchExpressions of one term": "プラグインNodeAffinityがこのノードを通します。%d個のnodeSelectorTermsはOR(どれか1つ)です。同時に成り立つべき条件は、1つのtermのmatchExpressionsに書きます",

		"Pods of %s on one and the same node":                                    "同じノードに載った%sのPod",
		"%s had %d of them: nothing in the Pod forbade it":                       "%sに%d個ありました。それを禁じるものがPodにありません",
		"while the rollout of %s was going on":                                   "%sのロールアウトが進んでいる間",
		"the template of %s was never changed while %d Pods of it were ready":    "ReadyなPodが%[2]d個ある間に、%[1]sのテンプレートが変更されたことがない",
		"a rollout of %s finishes, from %d ready Pods to %d new ones":            "%sのロールアウトが、ReadyなPod %d個から新しい%d個まで完了する",
		"a rollout replaces the Pods while the Deployment keeps its %d replicas": "ロールアウトは、Deploymentのレプリカ数%dを保ったままPodを入れ替えます",
		"it finished":                                                   "完了した",
		"it began and did not finish":                                   "始まったが、完了しなかった",
		"the number of replicas was changed on the way":                 "途中でレプリカ数が変更された",
		"every node that runs a Pod of %s would turn down a second one": "%sのPodが動いているノードは、どれも2つ目を断る",
		"there never were %d ready Pods of %s at a time":                "%[2]sのReadyなPodが同時に%[1]d個あったことがない",
		"%s would take a second one":                                    "%sは2つ目を受け入れる",
		"each turns it down":                                            "どのノードも断る",
		"plugin InterPodAffinity lets it pass: only a required podAntiAffinity term that selects the Pods themselves, with the hostname as topologyKey, turns a node down": "プラグインInterPodAffinityが通します。ノードを断るのは、topologyKeyがホスト名で、自分自身のPodを選ぶ、必須のpodAntiAffinityだけです",

		"DaemonSet %s has a ready Pod on exactly: %s": "DaemonSet %sのReadyなPodが、ちょうど次のノードにある: %s",
		"it has one":        "ある",
		"it has one on: %s": "ReadyなPodのあるノード: %s",
		"a DaemonSet follows the labels of nodes: it puts a Pod on every node that matches its selector, and takes it away again": "DaemonSetはノードのラベルに従います。セレクターに一致するノードすべてにPodを置き、一致しなくなれば取り除きます",
	}
}

// lab3Taints is about taints, tolerations and cordons.
func lab3Taints() map[string]string {
	return map[string]string{
		"tainted %s":                      "Taint %s付き",
		"cordoned":                        "cordonされた状態",
		"node %s is %s":                   "ノード%sが%sである",
		"node %s was never %s":            "ノード%sが%sになったことは一度もない",
		"node %s is not %s any more":      "ノード%sはもう%sではない",
		"node %s is still %s":             "ノード%sはまだ%sである",
		"node %s is %s, and no longer %s": "ノード%sが%sであり、もう%sではない",
		"it has no taint":                 "Taintはありません",
		"its taints are: %s":              "付いているTaint: %s",

		"node %s becomes %s, and the Pods that run there stay (same UIDs)":             "ノード%sが%sになり、そこで動いていたPodが残る(同じUID)",
		"node %s becomes %s, and the Pods that do not tolerate it are evicted":         "ノード%sが%sになり、それを許容しないPodが退避される",
		"node %s becomes %s, and no Pod that runs there is removed for it":             "ノード%sが%sになり、そのために取り除かれるPodがない",
		"%s runs on %s before the node becomes %s, and stays (same UID)":               "ノード%[2]sが%[3]sになる前から%[1]sがそこで動いていて、残る(同じUID)",
		"no Pod of yours ran on %s then":                                               "そのとき%sでは、あなたのPodが動いていなかった",
		"no Pod without a toleration ran on %s then":                                   "そのとき%sでは、TolerationのないPodが動いていなかった",
		"no ready Pod of %s was on %s then":                                            "そのとき%sのReadyなPodは%sになかった",
		"only Pods that run can stay: the earlier tasks put some there":                "残れるのは動いているPodだけです。前の課題がそこにPodを置きます",
		"only Pods that run can be evicted: the earlier tasks put some there":          "退避されるのは動いているPodだけです。前の課題がそこにPodを置きます",
		"%d of %d Pods are gone":                                                       "%[2]d個のPodのうち%[1]d個がなくなった",
		"all of them stayed":                                                           "すべて残った",
		"Pod %s is gone":                                                               "Pod %sがなくなった",
		"Pod %s is still there":                                                        "Pod %sがまだある",
		"Pod %s was removed by your own request (%s)":                                  "Pod %sは、あなた自身のリクエストで取り除かれました(%s)",
		"Pod %s was evicted because of a NoExecute taint":                              "Pod %sは、NoExecuteのTaintのために退避されました",
		"Pod %s was preempted by the scheduler":                                        "Pod %sは、スケジューラーにプリエンプションされました",
		"Pod %s was deleted by its own controller":                                     "Pod %sは、自分のコントローラーに削除されました",
		"a toleration with tolerationSeconds only puts the eviction off":               "tolerationSecondsの付いたTolerationは、退避を先に延ばすだけです",
		"not every one of these %d Pods was evicted by the taint":                      "これら%d個のPodのすべてがTaintによって退避されたわけではない",
		"they were removed for it":                                                     "Taintのために取り除かれた",
		"it stayed":                                                                    "残った",
		"it did not stay":                                                              "残らなかった",
		"it stays for a while only":                                                    "しばらくの間しか残らない",
		"it ran on %s: a toleration lets a Pod onto a node, it does not draw it there": "%sで動きました。TolerationはPodをノードに通しますが、引き寄せはしません",
		"it has to be there before the taint is":                                       "Taintより前に、そこにいる必要があります",
		"none was removed":                                                             "取り除かれたものはない",
		"no request of yours did it":                                                   "あなたのリクエストによるものではありません",
		"this request did it: %s":                                                      "次のリクエストによるものです: %s",
		"DaemonSet %s has a ready Pod on node %s, though the node is %s":               "ノード%[2]sは%[3]sだが、そこにDaemonSet %[1]sのReadyなPodがある",
		"it has none there":                                                            "そこにはない",

		"%s tolerates taint %s of %s and no other":                                              "%sは%[3]sのTaint %[2]sだけを許容する",
		"taint %s would keep it off":                                                            "Taint %sがあれば載らない",
		"any other taint would keep it off":                                                     "ほかのどのTaintがあっても載らない",
		"with taint %s on it as well, %s would still take the Pod":                              "Taint %sが加わっても、%sはまだPodを受け入れる",
		"its Pod does not tolerate the taint; it got there some other way":                      "PodはTaintを許容していません。別の方法でそこに載りました",
		"plugin TaintToleration lets it pass: a toleration without a key tolerates every taint": "プラグインTaintTolerationが通します。キーのないTolerationは、すべてのTaintを許容します",
		"the Pod of %s has run all the time":                                                    "%sのPodがずっと動いている",
		"it was never disturbed":                                                                "一度も影響を受けていない",
		"it was not ready for a while":                                                          "Readyでない間があった",
		"its first Pod is gone":                                                                 "最初のPodがなくなった",
		"the layer that found no node":                                                          "ノードを見つけられなかった層",
	}
}

// lab3Priority is about preemption.
func lab3Priority() map[string]string {
	return map[string]string{
		"%s has a PriorityClass of yours, above the Pods on %s, that may preempt": "%sに、%sのPodより上で、プリエンプションのできる自分のPriorityClassがある",
		"its PriorityClass is %q":                          "PriorityClassは%q",
		"its preemptionPolicy is %s":                       "preemptionPolicyは%s",
		"its priority is %d":                               "優先度は%d",
		"its priority is %d, and Pods on %s have up to %d": "優先度は%dで、%sのPodは最高%d",
		"the scheduler makes room only for a Pod of higher priority whose class lets it preempt":                  "スケジューラーが場所を空けるのは、優先度がより高く、クラスがプリエンプションを許すPodのためだけです",
		"the scheduler nominates %s for %s, preempts a Pod there, and binds %s to it":                             "スケジューラーが%[2]sのために%[1]sを指名し、そこのPodをプリエンプションして、%[3]sを割り当てる",
		"its Pod got onto %s without preemption":                                                                  "Podはプリエンプションなしで%sに載った",
		"the scheduler preempts only if a Pod fits nowhere: there was room, or somebody had made room":            "スケジューラーがプリエンプションするのは、Podがどこにも載らないときだけです。空きがあったか、誰かが空けていました",
		"no Pod on %s was preempted for it":                                                                       "%sでは、そのためにプリエンプションされたPodがない",
		"a victim has the condition DisruptionTarget with reason PreemptionByScheduler":                           "犠牲になったPodには、reasonがPreemptionBySchedulerのコンディションDisruptionTargetがあります",
		"its victim was removed by hand":                                                                          "犠牲になったPodは手で取り除かれた",
		"the scheduler preempted %d for it":                                                                       "スケジューラーがそのために%d個をプリエンプションした",
		"%s fits nowhere by itself; with its priority it preempts on %s, with an equal one it would stay Pending": "%sはそのままではどこにも載らず、自分の優先度なら%sでプリエンプションし、同じ優先度ならPendingのままになる",
		"nothing is short there: preemption needs a request that only the victims' resources can meet":            "そこには不足しているものがありません。プリエンプションには、犠牲になるPodのリソースでしか満たせない要求が必要です",
		"with its own priority it would preempt nobody on %s":                                                     "自分の優先度では、%sで何もプリエンプションしない",
		"with priority %d it would stay Pending":                                                                  "優先度%dならPendingのまま",
		"with priority %d it would preempt as well":                                                               "優先度%dでもプリエンプションする",
		"only a higher priority preempts":                                                                         "プリエンプションできるのは、より高い優先度だけです",
	}
}

// lab3Spread is about the last task.
func lab3Spread() map[string]string {
	return map[string]string{
		"all the while that %s exists: %s":                                                  "%sがある間ずっと: %s",
		"they lasted":                                                                       "保たれた",
		"that is what task %s brings about":                                                 "それは課題%sで行うことです",
		"node %s became %s only later":                                                      "ノード%sが%sになったのは、そのあとだった",
		"task %s comes first; then make the Deployment anew":                                "課題%sが先です。そのあとでDeploymentを作り直してください",
		"task %s was undone: node %s was not %s any more":                                   "課題%sが元に戻された: ノード%sが%sではなくなった",
		"Pods of %s were Pending because of maxSkew %d, DoNotSchedule over %s":              "%[3]sについてのmaxSkew %[2]d、DoNotScheduleのために、%[1]sのPodがPendingだった",
		"none was Pending because of it":                                                    "そのためにPendingになったものはない",
		"let it stick first, with the constraint as the text has it and nothing to help it": "まず、課題文どおりの制約だけで、引っかかるところを見てください",
		"the answer names exactly the nodes that count as domains of %s and take no Pod":    "%sのドメインとして数えられるのにPodを受け入れないノードを、答えが過不足なく挙げている",
		"it names: %s": "挙げているノード: %s",
		"no Pod of %s was ever held back by the constraint": "制約に引き止められた%sのPodは一度もありません",
		"%d nodes held it back: each counts as a domain with 0 Pods, because taints and cordons are not looked at when domains are counted": "%d台のノードが引き止めました。ドメインを数えるときTaintとcordonは見られないので、どれもPodが0個のドメインになります",
		"the cordon":              "cordon",
		"the taints":              "Taint",
		"%d Pods of %s are ready": "%[2]sのPodが%[1]d個Readyである",
		"if an empty node were added, the next Pod of %s would have to go there":                                     "空のノードが増えれば、%sの次のPodはそこへ行くしかない",
		"its Pods have no constraint with maxSkew %d, topologyKey %s and DoNotSchedule":                              "Podに、maxSkew %d、topologyKey %s、DoNotScheduleの制約がない",
		"a constraint that is gone or weaker does not stick, but it does not spread either":                          "制約をなくしたり弱めたりすれば引っかかりませんが、均等にも散らばりません",
		"the empty node would not take it: %s":                                                                       "空のノードが受け入れない: %s",
		"something else than the constraint decides where these Pods go":                                             "これらのPodの行き先を、制約以外のものが決めています",
		"%s would take one more as well":                                                                             "%sももう1つ受け入れる",
		"only the empty node would take it":                                                                          "空のノードだけが受け入れる",
		"plugin PodTopologySpread lets it pass: the constraint does not count these Pods; look at its labelSelector": "プラグインPodTopologySpreadが通します。制約がこれらのPodを数えていません。labelSelectorを確認してください",
	}
}
