package fleet

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/podium-labs/podium/graders/batch"
	"github.com/podium-labs/podium/graders/batch/roster"
	"github.com/podium-labs/podium/labs"
)

// Worker does one task of an order, in a Pod.
type Worker struct {
	Shelf Shelf
	Job   string
	Index int
	// Options are those of a batch, without entries, labs and folders. AllLabs are those that there are.
	Options func(*Order) (batch.Options, error)
	AllLabs []*labs.Lab
}

// ErrInfrastructure says that the infrastructure failed the task, so that it is worth another try, perhaps on another node.
var ErrInfrastructure = errors.New("the infrastructure failed this grading")

// Work does the task and delivers what comes of it. Its error is ErrInfrastructure, that of ctx, or something that would be the same the next time.
func (w *Worker) Work(ctx context.Context) error {
	var order Order
	there, err := get(ctx, w.Shelf, orderKey(w.Job), &order)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrInfrastructure, err)
	}
	if !there || w.Index < 0 || w.Index >= len(order.Tasks) {
		return fmt.Errorf("there is no order %s with index %d", w.Job, w.Index)
	}
	options, err := w.Options(&order)
	if err != nil {
		return err
	}
	if order.Podium != options.Key.Podium {
		return fmt.Errorf("the image has Podium %s, and the order is from %s: use an image of the same version", options.Key.Podium, order.Podium)
	}
	answer, err := w.do(ctx, &order.Tasks[w.Index], options)
	if err != nil {
		return err
	}
	if err := put(ctx, w.Shelf, answerKey(w.Job, w.Index), answer); err != nil {
		return fmt.Errorf("%w: %w", ErrInfrastructure, err)
	}
	if answer.Infra {
		return ErrInfrastructure
	}
	return nil
}

func (w *Worker) do(ctx context.Context, task *Task, options batch.Options) (*Answer, error) {
	for _, id := range task.Labs {
		i := slices.IndexFunc(w.AllLabs, func(lab *labs.Lab) bool { return lab.ID == id })
		if i < 0 {
			return nil, fmt.Errorf("there is no lab %q", id)
		}
		options.Labs = append(options.Labs, w.AllLabs[i])
	}
	options.Tries = 1 // the next one is another Pod's
	if task.Witness != "" {
		got, err := batch.Witness(ctx, options, options.Labs[0], task.Witness == Starter)
		if err != nil {
			return nil, err
		}
		return testimony(got), nil
	}
	return grade(ctx, task, options)
}

// testimony is the answer of a witness.
func testimony(got *batch.Testimony) *Answer {
	if got.Wrong == nil {
		return &Answer{}
	}
	return &Answer{Wrong: got.Wrong.Error(), Infra: got.Infra(), Record: got.Record, Log: string(got.Log)}
}

// grade runs a batch of one submission in a folder that is thrown away.
func grade(ctx context.Context, task *Task, options batch.Options) (_ *Answer, err error) {
	if options.Out, err = os.MkdirTemp(options.TempDir, "podium-fleet-"); err != nil {
		return nil, fmt.Errorf("%w: make folder: %w", ErrInfrastructure, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(options.Out)) }()
	options.Entries = []roster.Entry{{ID: task.ID, Source: task.Source}}
	options.Jobs, options.Canary, options.Unguarded, options.Regrade, options.Only = 1, -1, true, batch.None, nil
	if _, err := batch.Run(ctx, options); err != nil {
		return nil, err
	}
	deliveries, err := batch.Deliveries(options)
	if err != nil {
		return nil, err
	}
	again := slices.ContainsFunc(deliveries, func(d batch.Delivery) bool { return d.Again })
	return &Answer{Deliveries: deliveries, Infra: again || len(deliveries) < len(task.Labs)}, nil
}
