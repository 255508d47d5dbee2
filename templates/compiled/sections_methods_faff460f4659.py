from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/methods.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_alpha = resolve('alpha')
    l_0_level = resolve('level')
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
    try:
        t_3 = environment.filters['map']
    except KeyError:
        @internalcode
        def t_3(*unused):
            raise TemplateRuntimeError("No filter named 'map' found.")
    try:
        t_4 = environment.filters['select']
    except KeyError:
        @internalcode
        def t_4(*unused):
            raise TemplateRuntimeError("No filter named 'select' found.")
    pass
    yield '# Methods\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'topics'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Design.')))
        yield '\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'over_datasets'):
            pass
            yield 'The unit of analysis is the dataset '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), 'demsar2006')))
            yield ': each contributes one value per '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'noun')))
            yield ' and metric'
            yield str(environment.finalize(context, (', the mean of its runs' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'averaged') else cond_expr_undefined("the inline if-expression on line 6 in 'sections/methods.jinja' evaluated to false and no else section was defined."))))
            yield ', and comparisons are paired.\nThere are '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'k')))
            yield ' = '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'k')))
            yield ' '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
            yield ' and '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'n')))
            yield ' = '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n')))
            yield ' datasets.\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units'):
            pass
            yield str(environment.finalize(context, ('Within a dataset the' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'over_datasets') else 'The')))
            yield ' unit of analysis is the '
            yield str(environment.finalize(context, t_1(context.eval_ctx, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units'), ' or the ')))
            yield str(environment.finalize(context, (', depending on the test' if (t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'units')) > 1) else cond_expr_undefined("the inline if-expression on line 10 in 'sections/methods.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
        yield 'Values that differ by rounding error only are tied.\nTests were chosen by the design of the experiment, never by their outcome'
        yield str(environment.finalize(context, (str_join(('; on request, ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'asked_for'), ' replaced the default', )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'asked_for') else cond_expr_undefined("the inline if-expression on line 13 in 'sections/methods.jinja' evaluated to false and no else section was defined."))))
        yield '.\nA difference is called significant if its '
        yield str(environment.finalize(context, ('adjusted ' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'adjusted') else cond_expr_undefined("the inline if-expression on line 14 in 'sections/methods.jinja' evaluated to false and no else section was defined."))))
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'p')))
        yield '-value is at most '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='alpha') if l_0_alpha is missing else l_0_alpha), 'removeprefix'), '0')))
        yield '.\nA non-significant difference is not evidence that two '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
        yield ' are equal.\n\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), 'Reading the tables.')))
            yield '\nBold marks the best of a column and significant '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'p')))
            yield '-values'
            yield str(environment.finalize(context, (str_join(('; bold places belong to ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns'), ' not distinguished from the best', )) if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'places') else cond_expr_undefined("the inline if-expression on line 19 in 'sections/methods.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'places'):
                pass
                yield 'Places not excluded hold for all '
                yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'nouns')))
                yield ' together with '
                yield str(environment.finalize(context, (undefined(name='level') if l_0_level is missing else l_0_level)))
                yield ' confidence.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'spread'):
                pass
                yield 'The standard deviation (sd) is over datasets.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'middle'):
                pass
                yield 'IQM is the interquartile mean.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'best_on'):
                pass
                yield 'Ties for the best of a dataset count for each of them.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'alike'):
                pass
                yield 'The abbreviation n.s. stands for no significant difference.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'open_limits'):
                pass
                yield 'A round bracket excludes the limit of an interval.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'bonferroni'):
                pass
                yield 'Bonf. is Bonferroni’s adjustment.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'changes'):
                pass
                yield '“Changes without” names or counts the single datasets without which the verdict would be another.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'rope'):
                pass
                yield 'P(>) and P(=) are the Bayesian probabilities that the first is better and that both are equivalent (within ±'
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'keys'), 'rope')))
                yield ').\n'
            yield '\n'
    l_1_loop = missing
    for (l_1_title, l_1_accounts), l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'topics'), undefined):
        l_1_formulas = resolve('formulas')
        _loop_vars = {}
        pass
        if (l_1_title in ('Measures', 'Sensitivity')):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), str_join((l_1_title, '.', )), _loop_vars=_loop_vars)))
            yield '\n'
            for l_2_method in l_1_accounts:
                _loop_vars = {}
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'said'), environment.getattr(l_2_method, 'words'), _loop_vars=_loop_vars)))
                yield '\n'
            l_2_method = missing
            yield '\n'
            l_1_formulas = t_1(context.eval_ctx, t_4(context, t_3(context, l_1_accounts, attribute='tex')), ', \\quad ')
            _loop_vars['formulas'] = l_1_formulas
            if ((undefined(name='formulas') if l_1_formulas is missing else l_1_formulas) and (l_1_title == 'Sensitivity')):
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'formula'), (undefined(name='formulas') if l_1_formulas is missing else l_1_formulas), _loop_vars=_loop_vars)))
                yield '\n\n'
        def t_5(fiter):
            for l_2_method in fiter:
                if (l_1_title not in ('Measures', 'Sensitivity')):
                    yield l_2_method
        l_2_loop = missing
        for l_2_method, l_2_loop in LoopContext(t_5(l_1_accounts), undefined):
            l_2_kinds = resolve('kinds')
            l_2_several = resolve('several')
            _loop_vars = {}
            pass
            if environment.getattr(l_2_loop, 'first'):
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), str_join((l_1_title, '.', )), _loop_vars=_loop_vars)))
                yield '\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'said'), environment.getattr(l_2_method, 'words'), _loop_vars=_loop_vars)))
            yield '\n'
            if (environment.call(context, environment.getattr(l_1_title, 'startswith'), 'All ', _loop_vars=_loop_vars) and environment.getattr(l_2_loop, 'first')):
                pass
                yield str(environment.finalize(context, t_1(context.eval_ctx, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'counted'), ' ')))
                yield '\n'
            elif ((((l_1_title == 'Estimates and intervals') and environment.getattr(l_2_loop, 'first')) and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'adjusted')) and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'together')):
                pass
                yield 'All intervals of a family hold together with '
                yield str(environment.finalize(context, (undefined(name='level') if l_0_level is missing else l_0_level)))
                yield ' confidence.\n'
            elif (((l_1_title == 'Multiple comparisons') and environment.getattr(l_2_loop, 'first')) and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'families')):
                pass
                t_6 = []
                pass
                l_4_loop = missing
                for l_4_family, l_4_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'families'), undefined):
                    l_4_options = resolve('options')
                    l_4_integer = resolve('integer')
                    _loop_vars = {}
                    pass
                    t_6.extend((
                        str(environment.finalize(context, ('the' if (environment.getattr(l_4_family, 'against') or environment.getattr(l_4_loop, 'first')) else ('or all' if (environment.getattr(l_4_loop, 'last') and environment.getattr((undefined(name='options') if l_4_options is missing else l_4_options), 'reference')) else 'or the')))),
                        str(environment.finalize(context, (' at most' if environment.getattr(l_4_family, 'most') else cond_expr_undefined("the inline if-expression on line 75 in 'sections/methods.jinja' evaluated to false and no else section was defined.")))),
                        ' ',
                        str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'math'), 'm', _loop_vars=_loop_vars))),
                        ' = ',
                        str(environment.finalize(context, environment.call(context, (undefined(name='integer') if l_4_integer is missing else l_4_integer), environment.getattr(l_4_family, 'size'), _loop_vars=_loop_vars))),
                        ' ',
                        str(environment.finalize(context, ('comparisons with the reference' if environment.getattr(l_4_family, 'against') else ('pairs' if environment.getattr((undefined(name='options') if l_4_options is missing else l_4_options), 'reference') else 'comparisons')))),
                        str(environment.finalize(context, (str_join((' ', environment.getattr(l_4_family, 'scope'), )) if environment.getattr(l_4_family, 'scope') else cond_expr_undefined("the inline if-expression on line 75 in 'sections/methods.jinja' evaluated to false and no else section was defined.")))),
                        '\n',
                    ))
                l_4_loop = l_4_family = l_4_options = l_4_integer = missing
                l_2_kinds = (Markup if context.eval_ctx.autoescape else identity)(concat(t_6))
                _loop_vars['kinds'] = l_2_kinds
                l_2_several = ((t_2(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'families')) > 1) or environment.getattr(environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'families'), 0), 'scope'))
                _loop_vars['several'] = l_2_several
                yield str(environment.finalize(context, ('A family comprises' if (undefined(name='several') if l_2_several is missing else l_2_several) else 'The family comprises')))
                yield ' '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='kinds') if l_2_kinds is missing else l_2_kinds), _loop_vars=_loop_vars)))
                yield str(environment.finalize(context, ('; families are adjusted separately' if (undefined(name='several') if l_2_several is missing else l_2_several) else cond_expr_undefined("the inline if-expression on line 79 in 'sections/methods.jinja' evaluated to false and no else section was defined."))))
                yield '.\n'
            yield '\n'
            if environment.getattr(l_2_method, 'tex'):
                pass
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'formula'), environment.getattr(l_2_method, 'tex'), _loop_vars=_loop_vars)))
                yield '\n\n'
        l_2_loop = l_2_method = l_2_kinds = l_2_several = missing
    l_1_loop = l_1_title = l_1_accounts = l_1_formulas = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further'):
        pass
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'topics'):
            pass
            yield '## Further methods\n\n'
        for l_1_method in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'further'):
            _loop_vars = {}
            pass
            yield '- '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr(l_1_method, 'title'), _loop_vars=_loop_vars)))
            yield str(environment.finalize(context, (': ' if environment.getattr(l_1_method, 'tex') else cond_expr_undefined("the inline if-expression on line 94 in 'sections/methods.jinja' evaluated to false and no else section was defined."))))
            yield str(environment.finalize(context, (environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'formula'), environment.getattr(l_1_method, 'tex'), _loop_vars=_loop_vars) if environment.getattr(l_1_method, 'tex') else cond_expr_undefined("the inline if-expression on line 94 in 'sections/methods.jinja' evaluated to false and no else section was defined."))))
            yield ' '
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'cite'), environment.getattr(l_1_method, 'cite'), _loop_vars=_loop_vars)))
            yield '\n'
        l_1_method = missing

blocks = {}
debug_info = '3=40&4=42&5=44&6=47&7=53&9=63&10=65&13=71&14=73&15=78&17=80&18=82&19=84&20=88&21=91&23=95&26=98&29=101&32=104&35=107&38=110&41=113&44=116&45=119&50=123&51=127&52=129&53=131&54=134&57=138&58=140&59=142&63=144&64=154&65=156&67=158&68=160&69=162&70=164&71=167&72=169&74=174&75=180&73=192&78=194&79=196&82=202&83=204&88=208&89=210&93=213&94=217'
