from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/multivariate.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_t = resolve('t')
    l_0_joint = resolve('joint')
    l_0_corrected = resolve('corrected')
    l_0_algorithms = resolve('algorithms')
    l_0_test = resolve('test')
    l_0_m = resolve('m')
    l_0_divided = resolve('divided')
    l_0_statistic = resolve('statistic')
    l_0_verdict = resolve('verdict')
    l_0_by = resolve('by')
    l_0_which = resolve('which')
    l_0_metric_verdict = resolve('metric_verdict')
    l_0_p = resolve('p')
    l_0_family = resolve('family')
    l_0_adjustment = resolve('adjustment')
    l_0_adjusted = resolve('adjusted')
    l_0_better = resolve('better')
    l_0_worse = resolve('worse')
    l_0_ahead = resolve('ahead')
    l_0_pair_verdict = resolve('pair_verdict')
    l_0_k = resolve('k')
    l_0_positive = resolve('positive')
    l_0_trade = resolve('trade')
    l_0_on_datasets = resolve('on_datasets')
    l_0_kinds_verdict = resolve('kinds_verdict')
    l_0_why = resolve('why')
    l_0_axis = l_0_what = missing
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    try:
        t_2 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# '
    yield str(environment.finalize(context, ('Kinds of errors' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'together'), 'counts') else 'Several metrics at once')))
    yield '\n\n'
    l_0_axis = environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'together'), 'axis')
    context.vars['axis'] = l_0_axis
    context.exported_vars.add('axis')
    l_0_what = environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'together'), 'what')
    context.vars['what'] = l_0_what
    context.exported_vars.add('what')
    if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared')):
        pass
        yield 'No dataset has more runs than '
        yield str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis)))
        yield 's, so the algorithms are not compared in '
        yield str(environment.finalize(context, ((undefined(name='what') if l_0_what is missing else l_0_what) or str_join(('all ', (undefined(name='axis') if l_0_axis is missing else l_0_axis), 's', )))))
        yield ' together: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'crowded')))
        yield '.\n\n'
    else:
        pass
        l_0_t = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared')
        context.vars['t'] = l_0_t
        context.exported_vars.add('t')
        l_0_joint = environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'joint')
        context.vars['joint'] = l_0_joint
        context.exported_vars.add('joint')
        l_0_corrected = ('corrected ' if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'matched') else '')
        context.vars['corrected'] = l_0_corrected
        context.exported_vars.add('corrected')
        l_0_algorithms = ('two algorithms' if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'two') else 'algorithms')
        context.vars['algorithms'] = l_0_algorithms
        context.exported_vars.add('algorithms')
        l_0_test = str_join(((undefined(name='corrected') if l_0_corrected is missing else l_0_corrected), ('Hotelling test' if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'two') else 'Wilks test'), ))
        context.vars['test'] = l_0_test
        context.exported_vars.add('test')
        if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'two'):
            pass
            yield 'Hotelling’s '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'T^2')))
            yield ' test compares the two algorithms in '
            yield str(environment.finalize(context, (undefined(name='what') if l_0_what is missing else l_0_what)))
            yield ', taken as one vector per run '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'hotelling1931')))
            yield '.\n'
        else:
            pass
            yield 'A multivariate analysis of variance compares the algorithms in '
            yield str(environment.finalize(context, (undefined(name='what') if l_0_what is missing else l_0_what)))
            yield ', taken as one vector per run; Wilks’ Λ decides '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'wilks1932')))
            yield '.\n'
        if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'together'), 'counts'):
            pass
            yield 'The correct answers follow from these counts and add nothing.\n'
        if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'matched'):
            pass
            l_0_divided = (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'T^2') if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'two') else 'the scatter between the algorithms')
            context.vars['divided'] = l_0_divided
            context.exported_vars.add('divided')
            yield 'Training sets overlap, so '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='divided') if l_0_divided is missing else l_0_divided))))
            yield ' is divided by 1 plus the number of runs times the ratio of test to training size, as in the corrected '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 't')))
            yield ' test '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003')))
            yield '.\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'seeds'):
            pass
            yield 'Where runs are seeds, which are not matched between algorithms, '
            yield str(environment.finalize(context, ('the two-sample form' if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'two') else 'the one-way form')))
            yield ' decides.\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'uneven'):
            pass
            yield 'Datasets are compared in the '
            yield str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis)))
            yield 's that they have.\n'
        yield '\n'
        l_0_statistic = (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'T^2') if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'two') else 'Λ')
        context.vars['statistic'] = l_0_statistic
        context.exported_vars.add('statistic')
        l_1_number = resolve('number')
        t_3 = []
        pass
        if (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'case') == 'untestable'):
            pass
            t_3.extend((
                'On ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single')))),
                ', the algorithms could not be compared in ',
                str(environment.finalize(context, (undefined(name='what') if l_0_what is missing else l_0_what))),
                ' together: ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'first'), 'reason'))),
                '.\n',
            ))
        elif (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'case') == 'tied'):
            pass
            t_3.extend((
                'On ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single')))),
                ', all algorithms have equal results in every ',
                str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                '.\n',
            ))
        elif (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'case') == 'single'):
            pass
            t_3.extend((
                'On ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single')))),
                ', the ',
                str(environment.finalize(context, (undefined(name='algorithms') if l_0_algorithms is missing else l_0_algorithms))),
                ' ',
                str(environment.finalize(context, ('differ' if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_clear') else 'do not differ'))),
                ' significantly in ',
                str(environment.finalize(context, (undefined(name='what') if l_0_what is missing else l_0_what))),
                ' taken together (',
                str(environment.finalize(context, (undefined(name='test') if l_0_test is missing else l_0_test))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='statistic') if l_0_statistic is missing else l_0_statistic)))),
                ' ',
                str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'criterion'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F'))),
                '(',
                str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'df'))),
                ') = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_1_number is missing else l_1_number), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'first'), 'statistic')))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'first'), 'p_value')))),
                ').\n',
            ))
            if ((environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'two') and environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_clear')) and environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'first'), 'better')):
                pass
                t_3.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'first'), 'better')))),
                    ' is better in every ',
                    str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                    '.\n',
                ))
            elif (environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'two') and environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_clear')):
                pass
                t_3.extend((
                    'Neither is better in every ',
                    str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                    '.\n',
                ))
        elif (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'case') == 'none tested'):
            pass
            t_3.extend((
                'The ',
                str(environment.finalize(context, (undefined(name='algorithms') if l_0_algorithms is missing else l_0_algorithms))),
                ' could be compared in ',
                str(environment.finalize(context, (undefined(name='what') if l_0_what is missing else l_0_what))),
                ' on none of ',
                str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'datasets'))),
                ': ',
                str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'reason'))),
                '.\n',
            ))
        else:
            pass
            t_3.extend((
                'In ',
                str(environment.finalize(context, (undefined(name='what') if l_0_what is missing else l_0_what))),
                ' taken together, the ',
                str(environment.finalize(context, (undefined(name='algorithms') if l_0_algorithms is missing else l_0_algorithms))),
                ' ',
                str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'verdicts'))),
                ' (',
                str(environment.finalize(context, (undefined(name='test') if l_0_test is missing else l_0_test))),
                ', ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment))),
                '-adjusted over the datasets).\n',
            ))
        l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
        context.vars['verdict'] = l_0_verdict
        context.exported_vars.add('verdict')
        l_1_number = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'decisive'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict), headline=((environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_tested') > 0) and (not environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'few_df'))))))
        yield '\n\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_tested'):
            pass
            if ((environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'matched') and environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single')) and (not t_2(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'p_uncorrected')))):
                pass
                yield 'Without the correction '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'p_uncorrected'))))
                yield '.\n'
            elif (environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'matched') and (not environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single'))):
                pass
                yield 'Without the correction they would differ significantly on '
                yield str(environment.finalize(context, (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_uncorrected') or 'none')))
                yield ' of '
                yield str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'datasets')))
                yield '.\n'
            if (environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single') and (not t_2(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'p_pillai')))):
                pass
                yield 'Pillai’s trace, which is more robust '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'pillai1955')))
                yield ', gives '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'p_pillai'))))
                yield '.\n'
            elif ((not environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single')) and (not t_2(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_pillai')))):
                pass
                yield 'By Pillai’s trace, which is more robust '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'pillai1955')))
                yield ', they differ significantly on '
                yield str(environment.finalize(context, (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_pillai') or 'none')))
                yield ' of '
                yield str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'datasets')))
                yield '.\n'
            if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'few_df'):
                pass
                yield 'The error scatter has '
                yield str(environment.finalize(context, environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'error_df')))
                yield ' degrees of freedom'
                yield str(environment.finalize(context, (' on some dataset' if (not environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single')) else cond_expr_undefined("the inline if-expression on line 66 in 'sections/multivariate.jinja' evaluated to false and no else section was defined."))))
                yield ', fewer than 10, so this result is not in the summary.\n'
            yield '\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'figures'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'figures'))))
            yield ' '
            yield str(environment.finalize(context, ('show' if (t_1(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'figures')) > 1) else 'shows')))
            yield ' where the algorithms lie.\n\n'
            for l_1_figure in environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'figures'):
                _loop_vars = {}
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), l_1_figure, _loop_vars=_loop_vars)))
                yield '\n\n'
            l_1_figure = missing
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'by_metric'):
            pass
            l_0_by = environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'by_metric')
            context.vars['by'] = l_0_by
            context.exported_vars.add('by')
            t_4 = []
            pass
            if (not environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'n')):
                pass
                t_4.extend((
                    'none of the ',
                    str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                    's shows\n',
                ))
            elif environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'named'):
                pass
                t_4.extend((
                    str(environment.finalize(context, environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'named'))),
                    ' ',
                    str(environment.finalize(context, ('show' if (environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'n') > 1) else 'shows'))),
                    '\n',
                ))
            else:
                pass
                t_4.extend((
                    str(environment.finalize(context, environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'n'))),
                    ' of the ',
                    str(environment.finalize(context, environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'total'))),
                    ' ',
                    str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                    's show\n',
                ))
            l_0_which = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
            context.vars['which'] = l_0_which
            context.exported_vars.add('which')
            t_5 = []
            pass
            t_5.extend((
                'Taken one by one, ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='which') if l_0_which is missing else l_0_which)))),
                ' a significant difference (',
                str(environment.finalize(context, (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment))),
                '-adjusted over the ',
                str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                's).\n',
            ))
            if (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_clear') and (not environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'n'))):
                pass
                t_5.extend((
                    'The difference lies in a combination of ',
                    str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                    's that none of them shows alone.\n',
                ))
            if environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'share'):
                pass
                t_5.extend((
                    'The first direction holds ',
                    str(environment.finalize(context, environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'share'))),
                    ' of the difference between the algorithms',
                    str(environment.finalize(context, (': they differ along essentially one direction' if environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'one_direction') else cond_expr_undefined("the inline if-expression on line 95 in 'sections/multivariate.jinja' evaluated to false and no else section was defined.")))),
                    '.\n',
                ))
            l_0_metric_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
            context.vars['metric_verdict'] = l_0_metric_verdict
            context.exported_vars.add('metric_verdict')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'rows'), (undefined(name='metric_verdict') if l_0_metric_verdict is missing else l_0_metric_verdict))))
            yield '\n\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'table'))))
            yield ' gives the tests and the weights.\n\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'table'))))
            yield '\n\n'
        if (not environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'listed')):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'table'))))
            yield ' gives the numbers of datasets; every test is in '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'file'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'table'))))
            yield '.\n'
        else:
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'table'))))
            yield ' gives '
            yield str(environment.finalize(context, ('the test' if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single') else 'the test of every dataset')))
            yield '.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'table'))))
        yield '\n\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'dependent'):
            pass
            yield 'These '
            yield str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis)))
            yield 's are linear functions of others or do not vary, and are left out:\n\n'
            for (l_1_text, l_1_n) in environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'dependent'):
                _loop_vars = {}
                pass
                if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single'):
                    pass
                    yield '- '
                    yield str(environment.finalize(context, l_1_text))
                    yield '\n'
                else:
                    pass
                    yield '- on '
                    yield str(environment.finalize(context, l_1_n))
                    yield ' of '
                    yield str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'datasets')))
                    yield ' '
                    yield str(environment.finalize(context, l_1_text))
                    yield '\n'
            l_1_text = l_1_n = missing
            yield '\n'
        if (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n_tested') and environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'untested')):
            pass
            yield 'Not tested:\n\n'
            for (l_1_n, l_1_reason) in environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'untested'):
                _loop_vars = {}
                pass
                yield '- '
                yield str(environment.finalize(context, l_1_n))
                yield ': '
                yield str(environment.finalize(context, l_1_reason))
                yield '\n'
            l_1_n = l_1_reason = missing
            yield '\n'
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'pairs'):
            pass
            l_0_p = environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'pairs')
            context.vars['p'] = l_0_p
            context.exported_vars.add('p')
            l_0_family = ('the comparisons with the baseline' if environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'against_reference') else 'all pairs')
            context.vars['family'] = l_0_family
            context.exported_vars.add('family')
            l_0_adjusted = str_join(((undefined(name='corrected') if l_0_corrected is missing else l_0_corrected), 'Hotelling test, ', (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment), '-adjusted within ', ('the dataset' if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single') else 'each dataset'), ' over ', (undefined(name='family') if l_0_family is missing else l_0_family), ))
            context.vars['adjusted'] = l_0_adjusted
            context.exported_vars.add('adjusted')
            l_0_better = (str_join(('; it is better in every ', (undefined(name='axis') if l_0_axis is missing else l_0_axis), ' than ', environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'better_than'), )) if environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'better_than') else '')
            context.vars['better'] = l_0_better
            context.exported_vars.add('better')
            l_0_worse = (str_join(('; it is worse in every ', (undefined(name='axis') if l_0_axis is missing else l_0_axis), ' than ', environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'worse_than'), )) if environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'worse_than') else '')
            context.vars['worse'] = l_0_worse
            context.exported_vars.add('worse')
            t_6 = []
            pass
            if (environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'n_apart') != 'none'):
                pass
                t_6.extend((
                    '; ',
                    str(environment.finalize(context, environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'focus'))),
                    ' is better in every ',
                    str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                    ' in ',
                    str(environment.finalize(context, environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'n_ahead'))),
                    ' of them, and worse in every ',
                    str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                    ' in ',
                    str(environment.finalize(context, environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'n_behind'))),
                    '\n',
                ))
            l_0_ahead = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
            context.vars['ahead'] = l_0_ahead
            context.exported_vars.add('ahead')
            t_7 = []
            pass
            if environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'single'):
                pass
                t_7.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'focus')))),
                    ' ',
                    str(environment.finalize(context, environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'differs'))),
                    ' in ',
                    str(environment.finalize(context, (undefined(name='what') if l_0_what is missing else l_0_what))),
                    ' taken together',
                    str(environment.finalize(context, (undefined(name='better') if l_0_better is missing else l_0_better))),
                    str(environment.finalize(context, (undefined(name='worse') if l_0_worse is missing else l_0_worse))),
                    ' (',
                    str(environment.finalize(context, (undefined(name='adjusted') if l_0_adjusted is missing else l_0_adjusted))),
                    ').\n',
                ))
            else:
                pass
                t_7.extend((
                    'Of ',
                    str(environment.finalize(context, environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'n'))),
                    ' comparisons with ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'focus')))),
                    ', ',
                    str(environment.finalize(context, environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'n_apart'))),
                    ' ',
                    str(environment.finalize(context, ('show' if environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'several_apart') else 'shows'))),
                    ' a significant difference in ',
                    str(environment.finalize(context, (undefined(name='what') if l_0_what is missing else l_0_what))),
                    ' taken together',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='ahead') if l_0_ahead is missing else l_0_ahead)))),
                    ' (',
                    str(environment.finalize(context, (undefined(name='adjusted') if l_0_adjusted is missing else l_0_adjusted))),
                    ').\n',
                ))
            l_0_pair_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
            context.vars['pair_verdict'] = l_0_pair_verdict
            context.exported_vars.add('pair_verdict')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='joint') if l_0_joint is missing else l_0_joint), 'pairs'), (undefined(name='pair_verdict') if l_0_pair_verdict is missing else l_0_pair_verdict))))
            yield '\n\n'
            if environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'table'):
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'table'))))
                yield ' gives these comparisons.\n\n'
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='p') if l_0_p is missing else l_0_p), 'table'))))
                yield '\n\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'crowded'):
            pass
            yield 'Datasets with no more runs than '
            yield str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis)))
            yield 's are not compared: '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'crowded')))
            yield '.\n\n'
        if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'together'), 'runs'), 'left_out'):
            pass
            yield 'All '
            yield str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis)))
            yield 's and algorithms of a dataset are compared on the same runs: '
            yield str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'together'), 'runs'), 'left_out')))
            yield ', counted by dataset.\n\n'
    for (l_1_names, l_1_n, l_1_reason) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'apart'):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, l_1_names))
        yield ' '
        yield str(environment.finalize(context, ('are' if (l_1_n > 1) else 'is')))
        yield ' not compared together with the others: '
        yield str(environment.finalize(context, l_1_reason))
        yield '.\n\n'
    l_1_names = l_1_n = l_1_reason = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'kinds'):
        pass
        yield '## False positives and false negatives\n\n'
        l_0_k = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'kinds')
        context.vars['k'] = l_0_k
        context.exported_vars.add('k')
        l_0_positive = (str_join((' (predicted ', environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'positive'), ', but are not)', )) if environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'positive') else '')
        context.vars['positive'] = l_0_positive
        context.exported_vars.add('positive')
        l_0_family = ('the comparisons with the baseline' if environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'against_reference') else 'all pairs')
        context.vars['family'] = l_0_family
        context.exported_vars.add('family')
        t_8 = []
        pass
        if environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'n_clear'):
            pass
            t_8.extend((
                '; in ',
                str(environment.finalize(context, (environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'n_trade') or 'none'))),
                ' of them one algorithm makes fewer errors of one kind and more of the other\n',
            ))
        l_0_trade = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
        context.vars['trade'] = l_0_trade
        context.exported_vars.add('trade')
        l_0_on_datasets = (str_join((' on ', environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'datasets'), )) if environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'datasets') else '')
        context.vars['on_datasets'] = l_0_on_datasets
        context.exported_vars.add('on_datasets')
        yield 'Hotelling’s test compares the false positives'
        yield str(environment.finalize(context, (undefined(name='positive') if l_0_positive is missing else l_0_positive)))
        yield ' and the false negatives of every run, both at once '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'alpaydin2010')))
        yield '; the correct answers follow from these counts and add nothing.\n\n'
        t_9 = []
        pass
        t_9.extend((
            'Of the ',
            str(environment.finalize(context, environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'n'))),
            ' comparisons with ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'focus')))),
            str(environment.finalize(context, (undefined(name='on_datasets') if l_0_on_datasets is missing else l_0_on_datasets))),
            ', ',
            str(environment.finalize(context, (environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'n_clear') or 'none'))),
            ' ',
            str(environment.finalize(context, ('show' if (environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'n_clear') > 1) else 'shows'))),
            ' a significant difference in the two kinds of errors',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='trade') if l_0_trade is missing else l_0_trade)))),
            ' (corrected Hotelling test, ',
            str(environment.finalize(context, (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment))),
            '-adjusted within each dataset over ',
            str(environment.finalize(context, (undefined(name='family') if l_0_family is missing else l_0_family))),
            ').\n',
        ))
        l_0_kinds_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_9))
        context.vars['kinds_verdict'] = l_0_kinds_verdict
        context.exported_vars.add('kinds_verdict')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'rows'), (undefined(name='kinds_verdict') if l_0_kinds_verdict is missing else l_0_kinds_verdict))))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'table'))))
        yield ' gives them.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'table'))))
        yield '\n\n'
        for (l_1_n, l_1_reason) in environment.getattr((undefined(name='k') if l_0_k is missing else l_0_k), 'untested'):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, l_1_n))
            yield ' could not be tested: '
            yield str(environment.finalize(context, l_1_reason))
            yield '.\n'
        l_1_n = l_1_reason = missing
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'):
        pass
        t_10 = []
        pass
        if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'joint'), 'two'):
            pass
            t_10.extend((
                'Two algorithms with several ',
                str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                's on the same runs call for Hotelling’s test, which is the paired t test of the best combination of ',
                str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                's ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'hotelling1931'))),
                '.\n',
            ))
        else:
            pass
            t_10.extend((
                'Several algorithms with several ',
                str(environment.finalize(context, (undefined(name='axis') if l_0_axis is missing else l_0_axis))),
                's on the same runs call for a multivariate analysis of variance ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'rencher2002'))),
                '; Wilks’ criterion is the likelihood ratio.\n',
            ))
        if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'joint'), 'matched'):
            pass
            t_10.append(
                'The correction is a heuristic for runs that share training data.\n',
            )
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_10))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), str_join(('Do the algorithms differ in several ', (undefined(name='axis') if l_0_axis is missing else l_0_axis), 's at once?', )), ('hotelling' if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'joint'), 'two') else 'manova'), (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'

blocks = {}
debug_info = '1=52&3=54&4=57&5=60&6=63&9=71&10=74&11=77&12=80&13=83&14=86&15=89&17=98&19=102&22=105&23=107&24=111&26=117&27=120&29=122&30=125&33=128&35=134&36=138&37=145&38=149&39=154&40=158&41=181&42=184&43=189&44=193&46=196&47=200&49=213&34=224&52=228&54=230&55=232&56=235&57=237&58=240&60=244&61=247&62=251&63=254&65=260&66=263&70=268&71=270&73=274&74=277&78=280&79=282&81=287&82=291&83=294&84=297&86=305&80=312&90=319&91=326&92=330&94=333&95=337&89=342&98=345&100=347&102=349&105=351&106=353&108=359&111=364&113=366&114=369&116=371&117=374&118=377&120=382&125=390&128=393&129=397&133=403&134=405&135=408&136=411&137=414&138=417&140=422&141=426&139=437&145=442&146=445&148=461&144=476&151=479&153=481&154=483&156=485&160=487&161=490&164=494&165=497&169=501&170=504&173=511&176=514&177=517&178=520&180=525&181=529&179=532&184=535&185=539&188=547&187=563&190=566&192=568&194=570&196=572&197=576&201=582&203=586&204=590&206=601&208=606&202=611&212=614'
