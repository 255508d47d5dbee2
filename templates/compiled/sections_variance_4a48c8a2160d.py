from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/variance.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_adjustment = resolve('adjustment')
    l_0_elsewhere = resolve('elsewhere')
    l_0_why = resolve('why')
    l_0_why_seeds = resolve('why_seeds')
    try:
        t_1 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Analysis of variance on single datasets\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matched'):
        pass
        yield 'A repeated-measures ANOVA separates the effect of the algorithms from that of the runs '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'alpaydin2010')))
        yield '.\n'
    else:
        pass
        yield 'A one-way ANOVA compares the means of the algorithms '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'alpaydin2010')))
        yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out'):
        pass
        yield 'So that every algorithm is compared on the same runs, '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out')))
        yield ', counted by dataset and metric.\n'
    yield '\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matched') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'any_tested')):
        pass
        yield 'Runs share training data, so the uncorrected '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F')))
        yield ' rejects too often.\nIt is divided by 1 plus the number of runs times test size over training size, after the correction of Nadeau and Bengio '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003')))
        yield '; this is a heuristic, and its '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p')))
        yield '-values are approximate.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'listed'):
            pass
            yield 'The uncorrected forms, one of them with the degrees of freedom of Greenhouse and Geisser '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'greenhouse1959')))
            yield ', are given for comparison.\n'
        else:
            pass
            yield 'The uncorrected one-way form is given for comparison.\n'
        yield '\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'seeds') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'listed')):
        pass
        yield 'Seeds are not matched between algorithms, so the one-way ANOVA decides; Welch’s form, which allows unequal variances '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'welch1951')))
        yield ', is given for comparison.\n\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'seeds'):
        pass
        yield 'Seeds are not matched between algorithms, so the one-way ANOVA decides.\n\n'
    l_1_loop = missing
    for l_1_v, l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'verdicts'), undefined):
        l_1_test = l_1_adjusted = l_1_corrected = l_1_uncorrected = l_1_verdict = missing
        _loop_vars = {}
        pass
        l_1_test = ('blocked ANOVA, corrected ' if (environment.getattr(environment.getattr(l_1_v, 'row'), 'method') == 'anova_blocked') else 'one-way ANOVA, ')
        _loop_vars['test'] = l_1_test
        l_1_adjusted = (str_join((' after ', (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment), ' adjustment', )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'shared') else '')
        _loop_vars['adjusted'] = l_1_adjusted
        l_1_corrected = (str_join(('corrected ', environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F', _loop_vars=_loop_vars), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matched') else 'one-way ANOVA')
        _loop_vars['corrected'] = l_1_corrected
        t_2 = []
        pass
        def t_3(fiter):
            for (l_3_title, l_3_clear, l_3_n) in fiter:
                if (l_3_title == 'one-way'):
                    yield (l_3_title, l_3_clear, l_3_n)
        for (l_3_title, l_3_clear, l_3_n) in t_3(environment.getattr(l_1_v, 'beside')):
            _loop_vars = {}
            pass
            t_2.extend((
                '; by the uncorrected one-way ANOVA on ',
                str(environment.finalize(context, (l_3_clear or 'none'))),
                '\n',
            ))
        l_3_title = l_3_clear = l_3_n = missing
        l_1_uncorrected = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
        _loop_vars['uncorrected'] = l_1_uncorrected
        l_2_number = resolve('number')
        t_4 = []
        pass
        if (environment.getattr(l_1_v, 'case') == 'untestable'):
            pass
            t_4.extend((
                'On ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_v, 'dataset')))),
                ', the algorithms could not be compared by ',
                str(environment.finalize(context, environment.getattr(l_1_v, 'metric'))),
                ': ',
                str(environment.finalize(context, environment.getattr(environment.getattr(l_1_v, 'row'), 'reason'))),
                '.\n',
            ))
        elif (environment.getattr(l_1_v, 'case') == 'tied'):
            pass
            t_4.extend((
                'On ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_v, 'dataset')))),
                ', all algorithms have equal results by ',
                str(environment.finalize(context, environment.getattr(l_1_v, 'metric'))),
                '.\n',
            ))
        elif (environment.getattr(l_1_v, 'case') == 'single'):
            pass
            t_4.extend((
                'On ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_v, 'dataset')))),
                ', the algorithms ',
                str(environment.finalize(context, ('differ' if environment.getattr(l_1_v, 'n_clear') else 'do not differ'))),
                ' significantly by ',
                str(environment.finalize(context, environment.getattr(l_1_v, 'metric'))),
                ' (',
                str(environment.finalize(context, (undefined(name='test') if l_1_test is missing else l_1_test))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F'))),
                ' = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_2_number is missing else l_2_number), environment.getattr(environment.getattr(l_1_v, 'row'), 'statistic')))),
                ', df = ',
                str(environment.finalize(context, environment.getattr(environment.getattr(l_1_v, 'row'), 'df'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(l_1_v, 'p_value')))),
                str(environment.finalize(context, (undefined(name='adjusted') if l_1_adjusted is missing else l_1_adjusted))),
                '; ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'symbol'))),
                ' = ',
                str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_2_number is missing else l_2_number), environment.getattr(environment.getattr(l_1_v, 'row'), 'effect'), 3))),
                ').\n',
            ))
        elif (environment.getattr(l_1_v, 'case') == 'none tested'):
            pass
            t_4.extend((
                'On none of ',
                str(environment.finalize(context, environment.getattr(l_1_v, 'datasets'))),
                ' could the algorithms be compared by ',
                str(environment.finalize(context, environment.getattr(l_1_v, 'metric'))),
                ': ',
                str(environment.finalize(context, environment.getattr(l_1_v, 'reason'))),
                '.\n',
            ))
        else:
            pass
            t_4.extend((
                'By ',
                str(environment.finalize(context, environment.getattr(l_1_v, 'metric'))),
                ', the algorithms differ significantly on ',
                str(environment.finalize(context, (environment.getattr(l_1_v, 'n_clear') or 'none'))),
                ' of ',
                str(environment.finalize(context, environment.getattr(l_1_v, 'datasets'))),
                str(environment.finalize(context, (' each' if (environment.getattr(l_1_v, 'several') and environment.getattr(l_1_v, 'n_clear')) else cond_expr_undefined("the inline if-expression on line 48 in 'sections/variance.jinja' evaluated to false and no else section was defined.")))),
                ' (',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='corrected') if l_1_corrected is missing else l_1_corrected)))),
                ', ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment))),
                ' over ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family'))),
                ')',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='uncorrected') if l_1_uncorrected is missing else l_1_uncorrected)))),
                '.\n',
            ))
            if environment.getattr(l_1_v, 'n_untested'):
                pass
                t_4.extend((
                    str(environment.finalize(context, environment.getattr(l_1_v, 'n_untested'))),
                    ' of them could not be tested.\n',
                ))
        l_1_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
        _loop_vars['verdict'] = l_1_verdict
        l_2_number = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(l_1_v, 'rows'), (undefined(name='verdict') if l_1_verdict is missing else l_1_verdict), headline=((environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'on_one_dataset') and environment.getattr(l_1_loop, 'first')) and (not t_1(environment.getattr(environment.getattr(l_1_v, 'row'), 'p_value')))), _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_loop = l_1_v = l_1_test = l_1_adjusted = l_1_corrected = l_1_uncorrected = l_1_verdict = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'any_tested'):
        pass
        if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'shared') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'listed')):
            pass
            yield str(environment.finalize(context, (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment)))
            yield ' adjustment is over '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family')))
            yield ', also for the '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p')))
            yield '-values for comparison.\n'
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'shared'):
            pass
            yield str(environment.finalize(context, (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment)))
            yield ' adjustment is over '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family')))
            yield '.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matched'):
            pass
            yield 'Partial η² (eta squared) is the share of the variation that the algorithms explain, apart from that of the runs.\n'
        else:
            pass
            yield 'Eta squared, η², is the share of the variation that the algorithms explain.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield '\n\n'
        for (l_1_n, l_1_reason) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'untested'):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, l_1_n))
            yield ' could not be made: '
            yield str(environment.finalize(context, l_1_reason))
            yield '.\n'
        l_1_n = l_1_reason = missing
        yield '\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sources'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sources'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'has_pairs'):
        pass
        l_0_elsewhere = (', and the tests within each dataset decide' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pairs_elsewhere') else '')
        context.vars['elsewhere'] = l_0_elsewhere
        context.exported_vars.add('elsewhere')
        yield 'Tukey’s honestly significant difference covers all pairs together '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'tukey1949')))
        yield '; Fisher’s least significant difference holds its level only among three algorithms, and only after the ANOVA has rejected.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matched'):
            pass
            yield 'Both take the runs as independent and find too much; they are given for comparison'
            yield str(environment.finalize(context, (undefined(name='elsewhere') if l_0_elsewhere is missing else l_0_elsewhere)))
            yield '.\n'
        else:
            pass
            yield 'Both are given for comparison'
            yield str(environment.finalize(context, (undefined(name='elsewhere') if l_0_elsewhere is missing else l_0_elsewhere)))
            yield '.\n'
        yield '\n'
    for l_1_detail in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'details'):
        _loop_vars = {}
        pass
        if (environment.getattr(l_1_detail, 'matrix') and (environment.getattr(l_1_detail, 'outcome') == 'not rejected')):
            pass
            yield 'By '
            yield str(environment.finalize(context, environment.getattr(l_1_detail, 'metric')))
            yield ', the uncorrected ANOVA has not rejected, so by Fisher’s rule no pair differs.\n\n'
        elif (environment.getattr(l_1_detail, 'matrix') and (environment.getattr(l_1_detail, 'outcome') == 'not located')):
            pass
            yield 'By '
            yield str(environment.finalize(context, environment.getattr(l_1_detail, 'metric')))
            yield ', the uncorrected ANOVA has rejected, but no single pair differs by Fisher’s test.\n\n'
        if environment.getattr(l_1_detail, 'box'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr(l_1_detail, 'box'), _loop_vars=_loop_vars)))
            yield '\n\n'
        if environment.getattr(l_1_detail, 'matrix'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_detail, 'matrix'), _loop_vars=_loop_vars)))
            yield '\n\n'
    l_1_detail = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further'):
        pass
        yield 'Pairs by '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further')))
        yield ' are left out.\n\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matched') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'any_tested')):
        pass
        t_5 = []
        pass
        t_5.extend((
            'All algorithms met the same runs, which are blocks; the division of ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F'))),
            ' allows, heuristically, for the training data that runs share ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003'))),
            '.\n',
        ))
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do the algorithms differ at all on a single dataset?', 'anova_blocked', (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'seeds'):
        pass
        t_6 = []
        pass
        t_6.append(
            'Seeds are not matched between algorithms, so their results are independent samples.\n',
        )
        l_0_why_seeds = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
        context.vars['why_seeds'] = l_0_why_seeds
        context.exported_vars.add('why_seeds')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do the algorithms differ at all on a single dataset?', 'anova_oneway', (undefined(name='why_seeds') if l_0_why_seeds is missing else l_0_why_seeds))))
        yield '\n'

blocks = {}
debug_info = '3=24&4=27&6=32&8=34&9=37&12=40&13=43&14=45&15=49&16=52&22=58&23=61&25=63&29=67&30=71&31=73&32=75&34=79&35=88&33=92&39=97&40=101&41=108&42=112&43=117&44=121&45=142&46=146&48=157&49=173&50=176&38=179&54=182&57=185&58=187&59=189&60=195&61=197&63=201&69=208&71=210&72=214&77=221&78=223&81=225&82=227&83=231&84=233&85=236&87=241&91=244&92=247&93=250&95=252&96=255&99=257&100=259&103=261&104=263&108=266&109=269&112=271&114=277&113=282&116=285&118=287&119=294&122=297'
