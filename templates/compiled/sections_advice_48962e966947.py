from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/advice.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_adjustment = resolve('adjustment')
    l_0_corrected = resolve('corrected')
    l_0_datasets = resolve('datasets')
    l_0_m = resolve('m')
    l_0_instead = resolve('instead')
    try:
        t_1 = environment.filters['join']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'join' found.")
    try:
        t_2 = environment.filters['select']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No filter named 'select' found.")
    pass
    yield '# Detectable differences and open questions\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'reach'):
        pass
        l_0_corrected = (str_join((', without and with ', (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment), ' correction', )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_tests') else '')
        context.vars['corrected'] = l_0_corrected
        context.exported_vars.add('corrected')
        l_0_datasets = (' on the datasets without a missing result' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'gaps') else '')
        context.vars['datasets'] = l_0_datasets
        context.exported_vars.add('datasets')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'reach'))))
        yield ' gives the smallest true difference detectable with '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'power')))
        yield ' power'
        yield str(environment.finalize(context, (undefined(name='corrected') if l_0_corrected is missing else l_0_corrected)))
        yield ', by a paired t test and the spread of the differences observed'
        yield str(environment.finalize(context, (undefined(name='datasets') if l_0_datasets is missing else l_0_datasets)))
        yield '.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'by_ranks'):
            pass
            yield 'Where differences are normal, Wilcoxon’s test needs about 5 % more datasets.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'reach'))))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'detectable_difference', 'attainable', 'sample_size_power')))
        yield '\n'
        for l_1_alike in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'out_of_reach'):
            l_1_adjusted = missing
            _loop_vars = {}
            pass
            l_1_adjusted = (str_join((', ', (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment), '-adjusted for ', environment.getattr(l_1_alike, 'tests'), ',', )) if environment.getattr(l_1_alike, 'tests') else '')
            _loop_vars['adjusted'] = l_1_adjusted
            yield 'By '
            yield str(environment.finalize(context, environment.getattr(l_1_alike, 'metrics')))
            yield ', no pair could become significant: with '
            yield str(environment.finalize(context, environment.getattr(l_1_alike, 'n')))
            yield ', the smallest possible '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p', _loop_vars=_loop_vars)))
            yield '-value'
            yield str(environment.finalize(context, (undefined(name='adjusted') if l_1_adjusted is missing else l_1_adjusted)))
            yield ' is '
            yield str(environment.finalize(context, environment.getattr(l_1_alike, 'smallest')))
            yield '.\n'
            if environment.getattr(l_1_alike, 'needed'):
                pass
                yield 'At least '
                yield str(environment.finalize(context, environment.getattr(l_1_alike, 'needed')))
                yield ' datasets are needed.\n'
            yield '\n'
        l_1_alike = l_1_adjusted = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs'))))
        yield ' gives the smallest true difference detectable with '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'power')))
        yield ' power on the runs of a dataset, for the algorithm that the others are compared with and its best rival by mean rank.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'floors'):
            pass
            yield 'More runs of the same data do not shrink the part of the error that comes from shared training data.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs'))))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'detectable_difference')))
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'))))
        yield ' draws power against the true difference.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'))))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'type2_power')))
        yield '\n'
    for l_1_verdicts in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'settled'):
        l_1_better = l_1_worse = missing
        _loop_vars = {}
        pass
        l_1_better = (str_join(('better than ', environment.getattr(l_1_verdicts, 'ahead'), )) if environment.getattr(l_1_verdicts, 'ahead') else '')
        _loop_vars['better'] = l_1_better
        l_1_worse = (str_join(('worse than ', environment.getattr(l_1_verdicts, 'behind'), )) if environment.getattr(l_1_verdicts, 'behind') else '')
        _loop_vars['worse'] = l_1_worse
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Established', _loop_vars=_loop_vars)))
        yield ' by '
        yield str(environment.finalize(context, environment.getattr(l_1_verdicts, 'metrics')))
        yield ': '
        yield str(environment.finalize(context, environment.getattr(l_1_verdicts, 'focus')))
        yield ' is significantly '
        yield str(environment.finalize(context, t_1(context.eval_ctx, t_2(context, [(undefined(name='better') if l_1_better is missing else l_1_better), (undefined(name='worse') if l_1_worse is missing else l_1_worse)]), ' and ')))
        yield '.\n'
    l_1_verdicts = l_1_better = l_1_worse = missing
    for l_1_verdicts in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'open'):
        _loop_vars = {}
        pass
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Open', _loop_vars=_loop_vars)))
        yield ' by '
        yield str(environment.finalize(context, environment.getattr(l_1_verdicts, 'metrics')))
        yield ': '
        yield str(environment.finalize(context, environment.getattr(l_1_verdicts, 'focus')))
        yield ' does not differ significantly from '
        yield str(environment.finalize(context, environment.getattr(l_1_verdicts, 'undecided')))
        yield '.\n'
    l_1_verdicts = missing
    if ((not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'settled')) and (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'open'))):
        pass
        l_0_instead = ('; the predictions are compared instance by instance in a section of their own' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'with_predictions') else '')
        context.vars['instead'] = l_0_instead
        context.exported_vars.add('instead')
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Open')))
        yield ': these results allow no test of the algorithms over datasets or runs'
        yield str(environment.finalize(context, (undefined(name='instead') if l_0_instead is missing else l_0_instead)))
        yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'more_metrics'):
        pass
        yield '- The remaining metrics have sections of their own.\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'cost'):
        pass
        yield 'Of the algorithms that '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'cost'), 'focus')))
        yield ' does not significantly beat by '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'cost'), 'quality')))
        yield ', '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'cost'), 'names')))
        yield ' '
        yield str(environment.finalize(context, ('share' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'cost'), 'shared') else 'has')))
        yield ' the best mean rank by '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'cost'), 'cost')))
        yield ' ('
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'cost'), 'rank')))
        yield ').\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'notes'):
        pass
        yield '## Notes on the design\n\n'
        for (l_1_title, l_1_text) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'notes'):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), l_1_title, _loop_vars=_loop_vars)))
            yield '. '
            yield str(environment.finalize(context, l_1_text))
            yield '\n'
        l_1_title = l_1_text = missing
        yield '\n'

blocks = {}
debug_info = '3=30&4=32&5=35&6=38&7=46&11=50&13=52&14=54&15=58&16=61&17=71&18=74&23=78&24=80&25=84&29=88&31=90&33=92&34=94&36=96&38=98&40=100&41=104&42=106&43=109&45=118&46=122&48=131&49=133&50=137&52=141&56=145&57=148&60=160&63=163&64=167'
