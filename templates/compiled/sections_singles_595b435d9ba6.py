from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/singles.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_adjustment = resolve('adjustment')
    l_0_options = resolve('options')
    l_0_m = resolve('m')
    l_0_family = l_0_counts = missing
    try:
        t_1 = environment.filters['string']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'string' found.")
    pass
    yield '# Single datasets\n\n'
    l_0_family = (str_join((', ', (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment), '-adjusted over ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family') else '')
    context.vars['family'] = l_0_family
    context.exported_vars.add('family')
    yield 'The runs of a dataset come from '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'designs')))
    yield ', so each dataset is tested by itself ('
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'tests')))
    yield str(environment.finalize(context, (undefined(name='family') if l_0_family is missing else l_0_family)))
    yield ').\n'
    t_2 = []
    pass
    l_2_loop = missing
    for (l_2_count, l_2_metric), l_2_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'counts'), undefined):
        _loop_vars = {}
        pass
        t_2.extend((
            str(environment.finalize(context, l_2_count)),
            ' ',
            str(environment.finalize(context, (str_join((('differs' if (t_1(l_2_count) in ('1', 'one')) else 'differ'), ' significantly ', )) if environment.getattr(l_2_loop, 'first') else cond_expr_undefined("the inline if-expression on line 7 in 'sections/singles.jinja' evaluated to false and no else section was defined.")))),
            'by ',
            str(environment.finalize(context, l_2_metric)),
            str(environment.finalize(context, (' and' if (environment.getattr(l_2_loop, 'revindex') == 2) else (',' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 7 in 'sections/singles.jinja' evaluated to false and no else section was defined."))))),
            '\n',
        ))
    l_2_loop = l_2_count = l_2_metric = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'ends'):
        pass
        t_2.extend((
            str(environment.finalize(context, environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'ends'), 0))),
            ' to ',
            str(environment.finalize(context, environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'ends'), 1))),
            ' differ significantly\n',
        ))
    l_0_counts = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
    context.vars['counts'] = l_0_counts
    context.exported_vars.add('counts')
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'where'):
        pass
        yield 'Of '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'total')))
        yield ' '
        yield str(environment.finalize(context, (str_join(('comparisons with ', environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference'), )) if environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference') else 'pairs')))
        yield ', '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='counts') if l_0_counts is missing else l_0_counts))))
        yield ': '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'where')))
        yield '.\n'
    else:
        pass
        yield 'No '
        yield str(environment.finalize(context, (str_join(('comparison with ', environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference'), )) if environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference') else 'pair')))
        yield ' is significant on any dataset.\n'
    l_1_loop = missing
    for l_1_group, l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'marked'), undefined):
        l_1_named = missing
        _loop_vars = {}
        pass
        t_3 = []
        pass
        l_3_loop = missing
        for l_3_part, l_3_loop in LoopContext(environment.getattr(l_1_group, 'parts'), undefined):
            _loop_vars = {}
            pass
            t_3.extend((
                str(environment.finalize(context, environment.getattr(l_3_part, 'names'))),
                str(environment.finalize(context, ((' (by all metrics)' if (environment.getattr(l_3_part, 'metrics') == environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics')) else (' (by one metric)' if (environment.getattr(l_3_part, 'metrics') == 1) else str_join((' (by ', environment.getattr(l_3_part, 'metrics'), ')', )))) if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics') > 1) else cond_expr_undefined("the inline if-expression on line 21 in 'sections/singles.jinja' evaluated to false and no else section was defined.")))),
                str(environment.finalize(context, (str_join((' on ', environment.getattr(l_3_part, 'dataset'), )) if (environment.getattr(l_3_loop, 'last') or (environment.getattr(environment.getattr(l_3_loop, 'nextitem'), 'dataset') != environment.getattr(l_3_part, 'dataset'))) else cond_expr_undefined("the inline if-expression on line 21 in 'sections/singles.jinja' evaluated to false and no else section was defined.")))),
                str(environment.finalize(context, (' and' if (environment.getattr(l_3_loop, 'revindex') == 2) else (',' if (not environment.getattr(l_3_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 21 in 'sections/singles.jinja' evaluated to false and no else section was defined."))))),
                '\n',
            ))
        l_3_loop = l_3_part = missing
        l_1_named = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
        _loop_vars['named'] = l_1_named
        yield 'Significantly '
        yield str(environment.finalize(context, environment.getattr(l_1_group, 'word')))
        yield ' than '
        yield str(environment.finalize(context, (environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference') or 'the best of the dataset')))
        yield ': '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='named') if l_1_named is missing else l_1_named), _loop_vars=_loop_vars)))
        yield '.\n'
    l_1_loop = l_1_group = l_1_named = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'untested'):
        pass
        yield 'Of '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'all_tests')))
        yield ' comparisons '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'untested')))
        yield ' could not be tested.\n'
    yield 'The results hold for these datasets.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'map'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'map'))))
        yield '\n\n'

blocks = {}
debug_info = '3=23&4=27&6=35&7=39&9=48&10=51&5=56&13=59&14=62&16=73&18=76&20=83&21=87&19=94&24=97&26=104&27=107&31=112&32=114'
