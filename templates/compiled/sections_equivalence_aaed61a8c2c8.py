from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/equivalence.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_m = resolve('m')
    l_0_s = resolve('s')
    l_0_of_one = l_0_why = missing
    try:
        t_1 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Equivalence\n\nA difference as large as the declared margin has to be ruled out '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'schuirmann1987')))
    yield '; the margin means something only if it was chosen before the results were seen.\n\n'
    l_0_of_one = {'equivalent': 'equivalent to', 'no_worse': 'not shown to be equivalent to, but no worse than', 'open': 'shown to be neither equivalent to nor no worse than'}
    context.vars['of_one'] = l_0_of_one
    context.exported_vars.add('of_one')
    l_1_loop = missing
    for l_1_t, l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'), undefined):
        l_1_adjustment = resolve('adjustment')
        l_1_options = resolve('options')
        l_1_adjusted = l_1_verdict = missing
        _loop_vars = {}
        pass
        l_1_adjusted = (str_join((', ', (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment), '-adjusted', )) if environment.getattr(l_1_t, 'family') else '')
        _loop_vars['adjusted'] = l_1_adjusted
        l_2_limits = resolve('limits')
        l_2_numbers = resolve('numbers')
        l_2_equivalent = resolve('equivalent')
        l_2_no_worse = resolve('no_worse')
        l_2_open = resolve('open')
        t_2 = []
        pass
        if environment.getattr(l_1_t, 'single'):
            pass
            t_3 = []
            pass
            if ((not t_1(environment.getattr(environment.getattr(l_1_t, 'single'), 'low'))) and (not t_1(environment.getattr(environment.getattr(l_1_t, 'single'), 'high')))):
                pass
                t_3.extend((
                    ', ',
                    str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'level'))),
                    ' interval ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'limits'), environment.getattr(environment.getattr(l_1_t, 'single'), 'low'), environment.getattr(environment.getattr(l_1_t, 'single'), 'high'), environment.getattr(l_1_t, 'decimals'), null=environment.getattr(l_1_t, 'limits')))),
                    '\n',
                ))
            l_2_limits = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
            t_4 = []
            pass
            if (not t_1(environment.getattr(environment.getattr(l_1_t, 'single'), 'p_value'))):
                pass
                t_4.extend((
                    ', ',
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr(l_1_t, 'single'), 'p_value')))),
                    '; estimated difference ',
                    str(environment.finalize(context, environment.getattr(environment.getattr(l_1_t, 'single'), 'difference'))),
                    str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='limits') if l_2_limits is missing else l_2_limits)))),
                    '\n',
                ))
            l_2_numbers = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
            t_2.extend((
                'By ',
                str(environment.finalize(context, environment.getattr(l_1_t, 'metric'))),
                ', over ',
                str(environment.finalize(context, environment.getattr(l_1_t, 'datasets'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr(l_1_t, 'single'), 'name')))),
                ' is ',
                str(environment.finalize(context, environment.getitem((undefined(name='of_one') if l_0_of_one is missing else l_0_of_one), environment.getattr(environment.getattr(l_1_t, 'single'), 'verdict')))),
                ' ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_t, 'focus')))),
                ', within a margin of ',
                str(environment.finalize(context, environment.getattr(l_1_t, 'margin'))),
                ' (two one-sided Wilcoxon tests',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='numbers') if l_2_numbers is missing else l_2_numbers)))),
                ').\n',
            ))
        else:
            pass
            l_2_equivalent = (str_join((environment.getattr(environment.getattr(l_1_t, 'equivalent'), 'names'), (' are' if (environment.getattr(environment.getattr(l_1_t, 'equivalent'), 'n') > 1) else ' is'), )) if environment.getattr(environment.getattr(l_1_t, 'equivalent'), 'n') else 'no algorithm is')
            l_2_no_worse = (str_join(('; ', environment.getattr(environment.getattr(l_1_t, 'no_worse'), 'names'), (' are' if (environment.getattr(environment.getattr(l_1_t, 'no_worse'), 'n') > 1) else ' is'), ' no worse', )) if environment.getattr(environment.getattr(l_1_t, 'no_worse'), 'n') else '')
            l_2_open = (str_join(('; ', environment.getattr(environment.getattr(l_1_t, 'open'), 'names'), (' remain' if (environment.getattr(environment.getattr(l_1_t, 'open'), 'n') > 1) else ' remains'), ' undecided', )) if environment.getattr(environment.getattr(l_1_t, 'open'), 'n') else '')
            t_2.extend((
                'By ',
                str(environment.finalize(context, environment.getattr(l_1_t, 'metric'))),
                ', over ',
                str(environment.finalize(context, environment.getattr(l_1_t, 'datasets'))),
                ' and within a margin of ',
                str(environment.finalize(context, environment.getattr(l_1_t, 'margin'))),
                ', ',
                str(environment.finalize(context, (undefined(name='equivalent') if l_2_equivalent is missing else l_2_equivalent))),
                ' equivalent to ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_t, 'focus')))),
                str(environment.finalize(context, (undefined(name='no_worse') if l_2_no_worse is missing else l_2_no_worse))),
                str(environment.finalize(context, (undefined(name='open') if l_2_open is missing else l_2_open))),
                ' (two one-sided Wilcoxon tests',
                str(environment.finalize(context, (undefined(name='adjusted') if l_1_adjusted is missing else l_1_adjusted))),
                ').\n',
            ))
        l_1_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
        _loop_vars['verdict'] = l_1_verdict
        l_2_limits = l_2_numbers = l_2_equivalent = l_2_no_worse = l_2_open = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(l_1_t, 'rows'), (undefined(name='verdict') if l_1_verdict is missing else l_1_verdict), headline=environment.getattr(l_1_loop, 'first'), _loop_vars=_loop_vars)))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_t, 'table'), _loop_vars=_loop_vars)))
        yield '\n\n'
        if environment.getattr(l_1_t, 'family'):
            pass
            if environment.getattr((undefined(name='options') if l_1_options is missing else l_1_options), 'reference'):
                pass
                yield str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment)))
                yield ' adjustment is over '
                yield str(environment.finalize(context, environment.getattr(l_1_t, 'family')))
                yield '; for “no worse” over as many.\n'
            else:
                pass
                yield str(environment.finalize(context, (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment)))
                yield ' adjustment is over '
                yield str(environment.finalize(context, environment.getattr(l_1_t, 'family')))
                yield ', all pairs, as '
                yield str(environment.finalize(context, environment.getattr(l_1_t, 'focus')))
                yield ' was picked from the data; for “no worse” over twice as many, each pair both ways.\n'
            if environment.getattr(l_1_t, 'n_untested'):
                pass
                yield str(environment.finalize(context, environment.getattr(l_1_t, 'n_untested')))
                yield ' of the algorithms could not be tested.\n'
            yield '\n'
    l_1_loop = l_1_t = l_1_adjustment = l_1_adjusted = l_1_verdict = l_1_options = missing
    t_5 = []
    pass
    t_5.extend((
        'It makes no assumption of normality, is exact, and asks about the same typical difference as the tests of the pairs ',
        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'schuirmann1987'))),
        '.\n',
    ))
    l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
    context.vars['why'] = l_0_why
    context.exported_vars.add('why')
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Which algorithms are equivalent within the margin?', 'tost_wilcoxon', (undefined(name='why') if l_0_why is missing else l_0_why))))
    yield '\n'

blocks = {}
debug_info = '3=21&5=23&10=27&11=33&13=42&15=46&16=50&14=55&20=58&21=62&19=68&24=71&26=88&27=89&28=90&29=93&12=108&32=111&34=113&36=115&37=117&38=119&40=125&42=131&43=133&49=141&48=144&51=147'
