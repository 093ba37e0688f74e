package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"sort"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"

	"github.com/podium-labs/podium/fixtures/embedded"
)

func main() {
	n := flag.Int("n", 3, "")
	bin := flag.String("bin", "/tmp/podium-trial", "")
	flag.Parse()
	var all []time.Duration
	for range *n {
		t0 := time.Now()
		c := embedded.New(embedded.Options{Binary: *bin})
		ctx := context.Background()
		if _, err := c.Create(ctx); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		t1 := time.Since(t0)
		cl := kubernetes.NewForConfigOrDie(c.KubernetesRestConfig())
		l := map[string]string{"a": "b"}
		_, err := cl.AppsV1().Deployments("default").Create(ctx, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: "web"}, Spec: appsv1.DeploymentSpec{Selector: &metav1.LabelSelector{MatchLabels: l}, Template: corev1.PodTemplateSpec{ObjectMeta: metav1.ObjectMeta{Labels: l}, Spec: corev1.PodSpec{Containers: []corev1.Container{{Name: "c", Image: "nginx:1.27"}}}}}}, metav1.CreateOptions{})
		if err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		var t2, t3 time.Duration
		for {
			p, _ := cl.CoreV1().Pods("default").List(ctx, metav1.ListOptions{})
			if t2 == 0 && len(p.Items) == 1 && p.Items[0].Spec.NodeName != "" {
				t2 = time.Since(t0)
			}
			d, _ := cl.AppsV1().Deployments("default").Get(ctx, "web", metav1.GetOptions{})
			if d.Status.ReadyReplicas == 1 {
				t3 = time.Since(t0)
				break
			}
			if time.Since(t0) > 20*time.Second { fmt.Println("give up"); break }
			time.Sleep(5 * time.Millisecond)
		}
		s, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.PID()))
		rss := ""
		for _, line := range splitLines(string(s)) {
			if len(line) > 6 && (line[:6] == "VmRSS:" || line[:6] == "VmHWM:" || line[:7] == "RssAnon") {
				rss += line + " "
			}
		}
		t4 := time.Now()
		dir := c.Dir()
		err = c.Destroy(ctx)
		_, gone := os.Stat(dir)
		fmt.Println("ready", t1.Round(time.Millisecond), "bound", t2.Round(time.Millisecond), "available", t3.Round(time.Millisecond), rss, "destroy", time.Since(t4).Round(time.Millisecond), err, c.Err(), gone)
		all = append(all, t2)
	}
	sort.Slice(all, func(i, j int) bool { return all[i] < all[j] })
	fmt.Println("median bound", all[len(all)/2])
}

func splitLines(s string) []string {
	var out []string
	for len(s) > 0 {
		i := 0
		for i < len(s) && s[i] != '\n' {
			i++
		}
		out = append(out, s[:i])
		if i == len(s) {
			break
		}
		s = s[i+1:]
	}
	return out
}
