from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/setup.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_options = resolve('options')
    l_0_alpha = resolve('alpha')
    l_0_where = missing
    pass
    yield '# Setup and aim\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'The design of the runs is not declared.')))
        yield '\nThey may be folds, resamples or seeds.\nComparisons over datasets use the mean of the runs and need no design; tests within a dataset need a declared one and are left out (option '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), 'design')))
        yield ').\n\n'
    l_0_where = ('on this dataset' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'one_dataset') else 'over the datasets taken together')
    context.vars['where'] = l_0_where
    context.exported_vars.add('where')
    yield 'This report compares '
    yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'n_algorithms')))
    yield ' on '
    yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'n_datasets')))
    yield ' by '
    yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'n_metrics')))
    yield '.\nIt asks whether the algorithms differ in performance '
    yield str(environment.finalize(context, (undefined(name='where') if l_0_where is missing else l_0_where)))
    yield str(environment.finalize(context, (', and by how much' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'two') else ' and, if so, which of them differ from which')))
    yield '.\n'
    if environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference'):
        pass
        yield 'The other algorithms are compared with '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference'))))
        yield '.\n'
    yield '\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'factors'))))
    yield ' lists what was varied and what was measured.\n'
    if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'several_metrics'):
        pass
        yield 'Each metric is compared separately.\n'
    yield '\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'factors'))))
    yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'algorithms'):
        pass
        yield 'Algorithms: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'algorithms')))
        yield '.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'datasets'):
        pass
        yield 'Datasets: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'datasets')))
        yield '.\n\n'
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
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'families'):
        pass
        yield 'The datasets come in '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'families')))
        yield ' families of variants, as declared.\nDatasets of one family are not independent.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'stems'):
        pass
        yield 'Some names share a stem: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'stems')))
        yield '.\nVariants of one source are not independent datasets; the option '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), 'groups')))
        yield ' or a column '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), 'group')))
        yield ' declares such families.\n\n'
    yield '## Design\n\n'
    for l_1_design in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'designs'):
        l_1_integer = resolve('integer')
        l_1_instances = l_1_tested = missing
        _loop_vars = {}
        pass
        l_1_instances = (str_join((', n = ', environment.getattr(l_1_design, 'instances'), ' instances', )) if environment.getattr(l_1_design, 'instances') else '')
        _loop_vars['instances'] = l_1_instances
        l_1_tested = (str_join((', test sets of ', environment.getattr(l_1_design, 'tested'), )) if environment.getattr(l_1_design, 'tested') else '')
        _loop_vars['tested'] = l_1_tested
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_design, 'metrics'), _loop_vars=_loop_vars)))
        yield ': '
        yield str(environment.finalize(context, environment.getattr(l_1_design, 'layout')))
        yield str(environment.finalize(context, (undefined(name='instances') if l_1_instances is missing else l_1_instances)))
        yield str(environment.finalize(context, (undefined(name='tested') if l_1_tested is missing else l_1_tested)))
        yield '.\n'
        if environment.getattr(l_1_design, 'partial'):
            pass
            yield str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_1_integer is missing else l_1_integer), environment.getattr(l_1_design, 'partial'), _loop_vars=_loop_vars)))
            yield ' '
            yield str(environment.finalize(context, ('cell lacks' if (environment.getattr(l_1_design, 'partial') == 1) else 'cells lack')))
            yield ' some of these runs.\n'
        if environment.getattr(l_1_design, 'within'):
            pass
            yield 'Within a dataset, two algorithms are compared by '
            yield str(environment.finalize(context, environment.getattr(l_1_design, 'within')))
            yield '.\n'
        if environment.getattr(l_1_design, 'caveat'):
            pass
            yield str(environment.finalize(context, environment.getattr(l_1_design, 'caveat')))
            yield '\n'
    l_1_design = l_1_instances = l_1_tested = l_1_integer = missing
    yield '\n## How words are used\n\nA difference is called significant when its '
    yield str(environment.finalize(context, ('adjusted ' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'adjusted') else '')))
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p')))
    yield '-value is at most '
    yield str(environment.finalize(context, (undefined(name='alpha') if l_0_alpha is missing else l_0_alpha)))
    yield '.\nA non-significant difference is not evidence that two algorithms are equal.\n'
    if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'one_dataset'):
        pass
        yield 'Conclusions hold for this dataset only.\n'
    else:
        pass
        yield 'Conclusions hold for these datasets and for populations of datasets that they represent.\n'
    yield '\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'factors_response')))
    yield '\n'

blocks = {}
debug_info = '3=17&4=19&6=21&9=23&10=27&11=33&12=36&13=39&16=42&17=44&21=48&23=50&24=53&27=55&28=58&31=60&34=63&35=67&39=73&40=76&44=78&45=81&46=83&51=88&52=93&53=95&54=98&55=104&56=106&58=110&59=113&61=115&62=117&68=121&70=126&76=133'
