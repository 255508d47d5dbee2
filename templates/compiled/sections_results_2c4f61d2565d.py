from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/results.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_o = resolve('o')
    l_0_counted = resolve('counted')
    l_0_test = resolve('test')
    l_0_outcome = resolve('outcome')
    l_0_m = resolve('m')
    l_0_where = resolve('where')
    l_0_c = l_0_by = l_0_further = l_0_exhibits = missing
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    try:
        t_2 = environment.filters['list']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No filter named 'list' found.")
    try:
        t_3 = environment.filters['select']
    except KeyError:
        @internalcode
        def t_3(*unused):
            raise TemplateRuntimeError("No filter named 'select' found.")
    try:
        t_4 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_4(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Results\n\n'
    l_0_c = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'c')
    context.vars['c'] = l_0_c
    context.exported_vars.add('c')
    l_0_by = (str_join((' by ', environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'metric'), 'name'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_metrics') else '')
    context.vars['by'] = l_0_by
    context.exported_vars.add('by')
    if (environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reason') and (environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reason') != 'comparisons over datasets need two of them or more, and here is one')):
        pass
        yield 'The '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
        yield ' could not be compared by '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'metric'), 'name')))
        yield ': '
        yield str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reason')))
        yield '.\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'omnibus'):
        pass
        l_0_o = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'omnibus')
        context.vars['o'] = l_0_o
        context.exported_vars.add('o')
        l_0_counted = environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'counted')
        context.vars['counted'] = l_0_counted
        context.exported_vars.add('counted')
        l_1_fixed = resolve('fixed')
        l_1_number = resolve('number')
        t_5 = []
        pass
        if (environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'is_default') and t_4(environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'statistic'))):
            pass
            t_5.extend((
                'Iman–Davenport test, ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F_F'))),
                ' infinite, ',
                str(environment.finalize(context, (undefined(name='counted') if l_0_counted is missing else l_0_counted))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'p_value')))),
                '\n',
            ))
        elif environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'is_default'):
            pass
            t_5.extend((
                'Iman–Davenport test, ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F_F'))),
                ' = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_1_fixed is missing else l_1_fixed), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'statistic'), 2))),
                ', ',
                str(environment.finalize(context, ((undefined(name='counted') if l_0_counted is missing else l_0_counted) or str_join(('df = ', environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'df'), ', ', ))))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'p_value')))),
                '\n',
            ))
        elif t_4(environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'statistic')):
            pass
            t_5.extend((
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'method'), 'title'))),
                ', ',
                str(environment.finalize(context, (undefined(name='counted') if l_0_counted is missing else l_0_counted))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'p_value')))),
                '\n',
            ))
        else:
            pass
            t_5.extend((
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'method'), 'title'))),
                ', ',
                str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_1_number is missing else l_1_number), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'statistic')))),
                ', ',
                str(environment.finalize(context, (undefined(name='counted') if l_0_counted is missing else l_0_counted))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'p_value')))),
                '\n',
            ))
        l_0_test = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        context.vars['test'] = l_0_test
        context.exported_vars.add('test')
        l_1_fixed = l_1_number = missing
        l_1_fixed = resolve('fixed')
        t_6 = []
        pass
        if (environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'status') == 'all_ties'):
            pass
            t_6.extend((
                'All ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns'))),
                ' are tied on every dataset',
                str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by))),
                '.\n',
            ))
        elif environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'significant'):
            pass
            t_6.extend((
                'The ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns'))),
                ' differ overall',
                str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by))),
                ' (',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='test') if l_0_test is missing else l_0_test)))),
                '; Kendall’s ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'W'))),
                ' = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_1_fixed is missing else l_1_fixed), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'effect'), 2))),
                ').\n',
            ))
        else:
            pass
            t_6.extend((
                'The ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns'))),
                ' do not differ significantly overall',
                str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by))),
                ' (',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='test') if l_0_test is missing else l_0_test)))),
                '; Kendall’s ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'W'))),
                ' = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_1_fixed is missing else l_1_fixed), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'effect'), 2))),
                ').\n',
            ))
        l_0_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
        context.vars['outcome'] = l_0_outcome
        context.exported_vars.add('outcome')
        l_1_fixed = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_0_outcome is missing else l_0_outcome))))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'method'), 'id'), 'friedman', 'kendall_w')))
        yield '\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'skillings_mack'):
        pass
        l_1_fixed = resolve('fixed')
        t_7 = []
        pass
        t_7.extend((
            'Skillings–Mack test, ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'T'))),
            ' = ',
            str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_1_fixed is missing else l_1_fixed), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'skillings_mack'), 'statistic'), 2))),
            ', df = ',
            str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'skillings_mack'), 'df'))),
            ', ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'skillings_mack'), 'p_value')))),
            '\n',
        ))
        l_0_test = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
        context.vars['test'] = l_0_test
        context.exported_vars.add('test')
        l_1_fixed = missing
        t_8 = []
        pass
        t_8.extend((
            'The ',
            str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns'))),
            ' ',
            str(environment.finalize(context, ('differ' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'skillings_mack'), 'significant') else 'do not differ significantly'))),
            ' overall',
            str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by))),
            ' (',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='test') if l_0_test is missing else l_0_test)))),
            ').\n',
        ))
        l_0_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
        context.vars['outcome'] = l_0_outcome
        context.exported_vars.add('outcome')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_0_outcome is missing else l_0_outcome))))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'skillings_mack', 'rank_effects')))
        yield '\n'
    l_0_further = ([environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pairs'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'diagram')] if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'apart')) else [])
    context.vars['further'] = l_0_further
    context.exported_vars.add('further')
    l_0_exhibits = ((t_2(context.eval_ctx, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'boards')) + (undefined(name='further') if l_0_further is missing else l_0_further)) + [environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'by_metric')])
    context.vars['exhibits'] = l_0_exhibits
    context.exported_vars.add('exhibits')
    yield 'See '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *t_3(context, (undefined(name='exhibits') if l_0_exhibits is missing else l_0_exhibits)))))
    yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'plan'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'plan')))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'resolution')))
        yield '.\n'
    for l_1_f in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further'):
        l_1_outcome = l_0_outcome
        _loop_vars = {}
        pass
        t_9 = []
        pass
        if environment.getattr(l_1_f, 'beaten'):
            pass
            t_9.extend((
                '; it beats ',
                str(environment.finalize(context, environment.getattr(l_1_f, 'victories'))),
                '\n',
            ))
        elif environment.getattr(l_1_f, 'outcome'):
            pass
            t_9.extend((
                '; ',
                str(environment.finalize(context, environment.getattr(l_1_f, 'outcome'))),
                '\n',
            ))
        elif environment.getattr(l_1_f, 'p_values'):
            pass
            t_9.extend((
                '; the ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns'))),
                ' ',
                str(environment.finalize(context, ('differ' if environment.getattr(l_1_f, 'differ') else 'do not differ significantly'))),
                ' overall (',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p'))),
                ' ',
                str(environment.finalize(context, environment.getattr(l_1_f, 'overall'))),
                ')\n',
            ))
        l_1_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_9))
        _loop_vars['outcome'] = l_1_outcome
        if (not environment.getattr(l_1_f, 'reason')):
            pass
            yield 'By '
            yield str(environment.finalize(context, environment.getattr(l_1_f, 'metric')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr(l_1_f, 'leaders')))
            yield ' '
            yield str(environment.finalize(context, ('also ' if environment.getattr(l_1_f, 'also') else cond_expr_undefined("the inline if-expression on line 57 in 'sections/results.jinja' evaluated to false and no else section was defined."))))
            yield str(environment.finalize(context, ('share' if environment.getattr(l_1_f, 'several') else 'has')))
            yield ' the best mean rank'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome), _loop_vars=_loop_vars)))
            yield '.\n'
        elif (not environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reason')):
            pass
            yield 'The '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
            yield ' could not be compared by '
            yield str(environment.finalize(context, environment.getattr(l_1_f, 'metric')))
            yield ': '
            yield str(environment.finalize(context, environment.getattr(l_1_f, 'reason')))
            yield '.\n'
    l_1_f = l_1_outcome = missing
    yield '\n'
    for l_1_board in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'boards'):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), l_1_board, _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_board = missing
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'apart') and (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pairs') or environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'diagram'))):
        pass
        yield '## All pairs\n\n'
        l_0_where = t_2(context.eval_ctx, t_3(context, [environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pairs'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'diagram')]))
        context.vars['where'] = l_0_where
        context.exported_vars.add('where')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *(undefined(name='where') if l_0_where is missing else l_0_where))))
        yield ' '
        yield str(environment.finalize(context, ('show' if (t_1((undefined(name='where') if l_0_where is missing else l_0_where)) > 1) else 'shows')))
        yield ' the '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_pairs')))
        yield ' pairs, a family of their own that is adjusted apart from the comparisons with '
        yield str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'baseline')))
        yield '.\n\n'
    for l_1_pair in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'unjoined'):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.getattr(l_1_pair, 'a')))
        yield ' and '
        yield str(environment.finalize(context, environment.getattr(l_1_pair, 'b')))
        yield ' also do not differ significantly; no bar can show this because '
        yield str(environment.finalize(context, environment.getattr(l_1_pair, 'between')))
        yield ', ranked between them, differs from '
        yield str(environment.finalize(context, environment.getattr(l_1_pair, 'from_whom')))
        yield '.\n'
    l_1_pair = missing
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'diagram'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'diagram'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pairs'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pairs'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'by_metric'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'by_metric'))))
        yield '\n\n'

blocks = {}
debug_info = '3=44&4=47&5=50&6=53&7=59&8=61&9=64&11=71&12=75&13=81&14=85&15=93&16=96&18=105&10=113&22=120&23=124&24=129&25=133&27=148&21=159&30=163&31=166&33=173&32=182&36=190&35=199&38=202&40=205&41=208&42=212&43=214&44=216&46=219&48=225&49=229&50=232&51=236&52=239&53=243&47=252&56=254&57=257&58=266&59=269&63=277&64=280&67=283&70=286&71=289&74=297&75=300&78=310&79=312&82=314&83=316&86=318&87=320'
