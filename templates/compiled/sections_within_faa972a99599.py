from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/within.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_options = resolve('options')
    l_0_family = resolve('family')
    l_0_adjustment = resolve('adjustment')
    l_0_alpha = resolve('alpha')
    l_0_scope = resolve('scope')
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
    yield '# Within each dataset\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared'):
        pass
        yield 'Tests within a dataset need a declared design.\nThe runs of '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared')))
        yield ' may be folds, resamples or seeds, and each of these calls for another test; the option '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), 'design')))
        yield ' declares which they are.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'):
        pass
        l_0_family = (str_join(('the comparisons with ', environment.getattr(environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'), 0), 'focus'), )) if environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference') else 'all pairs; those with the algorithm that ranks best are reported')
        context.vars['family'] = l_0_family
        context.exported_vars.add('family')
        yield 'Conclusions hold for the dataset at hand.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependent'):
            pass
            yield 'Runs share training data; the tests allow for this.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several'):
            pass
            yield str(environment.finalize(context, (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment)))
            yield ' adjustment is made within each dataset and metric, over '
            yield str(environment.finalize(context, (undefined(name='family') if l_0_family is missing else l_0_family)))
            yield '.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dropped'):
            pass
            yield 'A pair is compared on the runs that both have.\n'
        if ('kfold_paired_t' in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'tests_beside')):
            pass
            yield 'The paired t test on folds, which ignores shared training data and so rejects too often, is given for comparison only.\n'
        if ('cv52_t' in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'tests_beside')):
            pass
            yield 'Dietterich’s 5 × 2 cv t test, whose result depends on which fold is called the first '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'dietterich1998')))
            yield ', is given for comparison only.\n'
        if ('permutation_two_sample' in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'tests_beside')):
            pass
            yield 'Where an algorithm has fewer than ten runs, the permutation test of two samples, which assumes no distribution, is given as well.\n'
        yield '\n'
        l_1_loop = missing
        for l_1_part, l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'), undefined):
            l_1_adjusted = l_1_untested = l_1_test = l_1_outcome = l_1_verdict = missing
            _loop_vars = {}
            pass
            l_1_adjusted = (str_join((', ', (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several') else '')
            _loop_vars['adjusted'] = l_1_adjusted
            l_1_untested = (str_join(('; ', environment.getattr(l_1_part, 'n_untested'), ' more could not be tested', )) if environment.getattr(l_1_part, 'n_untested') else '')
            _loop_vars['untested'] = l_1_untested
            l_1_test = str_join((environment.getattr(l_1_part, 'test'), (undefined(name='adjusted') if l_1_adjusted is missing else l_1_adjusted), (undefined(name='untested') if l_1_untested is missing else l_1_untested), ))
            _loop_vars['test'] = l_1_test
            t_3 = []
            pass
            if (environment.getattr(l_1_part, 'worse') and environment.getattr(l_1_part, 'better')):
                pass
                t_3.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'focus')))),
                    ' is significantly better than ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'worse'))),
                    ' and significantly worse than ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'better'))),
                    '\n',
                ))
            elif environment.getattr(l_1_part, 'worse'):
                pass
                t_3.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'focus')))),
                    ' is significantly better than ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'worse'))),
                    '\n',
                ))
            elif (environment.getattr(l_1_part, 'better') and environment.getattr(l_1_part, 'only')):
                pass
                t_3.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'better')))),
                    ' is significantly better than ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'focus'))),
                    '\n',
                ))
            elif environment.getattr(l_1_part, 'better'):
                pass
                t_3.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'focus')))),
                    ' is significantly worse than ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'better'))),
                    '\n',
                ))
            elif environment.getattr(l_1_part, 'only'):
                pass
                t_3.extend((
                    str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr(l_1_part, 'only'), 'row'), 'a'))),
                    ' and ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'focus'))),
                    ' do not differ significantly\n',
                ))
            else:
                pass
                t_3.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'focus')))),
                    ' does not differ significantly from ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'open'))),
                    '\n',
                ))
            l_1_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
            _loop_vars['outcome'] = l_1_outcome
            l_2_pair = resolve('pair')
            l_2_statistic = resolve('statistic')
            l_2_level = resolve('level')
            l_2_limits = resolve('limits')
            l_2_alike = resolve('alike')
            t_4 = []
            pass
            if (environment.getattr(l_1_part, 'only') and t_2(environment.getattr(environment.getattr(environment.getattr(l_1_part, 'only'), 'row'), 'p_value'))):
                pass
                t_4.extend((
                    'On ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'single')))),
                    ', ',
                    str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr(l_1_part, 'only'), 'row'), 'a'))),
                    ' and ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'focus'))),
                    ' could not be compared by ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
                    ': ',
                    str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr(l_1_part, 'only'), 'row'), 'reason'))),
                    '.\n',
                ))
            elif environment.getattr(l_1_part, 'only'):
                pass
                l_2_pair = environment.getattr(l_1_part, 'only')
                t_5 = []
                pass
                if environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'statistic'):
                    pass
                    t_5.extend((
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'symbol')))),
                        ' = ',
                        str(environment.finalize(context, environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'statistic'))),
                        ',\n',
                    ))
                if environment.getattr(environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'row'), 'df'):
                    pass
                    t_5.extend((
                        'df = ',
                        str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'row'), 'df'))),
                        ',\n',
                    ))
                t_5.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'row'), 'p_value')))),
                    '\n',
                ))
                l_2_statistic = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
                l_2_limits = (str_join((', ', (undefined(name='level') if l_2_level is missing else l_2_level), ' interval ', environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'low'), ' to ', environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'high'), )) if environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'low') else '')
                t_4.extend((
                    'On ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'single')))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome)))),
                    ' by ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
                    ' (',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'test'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='statistic') if l_2_statistic is missing else l_2_statistic)))),
                    '; mean difference ',
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'row'), 'a'))),
                    ' − ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'focus'))),
                    ' ',
                    str(environment.finalize(context, environment.getattr((undefined(name='pair') if l_2_pair is missing else l_2_pair), 'estimate'))),
                    str(environment.finalize(context, (undefined(name='limits') if l_2_limits is missing else l_2_limits))),
                    ').\n',
                ))
            elif (environment.getattr(l_1_part, 'vain') and environment.getattr(l_1_part, 'single')):
                pass
                t_4.extend((
                    'On ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'single')))),
                    ', no other algorithm could be compared with ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'focus')))),
                    ' by ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
                    ': ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'reason'))),
                    '.\n',
                ))
            elif environment.getattr(l_1_part, 'vain'):
                pass
                t_4.extend((
                    'On none of ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'datasets'))),
                    ' could another algorithm be compared with ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'focus')))),
                    ' by ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
                    ': ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'reason'))),
                    '.\n',
                ))
            elif environment.getattr(l_1_part, 'single'):
                pass
                l_2_alike = (str_join(('; no significant difference from ', environment.getattr(l_1_part, 'open'), )) if (environment.getattr(l_1_part, 'open') and (environment.getattr(l_1_part, 'worse') or environment.getattr(l_1_part, 'better'))) else '')
                t_4.extend((
                    'On ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'single')))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome)))),
                    ' by ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
                    ' (',
                    str(environment.finalize(context, (undefined(name='test') if l_1_test is missing else l_1_test))),
                    ')',
                    str(environment.finalize(context, (undefined(name='alike') if l_2_alike is missing else l_2_alike))),
                    '.\n',
                ))
            else:
                pass
                t_4.extend((
                    'By ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'focus')))),
                    ' is significantly better in ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'ahead'))),
                    ' of ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'n_tested'))),
                    ' comparisons on ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'datasets'))),
                    ' and significantly worse in ',
                    str(environment.finalize(context, environment.getattr(l_1_part, 'behind'))),
                    ' (',
                    str(environment.finalize(context, (undefined(name='test') if l_1_test is missing else l_1_test))),
                    ').\n',
                ))
                if environment.getattr(l_1_part, 'beaten'):
                    pass
                    t_4.extend((
                        'Some algorithm is significantly better than ',
                        str(environment.finalize(context, environment.getattr(l_1_part, 'focus'))),
                        ' on ',
                        str(environment.finalize(context, environment.getattr(l_1_part, 'beaten'))),
                        '.\n',
                    ))
            l_1_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
            _loop_vars['verdict'] = l_1_verdict
            l_2_pair = l_2_statistic = l_2_level = l_2_limits = l_2_alike = missing
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(l_1_part, 'rows'), (undefined(name='verdict') if l_1_verdict is missing else l_1_verdict), headline=(environment.getattr(l_1_loop, 'first') and (not environment.getattr(l_1_part, 'vain'))), _loop_vars=_loop_vars)))
            yield '\n\n'
            if environment.getattr(l_1_part, 'table'):
                pass
                if environment.getattr(l_1_part, 'single'):
                    pass
                    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr(l_1_part, 'table'), _loop_vars=_loop_vars)))
                    yield ' gives the comparisons.\n'
                else:
                    pass
                    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr(l_1_part, 'table'), _loop_vars=_loop_vars)))
                    yield ' gives the counts; every comparison is in '
                    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'file'), environment.getattr(l_1_part, 'table'), _loop_vars=_loop_vars)))
                    yield '.\n'
                for (l_2_name, l_2_n, l_2_total) in environment.getattr(l_1_part, 'beside'):
                    l_2_integer = resolve('integer')
                    _loop_vars = {}
                    pass
                    yield 'By '
                    yield str(environment.finalize(context, l_2_name))
                    yield ', '
                    yield str(environment.finalize(context, l_2_n))
                    yield ' of '
                    yield str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_2_integer is missing else l_2_integer), l_2_total, _loop_vars=_loop_vars)))
                    yield str(environment.finalize(context, (' that it can test' if (l_2_total < environment.getattr(l_1_part, 'total')) else cond_expr_undefined("the inline if-expression on line 88 in 'sections/within.jinja' evaluated to false and no else section was defined."))))
                    yield ' would be significant.\n'
                l_2_name = l_2_n = l_2_total = l_2_integer = missing
                yield '\n'
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_part, 'table'), _loop_vars=_loop_vars)))
                yield '\n\n'
        l_1_loop = l_1_part = l_1_adjusted = l_1_untested = l_1_test = l_1_outcome = l_1_verdict = missing
        for (l_1_n, l_1_reason) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'untested'):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, l_1_n))
            yield ' of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'total')))
            yield ' could not be tested: '
            yield str(environment.finalize(context, l_1_reason))
            yield str(environment.finalize(context, ('; the columns n_train and n_test would give it' if ('training size' in l_1_reason) else cond_expr_undefined("the inline if-expression on line 96 in 'sections/within.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
        l_1_n = l_1_reason = missing
        yield '\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'out_of_reach'):
            pass
            yield 'With so few runs, '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'out_of_reach')))
            yield ' of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'total')))
            yield ' comparisons cannot reach the level '
            yield str(environment.finalize(context, (undefined(name='alpha') if l_0_alpha is missing else l_0_alpha)))
            yield ' whatever the data.\n\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures'):
            pass
            l_0_scope = (', for the first metrics only' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'more_figures') else '')
            context.vars['scope'] = l_0_scope
            context.exported_vars.add('scope')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures'))))
            yield ' '
            yield str(environment.finalize(context, ('show' if (t_1(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures')) > 1) else 'shows')))
            yield ' the differences run by run'
            yield str(environment.finalize(context, (undefined(name='scope') if l_0_scope is missing else l_0_scope)))
            yield '.\n\n'
            for l_1_figure in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figures'):
                _loop_vars = {}
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), l_1_figure, _loop_vars=_loop_vars)))
                yield '\n\n'
            l_1_figure = missing
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'intervals'):
            pass
            yield 'Intervals are not adjusted.\n\n'
        for l_1_test in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'tests'):
            l_1_why = missing
            _loop_vars = {}
            pass
            t_6 = []
            pass
            if ('folds' in environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'tests')):
                pass
                t_6.append(
                    'It was asked for in the recipe.\n',
                )
            elif (environment.getattr(l_1_test, 'id') == 'cv52_f'):
                pass
                t_6.extend((
                    'The design is five repeats of two folds ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'alpaydin1999'))),
                    '; unlike the t test, it does not depend on which fold is called the first.\n',
                ))
            elif (environment.getattr(l_1_test, 'id') == 'corrected_resampled_t'):
                pass
                t_6.extend((
                    'Runs share training data, so a plain paired t test would reject too often; this test widens its variance accordingly ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003'))),
                    '.\n',
                ))
            else:
                pass
                t_6.extend((
                    'Seeds of two algorithms are not matched, so they are compared as two samples, whose variances may differ ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'welch1947'))),
                    '.\n',
                ))
            l_1_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
            _loop_vars['why'] = l_1_why
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Which pairs differ on a single dataset?', environment.getattr(l_1_test, 'id'), (undefined(name='why') if l_1_why is missing else l_1_why), _loop_vars=_loop_vars)))
            yield '\n'
        l_1_test = l_1_why = missing

blocks = {}
debug_info = '3=31&5=34&8=38&9=40&11=44&14=47&15=49&17=53&20=56&23=59&24=62&26=64&30=69&31=73&32=75&33=77&35=81&36=84&37=91&38=94&39=99&40=102&41=107&42=110&43=115&44=118&46=126&34=131&50=140&51=144&52=155&53=157&55=160&56=163&58=168&59=172&61=176&54=179&63=180&64=183&65=201&66=205&67=214&68=218&69=227&70=229&71=232&73=247&74=262&75=266&49=271&79=274&81=276&82=278&83=280&85=284&87=288&88=293&91=302&95=305&96=309&99=318&100=321&103=327&104=329&105=332&107=338&108=341&112=344&116=347&118=353&120=358&121=362&122=365&123=369&125=376&117=379&128=381'
