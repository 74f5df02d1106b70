"""A rule of the shape that those for Swift have."""

def _swift_library_impl(ctx):
    return [DefaultInfo(files = depset(ctx.files.srcs))]

swift_library = rule(
    implementation = _swift_library_impl,
    attrs = {
        "srcs": attr.label_list(allow_files = True),
        "deps": attr.label_list(),
    },
)
