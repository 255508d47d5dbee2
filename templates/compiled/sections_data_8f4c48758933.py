from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/data.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_sp = resolve('sp')
    l_0_apart = resolve('apart')
    l_0_options = resolve('options')
    l_0_e = resolve('e')
    l_0_seen = missing
    pass
    yield '# Data and design\n\n'
    t_1 = []
    pass
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'):
        pass
        t_1.extend((
            '(',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure')))),
            ')\n',
        ))
    l_0_seen = (Markup if context.eval_ctx.autoescape else identity)(concat(t_1))
    context.vars['seen'] = l_0_seen
    context.exported_vars.add('seen')
    yield str(environment.finalize(context, ('This report' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out') else 'The table')))
    yield ' compares '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'algorithms')))
    yield ' on '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'datasets')))
    yield ' by '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics')))
    yield ': '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'results')))
    yield str(environment.finalize(context, (', none missing' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'complete') else cond_expr_undefined("the inline if-expression on line 8 in 'sections/data.jinja' evaluated to false and no else section was defined."))))
    yield str(environment.finalize(context, (' ' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure') else cond_expr_undefined("the inline if-expression on line 8 in 'sections/data.jinja' evaluated to false and no else section was defined."))))
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='seen') if l_0_seen is missing else l_0_seen))))
    yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out'):
        pass
        yield 'Left out by choice: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out')))
        yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'totals'):
        pass
        yield 'Left out as totals: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'totals')))
        yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'origin'):
        pass
        yield 'The scores were computed from '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'origin')))
        yield '.\n'
    def t_2(fiter):
        for l_1_runs in fiter:
            if environment.getattr(l_1_runs, 'declared'):
                yield l_1_runs
    for l_1_runs in t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs')):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, ('Results come from' if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'read_off')) else ('The test folds form' if environment.getattr(l_1_runs, 'split') else 'The predictions come from'))))
        yield ' '
        yield str(environment.finalize(context, environment.getattr(l_1_runs, 'words')))
        yield str(environment.finalize(context, environment.getattr(l_1_runs, 'where')))
        yield '.\n'
    l_1_runs = missing
    def t_3(fiter):
        for l_1_runs in fiter:
            if environment.getattr(l_1_runs, 'several'):
                yield l_1_runs
    l_1_loop = missing
    for l_1_runs, l_1_loop in LoopContext(t_3(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs')), undefined):
        _loop_vars = {}
        pass
        if (environment.getattr(l_1_loop, 'first') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_datasets')):
            pass
            yield 'Each score is a mean over the runs of its dataset.\n'
    l_1_loop = l_1_runs = missing
    def t_4(fiter):
        for l_1_runs in fiter:
            if ((environment.getattr(l_1_runs, 'several') and environment.getattr(l_1_runs, 'split')) and (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'read_off'))):
                yield l_1_runs
    l_1_loop = missing
    for l_1_runs, l_1_loop in LoopContext(t_4(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs')), undefined):
        _loop_vars = {}
        pass
        if environment.getattr(l_1_loop, 'first'):
            pass
            yield 'Equal run numbers are assumed to denote the same split.\n'
    l_1_loop = l_1_runs = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'families'):
        pass
        yield 'The datasets come in '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'families')))
        yield ' families, as declared; the mean of a family counts once.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'instances'):
        pass
        yield str(environment.finalize(context, ('The datasets have' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_datasets') else 'The dataset has')))
        yield ' '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'instances')))
        yield ' instances.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'baselines'):
        pass
        yield str(environment.finalize(context, ('Trivial baselines are' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_baselines') else 'A trivial baseline is')))
        yield ' included: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'baselines')))
        yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'spread'):
        pass
        l_0_sp = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'spread')
        context.vars['sp'] = l_0_sp
        context.exported_vars.add('sp')
        t_5 = []
        pass
        if environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'factor'):
            pass
            t_5.extend((
                'by a factor of ',
                str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'apart'))),
                '\n',
            ))
        else:
            pass
            t_5.extend((
                'by ',
                str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'apart'))),
                '\n',
            ))
        l_0_apart = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        context.vars['apart'] = l_0_apart
        context.exported_vars.add('apart')
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_datasets'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'opening')))
            yield str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'metric')))
            yield ' ranges from '
            yield str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'low')))
            yield ' to '
            yield str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'high')))
            yield ', and the best and the worst differ '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='apart') if l_0_apart is missing else l_0_apart))))
            yield ' on the median dataset.\n'
        else:
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'opening')))
            yield str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'metric')))
            yield ' ranges from '
            yield str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'low')))
            yield ' to '
            yield str(environment.finalize(context, environment.getattr((undefined(name='sp') if l_0_sp is missing else l_0_sp), 'high')))
            yield '.\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'missing'):
        pass
        for l_1_gap in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'missing'):
            _loop_vars = {}
            pass
            yield str(environment.finalize(context, (environment.getattr(l_1_gap, 'by') or 'In all, ')))
            yield str(environment.finalize(context, environment.getattr(environment.getattr(l_1_gap, 'compared'), 'clause')))
            yield '.\n'
            yield str(environment.finalize(context, environment.getattr(l_1_gap, 'coverage')))
            yield str(environment.finalize(context, ('.' if environment.getattr(l_1_gap, 'coverage') else cond_expr_undefined("the inline if-expression on line 59 in 'sections/data.jinja' evaluated to false and no else section was defined."))))
            yield '\n'
            if environment.getattr(l_1_gap, 'why'):
                pass
                yield str(environment.finalize(context, environment.getattr(l_1_gap, 'why')))
                yield '\n'
        l_1_gap = missing
        if (environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'missing') == 'auto'):
            pass
            yield 'This was decided from the pattern of missing results alone, not from their values.'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'missing_auto')))
            yield '\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'filled'):
            pass
            yield 'Differences and intervals that involve a made-up value are not measurements.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'policies'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'policies'))))
            yield ' gives the outcome under other policies.'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'missing_sensitivity')))
            yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'partial'):
        pass
        yield 'Some algorithms lack runs that others have ('
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'partial')))
        yield ').\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'common'):
            pass
            yield 'Only the runs that all algorithms of a dataset have are averaged: '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'common')))
            yield '.\n'
        elif (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'seeds') and (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'apart'))):
            pass
            yield 'Seeds are not matched, so each score is a mean over all runs of its algorithm.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'apart'):
            pass
            yield 'No run is common to all on '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'apart')))
            yield '; there each score is a mean over all runs of its algorithm.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'every_run'):
        pass
        l_0_e = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'every_run')
        context.vars['e'] = l_0_e
        context.exported_vars.add('e')
        yield 'With every run averaged instead, '
        yield str(environment.finalize(context, environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'first')))
        yield ' '
        yield str(environment.finalize(context, ('are' if environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'several') else 'is')))
        yield ' '
        yield str(environment.finalize(context, ('still first' if (environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'first') == environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'leaders')) else str_join(('first instead of ', environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'leaders'), )))))
        yield str(environment.finalize(context, environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'by')))
        yield str(environment.finalize(context, (str_join((', and ', environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'changes'), )) if environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'changes') else cond_expr_undefined("the inline if-expression on line 87 in 'sections/data.jinja' evaluated to false and no else section was defined."))))
        yield str(environment.finalize(context, (str_join(('; ', environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'moved'), )) if environment.getattr((undefined(name='e') if l_0_e is missing else l_0_e), 'moved') else cond_expr_undefined("the inline if-expression on line 87 in 'sections/data.jinja' evaluated to false and no else section was defined."))))
        yield '.\n'
    for (l_1_metric, l_1_names) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'absent'):
        _loop_vars = {}
        pass
        yield 'By '
        yield str(environment.finalize(context, l_1_metric))
        yield ' there are no results of '
        yield str(environment.finalize(context, l_1_names))
        yield '.\n'
    l_1_metric = l_1_names = missing
    for (l_1_name, l_1_reason) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'excluded'):
        _loop_vars = {}
        pass
        yield 'The metric '
        yield str(environment.finalize(context, l_1_name))
        yield ' was left out: '
        yield str(environment.finalize(context, l_1_reason))
        yield '.\n'
    l_1_name = l_1_reason = missing
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'policies'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'policies'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'shortened'):
        pass
        yield 'Long names are shortened throughout:\n\n'
        for (l_1_short, l_1_name) in environment.call(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'shortened'), 'items')):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), l_1_short, _loop_vars=_loop_vars)))
            yield ' stands for '
            yield str(environment.finalize(context, l_1_name))
            yield '\n'
        l_1_short = l_1_name = missing

blocks = {}
debug_info = '4=21&5=25&3=28&8=31&9=44&10=47&12=49&13=52&15=54&16=57&18=59&19=66&21=72&22=80&26=84&27=92&31=96&32=99&34=101&35=103&37=107&38=109&40=113&41=115&43=120&44=124&46=131&42=134&49=137&50=139&52=150&56=158&57=160&58=163&59=166&60=169&61=171&64=174&65=177&67=179&70=182&71=184&74=188&75=191&76=193&77=196&78=198&81=201&82=204&85=206&86=208&87=212&89=221&90=225&92=230&93=234&96=240&97=242&100=244&101=246&104=248&107=251&108=255'
