from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/ranks.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_t = resolve('t')
    l_0_o = resolve('o')
    l_0_counted = resolve('counted')
    l_0_decider = resolve('decider')
    l_0_friedman = resolve('friedman')
    l_0_outcome = resolve('outcome')
    l_0_m = resolve('m')
    l_0_why_omnibus = resolve('why_omnibus')
    l_0_gaps_outcome = resolve('gaps_outcome')
    l_0_why_gaps = resolve('why_gaps')
    l_0_verdict = resolve('verdict')
    l_0_why_pairs = resolve('why_pairs')
    l_0_why_adjusted = resolve('why_adjusted')
    l_0_why_nemenyi = resolve('why_nemenyi')
    l_0_c = l_0_metric = l_0_differ = missing
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    try:
        t_2 = environment.filters['upper']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No filter named 'upper' found.")
    try:
        t_3 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_3(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Comparison by '
    yield str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'c'), 'metric'), 'name')))
    yield '\n\n'
    l_0_c = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'c')
    context.vars['c'] = l_0_c
    context.exported_vars.add('c')
    l_0_metric = environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'metric'), 'name')
    context.vars['metric'] = l_0_metric
    context.exported_vars.add('metric')
    l_0_differ = {True: 'the algorithms differ significantly', False: 'there is no significant difference between the algorithms'}
    context.vars['differ'] = l_0_differ
    context.exported_vars.add('differ')
    if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reason'):
        pass
        yield 'The algorithms could not be compared by '
        yield str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric)))
        yield ': '
        yield str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reason')))
        yield '.\n\n'
    else:
        pass
        l_0_t = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'tests')
        context.vars['t'] = l_0_t
        context.exported_vars.add('t')
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'omnibus'):
            pass
            l_0_o = environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'omnibus')
            context.vars['o'] = l_0_o
            context.exported_vars.add('o')
            l_0_counted = environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'counted')
            context.vars['counted'] = l_0_counted
            context.exported_vars.add('counted')
            l_1_number = resolve('number')
            t_4 = []
            pass
            if (environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'is_default') and t_3(environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'statistic'))):
                pass
                t_4.extend((
                    'Iman-Davenport ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F_F'))),
                    ' infinite, ',
                    str(environment.finalize(context, (undefined(name='counted') if l_0_counted is missing else l_0_counted))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'p_value')))),
                    '\n',
                ))
            elif environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'is_default'):
                pass
                t_4.extend((
                    'Iman-Davenport ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F_F'))),
                    ' = ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_1_number is missing else l_1_number), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'statistic')))),
                    ', ',
                    str(environment.finalize(context, ((undefined(name='counted') if l_0_counted is missing else l_0_counted) or str_join(('df = ', environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'df'), ', ', ))))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'p_value')))),
                    '\n',
                ))
            elif t_3(environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'statistic')):
                pass
                t_4.extend((
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'method'), 'title'))),
                    ', ',
                    str(environment.finalize(context, (undefined(name='counted') if l_0_counted is missing else l_0_counted))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'p_value')))),
                    '\n',
                ))
            else:
                pass
                t_4.extend((
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'method'), 'title'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_1_number is missing else l_1_number), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'statistic')))),
                    ', ',
                    str(environment.finalize(context, (undefined(name='counted') if l_0_counted is missing else l_0_counted))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'p_value')))),
                    '\n',
                ))
            l_0_decider = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
            context.vars['decider'] = l_0_decider
            context.exported_vars.add('decider')
            l_1_number = missing
            l_1_number = resolve('number')
            t_5 = []
            pass
            t_5.extend((
                'Friedman ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'chi^2_F'))),
                ' = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_1_number is missing else l_1_number), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'statistic')))),
                ', ',
                str(environment.finalize(context, (environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'counted') or str_join(('df = ', environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'df'), ', ', ))))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'p_value')))),
                '\n',
            ))
            l_0_friedman = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
            context.vars['friedman'] = l_0_friedman
            context.exported_vars.add('friedman')
            l_1_number = missing
            l_1_number = resolve('number')
            t_6 = []
            pass
            if (environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'status') == 'all_ties'):
                pass
                t_6.extend((
                    'On every one of ',
                    str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'datasets'))),
                    ', all algorithms are tied by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    '.\n',
                ))
            else:
                pass
                t_6.extend((
                    'Over ',
                    str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'datasets'))),
                    ', ',
                    str(environment.finalize(context, environment.getitem((undefined(name='differ') if l_0_differ is missing else l_0_differ), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'decider'), 'significant')))),
                    ' by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    ' (',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='decider') if l_0_decider is missing else l_0_decider)))),
                    '; ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='friedman') if l_0_friedman is missing else l_0_friedman)))),
                    '; Kendall’s ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'W'))),
                    ' = ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_1_number is missing else l_1_number), environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'friedman'), 'effect'), 3))),
                    ').\n',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), *environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'best')))),
                    ' ',
                    str(environment.finalize(context, ('share' if (t_1(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'best')) > 1) else 'has'))),
                    ' the best mean rank, ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'best_rank'))),
                    ' of ',
                    str(environment.finalize(context, t_1(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'algorithms')))),
                    '.\n',
                ))
            l_0_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
            context.vars['outcome'] = l_0_outcome
            context.exported_vars.add('outcome')
            l_1_number = missing
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'omnibus'), (undefined(name='outcome') if l_0_outcome is missing else l_0_outcome))))
            yield '\n\n'
            t_7 = []
            pass
            if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'repeated'):
                pass
                t_7.extend((
                    'Blocks are datasets: runs of one dataset are dependent and are averaged before any test ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'demsar2006'))),
                    '.\n',
                ))
            else:
                pass
                t_7.extend((
                    'Blocks are datasets, with one value of every algorithm on each ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'demsar2006'))),
                    '.\n',
                ))
            t_7.append(
                'Ranks within datasets need no common scale and no normal distribution.\n',
            )
            if environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'is_default'):
                pass
                t_7.extend((
                    'Friedman’s statistic is corrected for ties; its Iman-Davenport form is less conservative and decides ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'iman1980'))),
                    '.\n',
                ))
            else:
                pass
                t_7.append(
                    'It was asked for in the recipe; the default is the Iman-Davenport form of Friedman’s test.\n',
                )
            if (not environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'as_asked')):
                pass
                t_7.append(
                    'The test asked for compares sizes over datasets, which a metric with units does not allow.\n',
                )
            t_7.append(
                'The pairwise tests are made whatever it says.\n',
            )
            l_0_why_omnibus = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
            context.vars['why_omnibus'] = l_0_why_omnibus
            context.exported_vars.add('why_omnibus')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do the algorithms differ at all over the datasets?', environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'method'), 'id'), (undefined(name='why_omnibus') if l_0_why_omnibus is missing else l_0_why_omnibus))))
            yield '\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'table'))))
            yield ' gives the tests of all algorithms together; the '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'method'), 'title')))
            yield ' decides.\n'
            if environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'metric'), 'comparable'):
                pass
                yield 'Kruskal-Wallis, which older papers report, ignores that all algorithms ran on the same datasets; it is given for comparison only.\n'
            yield '\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='o') if l_0_o is missing else l_0_o), 'table'))))
            yield '\n\n'
        if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'pairwise'):
            pass
            l_1_statistic = resolve('statistic')
            t_8 = []
            pass
            t_8.extend((
                'Results are missing, so each pair is compared on the datasets that both algorithms have, ',
                str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'datasets'))),
                '.\n',
            ))
            if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'skillings_mack'):
                pass
                l_2_number = resolve('number')
                t_9 = []
                pass
                t_9.extend((
                    'Skillings-Mack ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'T'))),
                    ' = ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_2_number is missing else l_2_number), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'skillings_mack'), 'statistic')))),
                    ', df = ',
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'skillings_mack'), 'df'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'skillings_mack'), 'p_value')))),
                    '\n',
                ))
                l_1_statistic = (Markup if context.eval_ctx.autoescape else identity)(concat(t_9))
                l_2_number = missing
                t_8.extend((
                    str(environment.finalize(context, t_2(environment.getitem(environment.getitem((undefined(name='differ') if l_0_differ is missing else l_0_differ), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'skillings_mack'), 'significant')), 0)))),
                    str(environment.finalize(context, environment.getitem((undefined(name='differ') if l_0_differ is missing else l_0_differ), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'skillings_mack'), 'significant'))[1:])),
                    ' by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    ' (',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='statistic') if l_1_statistic is missing else l_1_statistic)))),
                    ').\n',
                ))
            t_8.extend((
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), *environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'best')))),
                ' ',
                str(environment.finalize(context, ('share' if (t_1(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'best')) > 1) else 'has'))),
                ' the first place by Skillings-Mack effects, which adjust ranks for gaps.\n',
            ))
            l_0_gaps_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
            context.vars['gaps_outcome'] = l_0_gaps_outcome
            context.exported_vars.add('gaps_outcome')
            l_1_statistic = missing
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'omnibus'), (undefined(name='gaps_outcome') if l_0_gaps_outcome is missing else l_0_gaps_outcome))))
            yield '\n\n'
            t_10 = []
            pass
            t_10.extend((
                'Friedman’s test needs complete blocks.\nIt assumes, as the pairwise tests do, that a result is missing for reasons unrelated to the difference it would show; a timeout breaks this ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'skillings1981'))),
                '.\n',
            ))
            l_0_why_gaps = (Markup if context.eval_ctx.autoescape else identity)(concat(t_10))
            context.vars['why_gaps'] = l_0_why_gaps
            context.exported_vars.add('why_gaps')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do the algorithms differ at all over the datasets?', 'skillings_mack', (undefined(name='why_gaps') if l_0_why_gaps is missing else l_0_why_gaps))))
            yield '\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'rank_effects')))
            yield '\n'
        l_1_v = resolve('v')
        l_1_sides = resolve('sides')
        l_1_alike = resolve('alike')
        l_1_wins = resolve('wins')
        l_1_which = resolve('which')
        l_1_ahead = resolve('ahead')
        t_11 = []
        pass
        if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'undecided'):
            pass
            t_11.extend((
                'No pair of algorithms can be decided by ',
                str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                ': ',
                str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'undecided'))),
                '.\n',
            ))
        elif environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'with_reference'):
            pass
            l_1_v = environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'with_reference')
            t_12 = []
            pass
            l_3_loop = missing
            for l_3_side, l_3_loop in LoopContext(environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'sides'), undefined):
                _loop_vars = {}
                pass
                t_12.extend((
                    str(environment.finalize(context, environment.getattr(l_3_side, 'names'))),
                    ' ',
                    str(environment.finalize(context, ('are' if (environment.getattr(l_3_side, 'n') > 1) else 'is'))),
                    ' significantly ',
                    str(environment.finalize(context, environment.getattr(l_3_side, 'word'))),
                    str(environment.finalize(context, (';' if (not environment.getattr(l_3_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 94 in 'sections/ranks.jinja' evaluated to false and no else section was defined.")))),
                    '\n',
                ))
            l_3_loop = l_3_side = missing
            l_1_sides = (Markup if context.eval_ctx.autoescape else identity)(concat(t_12))
            l_1_alike = (str_join(('; no significant difference from ', environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'alike'), )) if environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'alike') else '')
            if environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'sides'):
                pass
                t_11.extend((
                    'Compared with ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'baseline')))),
                    ', the reference, by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'after'))),
                    ': ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='sides') if l_1_sides is missing else l_1_sides)))),
                    str(environment.finalize(context, (undefined(name='alike') if l_1_alike is missing else l_1_alike))),
                    '.\n',
                ))
            else:
                pass
                t_11.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'baseline')))),
                    ', the reference, could not be distinguished from ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'others'))),
                    ' by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'after'))),
                    '.\n',
                ))
        else:
            pass
            l_1_v = environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'all_pairs')
            t_13 = []
            pass
            l_3_loop = missing
            for l_3_win, l_3_loop in LoopContext(environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'wins'), undefined):
                _loop_vars = {}
                pass
                t_13.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_3_win, 'winner'), _loop_vars=_loop_vars))),
                    ' is better than ',
                    str(environment.finalize(context, environment.getattr(l_3_win, 'loser'))),
                    ' (',
                    str(environment.finalize(context, environment.getattr(l_3_win, 'size'))),
                    ')',
                    str(environment.finalize(context, (' and' if (environment.getattr(l_3_loop, 'revindex') == 2) else (',' if (not environment.getattr(l_3_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 107 in 'sections/ranks.jinja' evaluated to false and no else section was defined."))))),
                    '\n',
                ))
            l_3_loop = l_3_win = missing
            l_1_wins = (Markup if context.eval_ctx.autoescape else identity)(concat(t_13))
            t_14 = []
            pass
            if environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'wins'):
                pass
                t_14.extend((
                    ': ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='wins') if l_1_wins is missing else l_1_wins)))),
                    '\n',
                ))
            elif environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'behind'):
                pass
                t_14.extend((
                    '; ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'leader')))),
                    ' is significantly better than ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'behind'))),
                    '\n',
                ))
            l_1_which = (Markup if context.eval_ctx.autoescape else identity)(concat(t_14))
            t_15 = []
            pass
            if environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'ahead'):
                pass
                t_15.extend((
                    '; ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'ahead'))),
                    ' ',
                    str(environment.finalize(context, ('beat' if (environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'n_ahead') > 1) else 'beats'))),
                    ' ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'leader'))),
                    ', which has the best mean rank\n',
                ))
            l_1_ahead = (Markup if context.eval_ctx.autoescape else identity)(concat(t_15))
            if (environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'single') and environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'n')):
                pass
                t_11.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getitem(environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'wins'), 0), 'winner')))),
                    ' is significantly better than ',
                    str(environment.finalize(context, environment.getattr(environment.getitem(environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'wins'), 0), 'loser'))),
                    ' by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    ' (',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'p_value')))),
                    '; ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'size'))),
                    ').\n',
                ))
            elif environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'single'):
                pass
                t_11.extend((
                    'There is no significant difference between ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'names'))),
                    ' by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    ' (',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'p_value')))),
                    '; ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'size'))),
                    ').\n',
                ))
            elif environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'circle'):
                pass
                t_11.extend((
                    'Of ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'pairs'))),
                    ' of algorithms, ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'n'))),
                    ' differ significantly by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'after'))),
                    ', but there is no order: ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'circle'))),
                    ' beat each other in a circle.\n',
                ))
            elif environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'beaten'):
                pass
                t_11.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'leader')))),
                    ' is significantly better than ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'beaten'))),
                    ' by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'after'))),
                    str(environment.finalize(context, (str_join((' (', environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'sizes'), ')', )) if environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'sizes') else cond_expr_undefined("the inline if-expression on line 129 in 'sections/ranks.jinja' evaluated to false and no else section was defined.")))),
                    '.\n',
                ))
            else:
                pass
                t_11.extend((
                    'Of ',
                    str(environment.finalize(context, environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'pairs'))),
                    ' of algorithms, ',
                    str(environment.finalize(context, (environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'n') or 'none'))),
                    ' ',
                    str(environment.finalize(context, ('differ' if (environment.getattr((undefined(name='v') if l_1_v is missing else l_1_v), 'n') > 1) else 'differs'))),
                    ' significantly by ',
                    str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'after'))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='which') if l_1_which is missing else l_1_which)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='ahead') if l_1_ahead is missing else l_1_ahead)))),
                    '.\n',
                ))
        l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_11))
        context.vars['verdict'] = l_0_verdict
        context.exported_vars.add('verdict')
        l_1_v = l_1_sides = l_1_alike = l_1_wins = l_1_which = l_1_ahead = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'tested'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict), headline=(not environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'undecided')))))
        yield '\n\n'
        t_16 = []
        pass
        if (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'why') == 'none'):
            pass
            t_16.extend((
                'From so few datasets no test of a single pair can reject at this level whatever the data, so none was made; the ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p'))),
                '-values are printed for the record.\n',
            ))
        elif (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'why') == 'groups'):
            pass
            t_16.extend((
                'The datasets come in families, and those of one family are not independent.\nThe differences within a family are averaged, and the exact test is made on the family means ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'rosner2006'))),
                '.\n',
            ))
        elif (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'why') == 'no logarithms'):
            pass
            t_16.extend((
                str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                ' has units, and some of its values are 0 or below, so that neither differences nor ratios can be compared over datasets; the sign test needs wins alone.\n',
            ))
        elif (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'why') == 'asked'):
            pass
            t_16.extend((
                'It was asked for in the recipe; the default is ',
                str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'usual'))),
                '.\n',
            ))
        elif (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'why') == 'ratios'):
            pass
            t_16.extend((
                str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                ' has units, or its scale is not known, so that differences of different datasets are not comparable; the test is made on log ratios, and no verdict depends on the unit of a dataset.\nThe verdict on two algorithms depends on these two alone ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'benavoli2016'))),
                '.\n',
            ))
        else:
            pass
            t_16.extend((
                'The verdict on two algorithms depends on these two alone, which is not true of tests on mean ranks ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'benavoli2016'))),
                '; its distribution is exact, ties included, up to 500 datasets ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'wilcoxon1945'))),
                '.\nThe test leaves out datasets without a difference; the estimate keeps them.\n',
            ))
        l_0_why_pairs = (Markup if context.eval_ctx.autoescape else identity)(concat(t_16))
        context.vars['why_pairs'] = l_0_why_pairs
        context.exported_vars.add('why_pairs')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Which pairs differ over the datasets?', environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'method'), (undefined(name='why_pairs') if l_0_why_pairs is missing else l_0_why_pairs))))
        yield '\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'adjustment'):
            pass
            t_17 = []
            pass
            t_17.extend((
                str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'claim'))),
                ' ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), environment.getitem(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'adjustment'), 'cites'), (-1))))),
                '.\n',
            ))
            l_0_why_adjusted = (Markup if context.eval_ctx.autoescape else identity)(concat(t_17))
            context.vars['why_adjusted'] = l_0_why_adjusted
            context.exported_vars.add('why_adjusted')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Correction for multiple comparisons.', environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'adjustment'), 'id'), (undefined(name='why_adjusted') if l_0_why_adjusted is missing else l_0_why_adjusted))))
            yield '\n'
        if (((environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'omnibus') and (not environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'baseline'))) and (not environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'undecided'))) and (environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'method') != 'nemenyi')):
            pass
            t_18 = []
            pass
            t_18.append(
                'Nemenyi’s test and its critical difference are given because readers expect them; where they disagree with the pairwise tests, the pairwise tests decide.\n',
            )
            l_0_why_nemenyi = (Markup if context.eval_ctx.autoescape else identity)(concat(t_18))
            context.vars['why_nemenyi'] = l_0_why_nemenyi
            context.exported_vars.add('why_nemenyi')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'What is given beside the pairwise tests?', 'nemenyi', (undefined(name='why_nemenyi') if l_0_why_nemenyi is missing else l_0_why_nemenyi))))
            yield '\n'
        yield '\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'plan'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'plan')))
            yield ' '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'noether1987')))
            yield '.'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'resolution')))
            yield '\n\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'diagram'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'diagram'))))
            yield ' shows the mean ranks'
            yield str(environment.finalize(context, (', adjusted for gaps' if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'pairwise') else cond_expr_undefined("the inline if-expression on line 174 in 'sections/ranks.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
            if ((not environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'baseline')) and (not environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'undecided'))):
                pass
                yield 'A bar joins neighbours in rank between which no pair differs significantly.\n'
            yield '\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'diagram'))))
            yield '\n\n'
        elif environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'most_drawn'):
            pass
            yield 'With more than '
            yield str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'most_drawn')))
            yield ' algorithms a diagram of mean ranks would be unreadable; the leaderboard lists them.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'pairs'))))
        yield ' gives '
        yield str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'scope')))
        yield ' by '
        yield str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'pair_test')))
        yield '.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'pairs'))))
        yield '\n\n'
        for l_1_note in environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'notes'):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, l_1_note))
            yield '\n'
        l_1_note = missing

blocks = {}
debug_info = '1=46&3=48&4=51&5=54&9=57&10=60&13=66&14=69&15=71&16=74&18=80&19=84&20=90&21=94&22=102&23=105&25=114&17=122&29=131&28=139&32=146&33=150&35=159&36=173&31=182&39=186&42=190&43=194&45=201&48=207&49=211&53=219&41=227&58=230&59=232&60=236&64=240&67=242&69=249&70=252&72=259&71=268&74=271&76=280&68=285&78=289&82=295&80=298&84=301&85=303&88=313&89=317&90=322&91=324&93=328&94=332&92=341&97=342&98=343&99=347&101=359&104=369&106=373&107=377&105=387&111=390&112=394&113=397&114=401&110=406&118=409&119=413&117=420&122=421&123=424&124=435&125=439&126=448&127=452&128=462&129=465&131=478&87=490&135=494&138=498&139=502&140=505&142=509&143=512&144=515&145=518&146=522&147=525&148=528&149=530&151=537&137=542&155=545&156=547&158=552&157=557&160=560&162=562&163=569&166=572&169=575&170=577&173=583&174=585&175=589&179=593&181=595&182=598&185=600&187=606&189=608&190=612'
