from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/provenance.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_seed = resolve('seed')
    l_0_m = resolve('m')
    l_0_s = resolve('s')
    pass
    yield '# Provenance\n\nEverything in this report can be computed again from the input and the recipe below; no number was entered by hand.\nRandom draws follow from the seed '
    yield str(environment.finalize(context, (undefined(name='seed') if l_0_seed is missing else l_0_seed)))
    yield '.\nHow the results themselves were produced, with which seeds, versions and machines, is not recorded here and belongs in the paper.\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sources'))))
    yield ' names the input, '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'versions'))))
    yield ' the software.\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sources'))))
    yield '\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'versions'))))
    yield '\n\nThe recipe, as a study file:\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'literal'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'recipe'))))
    yield '\n'

blocks = {}
debug_info = '4=15&7=17&9=21&11=23&15=25'
