// Package image tests the container image without a container engine.
package image
