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
        yield ' all analyses agree'
        yield str(environment.finalize(context, (', whichever dataset is left out' if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'left_out') else cond_expr_undefined("the inline if-expression on line 11 in 'sections/sensitivity.jinja' evaluated to false and no else section was defined."))))
        yield '.\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'ref'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield ' has '
        yield str(environment.finalize(context, (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'analyses') or 'tests of mean ranks')))
        yield str(environment.finalize(context, (str_join((' by ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metric'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'metric') else cond_expr_undefined("the inline if-expression on line 14 in 'sections/sensitivity.jinja' evaluated to false and no else section was defined."))))
        yield str(environment.finalize(context, (str_join((': each test ', environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'versions'), )) if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'versions') else cond_expr_undefined("the inline if-expression on line 14 in 'sections/sensitivity.jinja' evaluated to false and no else section was defined."))))
        yield '.\n'
    yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'multiverse')))
    yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'posteriors'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'uses'), 'bayes_signed_rank')))
        yield '\n'
    yield '\n'
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
        yield '\n'
    if environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'):
        pass
        yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_0_m is missing else l_0_m), 'table'), environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'table'))))
        yield '\n\n'

blocks = {}
debug_info = '3=14&4=18&5=21&7=25&8=27&10=29&11=32&13=36&14=38&16=44&17=46&18=48&21=51&22=53&23=56&25=59&26=61&28=63&29=66&30=68&31=71&36=76&37=78'
