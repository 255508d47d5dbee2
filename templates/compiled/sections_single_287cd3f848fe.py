from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/single.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_r = resolve('r')
    l_0_verdict = resolve('verdict')
    l_0_m = resolve('m')
    l_0_interval = resolve('interval')
    l_0_why = resolve('why')
    l_0_first = resolve('first')
    l_0_alone = resolve('alone')
    l_0_level = resolve('level')
    l_0_wider = resolve('wider')
    l_0_chance = resolve('chance')
    try:
        t_1 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Each algorithm on its own\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rates'):
        pass
        l_0_r = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rates')
        context.vars['r'] = l_0_r
        context.exported_vars.add('r')
        l_1_adjustment = resolve('adjustment')
        l_1_percent = resolve('percent')
        t_2 = []
        pass
        if environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'one_dataset'):
            pass
            t_2.extend((
                'On ',
                str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'where'))),
                ', a majority-class predictor (always “',
                str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'label'))),
                '”) is wrong on ',
                str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'guess'))),
                '; ',
                str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'below'))),
                ' ',
                str(environment.finalize(context, ('err' if (environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'n_better') > 1) else 'errs'))),
                ' significantly less often (',
                str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'test_name'))),
                ', one-sided, ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                ' over the algorithms).\n',
            ))
            if (not t_1(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'p_adjusted'))):
                pass
                t_2.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'focus')))),
                    ' has an error rate of ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='percent') if l_1_percent is missing else l_1_percent), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'estimate'), 1))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'p_adjusted')))),
                    '.\n',
                ))
            elif (not t_1(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'estimate'))):
                pass
                t_2.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'focus')))),
                    ' has an error rate of ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='percent') if l_1_percent is missing else l_1_percent), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'estimate'), 1))),
                    '.\n',
                ))
        else:
            pass
            t_2.extend((
                'On ',
                str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'where'))),
                ', ',
                str(environment.finalize(context, (environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'n_better') or 'none'))),
                ' of ',
                str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'n'))),
                ' error rates ',
                str(environment.finalize(context, ('are' if (environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'n_better') > 1) else 'is'))),
                ' significantly below that of a majority-class predictor (',
                str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'test_name'))),
                ', one-sided, ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                ' within each dataset).\n',
            ))
        l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
        context.vars['verdict'] = l_0_verdict
        context.exported_vars.add('verdict')
        l_1_adjustment = l_1_percent = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict))))
        yield '\n\n'
        if environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'dependence'), 'clustered'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'table'))))
            yield ' gives the error rates with their t intervals over clusters; instances of a cluster are not independent, so binomial intervals and tests do not apply.\n'
        elif environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'dependence'), 'dependent'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'table'))))
            yield ' gives the error rates with their t intervals over the means of instances; instances were predicted up to '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'dependence'), 'attempts')))
            yield ' times, so binomial intervals and tests do not apply.\n'
        else:
            pass
            l_0_interval = (str_join(('the ', environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'interval'), ' interval, which was asked for', )) if environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'interval') else 'Wilson’s interval, the default')
            context.vars['interval'] = l_0_interval
            context.exported_vars.add('interval')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'table'))))
            yield ' gives the error counts with '
            yield str(environment.finalize(context, (undefined(name='interval') if l_0_interval is missing else l_0_interval)))
            yield '; the exact interval of Clopper and Pearson, which covers at least as often as it says; and Hoeffding’s bound, which is the widest and assumes independence only.\n'
            if environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'figure'):
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'figure'))))
                yield ' shows the three side by side.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'table'))))
        yield '\n\n'
        if environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'figure'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'figure'))))
            yield '\n\n'
        if environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'open'):
            pass
            yield 'For '
            yield str(environment.finalize(context, environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'open')))
            yield ', no significant difference from the majority-class predictor was found.\n\n'
        yield 'The test takes the share of the largest class as known.\n'
        if (environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'audit'), 'pooled') and (not environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'dependence'), 'dependent'))):
            pass
            yield 'Counts of several trained models are pooled, so intervals and tests are approximate.\n'
        yield '\n'
        if environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'audit'), 'untested'):
            pass
            yield 'Not tested: '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'audit'), 'untested')))
            yield ' ('
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'audit'), 'reasons')))
            yield ').\n\n'
        t_3 = []
        pass
        if environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'dependence'), 'dependent'):
            pass
            t_3.extend((
                'Dependent predictions are no independent trials, so the mean over ',
                str(environment.finalize(context, ('clusters' if environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'dependence'), 'clustered') else 'instances'))),
                ' is tested.\n',
            ))
        else:
            pass
            t_3.append(
                'The test is exact at any size.\n',
            )
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Is a classifier better than always saying the largest class?', environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'test'), 'id'), (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'
        if (not environment.getattr(environment.getattr((undefined(name='r') if l_0_r is missing else l_0_r), 'dependence'), 'dependent')):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'ci_clopper_pearson', 'ci_hoeffding', 'ci_wilson')))
            yield '\n'
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'):
        pass
        l_0_first = (str_join((', the first of ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'n_metrics'), ' metrics,', )) if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'n_metrics') > 1) else '')
        context.vars['first'] = l_0_first
        context.exported_vars.add('first')
        t_4 = []
        pass
        if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'alone'):
            pass
            t_4.extend((
                '; of so many algorithms and datasets only ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'alone')))),
                ' is shown\n',
            ))
        l_0_alone = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
        context.vars['alone'] = l_0_alone
        context.exported_vars.add('alone')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'table'))))
        yield ' gives the mean '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'metric')))
        yield str(environment.finalize(context, (undefined(name='first') if l_0_first is missing else l_0_first)))
        yield ' over the runs, with '
        yield str(environment.finalize(context, ('two intervals' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'corrected') else 'the plain t interval')))
        yield ' at '
        yield str(environment.finalize(context, (undefined(name='level') if l_0_level is missing else l_0_level)))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='alone') if l_0_alone is missing else l_0_alone))))
        yield '.\n'
        if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'corrected'):
            pass
            l_0_wider = (str_join((': in the median the corrected one is ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'wider'), ' times as wide', )) if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'wider') else '')
            context.vars['wider'] = l_0_wider
            context.exported_vars.add('wider')
            yield 'The corrected interval allows for training data that runs share '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003')))
            yield '; the plain t interval treats runs as independent and is then too narrow'
            yield str(environment.finalize(context, (undefined(name='wider') if l_0_wider is missing else l_0_wider)))
            yield '.\n'
        else:
            pass
            yield 'It treats runs as independent, which they are not, and is too narrow.\nAn interval that allows for shared training data needs the sizes of training and test sets '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003')))
            yield ', which are not in the table.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'table'))))
        yield '\n\n'
        l_0_chance = environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'chance')
        context.vars['chance'] = l_0_chance
        context.exported_vars.add('chance')
        if ((undefined(name='chance') if l_0_chance is missing else l_0_chance) and (not environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'n'))):
            pass
            yield 'Whether a mean exceeds the chance level, '
            yield str(environment.finalize(context, environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'levels')))
            yield ', could not be tested: '
            yield str(environment.finalize(context, environment.getitem(environment.getitem(environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'untested'), 0), 1)))
            yield '.\n\n'
        elif (undefined(name='chance') if l_0_chance is missing else l_0_chance):
            pass
            l_1_adjustment = resolve('adjustment')
            t_5 = []
            pass
            t_5.extend((
                'Significantly above the chance level, ',
                str(environment.finalize(context, environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'levels'))),
                ', ',
                str(environment.finalize(context, ('are' if (environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'n_clear') > 1) else 'is'))),
                ' ',
                str(environment.finalize(context, (environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'n_clear') or 'none'))),
                ' of ',
                str(environment.finalize(context, environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'n'))),
                ' means (corrected one-sample t test, one-sided, ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                ' within each dataset and metric).\n',
            ))
            for (l_2_n, l_2_reason) in environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'untested'):
                _loop_vars = {}
                pass
                t_5.extend((
                    'Not tested: ',
                    str(environment.finalize(context, l_2_n)),
                    ' (',
                    str(environment.finalize(context, l_2_reason)),
                    ').\n',
                ))
            l_2_n = l_2_reason = missing
            l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
            context.vars['verdict'] = l_0_verdict
            context.exported_vars.add('verdict')
            l_1_adjustment = missing
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='chance') if l_0_chance is missing else l_0_chance), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict))))
            yield '\n\n'
            t_6 = []
            pass
            t_6.extend((
                'Means over runs are tested with a variance that allows for shared training data ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003'))),
                '; the constant is what an algorithm reaches that ignores the features.\n',
            ))
            l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
            context.vars['why'] = l_0_why
            context.exported_vars.add('why')
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Is an algorithm better than chance on a dataset?', 'one_sample_t', (undefined(name='why') if l_0_why is missing else l_0_why))))
            yield '\n'
        if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'audit'), 'untested'):
            pass
            yield 'Without an interval, over all algorithms, datasets and metrics: '
            yield str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'audit'), 'untested')))
            yield ' ('
            yield str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'audit'), 'reasons')))
            yield ').\n\n'
        yield 'Intervals of a mean may reach past the end of the scale.\n\n'
        t_7 = []
        pass
        if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'means'), 'corrected'):
            pass
            t_7.append(
                'It allows for training data that runs share; the plain t interval is given beside it.\n',
            )
        else:
            pass
            t_7.append(
                'The sizes that a corrected interval needs are not in the table.\n',
            )
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'How certain is the mean of one algorithm over its runs?', 'ci_mean_t', (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'

blocks = {}
debug_info = '3=29&4=31&6=38&7=42&8=57&9=60&10=67&11=70&14=79&5=92&17=96&19=98&20=100&21=102&22=104&24=110&25=113&26=117&27=119&31=122&33=124&34=126&37=128&38=131&42=134&46=138&47=141&51=147&52=151&50=159&57=162&58=164&59=166&63=169&64=171&66=176&67=180&65=183&70=186&71=196&72=198&73=202&76=209&79=212&81=214&82=217&83=220&85=224&87=231&88=242&89=247&86=253&92=257&95=263&94=266&97=269&99=271&100=274&106=281&105=291&112=294'
