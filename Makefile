# `make` alone lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help

# One set of flags for build, tests and lint: with another one Go compiles all of Kubernetes once more.
# No C compiler is needed, and no path of the machine that built it ends up in the binary.
export CGO_ENABLED := 0
export GOFLAGS := -trimpath -buildvcs=false

PODIUM := bin/podium
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo unknown)

# The control plane and kubectl say which Kubernetes they are, as a release build of Kubernetes does.
KUBERNETES := $(shell awk '$$1 == "k8s.io/kubernetes" { print $$2; exit }' go.mod)
kubernetes-version = -X $(1).gitVersion=$(KUBERNETES) -X $(1).gitMajor=$(word 1,$(subst ., ,$(KUBERNETES:v%=%))) \
	-X $(1).gitMinor=$(word 2,$(subst ., ,$(KUBERNETES:v%=%)))
LDFLAGS := -s -w -X main.version=$(VERSION) \
	$(call kubernetes-version,k8s.io/component-base/version) $(call kubernetes-version,k8s.io/client-go/pkg/version)

# Where a lab runs: the embedded control plane unless said otherwise, for example `make lab-2 PROVIDER=kind`.
PROVIDER ?=
provider-flag := $(if $(PROVIDER),--provider=$(PROVIDER))

# What `make grade` grades, for example `make grade LAB=lab-2 ANSWERS=labs/rollouts/starter`. Unless said otherwise, the
# reference answers of all labs together, as one submission.
LAB ?=
ANSWERS ?= out/reference

LINT := go tool -modfile=ci/tools/go.mod golangci-lint

# Everything that ends up in the binary. Folders too: their time changes when a file comes or goes.
SOURCES := go.mod go.sum $(shell find cmd fixtures graders labs -name testdata -prune -o -not -name '*_test.go' -print)

##@ Learn

.PHONY: lab-1 lab-2 lab-3
lab-1 lab-2 lab-3: build ## Start a lab, or go on with a started one: tasks, points, kubeconfig.
	@$(PODIUM) lab start $@ $(provider-flag)

.PHONY: check-1 check-2 check-3
check-1 check-2 check-3: build ## Grade the started lab as it is now, without changing it.
	@$(PODIUM) lab check $(@:check-%=lab-%)

.PHONY: stop
stop: ## Stop every started lab and remove its cluster.
	@if [ -x $(PODIUM) ]; then $(PODIUM) lab stop; else echo "nothing to stop: $(PODIUM) was never built"; fi

##@ Grade

.PHONY: grade
grade: build reference ## Grade reference answers, all labs on one cluster (or ANSWERS=folder, LAB=lab-2).
	@$(PODIUM) grade $(ANSWERS) $(addprefix --lab=,$(LAB)) $(provider-flag)

.PHONY: reference
reference:
	@rm -rf out/reference && mkdir -p out/reference && for answers in labs/*/solutions/manifests; do cp -R $$answers/. out/reference/; done

.PHONY: verify
verify: build ## Try every lab against its own solutions, its starter and its known mistakes.
	@$(PODIUM) verify

##@ Develop

.PHONY: build
build: $(PODIUM) ## Build bin/podium if a source has changed.

# Kubernetes is compiled once; its packages stay in Go's build cache. Asking for one of them tells cold from warm.
$(PODIUM): $(SOURCES)
	@if [ "$$(go list -f '{{.Stale}}' k8s.io/kubernetes/pkg/controller/deployment)" = true ]; then \
		echo "First build: compiling Kubernetes takes about 12 minutes of CPU time. Later builds take seconds." >&2; fi
	go build -ldflags '$(LDFLAGS)' -o $@ ./cmd/podium
	@touch $@

# `make lint` vets. `go test` would do it once more, and analyse all of Kubernetes for it.
.PHONY: test
test: build ## Run all tests, and verify the labs. They start the built binary, so it is built first.
	go test -vet=off -timeout 40m $(TESTFLAGS) ./...
ifeq ($(strip $(TESTFLAGS)),)
	@$(PODIUM) verify
endif

# The tests take one solution of each lab; this takes all, in about six minutes.
.PHONY: roundtrip
roundtrip: build ## Do every solution live with a real kubectl, submit it, replay it, and compare.
	PODIUM_ROUNDTRIP=all go test -vet=off -run Replayed -timeout 60m ./cmd/podium/clitest

.PHONY: lint
lint: ## Look for what golangci-lint finds (rules in .golangci.yml).
	$(LINT) run

.PHONY: fmt
fmt: ## Format all Go files and sort their imports.
	$(LINT) fmt

.PHONY: node-image
node-image: ## Build the node image of kind clusters without pulling anything, or load the one that was built before.
	go run ./ci/nodeimage

# How often e2e-kind grades the first solution of each lab in a row on one cluster, in the end.
REPEAT ?= 0

.PHONY: e2e-kind
e2e-kind: build ## Run the labs on kind, with real containers, and compare with the embedded cluster; REPEAT=10 repeats each lab.
	go run ./ci/e2e-kind -repeat $(REPEAT)

.PHONY: e2e-fleet
e2e-fleet: image ## Grade a batch on a kind cluster, one Pod a submission, and compare with the same batch on this machine.
	go run ./ci/e2e-fleet

.PHONY: bench
bench: build ## Measure Podium beside kind, a reused cluster and kubectl processes, and keep the figures in ci/bench/results.
	go run ./ci/bench -out ci/bench/results

.PHONY: bench-live
bench-live: build ## Measure how soon tasks are graded again after the last change of a live cluster; fails above 300 ms.
	go run ./ci/bench/live

.PHONY: e2e-image
e2e-image: build ## Build the container image with a real engine and grade lab-2 in it.
	ci/e2e-image

##@ Publish

# What is released, for example `make release PLATFORMS=linux/arm64`. Each platform compiles Kubernetes once.
PLATFORMS ?= linux/amd64 linux/arm64

.PHONY: release
release: ## Make dist/podium_<os>_<arch>.tar.gz and checksums.txt (PLATFORMS='linux/amd64 linux/arm64').
	@LDFLAGS='$(LDFLAGS)' ci/release $(PLATFORMS)

# Any engine that takes docker's arguments.
DOCKER ?= docker

.PHONY: image
image: build ## Make the container image "podium", which grades a mounted repository.
	@mkdir -p dist/image
	@cp ci/image/Dockerfile dist/image/
	@ci/image/rootfs $(PODIUM) dist/image/rootfs.tar
	$(DOCKER) build --tag podium dist/image

.PHONY: clean
clean: ## Remove what was built. Go's build cache stays.
	rm -rf bin dist out

##@ Help

.PHONY: help
help: ## List the targets.
	@awk 'BEGIN { FS = ":.*##"; print "Usage: make TARGET" } \
		/^##@/ { printf "\n%s\n", substr($$0, 5) } \
		/^[a-z][a-z0-9 -]*:.*##/ { printf "  %-24s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
