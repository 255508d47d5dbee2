from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/references.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_seed = resolve('seed')
    pass
    yield '# References and provenance\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'works'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'bibliography'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'works'))))
        yield '\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Provenance.')))
    yield '\n'
    l_1_loop = missing
    t_1 = 1
    for (l_1_name, l_1_digest), l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sources'), undefined):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, l_1_name))
        yield str(environment.finalize(context, (', SHA-256 ' if (l_1_digest != 'no file') else cond_expr_undefined("the inline if-expression on line 9 in 'sections/references.jinja' evaluated to false and no else section was defined."))))
        yield str(environment.finalize(context, (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), l_1_digest, _loop_vars=_loop_vars) if (l_1_digest != 'no file') else cond_expr_undefined("the inline if-expression on line 9 in 'sections/references.jinja' evaluated to false and no else section was defined."))))
        yield str(environment.finalize(context, ('.' if environment.getattr(l_1_loop, 'last') else ';')))
        yield '\n'
        t_1 = 0
    l_1_loop = l_1_name = l_1_digest = missing
    if t_1:
        pass
        yield 'The input was a table in memory.\n'
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'versions')))
    yield '; seed '
    yield str(environment.finalize(context, (undefined(name='seed') if l_0_seed is missing else l_0_seed)))
    yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'recipe'):
        pass
        yield 'Recipe:'
        l_1_loop = missing
        for l_1_line, l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'recipe'), undefined):
            _loop_vars = {}
            pass
            yield ' '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), l_1_line, _loop_vars=_loop_vars)))
            yield str(environment.finalize(context, ('.' if environment.getattr(l_1_loop, 'last') else ',')))
        l_1_loop = l_1_line = missing
        yield '\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'attached'):
        pass
        yield 'The recipe, as a study file, is attached to the PDF.\n'

blocks = {}
debug_info = '3=15&4=17&7=19&8=23&9=26&13=36&14=40&15=44&17=52'
