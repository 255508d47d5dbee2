from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/curves.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_t = resolve('t')
    l_0_verdict = resolve('verdict')
    l_0_shape = resolve('shape')
    l_0_integer = resolve('integer')
    l_0_models = resolve('models')
    l_0_why = resolve('why')
    l_0_mean = resolve('mean')
    l_0_place = resolve('place')
    l_0_have = resolve('have')
    l_0_two = l_0_several = missing
    try:
        t_1 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Ranking quality'
    yield str(environment.finalize(context, (': ROC, precision and recall, lift' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'two') else cond_expr_undefined("the inline if-expression on line 1 in 'sections/curves.jinja' evaluated to false and no else section was defined."))))
    yield '\n\n'
    l_0_two = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'two')
    context.vars['two'] = l_0_two
    context.exported_vars.add('two')
    if (undefined(name='two') if l_0_two is missing else l_0_two):
        pass
        if environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'dependent'):
            pass
            yield 'Areas are given without intervals and tests: the instances '
            yield str(environment.finalize(context, environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'dependent')))
            yield ', so they are not independent, as DeLong’s test assumes.\n\n'
        elif t_1(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'rows')):
            pass
            yield 'Areas are not compared pair by pair: without a reference algorithm there are too many pairs.\nDeclare one ('
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), '--reference')))
            yield ').\n\n'
        else:
            pass
            l_0_t = environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'tally')
            context.vars['t'] = l_0_t
            context.exported_vars.add('t')
            l_1_outcome = resolve('outcome')
            l_1_limits = resolve('limits')
            l_1_size = resolve('size')
            l_1_test = resolve('test')
            l_1_area = resolve('area')
            l_1_smaller = resolve('smaller')
            l_1_adjustment = resolve('adjustment')
            t_2 = []
            pass
            if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'):
                pass
                t_3 = []
                pass
                if (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'verdict') == 'untested'):
                    pass
                    t_3.extend((
                        'the areas of ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a')))),
                        ' and ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'focus')))),
                        ' could not be compared\n',
                    ))
                elif (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'verdict') == 'better'):
                    pass
                    t_3.extend((
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'winner')))),
                        ' ranks the instances significantly better than ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'loser')))),
                        '\n',
                    ))
                else:
                    pass
                    t_3.extend((
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a')))),
                        ' and ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'focus')))),
                        ' do not differ significantly in how they rank the instances\n',
                    ))
                l_1_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
                l_2_level = resolve('level')
                t_4 = []
                pass
                if (not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'))):
                    pass
                    t_4.extend((
                        '(',
                        str(environment.finalize(context, (undefined(name='level') if l_2_level is missing else l_2_level))),
                        ' interval ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'limits'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_high'), 4))),
                        ')\n',
                    ))
                l_1_limits = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
                l_2_level = missing
                l_2_fixed = resolve('fixed')
                t_5 = []
                pass
                if (not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate'))):
                    pass
                    t_5.extend((
                        ': the ',
                        str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pooled'))),
                        'AUC of ',
                        str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a'))),
                        ' minus that of ',
                        str(environment.finalize(context, environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'focus'))),
                        ' is ',
                        str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_2_fixed is missing else l_2_fixed), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate'), 4))),
                        str(environment.finalize(context, (' ' if (not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'))) else cond_expr_undefined("the inline if-expression on line 32 in 'sections/curves.jinja' evaluated to false and no else section was defined.")))),
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='limits') if l_1_limits is missing else l_1_limits)))),
                        '\n',
                    ))
                l_1_size = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
                l_2_fixed = missing
                l_2_number = resolve('number')
                t_6 = []
                pass
                if (not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'statistic'))):
                    pass
                    t_6.extend((
                        ', DeLong ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'z'))),
                        ' = ',
                        str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_2_number is missing else l_2_number), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'statistic'), 3))),
                        ', ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'p_value')))),
                        '\n',
                    ))
                l_1_test = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
                l_2_number = missing
                t_2.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'dataset'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='size') if l_1_size is missing else l_1_size)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='test') if l_1_test is missing else l_1_test)))),
                    '.\n',
                ))
            elif environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'one_dataset'):
                pass
                l_2_level = resolve('level')
                t_7 = []
                pass
                if (not t_1(environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'best'), 'ci_low'))):
                    pass
                    t_7.extend((
                        '(',
                        str(environment.finalize(context, (undefined(name='level') if l_2_level is missing else l_2_level))),
                        ' interval ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'limits'), environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'best'), 'ci_low'), environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'best'), 'ci_high'), 4, null=0.5))),
                        ')\n',
                    ))
                l_1_limits = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
                l_2_level = missing
                l_2_fixed = resolve('fixed')
                t_8 = []
                pass
                if (not t_1(environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'best'), 'estimate'))):
                    pass
                    t_8.extend((
                        ', ',
                        str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_2_fixed is missing else l_2_fixed), environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'best'), 'estimate'), 4))),
                        str(environment.finalize(context, (' ' if (not t_1(environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'best'), 'ci_low'))) else cond_expr_undefined("the inline if-expression on line 49 in 'sections/curves.jinja' evaluated to false and no else section was defined.")))),
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='limits') if l_1_limits is missing else l_1_limits)))),
                        ',\n',
                    ))
                l_1_area = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
                l_2_fixed = missing
                l_1_smaller = (str_join((' and significantly smaller than that of ', environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger'), )) if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger') else '')
                t_2.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'where'))),
                    ', the ',
                    str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pooled'))),
                    'AUC of ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'focus')))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='area') if l_1_area is missing else l_1_area)))),
                    ' is significantly larger than that of ',
                    str(environment.finalize(context, (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'worse') or 'none of the others'))),
                    str(environment.finalize(context, (undefined(name='smaller') if l_1_smaller is missing else l_1_smaller))),
                    ' (DeLong’s test, ',
                    str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                    '-adjusted over ',
                    str(environment.finalize(context, environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'family'))),
                    ').\n',
                ))
            else:
                pass
                t_2.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'where'))),
                    ', ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n'))),
                    ' comparisons of areas with ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'focus')))),
                    ': ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'ahead'))),
                    ' significantly in its favour, ',
                    str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'behind'))),
                    ' against it (DeLong’s test, ',
                    str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                    '-adjusted within each dataset over ',
                    str(environment.finalize(context, environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'family'))),
                    ').\n',
                ))
            l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
            context.vars['verdict'] = l_0_verdict
            context.exported_vars.add('verdict')
            l_1_outcome = l_1_limits = l_1_size = l_1_test = l_1_area = l_1_smaller = l_1_adjustment = missing
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict), headline=True)))
            yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'areas'))))
        yield '\n\n'
        if (environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'averaged') and environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'figures')):
            pass
            yield 'The ROC curves are averages over the folds, with a band of one standard deviation; the numbers beside the names are the means of the folds’ areas.\nTables and the other curves pool the scores of all folds, which assumes that they share one scale.\n\n'
        if environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'dominance'):
            pass
            t_9 = []
            pass
            t_9.extend((
                'In this sample, the ROC curve of ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'focus')))),
                ' ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'dominance'), 'words'))),
                '.\n',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'dominance'), 'undecided'))),
                '\n',
            ))
            l_0_shape = (Markup if context.eval_ctx.autoescape else identity)(concat(t_9))
            context.vars['shape'] = l_0_shape
            context.exported_vars.add('shape')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'dominance'), 'rows'), (undefined(name='shape') if l_0_shape is missing else l_0_shape))))
            yield '\n\n'
        for l_1_figure in environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'figures'):
            _loop_vars = {}
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), l_1_figure, _loop_vars=_loop_vars)))
            yield '\n\n'
        l_1_figure = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'measures'))))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'decile'))))
        yield '\n\n'
        if environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'n_dropped'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'dropped')))
            yield ' without a score by some algorithm '
            yield str(environment.finalize(context, ('was' if (environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'n_dropped') == 1) else 'were')))
            yield ' left out for all.\n\n'
        if environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'audit'), 'dropped'):
            pass
            yield 'Not every algorithm scored every instance: each area rests on those its algorithm scored, each test on those that both scored, which leaves out up to '
            yield str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_0_integer is missing else l_0_integer), environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'audit'), 'dropped'))))
            yield '.\n\n'
        if environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'audit'), 'untested'):
            pass
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'audit'), 'untested')))
            yield ' could not be tested: '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'audit'), 'reasons')))
            yield '.\n\n'
        if (not environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'dependent')):
            pass
            l_0_models = ('; the scores come from several trained models, so they are approximate' if environment.getattr(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'audit'), 'pooled') else '')
            context.vars['models'] = l_0_models
            context.exported_vars.add('models')
            yield 'DeLong’s intervals and tests assume independent instances and take the classifiers as given'
            yield str(environment.finalize(context, (undefined(name='models') if l_0_models is missing else l_0_models)))
            yield '.\n\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'ci_auc')))
            yield '\n'
            if (not t_1(environment.getattr((undefined(name='two') if l_0_two is missing else l_0_two), 'rows'))):
                pass
                t_10 = []
                pass
                t_10.extend((
                    'The areas belong to the same instances and are correlated; this test allows for that and needs no distribution of the scores ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'delong1988'))),
                    '.\n',
                ))
                l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_10))
                context.vars['why'] = l_0_why
                context.exported_vars.add('why')
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do two classifiers rank the same instances equally well?', 'delong', (undefined(name='why') if l_0_why is missing else l_0_why))))
                yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'auc_n', 'average_precision', 'average_precision_11', 'break_even_point', 'lift', 'roc_dominance')))
        yield '\n\n'
    l_0_several = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several')
    context.vars['several'] = l_0_several
    context.exported_vars.add('several')
    if (undefined(name='several') if l_0_several is missing else l_0_several):
        pass
        if (undefined(name='two') if l_0_two is missing else l_0_two):
            pass
            yield '## Several classes\n\n'
        l_0_mean = ('' if environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'one_dataset') else 'mean ')
        context.vars['mean'] = l_0_mean
        context.exported_vars.add('mean')
        l_0_place = ('On' if environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'one_dataset') else 'Over')
        context.vars['place'] = l_0_place
        context.exported_vars.add('place')
        l_0_have = ('share' if (environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'n_leaders') > 1) else 'has')
        context.vars['have'] = l_0_have
        context.exported_vars.add('have')
        l_1_fixed = resolve('fixed')
        t_11 = []
        pass
        if (t_1(environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'area')) and environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'one_dataset')):
            pass
            t_11.extend((
                'On ',
                str(environment.finalize(context, environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'where'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'focus')))),
                ' has no area over pairs of classes: ',
                str(environment.finalize(context, environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'lacking'))),
                '.\n',
            ))
        elif t_1(environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'area')):
            pass
            t_11.extend((
                'Over ',
                str(environment.finalize(context, environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'where'))),
                ', no area over pairs of classes could be averaged.\n',
            ))
        elif environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'leaders'):
            pass
            t_11.extend((
                str(environment.finalize(context, (undefined(name='place') if l_0_place is missing else l_0_place))),
                ' ',
                str(environment.finalize(context, environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'where'))),
                ', ',
                str(environment.finalize(context, environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'leaders'))),
                ' ',
                str(environment.finalize(context, (undefined(name='have') if l_0_have is missing else l_0_have))),
                ' the largest ',
                str(environment.finalize(context, (undefined(name='mean') if l_0_mean is missing else l_0_mean))),
                'area over ',
                str(environment.finalize(context, ('all ' if environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'one_dataset') else cond_expr_undefined("the inline if-expression on line 126 in 'sections/curves.jinja' evaluated to false and no else section was defined.")))),
                'pairs of classes, Hand and Till’s ',
                str(environment.finalize(context, (undefined(name='mean') if l_0_mean is missing else l_0_mean))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'M'))),
                ' = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_1_fixed is missing else l_1_fixed), environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'area'), 4))),
                '.\n',
            ))
        else:
            pass
            t_11.extend((
                str(environment.finalize(context, (undefined(name='place') if l_0_place is missing else l_0_place))),
                ' ',
                str(environment.finalize(context, environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'where'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'focus')))),
                ' has Hand and Till’s ',
                str(environment.finalize(context, (undefined(name='mean') if l_0_mean is missing else l_0_mean))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'M'))),
                ' = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_1_fixed is missing else l_1_fixed), environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'area'), 4))),
                '.\n',
            ))
        l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_11))
        context.vars['verdict'] = l_0_verdict
        context.exported_vars.add('verdict')
        l_1_fixed = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict))))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'table'))))
        yield '\n\n'
        if environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'each'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'each'))))
            yield '\n\n'
        if environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'figure'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'figure'))))
            yield '\n\n'
        if environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'unmeasured'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'unmeasured')))
            yield ' could not be measured: '
            yield str(environment.finalize(context, environment.getattr((undefined(name='several') if l_0_several is missing else l_0_several), 'reasons')))
            yield '.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'multiclass_auc', 'one_vs_rest')))
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared'):
        pass
        yield 'No positive class is declared for '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared'), 'datasets')))
        yield '.\nWith '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), str_join(('--positive ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared'), 'example'), )))))
        yield ' this section shows ROC, precision-recall and lift curves with their areas and tests.\n\n'

blocks = {}
debug_info = '1=30&3=32&4=35&5=37&6=40&8=42&10=45&13=49&15=61&17=65&18=69&19=74&20=77&22=85&16=90&26=94&27=98&25=103&31=108&32=112&30=123&36=128&37=132&35=139&40=143&41=150&43=155&44=159&42=164&48=169&49=173&47=178&52=180&53=183&55=202&14=217&58=221&61=223&63=225&68=228&70=234&71=238&69=241&73=244&76=246&77=249&80=252&82=254&84=256&85=258&88=262&89=265&92=267&93=269&96=273&97=275&98=279&100=281&101=283&103=289&102=292&105=295&108=297&111=299&112=302&113=304&117=307&118=310&119=313&121=319&122=323&123=330&124=334&125=337&126=340&128=361&120=373&131=377&133=379&135=381&136=383&139=385&140=387&143=389&144=391&147=395&149=397&150=400&151=402'
