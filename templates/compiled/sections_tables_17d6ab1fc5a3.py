from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/tables.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    pass
    yield '# Every result\n\n'
    for l_1_table in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'tables'):
        l_1_m = resolve('m')
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_1_m is missing else l_1_m), 'table'), l_1_table, _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_table = l_1_m = missing

blocks = {}
debug_info = '3=13&4=17'
