from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/leaderboard.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_give = l_0_bounds = missing
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
    yield '# Leaderboard\n\n'
    l_0_give = ('give' if (t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'boards')) > 1) else 'gives')
    context.vars['give'] = l_0_give
    context.exported_vars.add('give')
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'one_dataset'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'boards'))))
        yield ' '
        yield str(environment.finalize(context, (undefined(name='give') if l_0_give is missing else l_0_give)))
        yield ', for each metric, the mean over the runs and the rank (1 is best).\nAlgorithms stand in the order of their rank by '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'first')))
        yield '.\n'
    else:
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), *environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'boards'))))
        yield ' '
        yield str(environment.finalize(context, (undefined(name='give') if l_0_give is missing else l_0_give)))
        yield ', for each metric, the mean and standard deviation over the datasets, the mean rank (1 is best) and the number of datasets on which an algorithm was best, ties included.\nAlgorithms stand in the order of their mean rank by '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'first')))
        yield '.\nMeans over unlike datasets are shown for orientation only; the ranks, and the tests on them, carry the comparison.\n'
    yield '\n'
    for l_1_board in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'boards'):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), l_1_board, _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_board = missing
    for (l_1_metric, l_1_names, l_1_several) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out'):
        l_1_have = l_1_get = missing
        _loop_vars = {}
        pass
        (l_1_have, l_1_get) = (('have', 'get') if l_1_several else ('has', 'gets'))
        _loop_vars.update({'get': l_1_get, 'have': l_1_have})
        yield 'By '
        yield str(environment.finalize(context, l_1_metric))
        yield ', '
        yield str(environment.finalize(context, l_1_names))
        yield ' '
        yield str(environment.finalize(context, (undefined(name='have') if l_1_have is missing else l_1_have)))
        yield ' too few results in common with the others and '
        yield str(environment.finalize(context, (undefined(name='get') if l_1_get is missing else l_1_get)))
        yield ' no place.\n\n'
    l_1_metric = l_1_names = l_1_several = l_1_have = l_1_get = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'placed'):
        pass
        yield 'Where results are missing, places follow Skillings-Mack effects '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'skillings1981')))
        yield ': ranks within datasets, adjusted for who else has a result there.\nMean and standard deviation rest on the same n datasets as the place.\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'rank_effects')))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'filled'):
        pass
        yield 'An algorithm with made-up results has no mean: its rank counts them, and their size means nothing.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'blind'):
        pass
        yield 'Below the line stands what is reached without looking at any feature: an algorithm that is not clearly better has learnt nothing of use.\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'trivial'):
        pass
        yield str(environment.finalize(context, t_1(context.eval_ctx, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'trivial'), ', ')))
        yield ' '
        yield str(environment.finalize(context, ('stand' if (t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'trivial')) > 1) else 'stands')))
        yield ' for the level of chance: an algorithm whose results are not clearly better, at whatever cost, has learnt nothing of use.\n'
    else:
        pass
        yield 'No trivial baseline is included.\n'
    yield 'The noise of the labels, beyond which no score can rise, is not known'
    yield str(environment.finalize(context, ('' if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'blind') or environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'trivial')) else ' either')))
    yield '.\n\n'
    t_3 = []
    pass
    l_2_loop = missing
    for l_2_bound, l_2_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'bounds'), undefined):
        l_2_level = resolve('level')
        l_2_instances = missing
        _loop_vars = {}
        pass
        l_2_instances = str_join((environment.getattr(l_2_bound, 'n'), ' of ', environment.getattr(l_2_bound, 'dataset'), ('' if environment.getattr(l_2_loop, 'last') else ' and'), ))
        _loop_vars['instances'] = l_2_instances
        if environment.getattr(l_2_bound, 'bound'):
            pass
            t_3.extend((
                'with probability ',
                str(environment.finalize(context, (undefined(name='level') if l_2_level is missing else l_2_level))),
                ' exceed that of the best by at most ',
                str(environment.finalize(context, environment.getattr(l_2_bound, 'bound'))),
                ' on the ',
                str(environment.finalize(context, (undefined(name='instances') if l_2_instances is missing else l_2_instances))),
                '\n',
            ))
        else:
            pass
            t_3.extend((
                'not be bounded at all on the ',
                str(environment.finalize(context, (undefined(name='instances') if l_2_instances is missing else l_2_instances))),
                '\n',
            ))
    l_2_loop = l_2_bound = l_2_instances = l_2_level = missing
    l_0_bounds = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
    context.vars['bounds'] = l_0_bounds
    context.exported_vars.add('bounds')
    yield 'The first place is the best of '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'candidates')))
    yield ' on the same data, and the best of several is partly luck.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'bounds'):
        pass
        yield 'Were the winner picked by its error on the test instances alone, its true error would '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='bounds') if l_0_bounds is missing else l_0_bounds))))
        yield ' (Hoeffding’s inequality and the union bound).\n'
    yield 'All configurations ever tried count, those not in the table too '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'cawley2010')))
    yield '.\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'average_ranks')))
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'bounds'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'model_selection_bound')))
        yield '\n'

blocks = {}
debug_info = '3=27&4=30&5=32&6=36&8=40&9=44&13=47&14=50&17=53&18=57&19=60&22=69&23=72&25=74&28=76&32=79&34=82&35=84&39=92&42=97&43=102&44=104&45=108&47=119&41=123&51=127&52=129&53=132&55=135&57=137&58=139&59=141'
