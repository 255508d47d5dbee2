from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/distributions.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    try:
        t_1 = environment.filters['join']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'join' found.")
    try:
        t_2 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    pass
    yield '# Score distributions\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'one_dataset'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures'))))
        yield ' '
        yield str(environment.finalize(context, ('show' if (t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures')) > 1) else 'shows')))
        yield ' the spread over the runs on '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'one_dataset')))
        yield ', ordered by median.\nRuns share data, so this is not the spread of independent samples.\n'
    else:
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures'))))
        yield ' '
        yield str(environment.finalize(context, ('show' if (t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures')) > 1) else 'shows')))
        yield ' the spread over datasets, ordered by median.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further'))))
        yield ' '
        yield str(environment.finalize(context, ('show' if (t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further')) > 1) else 'shows')))
        yield ' the shape of the distributions for '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metric')))
        yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undrawn'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undrawn')))
        yield ' '
        yield str(environment.finalize(context, ('are' if (t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_names')) > 1) else 'is')))
        yield ' not drawn ('
        yield str(environment.finalize(context, t_1(context.eval_ctx, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_names'), ', ')))
        yield ').\n'
    yield '\n'
    for l_1_figure in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures'):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), l_1_figure, _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_figure = missing
    for l_1_figure in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further'):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), l_1_figure, _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_figure = missing

blocks = {}
debug_info = '3=26&4=28&7=36&9=40&10=42&12=48&13=50&16=57&17=60&20=63&21=66'
