from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/answer.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_case = resolve('case')
    l_0_by = resolve('by')
    l_0_open = resolve('open')
    l_0_m = resolve('m')
    l_0_tested = resolve('tested')
    l_0_omnibus = resolve('omnibus')
    l_0_standing = resolve('standing')
    l_0_verdicts = resolve('verdicts')
    l_0_where = resolve('where')
    l_0_d = resolve('d')
    l_0_parts = resolve('parts')
    l_0_ahead = resolve('ahead')
    l_0_l = resolve('l')
    l_0_a = missing
    try:
        t_1 = environment.filters['capitalize']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'capitalize' found.")
    pass
    yield '# Answer\n\n'
    l_0_a = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'standing')
    context.vars['a'] = l_0_a
    context.exported_vars.add('a')
    if (undefined(name='a') if l_0_a is missing else l_0_a):
        pass
        l_0_case = environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'case')
        context.vars['case'] = l_0_case
        context.exported_vars.add('case')
        l_0_by = (str_join((' by ', environment.getattr(environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'metric'), 'name'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_metrics') else '')
        context.vars['by'] = l_0_by
        context.exported_vars.add('by')
        t_2 = []
        pass
        t_2.extend((
            str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'word'))),
            ' ',
            str(environment.finalize(context, (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns') if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'several') else environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))),
            ' cannot be distinguished from it\n',
        ))
        l_0_open = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
        context.vars['open'] = l_0_open
        context.exported_vars.add('open')
        if ((undefined(name='case') if l_0_case is missing else l_0_case) == 'few'):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'few')))
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield str(environment.finalize(context, (' pair by pair' if (environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k') != 'two') else cond_expr_undefined("the inline if-expression on line 11 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
            yield '.\n\n'
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only'):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'only')))
            yield '\n'
            if ((undefined(name='case') if l_0_case is missing else l_0_case) == 'best'):
                pass
                yield 'On these '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield ' beats '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'everyone')))
                yield ' others'
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield '.\n'
            elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'ahead'):
                pass
                yield 'On these '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield ' leads'
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield ', but '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='open') if l_0_open is missing else l_0_open))))
                yield '.\n'
            elif ((((undefined(name='case') if l_0_case is missing else l_0_case) == 'nothing') and environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus')) and environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus'), 'significant')):
                pass
                yield 'On these no pair of the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' differs significantly'
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield '.\n'
            elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'nothing'):
                pass
                yield 'On these the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' do not differ significantly'
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield '.\n'
            elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'unclear'):
                pass
                yield 'On these no '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
                yield ' is clearly best'
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield '.\n'
            yield '\n'
        elif (((undefined(name='case') if l_0_case is missing else l_0_case) == 'two') and environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'wins')):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr(environment.getitem(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'wins'), 0), 'name')))
            yield ' beats '
            yield str(environment.finalize(context, environment.getattr(environment.getitem(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'wins'), 0), 'other')))
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'where')))
            yield '.\n\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'two'):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'both')))
            yield ' cannot be distinguished'
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield ' '
            yield str(environment.finalize(context, (environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'where') if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part') else str_join(('on ', environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'these'), )))))
            yield '.\n\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'reference'):
            pass
            if (environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'n') and environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'n')):
                pass
                yield '### Of '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'others')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ', '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'word')))
                yield ' '
                yield str(environment.finalize(context, ('beat' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'several') else 'beats')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield ' and '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'word')))
                yield ' '
                yield str(environment.finalize(context, ('are' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'several') else 'is')))
                yield ' worse'
                yield str(environment.finalize(context, (str_join(('; ', environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'word'), ' cannot be distinguished from it', )) if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'n') else cond_expr_undefined("the inline if-expression on line 35 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part')))
                yield '.\n'
            elif (environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'n') and environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'n')):
                pass
                yield '### Of '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'others')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ', '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'word')))
                yield ' '
                yield str(environment.finalize(context, ('beat' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'several') else 'beats')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield '; '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'word')))
                yield ' cannot be distinguished from it'
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part')))
                yield '.\n'
            elif environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'n'):
                pass
                yield '### '
                yield str(environment.finalize(context, t_1(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'everyone'))))
                yield ' other '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' beat '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part')))
                yield '.\n'
            elif (environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'n') and environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'n')):
                pass
                yield '### '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield ' beats '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'word')))
                yield ' of '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'others')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield '; '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'word')))
                yield ' cannot be distinguished from it'
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part')))
                yield '.\n'
            elif environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'n'):
                pass
                yield '### '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield ' beats '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'everyone')))
                yield ' other '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part')))
                yield '.\n'
            else:
                pass
                yield '### None of the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'others')))
                yield ' other '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' can be distinguished from '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part')))
                yield '.\n'
            yield '\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'nothing'):
            pass
            if (environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus') and environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus'), 'significant')):
                pass
                yield '### No pair of the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' differs significantly'
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield ' on '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'these')))
                yield '.\n'
            else:
                pass
                yield '### The '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' do not differ significantly'
                yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
                yield ' on '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'these')))
                yield '.\n'
            yield '\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'circle'):
            pass
            yield '### There is no order'
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield ': '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'circle')))
            yield ' beat each other in a circle.\n\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'beaten'):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
            yield ' has the best mean rank'
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part')))
            yield ', but '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'names')))
            yield ' '
            yield str(environment.finalize(context, ('beat' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'several') else 'beats')))
            yield ' it.\n\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'shared'):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'leaders')))
            yield ' share the first place of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k')))
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield ' '
            yield str(environment.finalize(context, (environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'where') if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part') else str_join(('on ', environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'these'), )))))
            yield '.\n\n'
        elif (((undefined(name='case') if l_0_case is missing else l_0_case) == 'best') and (not environment.getattr(environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'metric'), 'comparable'))):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
            yield ' has the '
            yield str(environment.finalize(context, ('lowest' if environment.getattr(environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'metric'), 'lower') else 'highest')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr(environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'metric'), 'name')))
            yield ' of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'where')))
            yield '.\n\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'best'):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
            yield ' is the best of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'where')))
            yield '.\n\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'ahead'):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
            yield ' ranks first of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k')))
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'part')))
            yield '; '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='open') if l_0_open is missing else l_0_open))))
            yield '.\n\n'
        else:
            pass
            yield '### No '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
            yield ' is clearly best'
            yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
            yield ' on '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'these')))
            yield '.\n\n'
        t_3 = []
        pass
        t_3.extend((
            str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test'))),
            ', ',
            str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted'))),
            '\n',
        ))
        l_0_tested = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
        context.vars['tested'] = l_0_tested
        context.exported_vars.add('tested')
        t_4 = []
        pass
        if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus'):
            pass
            t_4.extend((
                str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus_name'))),
                ', ',
                str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus'), 'counted'))),
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus'), 'p_value')))),
                '\n',
            ))
        l_0_omnibus = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
        context.vars['omnibus'] = l_0_omnibus
        context.exported_vars.add('omnibus')
        t_5 = []
        pass
        t_5.extend((
            str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name'))),
            ' has ',
            str(environment.finalize(context, (str_join((environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'score'), ' and ', )) if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'score') else cond_expr_undefined("the inline if-expression on line 86 in 'sections/answer.jinja' evaluated to false and no else section was defined.")))),
            str(environment.finalize(context, ('the ' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'pairwise') else cond_expr_undefined("the inline if-expression on line 86 in 'sections/answer.jinja' evaluated to false and no else section was defined.")))),
            str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'rank'))),
            str(environment.finalize(context, (str_join((', and is ', environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'first'), )) if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'first') else cond_expr_undefined("the inline if-expression on line 86 in 'sections/answer.jinja' evaluated to false and no else section was defined.")))),
            '.\n',
        ))
        l_0_standing = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        context.vars['standing'] = l_0_standing
        context.exported_vars.add('standing')
        yield '>\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'missing'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'missing')))
            yield '\n'
        if ((undefined(name='case') if l_0_case is missing else l_0_case) == 'few'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'undecided')))
            yield '.\n'
            if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus'):
                pass
                yield 'Taken together, the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' '
                yield str(environment.finalize(context, ('differ' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus'), 'significant') else 'do not differ significantly')))
                yield ' ('
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='omnibus') if l_0_omnibus is missing else l_0_omnibus))))
                yield ').\n'
            yield 'As a description: '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'leaders')))
            yield ' '
            yield str(environment.finalize(context, ('has' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'leader') else 'share')))
            yield ' the best mean rank ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'profile')))
            yield ').\n'
            if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'spread'):
                pass
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'spread')))
                yield '\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'two'):
            pass
            if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'wins'):
                pass
                yield str(environment.finalize(context, environment.getattr(environment.getitem(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'wins'), 0), 'name')))
                yield ' is ahead '
                yield str(environment.finalize(context, environment.getattr(environment.getitem(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'wins'), 0), 'by')))
                yield ' ('
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
                yield ', '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getitem(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'wins'), 0), 'p'))))
                yield ').\n'
            elif environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'all_equal'):
                pass
                yield 'Their results are equal on every dataset.\n'
            elif environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'):
                pass
                yield 'The lead of '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'), 'name')))
                yield ', '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'), 'phrase')))
                yield ', is not significant ('
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
                yield ', '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'), 'p'))))
                yield ').\n'
            if (environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'record') and (not environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'all_equal'))):
                pass
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'record')))
                yield '\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'reference'):
            pass
            if (environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'n') or environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'n')):
                pass
                t_6 = []
                pass
                if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'n'):
                    pass
                    t_6.extend((
                        str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'near'))),
                        str(environment.finalize(context, (',' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'many') else cond_expr_undefined("the inline if-expression on line 116 in 'sections/answer.jinja' evaluated to false and no else section was defined.")))),
                        ' ',
                        str(environment.finalize(context, ('beat' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'several') else 'beats'))),
                        ' ',
                        str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name'))),
                        str(environment.finalize(context, (';' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'n') else cond_expr_undefined("the inline if-expression on line 116 in 'sections/answer.jinja' evaluated to false and no else section was defined.")))),
                        '\n',
                    ))
                if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'n'):
                    pass
                    t_6.extend((
                        str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name'))),
                        ' beats ',
                        str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'beats'))),
                        '\n',
                    ))
                l_0_verdicts = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
                context.vars['verdicts'] = l_0_verdicts
                context.exported_vars.add('verdicts')
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='verdicts') if l_0_verdicts is missing else l_0_verdicts))))
                yield ' ('
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
                yield ', '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'verdicts'), 'p'), most=environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'verdicts'), 'several'))))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'family')))
                yield ').\n'
                if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'n'):
                    pass
                    yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'near')))
                    yield str(environment.finalize(context, (',' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'many') else cond_expr_undefined("the inline if-expression on line 124 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
                    yield ' cannot be distinguished from it.\n'
            else:
                pass
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'near')))
                yield str(environment.finalize(context, (',' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'many') else cond_expr_undefined("the inline if-expression on line 127 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
                yield ' cannot be distinguished from '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield ' ('
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
                yield ', smallest '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'least_p'))))
                yield ').\n'
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
            yield ' is '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'place')))
            yield ' of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'k')))
            yield ' by mean rank'
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'by_metric')))
            yield '.\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'nothing'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'leaders')))
            yield ' '
            yield str(environment.finalize(context, ('has' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'leader') else 'share')))
            yield ' the best mean rank ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'profile')))
            yield ').\n'
            if (environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus') and environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus'), 'significant')):
                pass
                yield 'Taken together they differ ('
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='omnibus') if l_0_omnibus is missing else l_0_omnibus))))
                yield ').\n'
            elif (environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'omnibus') and (not environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'all_equal'))):
                pass
                yield 'Taken together they do not differ either ('
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='omnibus') if l_0_omnibus is missing else l_0_omnibus))))
                yield ').\n'
            if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'all_equal'):
                pass
                yield 'Their results are equal on every dataset.\n'
            elif environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'):
                pass
                yield 'The largest difference, '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'), 'phrase')))
                yield ' in favour of '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'), 'name')))
                yield ' over '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'), 'other')))
                yield ', is not significant ('
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
                yield ', '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'extreme'), 'p'))))
                yield ').\n'
            if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'detectable'):
                pass
                yield 'With the spread seen here, a true difference of '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'detectable')))
                yield ' would be found with '
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'power')))
                yield ' power'
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'detectable_difference')))
                yield '.\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'circle'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'leaders')))
            yield ' '
            yield str(environment.finalize(context, ('has' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'leader') else 'share')))
            yield ' the best mean rank ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'profile')))
            yield ').\n'
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'differing')))
            yield ' ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'pairs'), 'p'), most=environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'pairs'), 'several'))))
            yield ').\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) == 'beaten'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='standing') if l_0_standing is missing else l_0_standing))))
            yield '\nBut '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'near')))
            yield str(environment.finalize(context, (',' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'many') else cond_expr_undefined("the inline if-expression on line 150 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
            yield ' '
            yield str(environment.finalize(context, ('beat' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'several') else 'beats')))
            yield ' it ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'p'), most=environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'ahead'), 'several'))))
            yield ').\n'
            if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'n'):
                pass
                yield 'It beats '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'beats')))
                yield '.\n'
        elif ((undefined(name='case') if l_0_case is missing else l_0_case) in ('best', 'ahead')):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='standing') if l_0_standing is missing else l_0_standing))))
            yield '\nIt beats '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'beats')))
            yield ' ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'p'), most=environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'beaten'), 'several'))))
            yield ').\n'
            if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'n'):
                pass
                yield 'It cannot be distinguished from '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'open'), 'near')))
                yield '.\n'
        else:
            pass
            if ((undefined(name='case') if l_0_case is missing else l_0_case) == 'shared'):
                pass
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'leaders')))
                yield ' have '
                yield str(environment.finalize(context, ('the ' if environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'pairwise') else cond_expr_undefined("the inline if-expression on line 162 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'rank')))
                yield '.\n'
            else:
                pass
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'name')))
                yield ' leads ('
                yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'profile')))
                yield ') but cannot be distinguished from '
                yield str(environment.finalize(context, str_join(('any of the other ', environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'others'), ))))
                yield '.\n'
                if environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'widest'):
                    pass
                    yield 'Its largest lead, '
                    yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'widest'), 'phrase')))
                    yield ' over '
                    yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'widest'), 'other')))
                    yield ', is not significant ('
                    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'widest'), 'p'))))
                    yield ').\n'
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'differing')))
            yield ' ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'test')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'adjusted')))
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'pairs'), 'p'), most=environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'pairs'), 'several'))))
            yield ').\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'policy'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'policy')))
            yield '\n'
        t_7 = []
        pass
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sensitivity'):
            pass
            t_7.extend((
                '(',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sensitivity')))),
                ')\n',
            ))
        l_0_where = (Markup if context.eval_ctx.autoescape else identity)(concat(t_7))
        context.vars['where'] = l_0_where
        context.exported_vars.add('where')
        if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'line') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'sensitivity')):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'line')))
            yield ' '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='where') if l_0_where is missing else l_0_where))))
            yield '.\n'
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'line'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'line')))
            yield '.\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), ('deciding_test' if ((undefined(name='case') if l_0_case is missing else l_0_case) == 'few') else environment.getattr(environment.getattr((undefined(name='a') if l_0_a is missing else l_0_a), 'c'), 'method')))))
        yield '\n\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'closing'):
            pass
            yield '>\n'
            for l_1_sentence in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'closing'):
                _loop_vars = {}
                pass
                yield str(environment.finalize(context, l_1_sentence))
                yield '\n'
            l_1_sentence = missing
            yield '\n'
        yield '\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'single'):
        pass
        l_0_d = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'single')
        context.vars['d'] = l_0_d
        context.exported_vars.add('d')
        if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'reference'):
            pass
            t_8 = []
            pass
            if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'n'):
                pass
                t_8.extend((
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'word'))),
                    ' ',
                    str(environment.finalize(context, ('are' if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'several') else 'is'))),
                    ' better\n',
                ))
            if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'n'):
                pass
                t_8.extend((
                    str(environment.finalize(context, ('and ' if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'n') else cond_expr_undefined("the inline if-expression on line 202 in 'sections/answer.jinja' evaluated to false and no else section was defined.")))),
                    str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'word'))),
                    ' ',
                    str(environment.finalize(context, ('are' if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'several') else 'is'))),
                    ' worse\n',
                ))
            l_0_parts = (Markup if context.eval_ctx.autoescape else identity)(concat(t_8))
            context.vars['parts'] = l_0_parts
            context.exported_vars.add('parts')
            if ((environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'others') == 1) and environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'test')):
                pass
                yield '### The other '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
                yield ' '
                yield str(environment.finalize(context, ('is better than' if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'n') else ('is worse than' if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'n') else 'cannot be distinguished from'))))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name')))
                yield ' on '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'dataset')))
                yield '.\n'
            elif (environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'n') or environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'n')):
                pass
                yield '### Of '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'all_others')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ', '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='parts') if l_0_parts is missing else l_0_parts))))
                yield ' than '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name')))
                yield ' on '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'dataset')))
                yield str(environment.finalize(context, (str_join(('; ', environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'open'), 'word'), ' cannot be distinguished from it', )) if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'open'), 'n') else cond_expr_undefined("the inline if-expression on line 208 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
                yield '.\n'
            elif environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'test'):
                pass
                yield '### None of the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'all_others')))
                yield ' other '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' can be distinguished from '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name')))
                yield ' on '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'dataset')))
                yield '.\n'
            else:
                pass
                yield '### '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'leaders')))
                yield ' '
                yield str(environment.finalize(context, ('have' if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'shared') else 'has')))
                yield ' the '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'best')))
                yield ' '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'measure')))
                yield ' on '
                yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'dataset')))
                yield '.\n'
            yield '\n'
        elif (environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'shared') or (not environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'test'))):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'leaders')))
            yield ' '
            yield str(environment.finalize(context, ('have' if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'shared') else 'has')))
            yield ' the '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'best')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'measure')))
            yield ' on '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'dataset')))
            yield '.\n\n'
        elif (not environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'open'), 'n')):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name')))
            yield ' has the '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'best')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'measure')))
            yield ' on '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'dataset')))
            yield ', significantly '
            yield str(environment.finalize(context, ('lower' if (environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'best') == 'lowest') else 'higher')))
            yield ' than '
            yield str(environment.finalize(context, ('the other' if (environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'others') == 1) else str_join(('each of the ', environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'all_others'), ' others', )))))
            yield '.\n\n'
        elif (not environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'n')):
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name')))
            yield ' has the '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'best')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'measure')))
            yield ' on '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'dataset')))
            yield '; '
            yield str(environment.finalize(context, (str_join(('the other ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun'), ' cannot', )) if (environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'others') == 1) else str_join(('none of the ', environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'all_others'), ' other ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns'), ' can', )))))
            yield ' be distinguished from it.\n\n'
        else:
            pass
            yield '### '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name')))
            yield ' has the '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'best')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'measure')))
            yield ' on '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'dataset')))
            yield '; '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'open'), 'word')))
            yield ' of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'all_others')))
            yield ' other '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
            yield ' cannot be distinguished from it.\n\n'
        yield '>\n'
        if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'errors'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name')))
            yield ' misclassifies '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'score')))
            yield '.\n'
        else:
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name')))
            yield ' has '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'measure')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'score')))
            yield str(environment.finalize(context, (' (lower is better)' if (environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'best') == 'lowest') else cond_expr_undefined("the inline if-expression on line 232 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
        if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'reason'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'reason')))
            yield '\n'
        if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'n'):
            pass
            t_9 = []
            pass
            if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'over'):
                pass
                t_9.extend((
                    str(environment.finalize(context, ('have' if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'several') else 'has'))),
                    ' a significantly lower error rate over the ',
                    str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'over'))),
                    '\n',
                ))
            elif environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'errors'):
                pass
                t_9.extend((
                    str(environment.finalize(context, ('make' if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'several') else 'makes'))),
                    ' significantly fewer errors\n',
                ))
            else:
                pass
                t_9.extend((
                    str(environment.finalize(context, ('beat' if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'several') else 'beats'))),
                    ' ',
                    str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'name'))),
                    '\n',
                ))
            l_0_ahead = (Markup if context.eval_ctx.autoescape else identity)(concat(t_9))
            context.vars['ahead'] = l_0_ahead
            context.exported_vars.add('ahead')
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'names')))
            yield ' '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='ahead') if l_0_ahead is missing else l_0_ahead))))
            yield ' ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'test')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'adjusted')))
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'p'), most=environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'several'))))
            yield ').\n'
        if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'n'):
            pass
            yield str(environment.finalize(context, (str_join(('Over the ', environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'over'), ' its error rate is significantly lower than that of', )) if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'over') else (str_join(('On the same ', environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'units'), ' it makes significantly fewer errors than', )) if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'errors') else 'It beats'))))
            yield ' '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'names')))
            yield ' ('
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'test')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'adjusted')))
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'p'), environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'p'), most=environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'several'))))
            yield ').\n'
        if environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'open'), 'n'):
            pass
            yield 'It cannot be distinguished from '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'open'), 'names')))
            yield str(environment.finalize(context, (str_join((' (', environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'test'), ')', )) if ((not environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'beaten'), 'n')) and (not environment.getattr(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'ahead'), 'n'))) else cond_expr_undefined("the inline if-expression on line 253 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
        if environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'method'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'method'))))
            yield '\n'
        yield '\n'
    else:
        pass
        yield '### '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'obstacle')))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'levels'):
        pass
        l_0_l = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'levels')
        context.vars['l'] = l_0_l
        context.exported_vars.add('l')
        yield '>\n'
        if environment.getattr((undefined(name='l') if l_0_l is missing else l_0_l), 'same'):
            pass
            yield 'At every level of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='l') if l_0_l is missing else l_0_l), 'factor')))
            yield ' the best mean rank'
            yield str(environment.finalize(context, (str_join((' by ', environment.getattr((undefined(name='l') if l_0_l is missing else l_0_l), 'metric'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_metrics') else cond_expr_undefined("the inline if-expression on line 267 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
            yield ' is that of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='l') if l_0_l is missing else l_0_l), 'same')))
            yield '.\n'
        else:
            pass
            yield 'By level of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='l') if l_0_l is missing else l_0_l), 'factor')))
            yield ', the best mean rank'
            yield str(environment.finalize(context, (str_join((' by ', environment.getattr((undefined(name='l') if l_0_l is missing else l_0_l), 'metric'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'several_metrics') else cond_expr_undefined("the inline if-expression on line 269 in 'sections/answer.jinja' evaluated to false and no else section was defined."))))
            yield ' is that of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='l') if l_0_l is missing else l_0_l), 'leaders')))
            yield '.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='l') if l_0_l is missing else l_0_l), 'table'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'figure'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'care'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'care'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'care'))))
        yield '\n\n'

blocks = {}
debug_info = '3=33&4=36&5=38&6=41&8=47&7=52&10=55&11=58&13=62&14=65&15=67&16=70&17=76&18=79&19=85&20=88&21=92&22=95&23=99&24=102&27=107&28=110&30=117&31=120&33=126&34=128&35=131&36=149&37=152&38=167&39=170&40=178&41=181&42=194&43=197&45=208&48=217&49=219&50=222&52=233&55=242&56=245&58=249&59=252&61=261&62=264&64=271&65=274&67=286&68=289&70=298&71=301&74=312&78=321&77=326&81=331&82=334&80=340&86=346&85=354&89=358&90=360&92=362&93=364&94=366&95=369&97=378&98=384&99=386&101=388&102=390&103=392&104=401&106=404&107=407&109=416&110=418&112=420&113=422&115=426&116=429&118=438&119=441&114=446&122=449&123=458&124=460&127=465&129=475&130=483&131=485&132=491&133=494&134=496&135=499&137=501&139=504&140=507&142=518&143=521&145=527&146=529&147=535&148=542&149=544&150=546&151=556&152=559&154=561&155=563&156=565&157=572&158=575&161=579&162=581&164=588&165=594&166=597&169=603&171=610&172=612&175=616&176=620&174=623&179=626&180=628&181=632&182=634&184=636&186=638&188=641&189=644&194=649&195=651&196=654&198=658&199=661&201=666&202=669&197=675&205=678&206=681&207=689&208=692&209=703&210=706&212=717&215=728&216=731&218=741&219=744&221=756&222=759&225=772&229=787&230=789&232=795&234=802&235=804&237=806&239=810&240=813&241=818&242=821&244=827&238=832&247=835&249=844&250=846&252=855&253=858&255=861&256=863&260=869&263=871&264=873&266=877&267=880&269=889&272=896&275=898&276=900&279=902&280=904'
