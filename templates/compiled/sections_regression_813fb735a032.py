from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/regression.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_tally = resolve('tally')
    l_0_only = resolve('only')
    l_0_verdict = resolve('verdict')
    l_0_n = resolve('n')
    l_0_worst = resolve('worst')
    l_0_predict = resolve('predict')
    l_0_number = resolve('number')
    l_0_integer = resolve('integer')
    l_0_instances = resolve('instances')
    l_0_why = resolve('why')
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
    yield '# Predicted numbers\n\n'
    if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared')):
        pass
        yield 'Pairs of regressors are not tested: without a reference algorithm there are too many pairs.\nDeclare one ('
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), '--reference')))
        yield ').\n\n'
    else:
        pass
        l_0_tally = environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'tally')
        context.vars['tally'] = l_0_tally
        context.exported_vars.add('tally')
        l_0_only = environment.getattr((undefined(name='tally') if l_0_tally is missing else l_0_tally), 'only')
        context.vars['only'] = l_0_only
        context.exported_vars.add('only')
        l_1_outcome = resolve('outcome')
        l_1_ratio = resolve('ratio')
        l_1_difference = resolve('difference')
        l_1_test = resolve('test')
        l_1_rmse = resolve('rmse')
        l_1_larger = resolve('larger')
        l_1_adjustment = resolve('adjustment')
        t_3 = []
        pass
        if (undefined(name='only') if l_0_only is missing else l_0_only):
            pass
            t_4 = []
            pass
            if (environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'verdict') == 'untested'):
                pass
                t_4.extend((
                    'the squared errors of ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'a')))),
                    ' and ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                    ' could not be compared\n',
                ))
            elif (environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'verdict') == 'better'):
                pass
                t_4.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'winner')))),
                    ' has significantly smaller squared errors than ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'loser')))),
                    '\n',
                ))
            else:
                pass
                t_4.extend((
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'a')))),
                    ' and ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                    ' do not differ significantly in squared error\n',
                ))
            l_1_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
            t_5 = []
            pass
            if (not t_2(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'mse_ratio'))):
                pass
                t_5.extend((
                    ': the mean squared error of ',
                    str(environment.finalize(context, environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'a'))),
                    ' is ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_0_number is missing else l_0_number), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'mse_ratio'), 3))),
                    ' times that of ',
                    str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus'))),
                    '\n',
                ))
            l_1_ratio = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
            l_2_level = resolve('level')
            t_6 = []
            pass
            if (not t_2(environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'ci_low'))):
                pass
                t_6.extend((
                    ', the mean difference ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_0_number is missing else l_0_number), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'estimate'), 3))),
                    ' (',
                    str(environment.finalize(context, (undefined(name='level') if l_2_level is missing else l_2_level))),
                    ' interval ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'limits'), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'ci_low'), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'ci_high')))),
                    ')\n',
                ))
            elif (not t_2(environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'estimate'))):
                pass
                t_6.extend((
                    ', the mean difference ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_0_number is missing else l_0_number), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'estimate'), 3))),
                    '\n',
                ))
            l_1_difference = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
            l_2_level = missing
            t_7 = []
            pass
            if (not t_2(environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'df1'))):
                pass
                t_7.extend((
                    str(environment.finalize(context, ('cluster-robust' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'clustered') else 'paired'))),
                    ' ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 't'))),
                    ' = ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_0_number is missing else l_0_number), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'statistic'), 3))),
                    ', df = ',
                    str(environment.finalize(context, t_1(environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'df1')))),
                    '\n',
                ))
            else:
                pass
                t_7.extend((
                    str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test_name'))),
                    '\n',
                ))
            l_1_test = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
            if t_2(environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'p_value')):
                pass
                t_3.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'dataset'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='ratio') if l_1_ratio is missing else l_1_ratio)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='difference') if l_1_difference is missing else l_1_difference)))),
                    '.\n',
                ))
            else:
                pass
                t_3.extend((
                    'On ',
                    str(environment.finalize(context, environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'dataset'))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='ratio') if l_1_ratio is missing else l_1_ratio)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='difference') if l_1_difference is missing else l_1_difference)))),
                    ' (',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='test') if l_1_test is missing else l_1_test)))),
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr((undefined(name='only') if l_0_only is missing else l_0_only), 'p_value')))),
                    ').\n',
                ))
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'one_dataset'):
            pass
            l_1_rmse = (str_join((' (', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pooled'), 'RMSE ', environment.call(context, (undefined(name='number') if l_0_number is missing else l_0_number), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rmse'), 4), ')', )) if (not t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rmse'))) else '')
            l_1_larger = (str_join((' and significantly larger than those of ', environment.getattr((undefined(name='tally') if l_0_tally is missing else l_0_tally), 'stronger'), )) if environment.getattr((undefined(name='tally') if l_0_tally is missing else l_0_tally), 'stronger') else '')
            t_3.extend((
                'On ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'where'))),
                ', the squared errors of ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                str(environment.finalize(context, (undefined(name='rmse') if l_1_rmse is missing else l_1_rmse))),
                ' are significantly smaller than those of ',
                str(environment.finalize(context, (environment.getattr((undefined(name='tally') if l_0_tally is missing else l_0_tally), 'worse') or 'none of the others'))),
                str(environment.finalize(context, (undefined(name='larger') if l_1_larger is missing else l_1_larger))),
                ' (',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test_name'))),
                ', ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                '-adjusted over ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'family'))),
                ').\n',
            ))
        else:
            pass
            t_3.extend((
                'On ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'where'))),
                ', ',
                str(environment.finalize(context, environment.getattr((undefined(name='tally') if l_0_tally is missing else l_0_tally), 'n'))),
                ' comparisons of squared errors with ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                ': ',
                str(environment.finalize(context, environment.getattr((undefined(name='tally') if l_0_tally is missing else l_0_tally), 'ahead'))),
                ' significantly in its favour, ',
                str(environment.finalize(context, environment.getattr((undefined(name='tally') if l_0_tally is missing else l_0_tally), 'behind'))),
                ' against it (',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test_name'))),
                ', ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                '-adjusted within each dataset over ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'family'))),
                ').\n',
            ))
        l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
        context.vars['verdict'] = l_0_verdict
        context.exported_vars.add('verdict')
        l_1_outcome = l_1_ratio = l_1_difference = l_1_test = l_1_rmse = l_1_larger = l_1_adjustment = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict), headline=True)))
        yield '\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
    yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'below_mean'):
        pass
        l_0_n = environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'below_mean'), 'n')
        context.vars['n'] = l_0_n
        context.exported_vars.add('n')
        l_0_worst = (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'below_mean'), 'algorithm') if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'one_dataset') else str_join((environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'below_mean'), 'algorithm'), ' on ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'below_mean'), 'dataset'), )))
        context.vars['worst'] = l_0_worst
        context.exported_vars.add('worst')
        l_0_predict = (str_join(((undefined(name='n') if l_0_n is missing else l_0_n), ' regressors predict', )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'one_dataset') else str_join(('In ', (undefined(name='n') if l_0_n is missing else l_0_n), ' cases a regressor predicts', )))
        context.vars['predict'] = l_0_predict
        context.exported_vars.add('predict')
        if ((undefined(name='n') if l_0_n is missing else l_0_n) == 1):
            pass
            yield str(environment.finalize(context, (undefined(name='worst') if l_0_worst is missing else l_0_worst)))
            yield ' predicts worse than the mean of the truths (R² = '
            yield str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_0_number is missing else l_0_number), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'below_mean'), 'r2'), 3)))
            yield ').\n'
        else:
            pass
            yield str(environment.finalize(context, (undefined(name='predict') if l_0_predict is missing else l_0_predict)))
            yield ' worse than the mean of the truths, most of all '
            yield str(environment.finalize(context, (undefined(name='worst') if l_0_worst is missing else l_0_worst)))
            yield ' (R² = '
            yield str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_0_number is missing else l_0_number), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'below_mean'), 'r2'), 3)))
            yield ').\n'
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'pairs'))))
        yield '\n\n'
        if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'clustered'):
            pass
            yield 'Instances come in clusters and are not independent within them; the test is computed over clusters.\n\n'
        if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'attempts') > 1):
            pass
            yield 'Instances were predicted up to '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'attempts')))
            yield ' times; these attempts are averaged, and the test counts instances.\n\n'
        if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'pooled'):
            pass
            yield 'Instances are pooled over folds, whose regressors were trained on overlapping data; tests take the regressors as given and are approximate.\n\n'
        if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'dropped'):
            pass
            yield 'Pairs are compared on the instances that both predicted; up to '
            yield str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_0_integer is missing else l_0_integer), environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'dropped'))))
            yield ' were left out of a pair.\n\n'
        if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'tied'):
            pass
            yield 'Of the pairs, '
            yield str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'tied')))
            yield ' '
            yield str(environment.finalize(context, ('has' if (environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'tied') == 1) else 'have')))
            yield ' the same squared errors throughout.\n\n'
        if environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'untested'):
            pass
            yield str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'untested')))
            yield ' could not be tested: '
            yield str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'audit'), 'reasons')))
            yield '.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'refused'):
        pass
        yield 'McNemar’s test, which was asked for, is for classes that are right or wrong; for numbers the default is used.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'):
        pass
        l_0_instances = str_join((environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'enough'), (' clusters' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'clustered') else ''), ))
        context.vars['instances'] = l_0_instances
        context.exported_vars.add('instances')
        t_8 = []
        pass
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'asked_for'):
            pass
            t_8.append(
                'It was asked for in the recipe.\n',
            )
        elif (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test'), 'id') == 'paired_t_instances'):
            pass
            t_8.extend((
                'Both regressors predicted the same instances, and each dataset has at least ',
                str(environment.finalize(context, (undefined(name='instances') if l_0_instances is missing else l_0_instances))),
                ' of them, so that the mean of the differences is close to normal.\n',
            ))
        else:
            pass
            t_8.extend((
                'Both regressors predicted the same instances, and some dataset has fewer than ',
                str(environment.finalize(context, (undefined(name='instances') if l_0_instances is missing else l_0_instances))),
                ', too few to take a mean of skewed squares as normal.\n',
            ))
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Is one regressor’s squared error larger than another’s?', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test'), 'id'), (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'beside'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'pitman_morgan', 'f_test_regression')))
            yield '\n'

blocks = {}
debug_info = '3=36&5=39&8=43&9=46&11=58&13=62&14=66&15=71&16=74&18=82&12=87&22=90&23=94&21=101&27=105&28=109&29=116&30=120&26=123&34=127&35=130&37=142&33=145&40=146&41=150&43=161&45=172&46=174&47=175&48=178&50=197&10=214&53=218&56=220&58=222&59=224&60=227&61=230&62=233&63=235&65=241&69=248&70=250&72=252&76=255&77=258&80=260&84=263&85=266&88=268&89=271&92=275&93=277&97=281&101=284&102=286&104=291&106=296&107=300&109=307&103=310&112=313&113=315&114=317'
