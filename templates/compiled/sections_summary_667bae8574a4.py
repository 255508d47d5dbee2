from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/summary.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_have = resolve('have')
    l_0_they_are = resolve('they_are')
    l_0_alpha = resolve('alpha')
    l_0_adjustment = resolve('adjustment')
    l_0_reference = l_0_difference = missing
    try:
        t_1 = environment.filters['capitalize']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'capitalize' found.")
    try:
        t_2 = environment.filters['join']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No filter named 'join' found.")
    try:
        t_3 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_3(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    pass
    yield '# Summary\n\n'
    l_1_options = resolve('options')
    t_4 = []
    pass
    if environment.getattr((undefined(name='options') if l_1_options is missing else l_1_options), 'reference'):
        pass
        t_4.extend((
            ', with ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='options') if l_1_options is missing else l_1_options), 'reference')))),
            ' as the reference\n',
        ))
    l_0_reference = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
    context.vars['reference'] = l_0_reference
    context.exported_vars.add('reference')
    l_1_options = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'coverage'):
        pass
        yield 'The table holds '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'algorithms')))
        yield ' on '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'n_datasets')))
        yield ' by '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'n_metrics')))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='reference') if l_0_reference is missing else l_0_reference))))
        yield '; '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'coverage')))
        yield '.\n'
    else:
        pass
        yield str(environment.finalize(context, t_1(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'algorithms'))))
        yield ' '
        yield str(environment.finalize(context, ('was' if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'algorithms') == 'one algorithm') else 'were')))
        yield ' compared on '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'n_datasets')))
        yield ' by '
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'n_metrics')))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='reference') if l_0_reference is missing else l_0_reference))))
        yield '.\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'outcome'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'outcome'))))
        yield '\n\n'
    for (l_1_names, l_1_why) in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undecided'):
        _loop_vars = {}
        pass
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'No pair can be decided', _loop_vars=_loop_vars)))
        yield ' by '
        yield str(environment.finalize(context, l_1_names))
        yield ': '
        yield str(environment.finalize(context, l_1_why))
        yield '.\n'
    l_1_names = l_1_why = missing
    for l_1_headline in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'headlines'):
        l_1_place = missing
        _loop_vars = {}
        pass
        t_5 = []
        pass
        t_5.extend((
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr(l_1_headline, 'section')))),
            '\n',
        ))
        if environment.getattr(l_1_headline, 'last'):
            pass
            t_5.extend((
                'to ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr(l_1_headline, 'last')))),
                '\n',
            ))
        l_1_place = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        _loop_vars['place'] = l_1_place
        yield '- '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'said'), environment.getattr(l_1_headline, 'words'), _loop_vars=_loop_vars)))
        yield ' ('
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='place') if l_1_place is missing else l_1_place), _loop_vars=_loop_vars)))
        yield ')\n'
    l_1_headline = l_1_place = missing
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'more') > 0):
        pass
        yield '- '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'more')))
        yield ' '
        yield str(environment.finalize(context, ('further finding is' if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'more') == 1) else 'further findings are')))
        yield ' in the sections that follow.\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'populations'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'populations')))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'):
        pass
        if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'alike'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'focus'))))
            yield ' could not be distinguished from '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'alike')))
            yield ' by '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'metric')))
            yield '.\n'
        elif environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'open'):
            pass
            yield 'Of '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'total')))
            yield ' comparisons with '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'focus')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'open')))
            yield ' '
            yield str(environment.finalize(context, ('shows' if (environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'open') == 1) else 'show')))
            yield ' no significant difference.\n'
        else:
            pass
            yield 'All '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'total')))
            yield ' comparisons with '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'focus')))
            yield ' show a significant difference.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'advice'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'advice'))))
            yield ' says '
            yield str(environment.finalize(context, ('how small a difference could have been found, and ' if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing'), 'open') else '')))
            yield 'what to run next.\n'
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units'):
        pass
        (l_0_have, l_0_they_are) = (('have', 'they are') if (t_3(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units')) > 1) else ('has', 'it is'))
        context.vars.update({'have': l_0_have, 'they_are': l_0_they_are})
        context.exported_vars.update(('have', 'they_are'))
        yield str(environment.finalize(context, t_2(context.eval_ctx, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units'), ', ')))
        yield ' '
        yield str(environment.finalize(context, (undefined(name='have') if l_0_have is missing else l_0_have)))
        yield ' units, or no known scale: over datasets '
        yield str(environment.finalize(context, (undefined(name='they_are') if l_0_they_are is missing else l_0_they_are)))
        yield ' compared by ratios and wins, not by differences.\n\n'
    t_6 = []
    pass
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'outcome'):
        pass
        t_6.extend((
            'A difference in ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'outcome')))),
            '\n',
        ))
    else:
        pass
        t_6.append(
            'A difference\n',
        )
    l_0_difference = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
    context.vars['difference'] = l_0_difference
    context.exported_vars.add('difference')
    if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'adjusted'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='difference') if l_0_difference is missing else l_0_difference))))
        yield ' is called significant when its adjusted '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p')))
        yield '-value is at most '
        yield str(environment.finalize(context, (undefined(name='alpha') if l_0_alpha is missing else l_0_alpha)))
        yield ' ('
        yield str(environment.finalize(context, (undefined(name='adjustment') if l_0_adjustment is missing else l_0_adjustment)))
        yield ').\n'
    else:
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='difference') if l_0_difference is missing else l_0_difference))))
        yield ' is called significant when its '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p')))
        yield '-value is at most '
        yield str(environment.finalize(context, (undefined(name='alpha') if l_0_alpha is missing else l_0_alpha)))
        yield '.\n'
    yield 'A non-significant difference is not evidence that two algorithms are equal.\n'
    if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'extent'), 'one_dataset'):
        pass
        yield 'All of this holds for this dataset only.\n'
    else:
        pass
        yield 'All of this holds for these datasets and for populations of which they are a fair sample.\n'

blocks = {}
debug_info = '4=40&5=44&3=47&8=51&9=54&11=65&14=75&15=77&18=79&19=83&21=90&23=97&24=100&25=104&22=107&28=110&30=115&31=118&34=123&35=125&38=127&39=129&40=131&41=137&42=140&44=151&46=155&47=157&51=162&52=164&53=167&57=175&58=179&56=187&63=190&64=192&66=202&69=209'
