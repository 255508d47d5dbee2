from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/sensitivity.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    l_0_m = resolve('m')
    pass
    yield '# Sensitivity\n\n'
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'line')))
    yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'any_verdict')))
    yield '\n'
    l_1_loop = missing
    for l_1_words, l_1_loop in LoopContext(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'others'), undefined):
        _loop_vars = {}
        pass
        yield str(environment.finalize(context, l_1_words))
        yield ' analyses'
        yield str(environment.finalize(context, ('; this report does not separate them' if environment.getattr(l_1_loop, 'first') else cond_expr_undefined("the inline if-expression on line 5 in 'sections/sensitivity.jinja' evaluated to false and no else section was defined."))))
        yield '.\n'
    l_1_loop = l_1_words = missing
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'reasons'):
        pass
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'reasons')))
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rest'):
        pass
        yield 'On the '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'rest')))
        yield ' all analyses agree, whichever dataset is left out.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield ' has the '
        yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'n_analyses')))
        yield ' analyses'
        yield str(environment.finalize(context, (str_join((' by ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metric'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metric') else cond_expr_undefined("the inline if-expression on line 14 in 'sections/sensitivity.jinja' evaluated to false and no else section was defined."))))
        yield str(environment.finalize(context, (str_join((': each test ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'versions'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'versions') else cond_expr_undefined("the inline if-expression on line 14 in 'sections/sensitivity.jinja' evaluated to false and no else section was defined."))))
        yield '.\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'multiverse')))
    yield '\n\n'
    if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'drops') or environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'believed')):
        pass
        for l_1_sentence in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'drops'):
            _loop_vars = {}
            pass
            yield str(environment.finalize(context, l_1_sentence))
            yield '\n'
        l_1_sentence = missing
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'more_drops'):
            pass
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'more_drops')))
            yield '\n'
        if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'believed'):
            pass
            yield 'By the Bayesian signed-rank test '
            yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'believed'), 'words')))
            yield '.\n'
            if environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'believed'), 'adjusted_for'):
                pass
                yield 'Unlike the '
                yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'em'), 'p')))
                yield '-values, these probabilities are not adjusted for '
                yield str(environment.finalize(context, environment.getattr(environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'believed'), 'adjusted_for')))
                yield ' comparisons.\n'
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'bayes_signed_rank')))
            yield '\n'
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield '\n\n'

blocks = {}
debug_info = '3=14&4=18&5=21&7=26&8=28&10=30&11=33&13=35&14=37&16=44&18=46&19=48&20=51&22=54&23=56&25=58&26=61&27=63&28=66&30=70&34=73&35=75'
