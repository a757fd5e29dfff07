"""Quick models with interpreted kernels, until the kernels are compiled.

On the first start, compiling takes a minute or more. The visible sentences need a model of some
hundred sentences, which the interpreted functions make in a second. They run in a child process,
because whether a kernel is compiled is decided when it is imported.
"""
