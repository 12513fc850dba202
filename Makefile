# A bare machine has make and git: `make certify` and `make test` bring the rest.
BUILD ?= build
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

.PHONY: certify test mutants bench format format-check clang-check lint clean packages
.DEFAULT_GOAL := certify

packages:
	@sh cmake/install-packages.sh

# $(call configure,options); OPTIONS is what the caller of make adds, such as -DDPCERT_WERROR=ON.
OPTIONS ?=
configure = cmake -S . -B $(BUILD) -G Ninja -DCMAKE_BUILD_TYPE=Release --log-level=WARNING $(1) $(OPTIONS)

# Prove or refute every claim; the report is $(OUT)/report/index.html. Refuted (1) and undecided (3) claims are results, not failures.
OUT ?= out
certify: packages
	@$(call configure,)
	@cmake --build $(BUILD) -j $(JOBS) --target dpcert
	@./$(BUILD)/cli/dpcert certify --out $(OUT); status=$$?; \
	  if [ $$status = 0 ] || [ $$status = 1 ] || [ $$status = 3 ]; then test -f $(OUT)/report/index.html; else exit $$status; fi

# Everything the tests need, then all of them.
test: packages
	@$(call configure,-DDPCERT_TESTS=ON)
	@cmake --build $(BUILD) -j $(JOBS)
	@cd $(BUILD) && ctest -j $(JOBS) --output-on-failure --no-tests=error

# Do the property suites see faults? Each of tests/mutants/faults.txt, one at a time, in a copy of the sources; then those
# that are generated, many in one build. SAMPLE=n is a random sample of n of the generated ones.
SAMPLE ?= 0
mutants: packages
ifeq ($(SAMPLE),0)
	@SCRATCH=$(abspath $(BUILD))/mutants JOBS=$(JOBS) tests/mutants/run.sh
	@SCRATCH=$(abspath $(BUILD))/mutants JOBS=$(JOBS) tests/mutants/switched.sh --write docs/mutants-table.md
else
	@SCRATCH=$(abspath $(BUILD))/mutants JOBS=$(JOBS) SAMPLE=$(SAMPLE) TESTS=0 tests/mutants/switched.sh
endif

bench: packages
	@$(call configure,-DDPCERT_BENCH=ON)
	@cmake --build $(BUILD) -j $(JOBS)
	@for program in $(BUILD)/bench/bench_*; do [ -x "$$program" ] && [ -f "$$program" ] && "$$program" || exit 1; done

# The tools of these four are not among the packages: whoever proves or tests needs none of them.
sources = git ls-files '*.cpp' '*.hpp'
format:
	@sh cmake/install-packages.sh packages-format.txt
	@files=$$($(sources)) && clang-format -i $$files

format-check:
	@sh cmake/install-packages.sh packages-format.txt
	@files=$$($(sources)) && clang-format --dry-run -Werror $$files
	@sh cmake/check-pages.sh

# The second compiler reads libraries and program, each file by itself, and may not even warn. It makes no code. SAMPLE=n:
# the files as they are compiled, several at a time, and n of them by themselves, drawn by the day: each includes what it uses.
clang-check: BUILD := $(BUILD)/clang
clang-check: packages
	@sh cmake/install-packages.sh packages-clang.txt
	@$(call configure,-DCMAKE_CXX_COMPILER=clang++ -DDPCERT_WERROR=ON -DDPCERT_UNITY=OFF -DDPCERT_TESTS=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
	@sh cmake/read-sources.sh $(BUILD) $(JOBS) $(SAMPLE)
ifneq ($(SAMPLE),0)
	@cmake -S . -B $(BUILD) -DDPCERT_UNITY=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON --log-level=WARNING
	@sh cmake/read-sources.sh $(BUILD) $(JOBS) 0
endif

# clang-tidy with the checks of .clang-tidy over FILES, which are patterns of paths; its findings fail nothing.
FILES ?= $(shell git ls-files '*.cpp')
lint: BUILD := $(BUILD)/lint
lint: packages
	@sh cmake/install-packages.sh packages-lint.txt
	@$(call configure,-DDPCERT_TESTS=ON -DDPCERT_BENCH=ON -DDPCERT_UNITY=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
	@run-clang-tidy -quiet -p $(BUILD) -j $(JOBS) $(FILES)

clean:
	@rm -rf $(BUILD)
