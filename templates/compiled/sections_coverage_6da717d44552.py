from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/coverage.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_m = resolve('m')
    l_0_s = resolve('s')
    l_0_listed = resolve('listed')
    l_0_integer = resolve('integer')
    l_0_options = resolve('options')
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    pass
    yield '# Data and coverage\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'design'))))
    yield ' describes the experiment as it was found in the table.\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_datasets')):
        pass
        yield 'Where a dataset has several runs per algorithm, the comparison over datasets uses their mean; folds of one dataset are not independent and never count as datasets.\n'
    yield '\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'design'))))
    yield '\n\n'
    if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs')):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'One value per algorithm and dataset.')))
        yield '\nIt may be one run or an average.\nHow much it would vary with other training data or another starting state cannot be told from this table.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'replicates'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'replicates'))))
        yield ' counts the runs.\nTheir standard deviation is the experimental error, due to what was left to chance; since runs share data, it tells nothing of how results vary from one dataset to the next.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'replicates'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sizes'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sizes'))))
        yield ' gives the sizes of the datasets.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sizes'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'paired'):
        pass
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'seeds'):
            pass
            if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_datasets'):
                pass
                yield 'All algorithms were measured on the same datasets, so comparisons over datasets are paired.\n'
            yield 'Runs with random seeds have no counterparts: within a dataset they are compared as independent samples.\n'
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'runs'):
            pass
            yield 'All algorithms were measured on the same runs of the same datasets: every comparison is paired, and what a dataset or a split adds to all of them cancels.\nEqual names of folds are assumed to mean equal splits.\n'
        else:
            pass
            yield 'All algorithms were measured on the same datasets: every comparison is paired, and what a dataset adds to all of them cancels.\n'
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'common'):
        pass
        yield 'Some algorithms lack runs that others have.\nThere only the runs that all algorithms have are averaged: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'common')))
        yield '.\n\n'
    for l_1_shared in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'shared'):
        _loop_vars = {}
        pass
        yield '- By '
        yield str(environment.finalize(context, environment.getattr(l_1_shared, 'metric')))
        yield ', any two algorithms share at least '
        yield str(environment.finalize(context, environment.getattr(l_1_shared, 'n')))
        yield ' of '
        yield str(environment.finalize(context, environment.getattr(l_1_shared, 'total')))
        yield '; '
        yield str(environment.finalize(context, environment.getattr(l_1_shared, 'a')))
        yield ' and '
        yield str(environment.finalize(context, environment.getattr(l_1_shared, 'b')))
        yield ' share the fewest.\n'
    l_1_shared = missing
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'):
        pass
        l_0_listed = (str_join((' (the first datasets; ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'), 'more'), ' more are alike in kind and not listed)', )) if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'), 'more') else '')
        context.vars['listed'] = l_0_listed
        context.exported_vars.add('listed')
        yield 'The test folds of the predictions, as found'
        yield str(environment.finalize(context, (undefined(name='listed') if l_0_listed is missing else l_0_listed)))
        yield ':\n\n'
        for (l_1_dataset, l_1_summary) in environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'), 'summaries'):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), l_1_dataset, _loop_vars=_loop_vars)))
            yield ': '
            yield str(environment.finalize(context, l_1_summary))
            yield '\n'
        l_1_dataset = l_1_summary = missing
        yield '\n'
        if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'), 'anew'):
            pass
            yield 'On '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'), 'anew')))
            yield ', instances of the same number have different truths in different folds: numbers start anew in every fold and do not name instances, so the folds cannot be checked '
            yield str(environment.finalize(context, ('against the declared design' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'declared') else 'and their design is not known')))
            yield '.\n\n'
        for (l_1_dataset, l_1_count, l_1_names) in environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'), 'leaks'):
            _loop_vars = {}
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Leak.', _loop_vars=_loop_vars)))
            yield ' In '
            yield str(environment.finalize(context, l_1_dataset))
            yield ', '
            yield str(environment.finalize(context, l_1_count))
            yield ' stand in two test folds of one repeat: '
            yield str(environment.finalize(context, l_1_names))
            yield '.\n\n'
        l_1_dataset = l_1_count = l_1_names = missing
        if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'), 'checked') and (not environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'folds'), 'leaks'))):
            pass
            yield 'No instance stands in two test folds of one repeat.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lacking'):
        pass
        if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_gone') == 1):
            pass
            yield '1 combination of algorithm, dataset and metric has no result.\n'
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_gone'):
            pass
            yield str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_0_integer is missing else l_0_integer), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_gone'))))
            yield ' combinations of algorithm, dataset and metric have no result.\n'
        if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_partial') == 1):
            pass
            yield '1 combination has fewer runs than others and is averaged over those it has.\n'
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_partial'):
            pass
            yield str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_0_integer is missing else l_0_integer), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_partial'))))
            yield ' combinations have fewer runs than others and are averaged over those they have.\n'
        yield 'A run that is in the table without a value and one that is absent count alike.\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lacking'))))
        yield ' lists them.\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lacking'))))
        yield '\n\n'
        for (l_1_compared, l_1_why) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'settled'):
            _loop_vars = {}
            pass
            yield 'By '
            yield str(environment.finalize(context, environment.getattr(l_1_compared, 'metric')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr(l_1_compared, 'clause')))
            yield '.\n'
            if l_1_why:
                pass
                yield str(environment.finalize(context, l_1_why))
                yield '\n'
            yield '\n'
        l_1_compared = l_1_why = missing
        if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'settled') and (environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'missing') == 'auto')):
            pass
            yield 'This was decided from the pattern of missing results alone, whatever their values ('
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), 'missing = "auto"')))
            yield ').\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'missing_auto')))
            yield '\n\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'filled'):
            pass
            yield 'Differences and intervals that involve a made-up value are no measurements.\n\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'coverage'):
            pass
            yield 'Results are often missing because they failed, and to leave them out favours algorithms that fail.\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'coverage'))))
            yield ' counts the results of each algorithm.\n'
            if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sensitivity'):
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sensitivity'))))
                yield ' '
                yield str(environment.finalize(context, ('show' if (t_1(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sensitivity')) > 1) else 'shows')))
                yield ' how the outcome depends on what is done about missing results.\n'
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'missing_sensitivity')))
                yield '\n'
            yield '\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'coverage'))))
            yield '\n\n'
            for l_1_table in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sensitivity'):
                _loop_vars = {}
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), l_1_table, _loop_vars=_loop_vars)))
                yield '\n\n'
            l_1_table = missing
    elif (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'absent')):
        pass
        yield 'Every algorithm has a result on every dataset of every metric; '
        yield str(environment.finalize(context, ('nothing' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out') else 'nothing was left out and nothing')))
        yield ' was filled in.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out'):
        pass
        yield 'Left out by choice: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out')))
        yield '.\n\n'
    for (l_1_metric, l_1_names) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'absent'):
        _loop_vars = {}
        pass
        yield 'By '
        yield str(environment.finalize(context, l_1_metric))
        yield ', there are no results of '
        yield str(environment.finalize(context, l_1_names))
        yield '.\n\n'
    l_1_metric = l_1_names = missing
    for (l_1_name, l_1_reason) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'excluded'):
        _loop_vars = {}
        pass
        yield 'The metric '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), l_1_name, _loop_vars=_loop_vars)))
        yield ' was left out: '
        yield str(environment.finalize(context, l_1_reason))
        yield '.\n\n'
    l_1_name = l_1_reason = missing
    for (l_1_metric, l_1_sentence) in environment.call(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'budgets'), 'items')):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Time limit.', _loop_vars=_loop_vars)))
        yield ' By '
        yield str(environment.finalize(context, l_1_metric))
        yield ', '
        yield str(environment.finalize(context, l_1_sentence))
        yield '.\n\n'
    l_1_metric = l_1_sentence = missing
    yield 'Whether anything of the test data reached the training cannot be seen in a table of results.\nIt did not if the data were split first; if scaling, imputation, selection of features and tuning saw training data only; and if no instance, copy or group stands on both sides of a split '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'kaufman2012')))
    yield '.\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'blocking')))
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'shared'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'pairing')))
        yield '\n'

blocks = {}
debug_info = '3=23&4=25&8=29&10=31&11=33&16=35&17=37&20=39&23=41&24=43&26=45&29=47&30=49&31=51&35=55&43=62&45=65&48=67&49=71&52=83&53=85&54=89&56=91&57=95&60=101&61=104&64=108&65=111&68=120&73=123&74=125&76=128&77=130&79=132&81=135&82=137&85=140&87=142&89=144&90=148&91=152&92=154&96=158&97=161&98=163&101=165&105=168&107=171&108=173&109=175&110=179&113=182&115=184&116=187&120=190&121=193&124=195&125=198&128=200&129=204&132=209&133=213&136=218&137=221&141=229&143=231&144=233&145=235'
