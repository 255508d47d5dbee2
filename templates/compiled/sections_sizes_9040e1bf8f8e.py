from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/sizes.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_near = l_0_by = l_0_single = l_0_lead = l_0_deficit = missing
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    pass
    yield '# Size of the differences\n\n'
    t_2 = []
    pass
    l_2_loop = missing
    for (l_2_other, l_2_close, l_2_n), l_2_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'near'), undefined):
        _loop_vars = {}
        pass
        t_2.extend((
            str(environment.finalize(context, ('of ' if (not environment.getattr(l_2_loop, 'first')) else cond_expr_undefined("the inline if-expression on line 5 in 'sections/sizes.jinja' evaluated to false and no else section was defined.")))),
            str(environment.finalize(context, l_2_other)),
            ' on ',
            str(environment.finalize(context, l_2_close)),
            str(environment.finalize(context, (str_join((' of ', l_2_n, ' datasets', )) if environment.getattr(l_2_loop, 'first') else (str_join((' of ', l_2_n, )) if (l_2_n != environment.getitem(environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'near'), 0), 2)) else cond_expr_undefined("the inline if-expression on line 5 in 'sections/sizes.jinja' evaluated to false and no else section was defined."))))),
            str(environment.finalize(context, (' and' if (environment.getattr(l_2_loop, 'revindex') == 2) else (',' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 5 in 'sections/sizes.jinja' evaluated to false and no else section was defined."))))),
            '\n',
        ))
    l_2_loop = l_2_other = l_2_close = l_2_n = missing
    l_0_near = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
    context.vars['near'] = l_0_near
    context.exported_vars.add('near')
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'near'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))
        yield ' is within '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'margin')))
        yield ' of '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='near') if l_0_near is missing else l_0_near))))
        yield '.\n'
    l_0_by = ('a factor of ' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'ratio') else '')
    context.vars['by'] = l_0_by
    context.exported_vars.add('by')
    l_0_single = (t_1(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'others')) == 1)
    context.vars['single'] = l_0_single
    context.exported_vars.add('single')
    l_0_lead = (str_join((' (on ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead'), 'dataset'), ')', )) if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead') and (undefined(name='single') if l_0_single is missing else l_0_single)) else (str_join((' (', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead'), 'other'), ' on ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead'), 'dataset'), ')', )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead') else ''))
    context.vars['lead'] = l_0_lead
    context.exported_vars.add('lead')
    l_0_deficit = (str_join((' (on ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit'), 'dataset'), ')', )) if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit') and (undefined(name='single') if l_0_single is missing else l_0_single)) else (str_join((' (', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit'), 'other'), ' on ', environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit'), 'dataset'), ')', )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit') else ''))
    context.vars['deficit'] = l_0_deficit
    context.exported_vars.add('deficit')
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit')):
        pass
        yield str(environment.finalize(context, ('Its largest lead' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'near') else str_join(('The largest lead of ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus'), )))))
        yield ' over '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'any_other')))
        yield ' is '
        yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead'), 'size')))
        yield str(environment.finalize(context, (undefined(name='lead') if l_0_lead is missing else l_0_lead)))
        yield ', its largest deficit '
        yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit'), 'size')))
        yield str(environment.finalize(context, (undefined(name='deficit') if l_0_deficit is missing else l_0_deficit)))
        yield '.\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))
        yield ' is never behind; its largest lead over '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'any_other')))
        yield ' is '
        yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'lead'), 'size')))
        yield str(environment.finalize(context, (undefined(name='lead') if l_0_lead is missing else l_0_lead)))
        yield '.\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))
        yield ' is never ahead; its largest deficit against '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'any_other')))
        yield ' is '
        yield str(environment.finalize(context, (undefined(name='by') if l_0_by is missing else l_0_by)))
        yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'deficit'), 'size')))
        yield str(environment.finalize(context, (undefined(name='deficit') if l_0_deficit is missing else l_0_deficit)))
        yield '.\n'
    yield '\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'differences'))))
    yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'distances'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'distances'))))
        yield '\n\n'

blocks = {}
debug_info = '4=24&5=28&3=37&8=40&9=42&11=48&12=51&13=54&14=57&15=60&16=62&17=74&18=76&19=84&20=86&23=95&25=97&26=99'
