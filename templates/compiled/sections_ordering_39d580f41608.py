from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/ordering.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_options = resolve('options')
    l_0_m = resolve('m')
    l_0_s = resolve('s')
    l_0_reasons = missing
    try:
        t_1 = environment.filters['join']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'join' found.")
    try:
        t_2 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Order by tests and simplicity\n\nDeclared from the simplest to the costliest: '
    yield str(environment.finalize(context, t_1(context.eval_ctx, environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'complexity'), ' < ')))
    yield '.\nA costlier algorithm is placed before a simpler one only if a one-sided test finds it significantly better (procedure MultiTest, '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'yildiz2006')))
    yield ').\nThe first is the simplest of those that none significantly beats, not necessarily the best.\n\n'
    l_0_reasons = {'none better': 'it is the simplest, and no costlier algorithm is significantly better than a simpler one', 'simplest': 'it is the simplest, and no costlier one is significantly better', 'unbeaten': 'it is the simplest of those that none significantly beats'}
    context.vars['reasons'] = l_0_reasons
    context.exported_vars.add('reasons')
    l_1_loop = missing
    for l_1_part, l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'), undefined):
        l_1_where = l_1_smallest = l_1_verdict = l_1_why = missing
        _loop_vars = {}
        pass
        t_3 = []
        pass
        t_3.extend((
            str(environment.finalize(context, environment.getattr(l_1_part, 'blocks'))),
            '\n',
        ))
        if environment.getattr(l_1_part, 'dataset'):
            pass
            t_3.extend((
                'of ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'dataset')))),
                '\n',
            ))
        l_1_where = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
        _loop_vars['where'] = l_1_where
        t_4 = []
        pass
        if (not t_2(environment.getattr(l_1_part, 'smallest'))):
            pass
            t_4.extend((
                '; smallest adjusted ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(l_1_part, 'smallest')))),
                '\n',
            ))
        l_1_smallest = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
        _loop_vars['smallest'] = l_1_smallest
        t_5 = []
        pass
        t_5.extend((
            'Over ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='where') if l_1_where is missing else l_1_where)))),
            ', ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'name')))),
            ' comes first by ',
            str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
            ': ',
            str(environment.finalize(context, environment.getitem((undefined(name='reasons') if l_0_reasons is missing else l_0_reasons), environment.getattr(l_1_part, 'why')))),
            ' (',
            str(environment.finalize(context, environment.getattr(environment.getattr(l_1_part, 'test'), 'name'))),
            ', one-sided, Bonferroni over ',
            str(environment.finalize(context, environment.getattr(l_1_part, 'n_tests'))),
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='smallest') if l_1_smallest is missing else l_1_smallest)))),
            ').\n',
        ))
        l_1_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        _loop_vars['verdict'] = l_1_verdict
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(l_1_part, 'rows'), (undefined(name='verdict') if l_1_verdict is missing else l_1_verdict), headline=environment.getattr(l_1_loop, 'first'), _loop_vars=_loop_vars)))
        yield '\n\n'
        if environment.getattr(l_1_part, 'n_untested'):
            pass
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'n_untested')))
            yield ' of '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'n_tests')))
            yield ' could not be tested and '
            yield str(environment.finalize(context, ('was' if (environment.getattr(l_1_part, 'n_untested') == 1) else 'were')))
            yield ' settled by simplicity.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_part, 'table'), _loop_vars=_loop_vars)))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Which algorithm comes first, simplicity considered?', 'multitest_order', 'An order of complexity was declared in the recipe.', _loop_vars=_loop_vars)))
        yield '\n'
        t_6 = []
        pass
        t_6.extend((
            'Its one-sided form asks whether the costlier of two is better; over ',
            str(environment.finalize(context, ('runs' if environment.getattr(l_1_part, 'dataset') else 'datasets'))),
            ' it is the test of the pairs.\n',
        ))
        l_1_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
        _loop_vars['why'] = l_1_why
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Which tests settle the order by simplicity?', environment.getattr(environment.getattr(l_1_part, 'test'), 'id'), (undefined(name='why') if l_1_why is missing else l_1_why), _loop_vars=_loop_vars)))
        yield '\n'
    l_1_loop = l_1_part = l_1_where = l_1_smallest = l_1_verdict = l_1_why = missing
    yield '\n'
    for l_1_figure in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures'):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), l_1_figure, _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_figure = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'firsts'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'firsts'))))
        yield '\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'multitest_order', 'bonferroni')))
    yield '\n'

blocks = {}
debug_info = '3=28&4=30&7=32&12=36&14=43&15=46&16=50&13=53&20=57&21=61&19=64&25=70&24=84&27=86&29=88&30=90&33=96&35=98&37=104&36=107&39=109&42=113&43=116&46=119&47=121&50=123'
