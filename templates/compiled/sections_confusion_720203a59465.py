from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/confusion.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    l_0_warning = resolve('warning')
    l_0_level = resolve('level')
    l_0_others = l_0_below = missing
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    pass
    yield '# Confusion and classes\n\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'errors') and environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'again')):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'errors'))))
        yield ' gives the error rate of '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rated')))
        yield '; instances were counted in several runs, so there are no intervals.\n'
    elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'errors'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'errors'))))
        yield ' gives the error rate of '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rated')))
        yield ' with its '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'interval')))
        yield ' interval.\n'
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'errors'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'errors'))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'majority'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'majority'))))
        yield '\n\n'
    t_2 = []
    pass
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_others'):
        pass
        t_2.extend((
            ', on the largest of ',
            str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_datasets'))),
            '; the classes of all others are in ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'file'), environment.getattr(environment.getitem(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matrices'), 0), 'table')))),
            '\n',
        ))
    l_0_others = (Markup if context.eval_ctx.autoescape else identity)(concat(t_2))
    context.vars['others'] = l_0_others
    context.exported_vars.add('others')
    yield 'The classes are those of '
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus'))))
    yield ', '
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus_reason')))
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='others') if l_0_others is missing else l_0_others))))
    yield '.\n\n'
    for l_1_matrix in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matrices'):
        l_1_percent = resolve('percent')
        l_1_positive = l_1_errors = l_1_verdict = missing
        _loop_vars = {}
        pass
        if (t_1(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'matrices')) > 1):
            pass
            yield '## '
            yield str(environment.finalize(context, environment.getattr(l_1_matrix, 'dataset')))
            yield '\n\n'
        l_1_positive = environment.getattr(l_1_matrix, 'positive')
        _loop_vars['positive'] = l_1_positive
        t_3 = []
        pass
        if (environment.getattr(l_1_matrix, 'n_errors') and (undefined(name='positive') if l_1_positive is missing else l_1_positive)):
            pass
            t_3.extend((
                ': ',
                str(environment.finalize(context, environment.getattr((undefined(name='positive') if l_1_positive is missing else l_1_positive), 'missed'))),
                ' of class “',
                str(environment.finalize(context, environment.getattr((undefined(name='positive') if l_1_positive is missing else l_1_positive), 'name'))),
                '” missed (false negatives), ',
                str(environment.finalize(context, environment.getattr((undefined(name='positive') if l_1_positive is missing else l_1_positive), 'alarms'))),
                ' (false positives)\n',
            ))
        elif environment.getattr(l_1_matrix, 'n_errors'):
            pass
            t_3.extend((
                '. ',
                str(environment.finalize(context, environment.getattr(l_1_matrix, 'confusions'))),
                '\n',
            ))
        l_1_errors = (Markup if context.eval_ctx.autoescape else identity)(concat(t_3))
        _loop_vars['errors'] = l_1_errors
        t_4 = []
        pass
        t_4.extend((
            'On ',
            str(environment.finalize(context, environment.getattr(l_1_matrix, 'dataset'))),
            ', ',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))),
            ' misclassifies ',
            str(environment.finalize(context, environment.getattr(l_1_matrix, 'n_errors'))),
            ' of ',
            str(environment.finalize(context, environment.getattr(l_1_matrix, 'n'))),
            ' instances',
            str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'phrase'), (undefined(name='errors') if l_1_errors is missing else l_1_errors)))),
            '.\n',
        ))
        l_1_verdict = (Markup if context.eval_ctx.autoescape else identity)(concat(t_4))
        _loop_vars['verdict'] = l_1_verdict
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr(environment.getattr(l_1_matrix, 'table'), 'frame'), (undefined(name='verdict') if l_1_verdict is missing else l_1_verdict), _loop_vars=_loop_vars)))
        yield '\n\n'
        yield str(environment.finalize(context, environment.getattr(l_1_matrix, 'majority')))
        yield '\n'
        if (undefined(name='positive') if l_1_positive is missing else l_1_positive):
            pass
            yield 'Class “'
            yield str(environment.finalize(context, environment.getattr((undefined(name='positive') if l_1_positive is missing else l_1_positive), 'name')))
            yield '” makes up '
            yield str(environment.finalize(context, environment.call(context, (undefined(name='percent') if l_1_percent is missing else l_1_percent), environment.getattr((undefined(name='positive') if l_1_positive is missing else l_1_positive), 'prevalence'), 1, _loop_vars=_loop_vars)))
            yield ' of the instances.\n'
        yield '\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'figure'), environment.getattr(l_1_matrix, 'figure'), _loop_vars=_loop_vars)))
        yield '\n\n'
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_matrix, 'table'), _loop_vars=_loop_vars)))
        yield '\n\n'
        if environment.getattr(l_1_matrix, 'rates'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_matrix, 'rates'), _loop_vars=_loop_vars)))
            yield '\n\n'
        if environment.getattr(l_1_matrix, 'intervals'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr(l_1_matrix, 'intervals'), _loop_vars=_loop_vars)))
            yield '\n\n'
    l_1_matrix = l_1_positive = l_1_errors = l_1_verdict = l_1_percent = missing
    l_0_below = environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'below')
    context.vars['below'] = l_0_below
    context.exported_vars.add('below')
    if (undefined(name='below') if l_0_below is missing else l_0_below):
        pass
        l_1_percent = resolve('percent')
        t_5 = []
        pass
        if (environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'n') == 1):
            pass
            t_5.extend((
                'The ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pooled'))),
                'accuracy of ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'algorithm')))),
                ' on ',
                str(environment.finalize(context, environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'dataset'))),
                ', ',
                str(environment.finalize(context, environment.call(context, (undefined(name='percent') if l_1_percent is missing else l_1_percent), environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'accuracy'), 1))),
                ', is below that of the majority-class predictor, ',
                str(environment.finalize(context, environment.call(context, (undefined(name='percent') if l_1_percent is missing else l_1_percent), environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'majority'), 1))),
                '.\n',
            ))
        else:
            pass
            t_5.extend((
                'In ',
                str(environment.finalize(context, environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'n'))),
                ' of ',
                str(environment.finalize(context, environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'total'))),
                ' cases the ',
                str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pooled'))),
                'accuracy is below that of the majority-class predictor; the gap is largest for ',
                str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'strong'), environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'algorithm')))),
                ' on ',
                str(environment.finalize(context, environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'dataset'))),
                ' (',
                str(environment.finalize(context, environment.call(context, (undefined(name='percent') if l_1_percent is missing else l_1_percent), environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'accuracy'), 1))),
                ' against ',
                str(environment.finalize(context, environment.call(context, (undefined(name='percent') if l_1_percent is missing else l_1_percent), environment.getattr((undefined(name='below') if l_0_below is missing else l_0_below), 'majority'), 1))),
                ').\n',
            ))
        l_0_warning = (Markup if context.eval_ctx.autoescape else identity)(concat(t_5))
        context.vars['warning'] = l_0_warning
        context.exported_vars.add('warning')
        l_1_percent = missing
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'finding'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'shares'), (undefined(name='warning') if l_0_warning is missing else l_0_warning))))
        yield '\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared'):
        pass
        yield 'No positive class is declared for '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'undeclared')))
        yield '; '
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'code'), '--positive CLASS')))
        yield ' adds hit and false alarm rates'
        yield str(environment.finalize(context, ('' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'counts') else ', ROC curves and lift')))
        yield '.\n\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'pooled'):
        pass
        yield 'Counts of the folds are added up.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependent'):
        pass
        yield 'There are no intervals: the instances '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependent')))
        yield ', so they are not independent.\n'
    elif (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'again')):
        pass
        yield 'Intervals hold at '
        yield str(environment.finalize(context, (undefined(name='level') if l_0_level is missing else l_0_level)))
        yield ' each and assume independent instances'
        yield str(environment.finalize(context, (', each counted once' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'counts') else cond_expr_undefined("the inline if-expression on line 82 in 'sections/confusion.jinja' evaluated to false and no else section was defined."))))
        yield '.\n'
    yield 'Precision, accuracy and F1 depend on how common the classes are; recall does not.\n\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'per_class_measures')))
    yield '\n'
    if (not environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'dependent')):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'rate_intervals', 'ci_wilson')))
        yield '\n'

blocks = {}
debug_info = '3=23&4=25&5=29&6=31&9=38&10=40&13=42&14=44&18=48&19=52&17=57&22=61&24=66&25=71&26=74&29=76&31=80&32=84&33=91&34=95&30=98&38=104&37=115&40=117&42=119&43=121&44=124&47=129&49=131&51=133&52=135&55=137&56=139&60=142&61=145&63=150&64=154&66=169&62=184&69=188&72=190&73=193&76=199&79=202&80=205&81=207&82=210&86=215&87=217&88=219'
