from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/predicted.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_level = resolve('level')
    l_0_rivals = resolve('rivals')
    l_0_mcnemar = resolve('mcnemar')
    l_0_t = resolve('t')
    l_0_verdict = resolve('verdict')
    l_0_same = resolve('same')
    l_0_place = resolve('place')
    l_0_integer = resolve('integer')
    l_0_why_pairs = resolve('why_pairs')
    l_0_affected = l_0_exact = l_0_why_rates = missing
    try:
        t_1 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# '
    yield str(environment.finalize(context, ('Results item by item' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'scored') else 'Predictions, instance by instance')))
    yield '\n\n'
    l_0_affected = ('tests and intervals' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'robust') else 'tests')
    context.vars['affected'] = l_0_affected
    context.exported_vars.add('affected')
    l_0_exact = (', or the exact interval of Clopper and Pearson where errors or right answers are fewer than five' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'exact') else '')
    context.vars['exact'] = l_0_exact
    context.exported_vars.add('exact')
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'errors'))))
    yield ' gives the error rate of each algorithm with its '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'interval')))
    yield ' interval at '
    yield str(environment.finalize(context, (undefined(name='level') if l_0_level is missing else l_0_level)))
    yield str(environment.finalize(context, (undefined(name='exact') if l_0_exact is missing else l_0_exact)))
    yield ', over '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_instances')))
    yield ' of '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'where')))
    yield '.\n'
    if ((environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'attempts') > 1) and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'ignored')):
        pass
        yield 'Algorithms attempted '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
        yield 's up to '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'attempts')))
        yield ' times; '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test_name')))
        yield ' counts every attempt as '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'a_noun')))
        yield ' of its own and so rejects too often.\n'
    elif (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'attempts') > 1):
        pass
        yield 'Algorithms attempted '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
        yield 's up to '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'attempts')))
        yield ' times; the attempts at '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'a_noun')))
        yield ' are averaged, and '
        yield str(environment.finalize(context, (undefined(name='affected') if l_0_affected is missing else l_0_affected)))
        yield ' count '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
        yield 's.\n'
    if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'clustered') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'ignored')):
        pass
        yield 'The '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
        yield 's come in clusters and are not independent within them; '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test_name')))
        yield ' ignores this and rejects too often.\n'
    elif environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'clustered'):
        pass
        yield 'The '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
        yield 's come in clusters and are not independent within them; '
        yield str(environment.finalize(context, (undefined(name='affected') if l_0_affected is missing else l_0_affected)))
        yield ' are computed over clusters.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'):
        pass
        l_0_rivals = (str_join((', for the nearest rival of ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus'), ' on each dataset', )) if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'nearest') else '')
        context.vars['rivals'] = l_0_rivals
        context.exported_vars.add('rivals')
        t_2 = []
        pass
        if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test'), 'id') == 'mcnemar'):
            pass
            t_2.extend((
                '; McNemar’s exact test uses those that exactly one of the two gets right ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'mcnemar1947'))),
                '\n',
            ))
        l_0_mcnemar = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
        context.vars['mcnemar'] = l_0_mcnemar
        context.exported_vars.add('mcnemar')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'agreement'))))
        yield ' counts the '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'counted')))
        yield ' that both get wrong, only one of the two, or none'
        yield str(environment.finalize(context, (undefined(name='rivals') if l_0_rivals is missing else l_0_rivals)))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='mcnemar') if l_0_mcnemar is missing else l_0_mcnemar))))
        yield '.\n'
    yield '\n'
    if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared')):
        pass
        yield 'Pairs are not tested: without a reference all pairs would have to be, and there are more than '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'most')))
        yield ' algorithms.\nDeclare one (option '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), 'reference')))
        yield ').\n\n'
    else:
        pass
        l_0_t = environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'tally')
        context.vars['t'] = l_0_t
        context.exported_vars.add('t')
        l_1_often = resolve('often')
        l_1_outcome = resolve('outcome')
        l_1_limits = resolve('limits')
        l_1_alone = resolve('alone')
        l_1_test = resolve('test')
        l_1_size = resolve('size')
        l_1_adjustment = resolve('adjustment')
        l_1_less = resolve('less')
        l_1_more = resolve('more')
        l_1_neither = resolve('neither')
        l_1_rest = resolve('rest')
        t_3 = []
        pass
        if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'):
            pass
            l_1_often = ('less' if (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'winner') == environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a')) else 'more')
            t_4 = []
            pass
            if (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'verdict') == 'untested'):
                pass
                t_4.extend((
                    'and ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                    ' could not be compared\n',
                ))
            elif (environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'verdict') == 'better'):
                pass
                t_4.extend((
                    'errs significantly ',
                    str(environment.finalize(context, (undefined(name='often') if l_1_often is missing else l_1_often))),
                    ' often than ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                    '\n',
                ))
            else:
                pass
                t_4.extend((
                    'and ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                    ' do not differ significantly in error rate\n',
                ))
            l_1_outcome = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
            t_5 = []
            pass
            if ((not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low'))) and (not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_high')))):
                pass
                t_5.extend((
                    ', ',
                    str(environment.finalize(context, (undefined(name='level') if l_0_level is missing else l_0_level))),
                    ' interval ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'limits'), environment.call_binop(context, '*', 100, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_low')), environment.call_binop(context, '*', 100, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'ci_high')), 1))),
                    '\n',
                ))
            l_1_limits = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
            l_1_alone = (str_join(('; ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'alone'), )) if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'alone') else '')
            t_6 = []
            pass
            if (not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'p_value'))):
                pass
                t_6.extend((
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'p_value')))),
                    ', ',
                    str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test_name'))),
                    str(environment.finalize(context, (undefined(name='alone') if l_1_alone is missing else l_1_alone))),
                    '\n',
                ))
            l_1_test = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
            l_2_fixed = resolve('fixed')
            t_7 = []
            pass
            if (not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate'))):
                pass
                t_7.extend((
                    '(difference ',
                    str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_2_fixed is missing else l_2_fixed), environment.call_binop(context, '*', 100, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate')), 1))),
                    ' percentage points',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='limits') if l_1_limits is missing else l_1_limits)))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='test') if l_1_test is missing else l_1_test)))),
                    ')\n',
                ))
            l_1_size = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
            l_2_fixed = missing
            t_3.extend((
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'a')))),
                ' ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='outcome') if l_1_outcome is missing else l_1_outcome)))),
                ' on ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'dataset'))),
                str(environment.finalize(context, (' ' if (not t_1(environment.getattr(environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'), 'estimate'))) else cond_expr_undefined("the inline if-expression on line 60 in 'sections/predicted.jinja' evaluated to false and no else section was defined.")))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='size') if l_1_size is missing else l_1_size)))),
                '.\n',
            ))
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several'):
            pass
            t_3.extend((
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                ' errs significantly less often in ',
                str(environment.finalize(context, (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'ahead') or 'none'))),
                ' of ',
                str(environment.finalize(context, environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'n'))),
                ' comparisons on ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'where'))),
                ' and significantly more often in ',
                str(environment.finalize(context, (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'behind') or 'none'))),
                ' (',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test_name'))),
                ', ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                ' within each dataset over ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'family'))),
                ').\n',
            ))
        else:
            pass
            l_1_less = (str_join(('errs significantly less often than ', environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'worse'), )) if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'worse') else '')
            l_1_more = (str_join(((' and' if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'worse') else 'errs'), ' significantly more often than ', environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger'), )) if environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger') else '')
            l_1_neither = str_join(('does not differ significantly in error rate from ', (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'open') or 'any other algorithm'), ))
            l_1_rest = (str_join(('; no significant difference from ', environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'open'), )) if (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'open') and (environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'worse') or environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'stronger'))) else '')
            t_3.extend((
                'On ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'where'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
                ' ',
                str(environment.finalize(context, (str_join(((undefined(name='less') if l_1_less is missing else l_1_less), (undefined(name='more') if l_1_more is missing else l_1_more), )) or (undefined(name='neither') if l_1_neither is missing else l_1_neither)))),
                ' (',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test_name'))),
                ', ',
                str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment))),
                ' over ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'family'))),
                ')',
                str(environment.finalize(context, (undefined(name='rest') if l_1_rest is missing else l_1_rest))),
                '.\n',
            ))
        if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'widest') and (not environment.getattr((undefined(name='t') if l_0_t is missing else l_0_t), 'only'))):
            pass
            t_3.extend((
                'The largest difference, ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'widest'))),
                '.\n',
            ))
        l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
        context.vars['verdict'] = l_0_verdict
        context.exported_vars.add('verdict')
        l_1_often = l_1_outcome = l_1_limits = l_1_alone = l_1_test = l_1_size = l_1_adjustment = l_1_less = l_1_more = l_1_neither = l_1_rest = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict), headline=(not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'ignored')))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'populations'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'populations')))
        yield '\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'errors'))))
    yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'agreement'))))
        yield '\n\n'
        l_0_same = environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'), 'same')
        context.vars['same'] = l_0_same
        context.exported_vars.add('same')
        if (undefined(name='same') if l_0_same is missing else l_0_same):
            pass
            l_0_place = (str_join((' on ', environment.getattr((undefined(name='same') if l_0_same is missing else l_0_same), 'dataset'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several') else '')
            context.vars['place'] = l_0_place
            context.exported_vars.add('place')
            yield 'Equal error rates need not be equal errors: '
            yield str(environment.finalize(context, environment.getattr((undefined(name='same') if l_0_same is missing else l_0_same), 'name')))
            yield ' and '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))
            yield ' are wrong equally often'
            yield str(environment.finalize(context, (undefined(name='place') if l_0_place is missing else l_0_place)))
            yield ', yet on '
            yield str(environment.finalize(context, environment.getattr((undefined(name='same') if l_0_same is missing else l_0_same), 'n')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'counted')))
            yield ' only one of them is.\n\n'
    if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'pooled') and (not environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'again'))):
        pass
        yield 'Predictions of several folds are pooled; their models were trained on overlapping data, so tests and intervals are approximate.\n\n'
    if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'dropped'):
        pass
        yield 'Pairs are compared on the '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
        yield 's that both predicted; up to '
        yield str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_0_integer is missing else l_0_integer), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'dropped'))))
        yield ' were left out of a pair.\n\n'
    if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'tied'):
        pass
        yield 'Of the pairs, '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'tied')))
        yield ' '
        yield str(environment.finalize(context, ('has' if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'tied') == 1) else 'have')))
        yield ' the same results on every '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
        yield '.\n\n'
    if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'untested'):
        pass
        yield 'Not tested: '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'untested')))
        yield ' ('
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'audit'), 'reasons')))
        yield ').\n\n'
    l_1_options = resolve('options')
    t_8 = []
    pass
    if ('rates' in environment.getattr((undefined(name='options') if l_1_options is missing else l_1_options), 'tests')):
        pass
        t_8.append(
            'It was asked for in the recipe.\n',
        )
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'robust'):
        pass
        t_8.extend((
            'Its standard error is computed over ',
            str(environment.finalize(context, ('clusters' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'clustered') else str_join(('the means of ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun'), 's', ))))),
            ' ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'liang1986'))),
            '; a binomial interval would count dependent predictions as independent.\n',
        ))
    else:
        pass
        t_8.extend((
            'It keeps its level at all rates and stays between 0 and 1 ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'wilson1927'))),
            '; with fewer than five errors or right answers the exact interval takes its place ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'clopper1934'))),
            ', by count and not by outcome.\n',
        ))
    l_0_why_rates = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
    context.vars['why_rates'] = l_0_why_rates
    context.exported_vars.add('why_rates')
    l_1_options = missing
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'How certain is an error rate?', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rates'), 'id'), (undefined(name='why_rates') if l_0_why_rates is missing else l_0_why_rates))))
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'compared'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'same_rate_other_errors')))
        yield '\n'
        l_1_options = resolve('options')
        t_9 = []
        pass
        if ('instances' in environment.getattr((undefined(name='options') if l_1_options is missing else l_1_options), 'tests')):
            pass
            t_9.append(
                'It was asked for in the recipe.\n',
            )
        elif environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'dependent'):
            pass
            t_9.extend((
                'Predictions of one ',
                str(environment.finalize(context, ('cluster' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependence'), 'clustered') else environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))),
                ' are not independent, so McNemar’s test would reject too often; this test counts ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units'))),
                ' ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'liang1986'))),
                '.\n',
            ))
        else:
            pass
            t_9.extend((
                'Both algorithms predicted the same ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun'))),
                's; only those that exactly one of them gets right tell them apart ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'mcnemar1947'))),
                '.\nThe exact form holds at any number of them; the mid-p-value beside it is less conservative.\n',
            ))
        l_0_why_pairs = (Markup if context.eval_ctx.autoescape else identity)(concat(t_9))
        context.vars['why_pairs'] = l_0_why_pairs
        context.exported_vars.add('why_pairs')
        l_1_options = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do two algorithms err equally often on the same instances?', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test'), 'id'), (undefined(name='why_pairs') if l_0_why_pairs is missing else l_0_why_pairs))))
        yield '\n'

blocks = {}
debug_info = '1=30&3=32&4=35&5=38&6=49&7=52&8=60&9=63&11=73&12=76&13=80&14=83&16=87&17=89&19=94&20=98&18=101&23=104&26=112&27=115&28=117&31=121&33=137&34=139&36=142&37=146&38=149&39=153&41=162&35=165&45=168&46=172&44=177&49=178&51=181&52=185&50=191&56=195&57=199&55=205&60=208&61=217&62=220&64=239&65=240&66=241&67=242&68=245&70=260&71=264&32=267&74=271&77=273&78=275&81=277&83=279&84=281&86=283&87=286&88=288&89=292&93=302&97=305&98=308&101=312&102=315&105=321&106=324&110=331&112=336&113=340&115=349&109=354&118=358&119=360&120=362&122=367&124=372&125=376&127=387&121=392&131=396'
