from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/subsets.jinja'

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
    l_0_d = l_0_rule = l_0_subsets = l_0_families = missing
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    try:
        t_2 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_2(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    yield '# Subsets of the datasets\n\n'
    l_0_d = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'division')
    context.vars['d'] = l_0_d
    context.exported_vars.add('d')
    l_1_number = resolve('number')
    t_3 = []
    pass
    if (not environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'origin')):
        pass
        t_3.append(
            'as declared\n',
        )
    elif t_2(environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'border')):
        pass
        t_3.extend((
            'by ',
            str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'origin'))),
            '\n',
        ))
    elif (environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'origin') == 'size'):
        pass
        t_3.extend((
            'at the median of their size (',
            str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'measured'))),
            '), ',
            str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_1_number is missing else l_1_number), environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'border')))),
            '\n',
        ))
    else:
        pass
        t_3.extend((
            'at the median of ',
            str(environment.finalize(context, environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'origin'))),
            ', ',
            str(environment.finalize(context, environment.call(context, (undefined(name='number') if l_1_number is missing else l_1_number), environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'border')))),
            '\n',
        ))
    l_0_rule = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
    context.vars['rule'] = l_0_rule
    context.exported_vars.add('rule')
    l_1_number = missing
    t_4 = []
    pass
    l_2_loop = missing
    for (l_2_name, l_2_size), l_2_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'subsets'), undefined):
        _loop_vars = {}
        pass
        t_4.extend((
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), l_2_name, _loop_vars=_loop_vars))),
            ' (',
            str(environment.finalize(context, l_2_size)),
            ')',
            str(environment.finalize(context, (' and' if (environment.getattr(l_2_loop, 'revindex') == 2) else (',' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 17 in 'sections/subsets.jinja' evaluated to false and no else section was defined."))))),
            '\n',
        ))
    l_2_loop = l_2_name = l_2_size = missing
    l_0_subsets = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
    context.vars['subsets'] = l_0_subsets
    context.exported_vars.add('subsets')
    yield 'The datasets are divided '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='rule') if l_0_rule is missing else l_0_rule))))
    yield ': '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='subsets') if l_0_subsets is missing else l_0_subsets))))
    yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'outside'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'outside')))
        yield ' '
        yield str(environment.finalize(context, ('belongs to no subset and is' if (environment.getattr((undefined(name='d') if l_0_d is missing else l_0_d), 'outside') == 1) else 'belong to no subset and are')))
        yield ' left out.\n'
    yield '\n'
    for l_1_part in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'):
        l_1_adjustment = resolve('adjustment')
        l_1_every = l_1_adjusted = l_1_verdict = missing
        _loop_vars = {}
        pass
        l_1_every = (environment.getitem(environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'subsets'), 0), 0) if (t_1(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'subsets')) == 1) else 'every subset')
        _loop_vars['every'] = l_1_every
        l_1_adjusted = (str_join((', ', (undefined(name='adjustment') if l_1_adjustment is missing else l_1_adjustment), '-adjusted over all subsets', )) if environment.getattr(l_1_part, 'adjusted') else '')
        _loop_vars['adjusted'] = l_1_adjusted
        t_5 = []
        pass
        if environment.getattr(l_1_part, 'leader'):
            pass
            t_5.extend((
                'By ',
                str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
                ', ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'leader')))),
                ' has the best mean rank in ',
                str(environment.finalize(context, (undefined(name='every') if l_1_every is missing else l_1_every))),
                '.\n',
            ))
        else:
            pass
            t_5.extend((
                'By ',
                str(environment.finalize(context, environment.getattr(l_1_part, 'metric'))),
                ', the best mean rank is that of ',
                str(environment.finalize(context, environment.getattr(l_1_part, 'leaders'))),
                '.\n',
            ))
        t_5.extend((
            'Of ',
            str(environment.finalize(context, environment.getattr(l_1_part, 'comparisons'))),
            ' with ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_part, 'focus')))),
            ' within subsets, ',
            str(environment.finalize(context, (environment.getattr(l_1_part, 'ahead') or 'none'))),
            ' ',
            str(environment.finalize(context, ('favour' if (environment.getattr(l_1_part, 'ahead') > 1) else 'favours'))),
            ' it significantly and ',
            str(environment.finalize(context, (environment.getattr(l_1_part, 'behind') or 'none'))),
            ' the other algorithm (',
            str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'test'))),
            str(environment.finalize(context, (undefined(name='adjusted') if l_1_adjusted is missing else l_1_adjusted))),
            ').\n',
        ))
        l_1_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        _loop_vars['verdict'] = l_1_verdict
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(l_1_part, 'rows'), (undefined(name='verdict') if l_1_verdict is missing else l_1_verdict), _loop_vars=_loop_vars)))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_part, 'table'), _loop_vars=_loop_vars)))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_part, 'ranks'), _loop_vars=_loop_vars)))
        yield '\n\n'
        if environment.getattr(l_1_part, 'figure'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr(l_1_part, 'figure'), _loop_vars=_loop_vars)))
            yield '\n\n'
        if environment.getattr(l_1_part, 'untested'):
            pass
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'untested')))
            yield ' of the comparisons could not be tested, because too few datasets are left or all are tied.\n\n'
    l_1_part = l_1_every = l_1_adjustment = l_1_adjusted = l_1_verdict = missing
    for l_1_part in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'levels'):
        _loop_vars = {}
        pass
        yield '### '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'factor')))
        yield ' '
        yield str(environment.finalize(context, environment.getattr(l_1_part, 'level')))
        yield '\n\n'
        for (l_2_metric, l_2_best, l_2_several, l_2_rank, l_2_clear) in environment.getattr(l_1_part, 'metrics'):
            _loop_vars = {}
            pass
            yield 'By '
            yield str(environment.finalize(context, l_2_metric))
            yield ', '
            yield str(environment.finalize(context, l_2_best))
            yield ' '
            yield str(environment.finalize(context, ('have' if l_2_several else 'has')))
            yield ' the best mean rank ('
            yield str(environment.finalize(context, l_2_rank))
            yield '); '
            yield str(environment.finalize(context, l_2_clear))
            yield ' '
            yield str(environment.finalize(context, ('differs' if (l_2_clear == '1 of 1 pair') else 'differ')))
            yield ' significantly.\n'
        l_2_metric = l_2_best = l_2_several = l_2_rank = l_2_clear = missing
        yield '\n'
        for l_2_table in environment.getattr(l_1_part, 'tables'):
            _loop_vars = {}
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), l_2_table, _loop_vars=_loop_vars)))
            yield '\n\n'
        l_2_table = missing
    l_1_part = missing
    t_6 = []
    pass
    l_2_loop = missing
    for l_2_part, l_2_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metrics'), undefined):
        _loop_vars = {}
        pass
        t_6.extend((
            str(environment.finalize(context, environment.getattr(l_2_part, 'family'))),
            ' by ',
            str(environment.finalize(context, environment.getattr(l_2_part, 'metric'))),
            str(environment.finalize(context, (',' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 65 in 'sections/subsets.jinja' evaluated to false and no else section was defined.")))),
            '\n',
        ))
    l_2_loop = l_2_part = missing
    l_0_families = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
    context.vars['families'] = l_0_families
    context.exported_vars.add('families')
    yield 'The '
    yield str(environment.finalize(context, ('comparisons with the reference' if environment.getattr((undefined(name='options') if l_0_options is missing else l_0_options), 'reference') else 'pairs')))
    yield ' of all subsets of a metric form one family ('
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='families') if l_0_families is missing else l_0_families))))
    yield ').\nA difference that is significant in one subset and not in another does not show that the subsets differ.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'small'):
        pass
        yield 'In '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'small')))
        yield ' there are too few datasets for any pair to reach '
        yield str(environment.finalize(context, (undefined(name='alpha') if l_0_alpha is missing else l_0_alpha)))
        yield ' by an exact test, even before adjustment.\n'

blocks = {}
debug_info = '3=29&5=35&7=40&8=44&9=47&10=51&12=60&4=65&16=72&17=76&15=84&20=88&21=92&22=94&25=99&26=104&27=106&29=110&30=114&32=125&34=132&28=146&36=148&38=150&40=152&42=154&43=156&46=158&47=160&51=163&52=167&54=171&55=175&58=189&59=192&64=199&65=203&63=210&68=214&70=218&71=221'
