# Questions to a learner whose answers are counts of the learner's own kernel:
# docs/predictions.md.
#
# results/<device>/<who>/
#   NN_name.answers.tsv       the questions, and the answers for this kernel
#   NN_name.predictions.tsv   what the learner answered

# The changes in a lab's questions, and the traces with these.
predict_changes = $(shell awk -F '\t' '$$2 ~ /=/ && !seen[$$2]++ { print $$2 }' labs/$1/questions.tsv)
predict_traces = $(foreach change,$(call predict_changes,$(notdir $1)),$(call changed_trace,$(change),$1))

$(RESULTS)/%.answers.tsv: labs/$$(*F)/questions.tsv $(RESULTS)/%.$(counted).tsv \
        $$(call predict_traces,$$*) tools/make/answers $(wildcard view/predict/*.awk)
	tools/make/answers $@ $(wordlist 1,2,$^) $(join \
	    $(addsuffix :,$(call predict_changes,$(*F))),$(call predict_traces,$*))

# A kernel that does not run to its end has no answers: its verdict says why.
$(NUMBERS:%=predict%): predict%:
	+tools/predict $(name) '$(watched)' $(mine) $(if $(AGAIN),again,-) \
	    $(again) $(mine).answers.tsv
