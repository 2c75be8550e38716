# make docs         the API reference and the guides as HTML, build/docs/html/index.html (doxygen)

.PHONY: docs

# A warning is an error: what the headers say must be readable.
docs: | build/deps/docs
	@mkdir -p build/docs && rm -rf build/docs/html
	RIMCAST_VERSION=$(VERSION) RIMCAST_DOCS=build/docs doxygen docs/Doxyfile
	@echo "build/docs/html/index.html"
