# Short names for everyday work; the build itself is in CMakeLists.txt, the checks in tools/.
PREFIX ?= /usr/local
VENV ?= build/venv
JOBS ?= $(shell nproc)

.PHONY: build run test bench install package python format coverage clean setup

build: setup
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS)

setup:
	@tools/setup.sh

run: build
	@tools/run.sh build/stackwright

test:
	@JOBS=$(JOBS) tools/test.sh

bench: build
	@cmake --build build -j $(JOBS) --target benchmarks
	@for program in build/bench/bench_*; do if [ -x "$$program" ]; then "$$program" || exit 1; fi; done
	@build/stackwright bench

install: build
	@cmake --install build --prefix "$(PREFIX)"

package: build
	@tools/setup.sh --package
	@cd build && cpack

python:
	@tools/setup.sh --python
	@cmake --preset release >/dev/null
	@cmake --build build -j $(JOBS) --target python_module
	@tools/install_python.sh build "$(VENV)"

format:
	@tools/format.sh

coverage:
	@tools/setup.sh --coverage
	@cmake --preset coverage >/dev/null
	@cmake --build build-coverage -j $(JOBS)
	@ctest --preset coverage -j $(JOBS)
	@gcovr --root . --filter src/ --html-details build-coverage/coverage.html --txt --print-summary build-coverage
	@echo "report: build-coverage/coverage.html"

clean:
	@rm -rf build build-asan build-tsan build-clang build-coverage
