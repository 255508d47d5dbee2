from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/bayes.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_region = resolve('region')
    l_0_m = resolve('m')
    l_0_several = resolve('several')
    l_0_verdict = resolve('verdict')
    l_0_seed = resolve('seed')
    l_0_runs = resolve('runs')
    l_0_better = resolve('better')
    l_0_equivalent = resolve('equivalent')
    l_0_undecided = resolve('undecided')
    l_0_alone = resolve('alone')
    l_0_why_runs = resolve('why_runs')
    l_0_c = l_0_metric = l_0_why = missing
    pass
    yield '# Bayesian comparison\n\n'
    l_0_c = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'c')
    context.vars['c'] = l_0_c
    context.exported_vars.add('c')
    l_0_metric = environment.getattr(environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'metric'), 'name')
    context.vars['metric'] = l_0_metric
    context.exported_vars.add('metric')
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rope'):
        pass
        l_0_region = ('as declared' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'declared') else 'the default region of practical equivalence for rates')
        context.vars['region'] = l_0_region
        context.exported_vars.add('region')
        yield 'We ask whether an algorithm is better than '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus'))))
        yield ', practically equivalent (within '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rope')))
        yield ' in '
        yield str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric)))
        yield ', '
        yield str(environment.finalize(context, (undefined(name='region') if l_0_region is missing else l_0_region)))
        yield ') or worse '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'benavoli2017')))
        yield '.\n'
    else:
        pass
        yield 'We ask whether an algorithm is better or worse than '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus'))))
        yield ' by '
        yield str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric)))
        yield ' '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'benavoli2017')))
        yield '; no region of practical equivalence is declared.\n'
    if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'unjudged_reason')):
        pass
        yield 'Verdicts are given where P > '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sure')))
        yield '.\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'unjudged_reason'):
        pass
        yield 'No verdicts are given: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'unjudged_reason')))
        yield '.\n\n'
    else:
        pass
        t_1 = []
        pass
        l_2_loop = missing
        for l_2_verdict, l_2_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'verdicts'), undefined):
            _loop_vars = {}
            pass
            t_1.extend((
                str(environment.finalize(context, environment.getattr(l_2_verdict, 'names'))),
                ' ',
                str(environment.finalize(context, ('are' if (environment.getattr(l_2_verdict, 'n') > 1) else 'is'))),
                ' ',
                str(environment.finalize(context, environment.getattr(l_2_verdict, 'words'))),
                ' ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus'), _loop_vars=_loop_vars))),
                ' (P ',
                str(environment.finalize(context, environment.getattr(l_2_verdict, 'p'))),
                ')',
                str(environment.finalize(context, (';' if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undecided') or (not environment.getattr(l_2_loop, 'last'))) else cond_expr_undefined("the inline if-expression on line 21 in 'sections/bayes.jinja' evaluated to false and no else section was defined.")))),
                '\n',
            ))
        l_2_loop = l_2_verdict = missing
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undecided'):
            pass
            t_1.extend((
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undecided'))),
                '\n',
            ))
        l_0_several = (Markup if context.eval_ctx.autoescape else identity)(concat(t_1))
        context.vars['several'] = l_0_several
        context.exported_vars.add('several')
        l_1_equivalent = l_0_equivalent
        l_1_chances = resolve('chances')
        t_2 = []
        pass
        if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only')):
            pass
            t_2.extend((
                'By ',
                str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                ', over ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'datasets'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='several') if l_0_several is missing else l_0_several)))),
                ' (Bayesian signed-rank test).\n',
            ))
        elif environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'verdict'):
            pass
            t_2.extend((
                'By ',
                str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                ', over ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'datasets'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'name')))),
                ' is ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'verdict'))),
                ' ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
                ' (P ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'p_verdict'))),
                ') (Bayesian signed-rank test).\n',
            ))
        else:
            pass
            l_1_equivalent = (str_join(('practically equivalent with P ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'p_rope'), ', ', )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rope') else '')
            l_1_chances = str_join((environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'words'), 'a_better'), ' with P ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'p_better'), ', ', (undefined(name='equivalent') if l_1_equivalent is missing else l_1_equivalent), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'words'), 'b_better'), ' with P ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'p_worse'), ))
            t_2.extend((
                'By ',
                str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
                ', over ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'datasets'))),
                ', whether ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'), 'name')))),
                ' is ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'words'), 'a_better'))),
                ' than ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
                ' is undecided (',
                str(environment.finalize(context, (undefined(name='chances') if l_1_chances is missing else l_1_chances))),
                ') (Bayesian signed-rank test).\n',
            ))
        l_0_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
        context.vars['verdict'] = l_0_verdict
        context.exported_vars.add('verdict')
        l_1_equivalent = l_1_chances = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rows'), (undefined(name='verdict') if l_0_verdict is missing else l_0_verdict), headline=environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'headline'))))
        yield '\n\n'
        for l_1_sentence in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'reconciled'):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, l_1_sentence))
            yield '\n'
        l_1_sentence = missing
        yield '\n'
    t_3 = []
    pass
    t_3.extend((
        'It is the Bayesian counterpart of Wilcoxon’s test on the same blocks, one value per dataset, and can also find that two algorithms are practically equivalent ',
        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'benavoli2014', 'benavoli2017'))),
        '.\n',
    ))
    l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
    context.vars['why'] = l_0_why
    context.exported_vars.add('why')
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'How probable is it that an algorithm is practically better?', 'bayes_signed_rank', (undefined(name='why') if l_0_why is missing else l_0_why))))
    yield '\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
    yield ' gives the posterior probabilities.\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
    yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'simplex'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'simplex'))))
        yield ' draws the posterior.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'simplex'))))
        yield '\n\n'
    yield 'Probabilities are shares of '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'draws')))
    yield ' posterior draws (seed '
    yield str(environment.finalize(context, (undefined(name='seed') if l_0_seed is missing else l_0_seed)))
    yield ') with prior strength s = 0.5 at zero difference; their Monte Carlo standard error is at most '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'error')))
    yield '.\nDatasets are assumed independent, and the uncertainty of the single differences is ignored.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'gaps'):
        pass
        yield 'A missing result counts as a loss of the size of its stand-in.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'close'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'close')))
        yield ' '
        yield str(environment.finalize(context, ('lie' if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_close') > 1) else 'lies')))
        yield ' so near to '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sure')))
        yield ' that another seed may change the verdict.\n'
    if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only')):
        pass
        yield 'The probabilities are not adjusted for the number of comparisons.\n'
    if (not environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'baseline')):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))
        yield ' '
        yield str(environment.finalize(context, ('has' if environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'leader') else 'shares')))
        yield ' the best mean rank, which favours it.\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'on_runs'):
        pass
        l_0_runs = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'on_runs')
        context.vars['runs'] = l_0_runs
        context.exported_vars.add('runs')
        l_0_better = str_join(((environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'better') or 'none'), (' are ' if (environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'better') > 1) else ' is '), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'words'), 'a_better'), ))
        context.vars['better'] = l_0_better
        context.exported_vars.add('better')
        l_0_equivalent = (str_join(((environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'rope') or 'none'), ' practically equivalent, ', )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rope') else '')
        context.vars['equivalent'] = l_0_equivalent
        context.exported_vars.add('equivalent')
        l_0_undecided = str_join(((environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'open') or 'none'), (' are' if (environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'open') > 1) else ' is'), ' undecided', ))
        context.vars['undecided'] = l_0_undecided
        context.exported_vars.add('undecided')
        t_4 = []
        pass
        t_4.extend((
            'On single datasets, of ',
            str(environment.finalize(context, environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'total'))),
            ' comparisons with ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='c') if l_0_c is missing else l_0_c), 'focus')))),
            ' over the runs of ',
            str(environment.finalize(context, environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'datasets'))),
            ', by ',
            str(environment.finalize(context, (undefined(name='metric') if l_0_metric is missing else l_0_metric))),
            ', ',
            str(environment.finalize(context, (undefined(name='better') if l_0_better is missing else l_0_better))),
            ', ',
            str(environment.finalize(context, (undefined(name='equivalent') if l_0_equivalent is missing else l_0_equivalent))),
            str(environment.finalize(context, (environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'worse') or 'none'))),
            ' ',
            str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'words'), 'b_better'))),
            ' with P > ',
            str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sure'))),
            '; ',
            str(environment.finalize(context, (undefined(name='undecided') if l_0_undecided is missing else l_0_undecided))),
            ' (Bayesian correlated ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 't'))),
            ' test).\n',
        ))
        l_0_alone = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
        context.vars['alone'] = l_0_alone
        context.exported_vars.add('alone')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'rows'), (undefined(name='alone') if l_0_alone is missing else l_0_alone))))
        yield '\n\n'
        t_5 = []
        pass
        t_5.extend((
            'Runs share training data; it allows for the correlation that this causes, taken from ',
            str(environment.finalize(context, ('the number of folds' if environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'assumed') else 'the sizes of training and test sets'))),
            ' ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'corani2015'))),
            '.\n',
        ))
        l_0_why_runs = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        context.vars['why_runs'] = l_0_why_runs
        context.exported_vars.add('why_runs')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'How probable is it on a single dataset?', 'bayes_correlated_t', (undefined(name='why_runs') if l_0_why_runs is missing else l_0_why_runs))))
        yield '\n'
        if environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'assumed'):
            pass
            yield 'The sizes of training and test sets are not in the table, so the correlation of runs is taken from the number of folds.\n'
        if environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'unknown'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='runs') if l_0_runs is missing else l_0_runs), 'unknown')))
            yield ' of the comparisons could not be computed, because all runs differ by the same amount or sizes are not known; they count as undecided.\n'
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'unknown_runs'):
        pass
        yield 'The runs of single datasets are not compared: they share training data to an unknown degree, as the sizes of training and test sets are not in the table.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'))))
        yield ' gives the verdicts for every metric.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'))))
        yield '\n\n'

blocks = {}
debug_info = '3=25&4=28&5=31&6=33&7=37&9=50&11=56&12=59&15=62&16=65&20=72&21=76&23=90&24=93&19=96&28=103&29=107&30=114&31=118&33=133&34=134&35=137&27=150&38=154&40=156&41=160&46=168&45=171&48=174&49=176&51=178&53=180&54=182&56=184&59=187&61=193&64=196&65=198&67=204&70=207&71=209&74=214&75=216&76=219&77=222&78=225&80=232&79=254&82=257&85=263&84=268&87=271&88=273&91=276&92=278&96=281&100=284&101=286&103=288'
