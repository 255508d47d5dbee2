from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/aggregates.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_values = l_0_why = missing
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    pass
    yield '# Aggregates over datasets\n\n'
    l_0_values = (str_join((environment.getattr(environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'), 0), 'metric'), ' is', )) if (t_1(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics')) == 1) else 'the values of a metric are')
    context.vars['values'] = l_0_values
    context.exported_vars.add('values')
    yield 'Unlike ranks, the aggregates assume that '
    yield str(environment.finalize(context, (undefined(name='values') if l_0_values is missing else l_0_values)))
    yield ' comparable across datasets.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'skipped'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'skipped')))
        yield ' '
        yield str(environment.finalize(context, ('are omitted because they are' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_skipped') else 'is omitted because it is')))
        yield ' not bounded by 0 and 1.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'per_cent'):
        pass
        yield 'Values are read as per cent.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'averaged'):
        pass
        yield 'As there are more than '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'averaged')))
        yield ' results, the runs of each dataset are averaged first.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'gaps'):
        pass
        yield 'Datasets with a missing result are left out.\n'
    yield '\n'
    for l_1_part in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'):
        l_1_level = resolve('level')
        l_1_simulated = l_1_interval = l_1_second = l_1_verdict = missing
        _loop_vars = {}
        pass
        l_1_simulated = (str_join((', simulated level ', environment.getattr(l_1_part, 'interval_level'), )) if environment.getattr(l_1_part, 'interval_level') else '')
        _loop_vars['simulated'] = l_1_simulated
        l_1_interval = (str_join((' (', (undefined(name='level') if l_1_level is missing else l_1_level), ' interval ', environment.getattr(l_1_part, 'interval'), (undefined(name='simulated') if l_1_simulated is missing else l_1_simulated), ')', )) if environment.getattr(l_1_part, 'interval') else '')
        _loop_vars['interval'] = l_1_interval
        l_1_second = (str_join((', ahead of ', environment.getattr(l_1_part, 'second'), ' with ', environment.getattr(l_1_part, 'second_iqm'), )) if environment.getattr(l_1_part, 'second') else '')
        _loop_vars['second'] = l_1_second
        t_2 = []
        pass
        t_2.extend((
            'By ',
            str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
            ', over ',
            str(environment.finalize(context, environment.getattr(l_1_part, 'datasets'))),
            ', ',
            str(environment.finalize(context, environment.getattr(l_1_part, 'names'))),
            ' ',
            str(environment.finalize(context, ('share' if (environment.getattr(l_1_part, 'n') > 1) else 'has'))),
            ' the best interquartile mean, ',
            str(environment.finalize(context, environment.getattr(l_1_part, 'iqm'))),
            str(environment.finalize(context, (undefined(name='interval') if l_1_interval is missing else l_1_interval))),
            str(environment.finalize(context, (undefined(name='second') if l_1_second is missing else l_1_second))),
            '.\n',
        ))
        for (l_3_title, l_3_names) in environment.getattr(l_1_part, 'others'):
            _loop_vars = {}
            pass
            t_2.extend((
                'The best ',
                str(environment.finalize(context, l_3_title)),
                ' is that of ',
                str(environment.finalize(context, l_3_names)),
                '.\n',
            ))
        l_3_title = l_3_names = missing
        l_1_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
        _loop_vars['verdict'] = l_1_verdict
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(l_1_part, 'rows'), (undefined(name='verdict') if l_1_verdict is missing else l_1_verdict), _loop_vars=_loop_vars)))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr(l_1_part, 'table'), _loop_vars=_loop_vars)))
        yield ' gives the aggregates of every algorithm.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_part, 'table'), _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_part = l_1_simulated = l_1_level = l_1_interval = l_1_second = l_1_verdict = missing
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'intervals')))
    yield ' Each holds by itself; whether two algorithms differ is tested elsewhere.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'constant'):
        pass
        yield 'Where nothing varies there is no interval.\n'
    yield '\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'profile'))))
    yield ' shows the whole distribution: a curve that lies above another everywhere is better at every threshold.'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'score_profile')))
    yield '\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'profile'))))
    yield '\n\n'
    t_3 = []
    pass
    t_3.extend((
        'It averages the middle half of the ',
        str(environment.finalize(context, ('runs' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs') else 'results'))),
        ', so that outliers on either side do not move it ',
        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'agarwal2021'))),
        '.\n',
    ))
    l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
    context.vars['why'] = l_0_why
    context.exported_vars.add('why')
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'How good is an algorithm over all datasets, in one number?', 'iqm', (undefined(name='why') if l_0_why is missing else l_0_why))))
    yield '\n'

blocks = {}
debug_info = '3=21&4=25&5=27&6=29&8=33&11=36&12=39&14=41&18=45&19=50&20=52&21=54&23=60&24=73&25=78&22=84&28=86&30=88&32=90&35=93&36=95&40=99&42=103&45=109&44=114&47=117'
