from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/probabilities.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_t = resolve('t')
    l_0_m = resolve('m')
    l_0_verdict = resolve('verdict')
    l_0_whose = resolve('whose')
    l_0_times = resolve('times')
    l_0_place = resolve('place')
    l_0_fixed = resolve('fixed')
    l_0_among = resolve('among')
    l_0_integer = resolve('integer')
    l_0_why = resolve('why')
    l_0_f = l_0_c = missing
    try:
        t_1 = environment.filters['int']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'int' found.")
    try:
        t_2 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Probabilities'
    yield str(environment.finalize(context, (' and costs' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'costs') else cond_expr_undefined("the inline if-expression on line 1 in 'sections/probabilities.jinja' evaluated to false and no else section was defined."))))
    yield '\n\n'
    l_0_f = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'forecasts')
    context.vars['f'] = l_0_f
    context.exported_vars.add('f')
    if (undefined(name='f') if l_0_f is missing else l_0_f):
        pass
        l_0_t = environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'tally')
        context.vars['t'] = l_0_t
        context.exported_vars.add('t')
        if t_2(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'rows')):
            pass
            yield 'Losses are not compared pair by pair: without a reference algorithm there are too many pairs.\nDeclare one ('
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), '--reference')))
            yield ').\n\n'
        else:
            pass
            l_1_outcome = resolve('outcome')
            l_1_limits = resolve('limits')
            l_1_size = resolve('size')
            l_1_test = resolve('test')
            l_1_larger = resolve('larger')
            l_1_adjustment = resolve('adjustment')
            t_3 = []
            pass
            if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'):
                pass
                t_4 = []
                pass
                if (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'verdict') == 'untested'):
                    pass
                    t_4.extend((
                        'the quadratic losses of ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a')))),
                        ' and ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'focus')))),
                        ' could not be compared\n',
                    ))
                elif (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'verdict') == 'better'):
                    pass
                    t_4.extend((
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'winner')))),
                        ' gives significantly better probabilities than ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'loser')))),
                        '\n',
                    ))
                else:
                    pass
                    t_4.extend((
                        'the probabilities of ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a')))),
                        ' and ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'focus')))),
                        ' do not differ significantly in quality\n',
                    ))
                l_1_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
                l_2_level = resolve('level')
                t_5 = []
                pass
                if (not t_2(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'))):
                    pass
                    t_5.extend((
                        '(',
                        str(environment.finalize(context, (undefined(name='level') if l_2_level is missing else l_2_level))),
                        ' interval ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'limits'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_high'), 4))),
                        ')\n',
                    ))
                l_1_limits = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
                l_2_level = missing
                t_6 = []
                pass
                if (not t_2(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate'))):
                    pass
                    t_6.extend((
                        ': the quadratic loss of ',
                        str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a'))),
                        ' minus that of ',
                        str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'focus'))),
                        ' is ',
                        str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate'), 4))),
                        str(environment.finalize(context, (' ' if (not t_2(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'))) else cond_expr_undefined("the inline if-expression on line 29 in 'sections/probabilities.jinja' evaluated to false and no else section was defined.")))),
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='limits') if l_1_limits is missing else l_1_limits)))),
                        '\n',
                    ))
                l_1_size = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
                t_7 = []
                pass
                if (not t_2(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'statistic'))):
                    pass
                    t_7.extend((
                        ', ',
                        str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'test_name'))),
                        ', ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 't'))),
                        ' = ',
                        str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'statistic'), 2))),
                        ', df = ',
                        str(environment.finalize(context, t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'df1')))),
                        ', ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'p_value')))),
                        '\n',
                    ))
                l_1_test = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
                t_3.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'dataset'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='size') if l_1_size is missing else l_1_size)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='test') if l_1_test is missing else l_1_test)))),
                    '.\n',
                ))
            elif environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'one_dataset'):
                pass
                l_1_larger = (str_join((' and significantly larger than that of ', environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger'), )) if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger') else '')
                t_3.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'where'))),
                    ', the quadratic loss of ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'focus')))),
                    ' is significantly smaller than that of ',
                    str(environment.finalize(context, (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'worse') or 'none of the others'))),
                    str(environment.finalize(context, (undefined(name='larger') if l_1_larger is missing else l_1_larger))),
                    ' (',
                    str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'test_name'))),
                    ', ',
                    str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                    '-adjusted over ',
                    str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'family'))),
                    ').\n',
                ))
                if (not t_2(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'skill'))):
                    pass
                    t_3.extend((
                        'Its skill against a forecast of the class shares is ',
                        str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'skill'), 3))),
                        '.\n',
                    ))
            else:
                pass
                t_3.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'where'))),
                    ', ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n'))),
                    ' comparisons of quadratic losses with ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'focus')))),
                    ': ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'ahead'))),
                    ' significantly in its favour, ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'behind'))),
                    ' against it (',
                    str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'test_name'))),
                    ', ',
                    str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                    '-adjusted within each dataset over ',
                    str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'family'))),
                    ').\n',
                ))
            l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
            context.vars['verdict'] = l_0_verdict
            context.exported_vars.add('verdict')
            l_1_outcome = l_1_limits = l_1_size = l_1_test = l_1_larger = l_1_adjustment = missing
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict), headline=True)))
            yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'table'))))
        yield '\n\n'
        if environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'infinite'):
            pass
            l_0_whose = (str_join(('for ', environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'infinite'), 'names'), )) if environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'one_dataset') else str_join(('in ', environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'infinite'), 'n_rows'), (' row' if (environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'infinite'), 'n_rows') == 1) else ' rows'), )))
            context.vars['whose'] = l_0_whose
            context.exported_vars.add('whose')
            l_0_times = str_join((environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'infinite'), 'most'), (' time' if (environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'infinite'), 'most') == 1) else ' times'), ))
            context.vars['times'] = l_0_times
            context.exported_vars.add('times')
            yield 'The log loss is infinite '
            yield str(environment.finalize(context, (undefined(name='whose') if l_0_whose is missing else l_0_whose)))
            yield ', because true classes were given probability 0 ('
            yield str(environment.finalize(context, ('up to ' if (environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'infinite'), 'n_rows') > 1) else cond_expr_undefined("the inline if-expression on line 56 in 'sections/probabilities.jinja' evaluated to false and no else section was defined."))))
            yield str(environment.finalize(context, (undefined(name='times') if l_0_times is missing else l_0_times)))
            yield ').\nNothing was clipped.\n\n'
        if environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'below'):
            pass
            l_0_place = ('' if environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'one_dataset') else str_join((' on ', environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'below'), 'dataset'), )))
            context.vars['place'] = l_0_place
            context.exported_vars.add('place')
            if (environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'below'), 'n_rows') == 1):
                pass
                yield 'The probabilities of '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'below'), 'algorithm')))
                yield str(environment.finalize(context, (undefined(name='place') if l_0_place is missing else l_0_place)))
                yield ' are worse than the class shares alone (skill '
                yield str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'below'), 'skill'), 3)))
                yield ').\n'
            else:
                pass
                yield 'In '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'below'), 'n_rows')))
                yield ' rows, most of all for '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'below'), 'algorithm')))
                yield str(environment.finalize(context, (undefined(name='place') if l_0_place is missing else l_0_place)))
                yield ', the probabilities are worse than the class shares alone (skill '
                yield str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'below'), 'skill'), 3)))
                yield ').\n'
            yield '\n'
        l_0_among = ('' if environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'one_dataset') else str_join((', the largest of ', environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'where'), )))
        context.vars['among'] = l_0_among
        context.exported_vars.add('among')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'figure'))))
        yield ' and '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'bins'))))
        yield ' show the calibration of the probabilities of '
        yield str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'event')))
        yield ' on '
        yield str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'largest')))
        yield str(environment.finalize(context, (undefined(name='among') if l_0_among is missing else l_0_among)))
        yield '; points on the diagonal are calibrated.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'figure'))))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'bins'))))
        yield '\n\n'
        if (environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit') and environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit'), 'untested')):
            pass
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit'), 'untested')))
            yield ' could not be tested: '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit'), 'reasons')))
            yield '.\n\n'
        if (environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit') and environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit'), 'dropped')):
            pass
            yield 'Pairs are compared on the instances that both forecast; up to '
            yield str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_0_integer is missing else l_0_integer), environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit'), 'dropped'))))
            yield ' were left out of a pair.\n\n'
        if (environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit') and environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit'), 'again')):
            pass
            yield 'The tests take '
            yield str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'units')))
            yield ' as independent and the classifiers as given; instances of the same name were predicted in several runs, so tests reject too often.\n'
        elif (environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit') and environment.getattr(environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'audit'), 'pooled')):
            pass
            yield 'The tests take '
            yield str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'units')))
            yield ' as independent and the classifiers as given; the forecasts come from several trained models, so they are approximate.\n'
        else:
            pass
            yield 'The tests take '
            yield str(environment.finalize(context, environment.getattr((undefined(name='f') if l_0_f is missing else l_0_f), 'units')))
            yield ' as independent and the classifiers as given.\n'
        yield '\n'
        t_8 = []
        pass
        t_8.append(
            'The quadratic loss is proper, so that it rewards honest probabilities, and it is bounded; the mean of its differences on many instances is close to normal.\n',
        )
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do two classifiers give equally good probabilities?', 'paired_t_instances', (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'calibration')))
        yield '\n'
    l_0_c = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'costs')
    context.vars['c'] = l_0_c
    context.exported_vars.add('c')
    if (undefined(name='c') if l_0_c is missing else l_0_c):
        pass
        if (undefined(name='f') if l_0_f is missing else l_0_f):
            pass
            yield '## Costs\n\n'
        if (not t_2(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'rows'))):
            pass
            l_0_t = environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'tally')
            context.vars['t'] = l_0_t
            context.exported_vars.add('t')
            l_1_outcome = resolve('outcome')
            l_1_limits = resolve('limits')
            l_1_size = resolve('size')
            l_1_test = resolve('test')
            l_1_more = resolve('more')
            l_1_adjustment = resolve('adjustment')
            t_9 = []
            pass
            if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'):
                pass
                t_10 = []
                pass
                if (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'verdict') == 'untested'):
                    pass
                    t_10.extend((
                        'the costs of ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a')))),
                        ' and ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
                        ' could not be compared\n',
                    ))
                elif (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'verdict') == 'better'):
                    pass
                    t_10.extend((
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'winner')))),
                        ' is significantly cheaper than ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'loser')))),
                        '\n',
                    ))
                else:
                    pass
                    t_10.extend((
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a')))),
                        ' and ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
                        ' do not differ significantly in cost\n',
                    ))
                l_1_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_10))
                l_2_level = resolve('level')
                t_11 = []
                pass
                if (not t_2(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'))):
                    pass
                    t_11.extend((
                        '(',
                        str(environment.finalize(context, (undefined(name='level') if l_2_level is missing else l_2_level))),
                        ' interval ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'limits'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_high'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'decimals')))),
                        ')\n',
                    ))
                l_1_limits = (Markup if context.eval_ctx.autoescape else identity)(concat(t_11))
                l_2_level = missing
                t_12 = []
                pass
                if (not t_2(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate'))):
                    pass
                    t_12.extend((
                        ': the cost of ',
                        str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a'))),
                        ' minus that of ',
                        str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus'))),
                        ' is ',
                        str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'decimals')))),
                        ' per instance',
                        str(environment.finalize(context, (' ' if (not t_2(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'))) else cond_expr_undefined("the inline if-expression on line 124 in 'sections/probabilities.jinja' evaluated to false and no else section was defined.")))),
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='limits') if l_1_limits is missing else l_1_limits)))),
                        '\n',
                    ))
                l_1_size = (Markup if context.eval_ctx.autoescape else identity)(concat(t_12))
                t_13 = []
                pass
                if (not t_2(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'p_value'))):
                    pass
                    t_13.extend((
                        ', ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'p_value')))),
                        ' by sign flips of the cost of each instance\n',
                    ))
                l_1_test = (Markup if context.eval_ctx.autoescape else identity)(concat(t_13))
                t_9.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'dataset'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='size') if l_1_size is missing else l_1_size)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='test') if l_1_test is missing else l_1_test)))),
                    '.\n',
                ))
            elif environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'one_dataset'):
                pass
                l_1_more = (str_join((' and significantly more than ', environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger'), )) if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger') else '')
                t_9.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'where'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
                    ' costs ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'mean'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'decimals')))),
                    ' per instance, significantly less than ',
                    str(environment.finalize(context, (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'worse') or 'none of the others'))),
                    str(environment.finalize(context, (undefined(name='more') if l_1_more is missing else l_1_more))),
                    ' (sign flips of the cost of each instance, ',
                    str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                    '-adjusted over ',
                    str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'family'))),
                    ').\n',
                ))
            else:
                pass
                t_9.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'where'))),
                    ', ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n'))),
                    ' comparisons of costs with ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
                    ': ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'ahead'))),
                    ' significantly in its favour, ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'behind'))),
                    ' against it (sign flips of the cost of each instance, ',
                    str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                    '-adjusted within each dataset over ',
                    str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'family'))),
                    ').\n',
                ))
            l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_9))
            context.vars['verdict'] = l_0_verdict
            context.exported_vars.add('verdict')
            l_1_outcome = l_1_limits = l_1_size = l_1_test = l_1_more = l_1_adjustment = missing
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict), headline=True)))
            yield '\n\n'
        if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reordered'):
            pass
            l_0_place = ('' if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'one_dataset') else str_join((' on ', environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reordered'), 'dataset'), )))
            context.vars['place'] = l_0_place
            context.exported_vars.add('place')
            yield 'The order by cost differs from the order by error: '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reordered'), 'algorithm')))
            yield str(environment.finalize(context, (undefined(name='place') if l_0_place is missing else l_0_place)))
            yield ' is number '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reordered'), 'rank_cost')))
            yield ' by cost and number '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'reordered'), 'rank_error')))
            yield ' by error.\n'
        else:
            pass
            yield 'The order by cost is the order by error.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'table'))))
        yield '\n\n'
        if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'cut'):
            pass
            yield 'With a false alarm at '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'cut'), 'alarm')))
            yield ' and a miss at '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'cut'), 'miss')))
            yield ', the expected cost is least if class “'
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'cut'), 'positive')))
            yield '” is predicted where its probability is at least '
            yield str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'cut'), 'probability'), 4)))
            yield '.\nThis holds for calibrated probabilities.\n\n'
        if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'unpriced'):
            pass
            yield 'Not all confusions have a price on '
            yield str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'unpriced')))
            yield ', so their costs are not computed.\n\n'
        t_14 = []
        pass
        t_14.extend((
            'Tests on error rates take all errors as equally bad; where they are not, the cost of each instance is compared instead ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'alpaydin2010'))),
            '.\nSign flips need no normal distribution.\n',
        ))
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_14))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do two classifiers cost the same?', 'risk_test', (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'

blocks = {}
debug_info = '1=36&3=38&4=41&5=43&6=46&8=49&12=61&14=65&15=69&16=74&17=77&19=86&13=91&23=95&24=99&22=104&28=108&29=112&27=121&33=124&34=128&32=139&37=142&38=149&39=151&40=154&41=168&42=172&45=179&11=196&48=200&51=202&53=204&54=206&55=209&56=213&60=218&61=220&62=223&63=226&65=234&69=242&70=245&72=254&74=256&76=258&77=260&80=264&81=267&84=269&85=272&86=274&87=277&89=282&92=290&95=293&96=295&98=297&99=300&100=302&104=305&105=307&107=318&109=322&110=326&111=331&112=334&114=342&108=347&118=351&119=355&117=360&123=364&124=368&122=378&128=381&129=385&127=388&132=391&133=398&134=400&135=403&137=421&106=436&140=440&143=442&144=444&145=448&150=459&152=461&153=464&157=472&158=475&162=481&161=484&165=487'
