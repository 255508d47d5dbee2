from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/matrix.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_why = resolve('why')
    l_0_gaps = resolve('gaps')
    l_0_shared = resolve('shared')
    l_0_a = resolve('a')
    l_0_b = resolve('b')
    l_0_d = resolve('d')
    l_0_removed = resolve('removed')
    l_0_example = resolve('example')
    l_0_stable = resolve('stable')
    l_0_c = l_0_metric = l_0_first = l_0_second = l_0_verdict = missing
    try:
        t_1 = environment.filters['upper']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'upper' found.")
    try:
        t_2 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Wins and losses\n\n'
    l_0_c = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'c')
    context.vars['c'] = l_0_c
    context.exported_vars.add('c')
    l_0_metric = environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'metric'), 'name')
    context.vars['metric'] = l_0_metric
    context.exported_vars.add('metric')
    (l_0_first, l_0_second) = (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'first_test'), 'name'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'second_test'), 'name'))
    context.vars.update({'first': l_0_first, 'second': l_0_second})
    context.exported_vars.update(('first', 'second'))
    l_1_by_second = resolve('by_second')
    l_1_by_first = resolve('by_first')
    l_1_reference = resolve('reference')
    l_1_behind = resolve('behind')
    l_1_level_with = resolve('level_with')
    l_1_adjustment = resolve('adjustment')
    t_3 = []
    pass
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'):
        pass
        t_4 = []
        pass
        t_4.extend((
            str(environment.finalize(context, ('significant' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'by_second') else 'not significant'))),
            ' by ',
            str(environment.finalize(context, (undefined(name='second') if l_0_second is missing else l_0_second))),
            '\n',
        ))
        if (not t_2(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'p_second'))):
            pass
            t_4.extend((
                '(',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'p_second')))),
                ')\n',
            ))
        l_1_by_second = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
        t_5 = []
        pass
        if (not (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'by_first') and environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'by_second'))):
            pass
            t_5.extend((
                str(environment.finalize(context, ('significant' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'by_first') else 'not significant'))),
                '\n',
            ))
        t_5.extend((
            'by ',
            str(environment.finalize(context, (undefined(name='first') if l_0_first is missing else l_0_first))),
            '\n',
        ))
        if (not t_2(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'p_first'))):
            pass
            t_5.extend((
                '(',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'p_first')))),
                ')\n',
            ))
        l_1_by_first = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        t_3.extend((
            'By ',
            str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
            ', ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
            ' wins ',
            str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'losses'))),
            ', ties ',
            str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'ties'))),
            ' and loses ',
            str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'wins'))),
            ' of ',
            str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'datasets'))),
            ' against ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'algorithm')))),
            '; the difference is ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='by_second') if l_1_by_second is missing else l_1_by_second)))),
            ' and ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='by_first') if l_1_by_first is missing else l_1_by_first)))),
            '.\n',
        ))
    else:
        pass
        l_1_reference = (', the reference,' if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'baseline') else '')
        l_1_behind = (str_join((', fewer against ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'behind'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'behind') else '')
        l_1_level_with = (str_join((', as many against ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'level_with'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'level_with') else '')
        t_3.extend((
            'By ',
            str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
            ', over ',
            str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'datasets'))),
            ', ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
            str(environment.finalize(context, (undefined(name='reference') if l_1_reference is missing else l_1_reference))),
            ' wins more datasets than it loses against ',
            str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'ahead'))),
            str(environment.finalize(context, (undefined(name='behind') if l_1_behind is missing else l_1_behind))),
            str(environment.finalize(context, (undefined(name='level_with') if l_1_level_with is missing else l_1_level_with))),
            '.\n',
        ))
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'second_names'):
            pass
            t_3.extend((
                'By ',
                str(environment.finalize(context, (undefined(name='second') if l_0_second is missing else l_0_second))),
                ', ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                '-adjusted, the difference from ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'second_names'))),
                ' is significant.\n',
            ))
        else:
            pass
            t_3.extend((
                'By ',
                str(environment.finalize(context, (undefined(name='second') if l_0_second is missing else l_0_second))),
                ', ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                '-adjusted, none of these differences is significant.\n',
            ))
    l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
    context.vars['verdict'] = l_0_verdict
    context.exported_vars.add('verdict')
    l_1_by_second = l_1_by_first = l_1_reference = l_1_behind = l_1_level_with = l_1_adjustment = missing
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict))))
    yield '\n\n'
    if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'second_test'), 'id') == 'sign_test'):
        pass
        t_6 = []
        pass
        t_6.extend((
            'It counts wins and nothing else, so that it needs no common scale; datasets without a difference are left out ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'demsar2006'))),
            '.\n',
        ))
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Which test uses only wins and losses?', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'second_test'), 'id'), (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'
    else:
        pass
        t_7 = []
        pass
        t_7.append(
            'The recipe asks for the sign test; Wilcoxon’s test also weighs the size of the differences.\n',
        )
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Which test also weighs the size of the differences?', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'second_test'), 'id'), (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'disputed'):
        pass
        yield str(environment.finalize(context, t_1(environment.getitem((undefined(name='first') if l_0_first is missing else l_0_first), 0))))
        yield str(environment.finalize(context, (undefined(name='first') if l_0_first is missing else l_0_first)[1:]))
        yield ' and '
        yield str(environment.finalize(context, (undefined(name='second') if l_0_second is missing else l_0_second)))
        yield ' disagree on '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'disputed')))
        yield ': only one of them finds a significant difference.\n\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only')):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'))))
        yield ' shows the difference on every dataset, '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield ' counts the wins.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'))))
        yield '\n\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'):
        pass
        l_0_gaps = ('; mean differences rest on the datasets without a missing result' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'gaps') else '')
        context.vars['gaps'] = l_0_gaps
        context.exported_vars.add('gaps')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'))))
        yield ' gives the mean difference of every pair, the datasets won, tied and lost, and the '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p')))
        yield '-value of '
        yield str(environment.finalize(context, (undefined(name='first') if l_0_first is missing else l_0_first)))
        yield ', adjusted over '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family')))
        yield ' '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'ismailfawaz2023')))
        yield str(environment.finalize(context, (undefined(name='gaps') if l_0_gaps is missing else l_0_gaps)))
        yield '.\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield ' lists the comparisons with '
        yield str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))
        yield '.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'))))
        yield '\n\n'
    else:
        pass
        l_0_shared = (', each pair on the datasets that both have' if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'pairwise') else '')
        context.vars['shared'] = l_0_shared
        context.exported_vars.add('shared')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield ' counts the wins '
        yield str(environment.finalize(context, ('of both' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only') else str_join(('of all algorithms against ', environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus'), )))))
        yield str(environment.finalize(context, (undefined(name='shared') if l_0_shared is missing else l_0_shared)))
        yield '.\n'
        if environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'metric'), 'comparable'):
            pass
            yield 'A matrix of mean differences is not drawn, because the means rest on unlike datasets.\n'
        else:
            pass
            yield str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric)))
            yield ' has units or no known scale: differences are not comparable over datasets and are not drawn.\n'
        yield '\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
    yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'untested'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'untested')))
        yield ' could not be tested, because all datasets are tied or too few.\n\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_circles') == 1):
        pass
        (l_0_a, l_0_b, l_0_d) = (environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'circle'), 0), environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'circle'), 1), environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'circle'), 2))
        context.vars.update({'a': l_0_a, 'b': l_0_b, 'd': l_0_d})
        context.exported_vars.update(('a', 'b', 'd'))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), (undefined(name='a') if l_0_a is missing else l_0_a))))
        yield ' beats '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), (undefined(name='b') if l_0_b is missing else l_0_b))))
        yield ', '
        yield str(environment.finalize(context, (undefined(name='b') if l_0_b is missing else l_0_b)))
        yield ' beats '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), (undefined(name='d') if l_0_d is missing else l_0_d))))
        yield ' and '
        yield str(environment.finalize(context, (undefined(name='d') if l_0_d is missing else l_0_d)))
        yield ' beats '
        yield str(environment.finalize(context, (undefined(name='a') if l_0_a is missing else l_0_a)))
        yield ' on most datasets.\n\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_circles'):
        pass
        yield 'In '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_circles')))
        yield ' triples of algorithms each beats the next on most datasets, in a circle; one is '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), *environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'circle'))))
        yield '.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'):
        pass
        l_0_removed = ('some are' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'any_pool') else 'one of them is')
        context.vars['removed'] = l_0_removed
        context.exported_vars.add('removed')
        t_8 = []
        pass
        if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'gone'):
            pass
            t_8.extend((
                '; without ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'gone')))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'a'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'b')))),
                ' ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'becomes'))),
                '\n',
            ))
        l_0_example = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
        context.vars['example'] = l_0_example
        context.exported_vars.add('example')
        l_1_alpha = resolve('alpha')
        t_9 = []
        pass
        t_9.extend((
            'Nemenyi’s test depends on the other algorithms in the comparison: ',
            str(environment.finalize(context, (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'turned') or 'none'))),
            ' of its ',
            str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'pairs'))),
            ' decisions at ',
            str(environment.finalize(context, (undefined(name='alpha') if l_1_alpha is missing else l_1_alpha))),
            ' ',
            str(environment.finalize(context, ('change' if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'turned') > 1) else 'changes'))),
            ' if ',
            str(environment.finalize(context, (undefined(name='removed') if l_0_removed is missing else l_0_removed))),
            ' removed',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='example') if l_0_example is missing else l_0_example)))),
            '.\n',
        ))
        l_0_stable = (Markup if context.eval_ctx.autoescape else identity)(concat(t_9))
        context.vars['stable'] = l_0_stable
        context.exported_vars.add('stable')
        l_1_alpha = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pools'), 'rows'), (undefined(name='stable') if l_0_stable is missing else l_0_stable))))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'pool_stability')))
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'))))
        yield ' gives the counts for every metric.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lettered'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'letters')))
        yield '\n'

blocks = {}
debug_info = '3=36&4=39&5=42&7=53&9=58&10=63&11=67&8=70&15=73&16=76&18=81&19=84&20=88&14=91&23=94&25=115&26=116&27=117&28=120&29=132&30=136&32=147&6=152&36=156&38=158&40=164&39=167&42=170&44=179&47=182&49=184&50=186&53=193&54=195&56=199&58=201&59=203&60=206&61=217&63=221&66=225&67=228&68=233&71=238&75=241&77=243&78=245&81=247&82=249&83=252&85=264&86=267&89=271&90=273&92=278&93=282&91=289&97=297&96=310&99=314&101=316&103=318&104=320&106=322&109=324&110=326'
