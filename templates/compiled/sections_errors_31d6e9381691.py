from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/errors.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_differ = resolve('differ')
    l_0_others = resolve('others')
    l_0_m = resolve('m')
    l_0_why = resolve('why')
    pass
    yield '# Kinds of errors\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'):
        pass
        l_0_differ = (str_join(('The patterns of errors differ on ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'differing'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'differing') else 'The patterns of errors differ significantly on none of the datasets')
        context.vars['differ'] = l_0_differ
        context.exported_vars.add('differ')
        l_0_others = (str_join((', not significantly on ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'alike'), )) if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'differing') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'alike')) else '')
        context.vars['others'] = l_0_others
        context.exported_vars.add('others')
        yield str(environment.finalize(context, (undefined(name='differ') if l_0_differ is missing else l_0_differ)))
        yield str(environment.finalize(context, (undefined(name='others') if l_0_others is missing else l_0_others)))
        yield ' ('
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield ').\n'
    for l_1_d in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'accounts'):
        l_1_fixed = resolve('fixed')
        l_1_size = l_1_verdict = l_1_link = missing
        _loop_vars = {}
        pass
        l_1_size = (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'T^2', _loop_vars=_loop_vars) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'two') else 'Wilks’ Λ')
        _loop_vars['size'] = l_1_size
        l_1_verdict = ('differ' if environment.getattr(l_1_d, 'differ') else 'do not differ significantly')
        _loop_vars['verdict'] = l_1_verdict
        l_1_link = (', but ' if (environment.getattr(l_1_d, 'differ') and environment.call(context, environment.getattr(environment.getattr(l_1_d, 'pairs'), 'startswith'), 'no single', _loop_vars=_loop_vars)) else '; ')
        _loop_vars['link'] = l_1_link
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'single'):
            pass
            yield 'On '
            yield str(environment.finalize(context, environment.getattr(l_1_d, 'dataset')))
            yield ' the patterns of errors of the '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'k')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
            yield ' '
            yield str(environment.finalize(context, (undefined(name='verdict') if l_1_verdict is missing else l_1_verdict)))
            yield ' ('
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='size') if l_1_size is missing else l_1_size), _loop_vars=_loop_vars)))
            yield ' '
            yield str(environment.finalize(context, environment.getattr(l_1_d, 'size')))
            yield ', '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'F', _loop_vars=_loop_vars)))
            yield ' = '
            yield str(environment.finalize(context, environment.call(context, (undefined(name='fixed') if l_1_fixed is missing else l_1_fixed), environment.getattr(environment.getattr(l_1_d, 'row'), 'statistic'), 2, _loop_vars=_loop_vars)))
            yield ', df = '
            yield str(environment.finalize(context, environment.getattr(environment.getattr(l_1_d, 'row'), 'df')))
            yield ', '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr(l_1_d, 'row'), 'p_value'), _loop_vars=_loop_vars)))
            yield ')'
            yield str(environment.finalize(context, (str_join(((undefined(name='link') if l_1_link is missing else l_1_link), environment.getattr(l_1_d, 'pairs'), ' (Hotelling’s test)', )) if environment.getattr(l_1_d, 'pairs') else cond_expr_undefined("the inline if-expression on line 13 in 'sections/errors.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
        elif environment.getattr(l_1_d, 'pairs'):
            pass
            yield 'On '
            yield str(environment.finalize(context, environment.getattr(l_1_d, 'dataset')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr(l_1_d, 'pairs')))
            yield ' (Hotelling’s test).\n'
        if ((environment.getattr(l_1_d, 'share') and environment.getattr(l_1_d, 'direction')) and environment.getattr(l_1_d, 'differ')):
            pass
            yield 'The '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
            yield ' differ mainly ('
            yield str(environment.finalize(context, environment.getattr(l_1_d, 'share')))
            yield ') in '
            yield str(environment.finalize(context, environment.getattr(l_1_d, 'direction')))
            yield '.\n'
        elif (environment.getattr(l_1_d, 'share') and environment.getattr(l_1_d, 'differ')):
            pass
            yield 'The first direction holds '
            yield str(environment.finalize(context, environment.getattr(l_1_d, 'share')))
            yield ' of the differences.\n'
    l_1_d = l_1_size = l_1_verdict = l_1_link = l_1_fixed = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'crowded'):
        pass
        yield 'Hotelling’s test of single pairs needs more folds than classes and cannot be used on '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'crowded')))
        yield '.\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield '\n\n'
    for l_1_figure in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'planes'):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), l_1_figure, _loop_vars=_loop_vars)))
        yield '\n\n'
    l_1_figure = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'misses'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'misses'))))
        yield '\n\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table') or environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'accounts')):
        pass
        t_1 = []
        pass
        t_1.extend((
            'Errors of one fold over the classes are one vector; training sets overlap, so the scatter between the algorithms is divided by 1 plus the number of folds times the ratio of test to training size ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'nadeau2003'))),
            '.\n',
        ))
        l_0_why = (Markup if context.eval_ctx.autoescape else identity)(concat(t_1))
        context.vars['why'] = l_0_why
        context.exported_vars.add('why')
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'chose'), 'Do the patterns of errors over the classes differ?', ('hotelling' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'two') else 'manova'), (undefined(name='why') if l_0_why is missing else l_0_why))))
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'hotelling')))
        yield '\n'

blocks = {}
debug_info = '3=17&4=19&5=22&6=25&8=30&9=35&10=37&11=39&12=41&13=44&14=66&15=69&17=73&18=76&19=82&20=85&23=88&24=91&27=94&28=96&31=98&32=101&35=104&36=106&39=108&41=114&40=117&43=120&44=122'
