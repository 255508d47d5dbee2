from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/reasons.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_options = resolve('options')
    l_0_compared = resolve('compared')
    l_0_each_metric = resolve('each_metric')
    l_0_m = resolve('m')
    l_0_alpha = resolve('alpha')
    l_0_have = resolve('have')
    l_0_one_of_them = resolve('one_of_them')
    try:
        t_1 = environment.filters['join']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'join' found.")
    try:
        t_2 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    pass
    yield '# Why these tests\n\nThe tests were chosen by the design of the experiment, never by their outcome: no test was run to decide whether another should be.\nNormality in particular was not tested first; such a pre-test changes the level of the test that follows and misses most where samples are small.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'asked_for'):
        pass
        yield 'Asked for in the recipe instead of the default: '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'asked_for')))
        yield '.\n'
    yield '\n'
    for (l_1_question, l_1_title, l_1_reason) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'choices'):
        _loop_vars = {}
        pass
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), l_1_question, _loop_vars=_loop_vars)))
        yield ' '
        yield str(environment.finalize(context, l_1_title))
        yield '. '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'said'), l_1_reason, _loop_vars=_loop_vars)))
        yield '\n'
    l_1_question = l_1_title = l_1_reason = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family'):
        pass
        l_0_compared = ('comparisons with the reference' if environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference') else 'pairs')
        context.vars['compared'] = l_0_compared
        context.exported_vars.add('compared')
        l_0_each_metric = (' of each metric, at most; the metrics are questions of their own and are not adjusted for each other' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_metrics') else '')
        context.vars['each_metric'] = l_0_each_metric
        context.exported_vars.add('each_metric')
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Over what are tests adjusted?')))
        yield '\n'
        if (environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'family') == 'all'):
            pass
            yield 'Over all metrics together, as the recipe asks: '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family')))
            yield ' '
            yield str(environment.finalize(context, (undefined(name='compared') if l_0_compared is missing else l_0_compared)))
            yield '.\n'
        else:
            pass
            yield 'Over the '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'family')))
            yield ' '
            yield str(environment.finalize(context, (undefined(name='compared') if l_0_compared is missing else l_0_compared)))
            yield str(environment.finalize(context, (undefined(name='each_metric') if l_0_each_metric is missing else l_0_each_metric)))
            yield '.\n'
        yield 'Intervals over datasets hold for the comparisons of a family together, and exclude the null value where the verdict is significant, and only there.\n'
    if environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference'):
        pass
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Why do comparisons with the reference decide?')))
        yield '\nThey are the family that a declared reference asks for.\nVerdicts on all pairs, where they are shown beside them, are a second family that is adjusted apart; over both together the risk of a false claim may exceed '
        yield str(environment.finalize(context, (undefined(name='alpha') if l_0_alpha is missing else l_0_alpha)))
        yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units'):
        pass
        (l_0_have, l_0_one_of_them) = (('have', 'one of them') if (t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units')) > 1) else ('has', 'it'))
        context.vars.update({'have': l_0_have, 'one_of_them': l_0_one_of_them})
        context.exported_vars.update(('have', 'one_of_them'))
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Why ratios?')))
        yield '\n'
        yield str(environment.finalize(context, t_1(context.eval_ctx, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units'), ', ')))
        yield ' '
        yield str(environment.finalize(context, (undefined(name='have') if l_0_have is missing else l_0_have)))
        yield ' units, or no known scale, so that differences of different datasets are not comparable.\nDeclare '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), 'scales')))
        yield ' if '
        yield str(environment.finalize(context, (undefined(name='one_of_them') if l_0_one_of_them is missing else l_0_one_of_them)))
        yield ' is a share, an area or a correlation.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'missing'):
        pass
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'What was done about missing results?')))
        yield '\n'
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'policy')))
        yield '\n'
        yield str(environment.finalize(context, ('This is the default.' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'default_policy') else 'This was asked for in the recipe.')))
        yield '\n'

blocks = {}
debug_info = '5=32&6=35&9=38&10=42&12=49&13=51&14=54&15=58&16=60&17=63&19=70&23=76&24=79&26=81&28=83&29=85&30=89&31=91&32=95&34=99&35=102&36=104&37=106'
