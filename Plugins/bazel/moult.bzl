"""Lints the sources of each target by itself, so that Bazel's cache has the reports of those that did not change.

An aspect goes over a target and what it depends on. For each it runs Moult on the target's own files, beside the files
of its dependencies, which say what its names mean. See README.md beside this file.
"""

MoultInfo = provider(
    doc = "What Moult says of a target.",
    fields = {
        "sources": "depset of File: the sources of the target and of what it depends on.",
        "text": "File or None: the report on the target for people.",
        "code": "File or None: the exit code of Moult, 0 or 1.",
    },
)

# What Moult looks at, by the end of the name.
_EXTENSIONS = ["swift", "h", "m", "mm", "proto"]

# The attributes of rules that hold sources, and those that lead to other targets.
_SOURCES = ["srcs", "hdrs", "textual_hdrs", "non_arc_srcs"]
_DEPENDENCIES = ["deps", "private_deps", "implementation_deps"]

# An attribute of an aspect has no default that is empty.
_CONFIGURED = "configured"

def _own_sources(rule):
    sources = []
    for attribute in _SOURCES:
        for file in getattr(rule.files, attribute, []):
            if file.extension in _EXTENSIONS:
                sources.append(file)
    return sources

def _staged(file):
    # Where the file is, and where it would lie if it was part of the tree: what is generated, too.
    path = file.short_path
    if path.startswith("../"):
        path = "external/" + path[len("../"):]
    return file.path + "\t" + path

def _lint(target, ctx, own, context):
    """Declares the action that lints the files of one target; returns its outputs."""
    name = target.label.name + ".moult"
    outputs = struct(
        json = ctx.actions.declare_file(name + ".json"),
        sarif = ctx.actions.declare_file(name + ".sarif"),
        text = ctx.actions.declare_file(name + ".txt"),
        code = ctx.actions.declare_file(name + ".code"),
    )
    own_list = ctx.actions.declare_file(name + ".own")
    context_list = ctx.actions.declare_file(name + ".context")
    for (list, files) in [(own_list, depset(own)), (context_list, context)]:
        lines = ctx.actions.args()
        lines.set_param_file_format("multiline")
        lines.add_all(files, map_each = _staged, uniquify = True)
        ctx.actions.write(list, lines)

    arguments = ctx.actions.args()
    arguments.add(ctx.executable._moult)
    arguments.add_all([own_list, context_list])
    arguments.add_all([outputs.json, outputs.sarif, outputs.text, outputs.code])
    configuration = ctx.files._config
    baseline = ctx.files._baseline
    arguments.add(configuration[0] if configuration else "")
    arguments.add(baseline[0] if baseline else "")
    if ctx.attr._fail_on != _CONFIGURED:
        arguments.add("--fail-on=" + ctx.attr._fail_on)
    ctx.actions.run(
        executable = ctx.executable._lint_target,
        arguments = [arguments],
        inputs = depset(own + [own_list, context_list] + configuration + baseline, transitive = [context]),
        tools = [ctx.executable._moult],
        outputs = [outputs.json, outputs.sarif, outputs.text, outputs.code],
        mnemonic = "MoultLint",
        progress_message = "Linting %s" % target.label,
        use_default_shell_env = True,
    )
    return outputs

def _validation(target, ctx, outputs):
    """Declares the action that fails where something was found; Bazel runs it with each build."""
    stamp = ctx.actions.declare_file(target.label.name + ".moult.valid")
    ctx.actions.run_shell(
        inputs = [outputs.text, outputs.code],
        outputs = [stamp],
        command = 'if [ "$(cat "$2")" != 0 ]; then cat "$1" >&2; exit 1; fi; touch "$3"',
        arguments = [outputs.text.path, outputs.code.path, stamp.path],
        mnemonic = "MoultValidate",
        progress_message = "Validating %s" % target.label,
    )
    return stamp

def _aspect_impl(target, ctx):
    reached = []
    for attribute in _DEPENDENCIES:
        for dependency in getattr(ctx.rule.attr, attribute, None) or []:
            if MoultInfo in dependency:
                reached.append(dependency[MoultInfo])
    own = _own_sources(ctx.rule)
    context = depset(transitive = [info.sources for info in reached])
    sources = depset(own, transitive = [context])

    # What lies in other repositories is read for what it says, and is its own repository's to mend.
    if not own or target.label.workspace_name:
        return [MoultInfo(sources = sources, text = None, code = None)]
    outputs = _lint(target, ctx, own, context)
    groups = {
        "moult": depset([outputs.json, outputs.sarif, outputs.text]),
    }
    if ctx.attr._validates == "yes":
        groups["_validation"] = depset([_validation(target, ctx, outputs)])
    return [
        MoultInfo(sources = sources, text = outputs.text, code = outputs.code),
        OutputGroupInfo(**groups),
    ]

def moult_aspect(moult, config = None, baseline = None, fail_on = _CONFIGURED, validates = True):
    """Returns an aspect that lints each target it comes to.

    It belongs to a variable of a .bzl file, as aspects do. The reports are in the output group 'moult'.

    Args:
      moult: label of the executable, such as that of a release's archive.
      config: label of '.moult.yml'; paths in it begin at the root of the workspace.
      baseline: label of the baseline.
      fail_on: the lowest severity that counts: 'note', 'warning', 'error' or 'never'; 'configured' for that of the configuration.
      validates: whether a build fails where something counts.

    Returns:
      The aspect.
    """
    return aspect(
        implementation = _aspect_impl,
        attr_aspects = _DEPENDENCIES,
        attrs = {
            "_moult": attr.label(default = moult, executable = True, cfg = "exec", allow_files = True),
            "_lint_target": attr.label(
                default = Label("//:lint_target.sh"),
                executable = True,
                cfg = "exec",
                allow_single_file = True,
            ),
            "_config": attr.label_list(default = [config] if config else [], allow_files = True),
            "_baseline": attr.label_list(default = [baseline] if baseline else [], allow_files = True),
            "_fail_on": attr.string(default = fail_on),
            # An aspect of Bazel before 5 takes no attribute that is a Boolean.
            "_validates": attr.string(default = "yes" if validates else "no"),
        },
        provides = [MoultInfo],
    )

def _test_impl(ctx):
    infos = [target[MoultInfo] for target in ctx.attr.targets if target[MoultInfo].text]
    lines = ["#!/bin/sh", "found=0"]
    for info in infos:
        lines.append('if [ "$(cat "%s")" != 0 ]; then found=1; cat "%s"; fi' % (
            info.code.short_path,
            info.text.short_path,
        ))
    lines.append("exit $found")
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, "\n".join(lines) + "\n", is_executable = True)
    files = [file for info in infos for file in (info.text, info.code)]
    return [DefaultInfo(executable = script, runfiles = ctx.runfiles(files = files))]

def moult_lint_test(aspect):
    """Returns a rule of tests that fail where Moult finds something in the files of their 'targets'.

    The test does not lint: it shows what the aspect has found, which Bazel runs where it must. It belongs to a variable of
    a .bzl file whose name ends in '_test', as rules of tests do.

    Args:
      aspect: one that 'moult_aspect' returned, with 'validates = False': a build would fail before the test.

    Returns:
      The rule.
    """
    return rule(
        implementation = _test_impl,
        attrs = {
            "targets": attr.label_list(aspects = [aspect], mandatory = True),
        },
        test = True,
    )
