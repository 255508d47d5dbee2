from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'sections/cost.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_s = resolve('s')
    pass
    yield '# Cost\n\n'
    for l_1_part in environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'costs'):
        l_1_m = resolve('m')
        l_1_least = missing
        _loop_vars = {}
        pass
        l_1_least = str_join(('the cheapest by ', environment.getattr(l_1_part, 'metric'), ))
        _loop_vars['least'] = l_1_least
        if (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'group') and environment.getattr(l_1_part, 'alone')):
            pass
            yield 'None of the others that cannot be distinguished from '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))
            yield ' by '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'quality')))
            yield ' has a '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'metric')))
            yield '.\n'
        elif (environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'group') and environment.getattr(l_1_part, 'savings')):
            pass
            yield 'Of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'group')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'cheapest')))
            yield ' is '
            yield str(environment.finalize(context, (undefined(name='least') if l_1_least is missing else l_1_least)))
            yield ': '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'savings')))
            yield str(environment.finalize(context, (str_join(('; it is not significantly cheaper than ', environment.getattr(l_1_part, 'open'), )) if environment.getattr(l_1_part, 'open') else cond_expr_undefined("the inline if-expression on line 8 in 'sections/cost.jinja' evaluated to false and no else section was defined."))))
            yield '.\n'
        elif environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'group'):
            pass
            yield 'Of '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'group')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'cheapest')))
            yield ' is '
            yield str(environment.finalize(context, (undefined(name='least') if l_1_least is missing else l_1_least)))
            yield ', though not significantly cheaper than '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'open')))
            yield '.\n'
        if (environment.getattr(l_1_part, 'cheaper') and (environment.getattr(l_1_part, 'cheaper') != 'one')):
            pass
            yield 'The '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'cheaper')))
            yield ' that cost less than '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'focus')))
            yield ' by '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'metric')))
            yield ' are significantly worse by '
            yield str(environment.finalize(context, environment.getattr((undefined(name='s') if l_0_s is missing else l_0_s), 'quality')))
            yield '.\n'
        if environment.getattr(l_1_part, 'bargain'):
            pass
            yield 'The cheapest of all, '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'bargain')))
            yield ', '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'saving')))
            yield ' and '
            yield str(environment.finalize(context, environment.getattr(l_1_part, 'change')))
            yield '.\n'
        yield '\n'
        if environment.getattr(l_1_part, 'figure'):
            pass
            yield str(environment.finalize(context, environment.call(context, environment.getattr((undefined(name='m') if l_1_m is missing else l_1_m), 'figure'), environment.getattr(l_1_part, 'figure'), _loop_vars=_loop_vars)))
            yield '\n\n'
    l_1_part = l_1_least = l_1_m = missing

blocks = {}
debug_info = '3=13&4=18&5=20&6=23&7=29&8=32&9=41&10=44&12=52&13=55&15=63&16=66&19=73&20=75'
