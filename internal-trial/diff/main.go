package main

import (
	"context"
	"fmt"
	"time"

	"github.com/podium-labs/podium/fixtures/cluster"
	"github.com/podium-labs/podium/fixtures/embedded"
)

func main() {
	ctx := context.Background()
	c := embedded.New(embedded.Options{Binary: "/tmp/podium-trial"})
	if _, err := c.Create(ctx); err != nil {
		panic(err)
	}
	defer c.Destroy(ctx)
	t := time.Now()
	b, err := cluster.TakeBaseline(ctx, c.KubernetesRestConfig())
	if err != nil {
		panic(err)
	}
	fmt.Println("baseline", b.Size(), time.Since(t))
	for range 8 {
		t = time.Now()
		d, err := cluster.Diff(ctx, c.KubernetesRestConfig(), b)
		fmt.Println(time.Since(t), d, err)
		time.Sleep(6 * time.Second)
	}
	t = time.Now()
	fmt.Println(cluster.Reset(ctx, c.KubernetesRestConfig(), b), time.Since(t))
}
