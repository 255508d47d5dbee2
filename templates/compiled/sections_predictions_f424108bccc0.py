from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/predictions.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_spread = resolve('spread')
    l_0_hard = resolve('hard')
    l_0_m = resolve('m')
    l_0_c = resolve('c')
    l_0_sizes = resolve('sizes')
    l_0_why = resolve('why')
    l_0_among = resolve('among')
    l_0_i = resolve('i')
    l_0_all_err = resolve('all_err')
    l_0_verdict = resolve('verdict')
    l_0_fixed = resolve('fixed')
    l_0_by = resolve('by')
    l_0_verb = resolve('verb')
    l_0_adjustment = resolve('adjustment')
    l_0_options = resolve('options')
    l_0_over = resolve('over')
    l_0_one = l_0_many = l_0_n = l_0_same = l_0_ranked = l_0_overlap = missing
    pass
    yield '# Predictions\n\n'
    l_0_one = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'single')
    context.vars['one'] = l_0_one
    context.exported_vars.add('one')
    if (undefined(name='one') if l_0_one is missing else l_0_one):
        pass
        if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'standing'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'standing')))
            yield '\n'
        if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'):
            pass
            l_0_spread = (str_join(('lies between ', environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'low'), ' and ', environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'high'), )) if (environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'low') != environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'high')) else str_join(('is ', environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'low'), )))
            context.vars['spread'] = l_0_spread
            context.exported_vars.add('spread')
            l_0_hard = (str_join(('; ', environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'hard'), (' output classes only' if environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'several_hard') else ' outputs classes only'), )) if environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'hard') else '')
            context.vars['hard'] = l_0_hard
            context.exported_vars.add('hard')
            yield 'The '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'measure')))
            yield ' of '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'who')))
            yield ' '
            yield str(environment.finalize(context, (undefined(name='spread') if l_0_spread is missing else l_0_spread)))
            yield str(environment.finalize(context, (undefined(name='hard') if l_0_hard is missing else l_0_hard)))
            yield str(environment.finalize(context, (' (' if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'curves') else cond_expr_undefined("the inline if-expression on line 11 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
            yield str(environment.finalize(context, (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'curves')) if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'curves') else cond_expr_undefined("the inline if-expression on line 11 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
            yield str(environment.finalize(context, (')' if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'curves') else cond_expr_undefined("the inline if-expression on line 11 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
        if (environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'calibrated') and environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'decisions')):
            pass
            l_0_c = environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'calibrated')
            context.vars['c'] = l_0_c
            context.exported_vars.add('c')
            l_0_sizes = str_join((' (mean confidence ', environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'confidence'), ', accuracy ', environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'accuracy'), ')', ))
            context.vars['sizes'] = l_0_sizes
            context.exported_vars.add('sizes')
            l_0_why = (str_join((': it is overconfident', (undefined(name='sizes') if l_0_sizes is missing else l_0_sizes), )) if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'over') else (str_join((': it is underconfident', (undefined(name='sizes') if l_0_sizes is missing else l_0_sizes), )) if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'under') else ''))
            context.vars['why'] = l_0_why
            context.exported_vars.add('why')
            l_0_among = (str_join(('Of the ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns'), ' that output probabilities, ', )) if (environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas') and environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'areas'), 'hard')) else '')
            context.vars['among'] = l_0_among
            context.exported_vars.add('among')
            yield str(environment.finalize(context, (undefined(name='among') if l_0_among is missing else l_0_among)))
            yield str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'name')))
            yield ' is the worst calibrated (ECE '
            yield str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'ece')))
            yield ', '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'decisions'))))
            yield ')'
            yield str(environment.finalize(context, (undefined(name='why') if l_0_why is missing else l_0_why)))
            yield '.\n'
        yield '\n'
        if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'curves'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'curves'))))
            yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'measures'))))
        yield '\n\n'
        if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'decisions'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'decisions'))))
            yield '\n\n'
        if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'tests'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'tests'))))
            yield '\n\n'
        if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'instances'):
            pass
            l_0_i = environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'instances')
            context.vars['i'] = l_0_i
            context.exported_vars.add('i')
            if environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'some'):
                pass
                l_0_all_err = (str_join(('; ', environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'everyone'), ' err on ', environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'every'), )) if environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'n_every') else str_join(('; none is misclassified by ', environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'everyone'), )))
                context.vars['all_err'] = l_0_all_err
                context.exported_vars.add('all_err')
                yield 'At least one '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
                yield ' errs on '
                yield str(environment.finalize(context, environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'some')))
                yield ' of the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'total')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'unit')))
                yield 's'
                yield str(environment.finalize(context, (undefined(name='all_err') if l_0_all_err is missing else l_0_all_err)))
                yield '.\n'
            else:
                pass
                yield 'No '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
                yield ' errs on any of the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'total')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'unit')))
                yield 's.\n'
            if environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'cochran'):
                pass
                l_0_verdict = ('differ' if environment.getattr(environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'cochran'), 'significant') else 'do not differ significantly')
                context.vars['verdict'] = l_0_verdict
                context.exported_vars.add('verdict')
                yield 'The error rates '
                yield str(environment.finalize(context, ('of these models ' if ('corrected_resampled_t' in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'methods')) else cond_expr_undefined("the inline if-expression on line 45 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
                yield str(environment.finalize(context, (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict)))
                yield ' overall (Cochran’s test, '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'Q')))
                yield ' = '
                yield str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_0_fixed is missing else l_0_fixed), environment.getattr(environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'cochran'), 'statistic'), 1)))
                yield ', df = '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'cochran'), 'df')))
                yield ', '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'cochran'), 'p_value'))))
                yield ').\n'
            if (environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'missing_most') and environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'alarming_most')):
                pass
                yield str(environment.finalize(context, environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'missing_most')))
                yield ' '
                yield str(environment.finalize(context, ('miss' if environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'several_missing') else 'misses')))
                yield ' the most '
                yield str(environment.finalize(context, environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'positive')))
                yield ', '
                yield str(environment.finalize(context, environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'alarming_most')))
                yield ' '
                yield str(environment.finalize(context, ('raise' if environment.getattr((undefined(name='i') if l_0_i is missing else l_0_i), 'several_alarming') else 'raises')))
                yield ' the most false alarms.\n'
            yield '\n'
        if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'map'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'map'))))
            yield '\n\n'
        if environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'misses'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'misses'))))
            yield '\n\n'
    l_0_many = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several')
    context.vars['many'] = l_0_many
    context.exported_vars.add('many')
    if (undefined(name='many') if l_0_many is missing else l_0_many):
        pass
        l_0_by = environment.getattr((undefined(name='many') if l_0_many is missing else l_0_many), 'by')
        context.vars['by'] = l_0_by
        context.exported_vars.add('by')
        l_0_verb = ('share the lowest error on the most datasets' if environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'several_leaders') else 'has the lowest error on the most datasets')
        context.vars['verb'] = l_0_verb
        context.exported_vars.add('verb')
        yield str(environment.finalize(context, environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'leaders')))
        yield ' '
        yield str(environment.finalize(context, (undefined(name='verb') if l_0_verb is missing else l_0_verb)))
        yield ' ('
        yield str(environment.finalize(context, environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'n')))
        yield ' of '
        yield str(environment.finalize(context, environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'datasets')))
        yield ').\n'
        if environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'differences'):
            pass
            yield 'Of the datasets tested, some pair differs significantly '
            yield str(environment.finalize(context, environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'differences')))
            yield '.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='by') if l_0_by is missing else l_0_by), 'table'))))
        yield '\n\n'
        for l_1_figure in environment.getattr((undefined(name='many') if l_0_many is missing else l_0_many), 'curves'):
            _loop_vars = {}
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), l_1_figure, _loop_vars=_loop_vars)))
            yield '\n\n'
        l_1_figure = missing
        if environment.getattr((undefined(name='many') if l_0_many is missing else l_0_many), 'misses'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='many') if l_0_many is missing else l_0_many), 'misses'))))
            yield '\n\n'
        if environment.getattr((undefined(name='many') if l_0_many is missing else l_0_many), 'measures'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='many') if l_0_many is missing else l_0_many), 'measures'))))
            yield '\n\n'
    l_0_n = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'numbers')
    context.vars['n'] = l_0_n
    context.exported_vars.add('n')
    if (undefined(name='n') if l_0_n is missing else l_0_n):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'standing')))
        yield '\n'
        if environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'verdict'):
            pass
            l_0_over = (str_join((', ', (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment), '-adjusted over ', environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'pairs'), (' comparisons' if environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference') else ' pairs'), )) if environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'adjusted') else '')
            context.vars['over'] = l_0_over
            context.exported_vars.add('over')
            yield str(environment.finalize(context, ('As fitted, ' if environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'fitted') else cond_expr_undefined("the inline if-expression on line 90 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
            yield str(environment.finalize(context, environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'verdict')))
            yield ' ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'test')))
            yield str(environment.finalize(context, (undefined(name='over') if l_0_over is missing else l_0_over)))
            yield ').\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'table'))))
        yield '\n\n'
        if environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'figure'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='n') if l_0_n is missing else l_0_n), 'figure'))))
            yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'untested'):
        pass
        yield 'Pairs are not tested: without a reference all would have to be, and there are more than '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'untested')))
        yield ' '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
        yield '.\nDeclare one (option '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), 'reference')))
        yield ').\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared'):
        pass
        yield 'No positive class is declared for '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared')))
        yield '; with '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), str_join(('--positive ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'example'), )))))
        yield ' this section adds ROC curves, false alarms and misses, and DeLong’s test.\n\n'
    t_1 = []
    pass
    t_1.extend((
        'It is paired, since both predicted the same ',
        str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'unit'))),
        's ',
        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'mcnemar1947'))),
        '.\n',
    ))
    l_0_same = (Markup if context.eval_ctx.autoescape else identity)(concat(t_1))
    context.vars['same'] = l_0_same
    context.exported_vars.add('same')
    t_2 = []
    pass
    t_2.extend((
        'The areas belong to the same instances and are correlated; this test allows for that and needs no distribution of the scores ',
        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'delong1988'))),
        '.\n',
    ))
    l_0_ranked = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
    context.vars['ranked'] = l_0_ranked
    context.exported_vars.add('ranked')
    t_3 = []
    pass
    t_3.extend((
        'Training sets overlap, so fold error rates are not independent; the test corrects the variance for it ',
        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003'))),
        '.\n',
    ))
    l_0_overlap = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
    context.vars['overlap'] = l_0_overlap
    context.exported_vars.add('overlap')
    yield str(environment.finalize(context, (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do two algorithms err equally often on the same instances?', 'mcnemar', (undefined(name='same') if l_0_same is missing else l_0_same)) if ('mcnemar' in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'methods')) else cond_expr_undefined("the inline if-expression on line 118 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
    yield '\n'
    yield str(environment.finalize(context, (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do two classifiers rank the same instances equally well?', 'delong', (undefined(name='ranked') if l_0_ranked is missing else l_0_ranked)) if ('delong' in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'methods')) else cond_expr_undefined("the inline if-expression on line 119 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
    yield '\n'
    yield str(environment.finalize(context, (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Would the error differ if the models were trained anew?', 'corrected_resampled_t', (undefined(name='overlap') if l_0_overlap is missing else l_0_overlap)) if ('corrected_resampled_t' in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'methods')) else cond_expr_undefined("the inline if-expression on line 120 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
    yield '\n'
    yield str(environment.finalize(context, (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'ci_auc') if ('delong' in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'methods')) else cond_expr_undefined("the inline if-expression on line 121 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
    yield '\n'
    yield str(environment.finalize(context, (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'cochran_q') if (((undefined(name='one') if l_0_one is missing else l_0_one) and environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'instances')) and environment.getattr(environment.getattr((undefined(name='one') if l_0_one is missing else l_0_one), 'instances'), 'cochran')) else cond_expr_undefined("the inline if-expression on line 122 in 'sections/predictions.jinja' evaluated to false and no else section was defined."))))
    yield '\n'

blocks = {}
debug_info = '3=30&4=33&5=35&6=37&8=39&9=41&10=44&11=48&13=58&14=60&15=63&16=66&17=69&18=72&21=82&22=84&25=86&27=88&28=90&31=92&32=94&35=96&36=98&37=101&38=103&39=107&41=120&43=126&44=128&45=132&47=143&48=145&52=156&53=158&56=160&57=162&61=164&62=167&63=169&64=172&65=175&66=183&67=186&70=189&72=191&73=194&76=197&77=199&80=201&81=203&85=205&86=208&87=210&88=212&89=214&90=217&93=224&95=226&96=228&100=230&101=233&102=237&105=239&106=242&110=250&109=255&113=262&112=265&116=272&115=275&118=278&119=280&120=282&121=284&122=286'
