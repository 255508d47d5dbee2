from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'formats/markdown.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_strong = l_0_em = l_0_code = l_0_math = l_0_cite = l_0_ref = l_0_paragraph = l_0_heading = l_0_formula = l_0_headline = l_0_lead = l_0_care = l_0_opening = l_0_items = l_0_bibliography = l_0_literal = l_0_finding = l_0_cell = l_0_table = l_0_figure = l_0_section = l_0_document = missing
    pass
    def macro(l_1_text):
        t_1 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_1.extend((
            '**',
            str(l_1_text),
            '**',
        ))
        return concat(t_1)
    context.exported_vars.add('strong')
    context.vars['strong'] = l_0_strong = Macro(environment, macro, 'strong', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_2 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_2.extend((
            '*',
            str(l_1_text),
            '*',
        ))
        return concat(t_2)
    context.exported_vars.add('em')
    context.vars['em'] = l_0_em = Macro(environment, macro, 'em', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_3 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_3.extend((
            '<code>',
            str(l_1_text),
            '</code>',
        ))
        return concat(t_3)
    context.exported_vars.add('code')
    context.vars['code'] = l_0_code = Macro(environment, macro, 'code', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_parts):
        t_4 = []
        if l_1_parts is missing:
            l_1_parts = undefined("parameter 'parts' was not provided", name='parts')
        pass
        for (l_2_kind, l_2_text) in l_1_parts:
            _loop_vars = {}
            pass
            if (l_2_kind == 'symbol'):
                pass
                t_4.extend((
                    '*',
                    str(l_2_text),
                    '*',
                ))
            elif (l_2_kind == 'upper'):
                pass
                t_4.extend((
                    '<sup>',
                    str(l_2_text),
                    '</sup>',
                ))
            else:
                pass
                t_4.extend((
                    '<sub>',
                    str(l_2_text),
                    '</sub>',
                ))
        l_2_kind = l_2_text = missing
        return concat(t_4)
    context.exported_vars.add('math')
    context.vars['math'] = l_0_math = Macro(environment, macro, 'math', ('parts',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_works):
        t_5 = []
        if l_1_works is missing:
            l_1_works = undefined("parameter 'works' was not provided", name='works')
        pass
        t_5.append(
            '(',
        )
        l_2_loop = missing
        for (l_2_key, l_2_label), l_2_loop in LoopContext(l_1_works, undefined):
            _loop_vars = {}
            pass
            t_5.extend((
                '[',
                str(l_2_label),
                '](#work-',
                str(l_2_key),
                ')',
                str(('; ' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 5 in 'formats/markdown.jinja' evaluated to false and no else section was defined."))),
            ))
        l_2_loop = l_2_key = l_2_label = missing
        t_5.append(
            ')',
        )
        return concat(t_5)
    context.exported_vars.add('cite')
    context.vars['cite'] = l_0_cite = Macro(environment, macro, 'cite', ('works',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_label):
        t_6 = []
        if l_1_id is missing:
            l_1_id = undefined("parameter 'id' was not provided", name='id')
        if l_1_label is missing:
            l_1_label = undefined("parameter 'label' was not provided", name='label')
        pass
        t_6.extend((
            '[',
            str(l_1_label),
            '](#',
            str(l_1_id),
            ')',
        ))
        return concat(t_6)
    context.exported_vars.add('ref')
    context.vars['ref'] = l_0_ref = Macro(environment, macro, 'ref', ('id', 'label'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_7 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_7.extend((
            '\n',
            str(l_1_text),
            '\n',
        ))
        return concat(t_7)
    context.exported_vars.add('paragraph')
    context.vars['paragraph'] = l_0_paragraph = Macro(environment, macro, 'paragraph', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_8 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_8.extend((
            '\n### ',
            str(l_1_text),
            '\n',
        ))
        return concat(t_8)
    context.exported_vars.add('heading')
    context.vars['heading'] = l_0_heading = Macro(environment, macro, 'heading', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_lines):
        t_9 = []
        if l_1_lines is missing:
            l_1_lines = undefined("parameter 'lines' was not provided", name='lines')
        pass
        t_9.append(
            '\n',
        )
        for l_2_line in l_1_lines:
            _loop_vars = {}
            pass
            t_9.extend((
                '$$\n',
                str(l_2_line),
                '\n$$\n\n',
            ))
        l_2_line = missing
        return concat(t_9)
    context.exported_vars.add('formula')
    context.vars['formula'] = l_0_formula = Macro(environment, macro, 'formula', ('lines',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_10 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_10.extend((
            '\n**',
            str(l_1_text),
            '**\n',
        ))
        return concat(t_10)
    context.exported_vars.add('headline')
    context.vars['headline'] = l_0_headline = Macro(environment, macro, 'headline', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_11 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_11.extend((
            '\n',
            str(l_1_text),
            '\n',
        ))
        return concat(t_11)
    context.exported_vars.add('lead')
    context.vars['lead'] = l_0_lead = Macro(environment, macro, 'lead', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_items):
        t_12 = []
        if l_1_items is missing:
            l_1_items = undefined("parameter 'items' was not provided", name='items')
        pass
        t_12.append(
            '\n> **Read with care**\n',
        )
        for (l_2_label, l_2_text) in l_1_items:
            _loop_vars = {}
            pass
            t_12.extend((
                '>\n> **',
                str(l_2_label),
                '.** ',
                str(l_2_text),
                '\n',
            ))
        l_2_label = l_2_text = missing
        return concat(t_12)
    context.exported_vars.add('care')
    context.vars['care'] = l_0_care = Macro(environment, macro, 'care', ('items',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_title, l_1_body):
        t_13 = []
        if l_1_id is missing:
            l_1_id = undefined("parameter 'id' was not provided", name='id')
        if l_1_title is missing:
            l_1_title = undefined("parameter 'title' was not provided", name='title')
        if l_1_body is missing:
            l_1_body = undefined("parameter 'body' was not provided", name='body')
        pass
        t_13.extend((
            '\n<a id="',
            str(l_1_id),
            '"></a>\n',
            str(l_1_body),
            '\n',
        ))
        return concat(t_13)
    context.exported_vars.add('opening')
    context.vars['opening'] = l_0_opening = Macro(environment, macro, 'opening', ('id', 'title', 'body'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_texts):
        t_14 = []
        if l_1_texts is missing:
            l_1_texts = undefined("parameter 'texts' was not provided", name='texts')
        pass
        t_14.append(
            '\n',
        )
        for l_2_text in l_1_texts:
            _loop_vars = {}
            pass
            t_14.extend((
                '- ',
                str(l_2_text),
                '\n',
            ))
        l_2_text = missing
        return concat(t_14)
    context.exported_vars.add('items')
    context.vars['items'] = l_0_items = Macro(environment, macro, 'items', ('texts',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_works):
        t_15 = []
        if l_1_works is missing:
            l_1_works = undefined("parameter 'works' was not provided", name='works')
        pass
        t_15.append(
            '\n',
        )
        for (l_2_key, l_2_text) in l_1_works:
            _loop_vars = {}
            pass
            t_15.extend((
                '- <a id="work-',
                str(l_2_key),
                '"></a>',
                str(l_2_text),
                '\n',
            ))
        l_2_key = l_2_text = missing
        return concat(t_15)
    context.exported_vars.add('bibliography')
    context.vars['bibliography'] = l_0_bibliography = Macro(environment, macro, 'bibliography', ('works',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text, l_1_raw):
        t_16 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        if l_1_raw is missing:
            l_1_raw = undefined("parameter 'raw' was not provided", name='raw')
        pass
        t_16.append(
            '\n',
        )
        for l_2_line in environment.call(context, environment.getattr(l_1_raw, 'splitlines')):
            _loop_vars = {}
            pass
            t_16.extend((
                '    ',
                str(l_2_line),
                '\n',
            ))
        l_2_line = missing
        return concat(t_16)
    context.exported_vars.add('literal')
    context.vars['literal'] = l_0_literal = Macro(environment, macro, 'literal', ('text', 'raw'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_17 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_17.extend((
            '\n> ',
            str(l_1_text),
            '\n',
        ))
        return concat(t_17)
    context.exported_vars.add('finding')
    context.vars['finding'] = l_0_finding = Macro(environment, macro, 'finding', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_c):
        t_18 = []
        if l_1_c is missing:
            l_1_c = undefined("parameter 'c' was not provided", name='c')
        pass
        if ((environment.getattr(l_1_c, 'emphasis') == 'best') and environment.getattr(l_1_c, 'text')):
            pass
            t_18.extend((
                '**',
                str(environment.getattr(l_1_c, 'text')),
                '**',
            ))
        elif ((environment.getattr(l_1_c, 'emphasis') == 'second') and environment.getattr(l_1_c, 'text')):
            pass
            t_18.extend((
                '<ins>',
                str(environment.getattr(l_1_c, 'text')),
                '</ins>',
            ))
        else:
            pass
            t_18.append(
                str(environment.getattr(l_1_c, 'text')),
            )
        t_18.append(
            str(environment.getattr(l_1_c, 'blank')),
        )
        if environment.getattr(l_1_c, 'sup'):
            pass
            t_18.extend((
                '<sup>',
                str(environment.getattr(l_1_c, 'sup')),
                '</sup>',
            ))
        return concat(t_18)
    context.exported_vars.add('cell')
    context.vars['cell'] = l_0_cell = Macro(environment, macro, 'cell', ('c',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_19 = []
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_19.extend((
            '\n<a id="',
            str(environment.getattr(l_1_t, 'id')),
            '"></a>\n**',
            str(environment.getattr(l_1_t, 'name')),
            '. ',
            str(environment.getattr(l_1_t, 'statement')),
            '** ',
            str(environment.getattr(l_1_t, 'explanation')),
            '\n\n| ',
        ))
        for l_2_column in environment.getattr(l_1_t, 'columns'):
            _loop_vars = {}
            pass
            t_19.extend((
                str((str_join((environment.getattr(l_2_column, 'group'), ' ', )) if environment.getattr(l_2_column, 'group') else cond_expr_undefined("the inline if-expression on line 73 in 'formats/markdown.jinja' evaluated to false and no else section was defined."))),
                str(environment.getattr(l_2_column, 'title')),
                ' | ',
            ))
        l_2_column = missing
        t_19.append(
            '\n|',
        )
        for l_2_column in environment.getattr(l_1_t, 'columns'):
            _loop_vars = {}
            pass
            t_19.append(
                str((' :--- |' if environment.call(context, environment.getattr(environment.getattr(l_2_column, 'align'), 'startswith'), 'left', _loop_vars=_loop_vars) else ' ---: |')),
            )
        l_2_column = missing
        t_19.append(
            '\n',
        )
        for l_2_row in (environment.getattr(l_1_t, 'rows') + environment.getattr(l_1_t, 'foot')):
            _loop_vars = {}
            pass
            t_19.append(
                '| ',
            )
            for l_3_c in l_2_row:
                _loop_vars = {}
                pass
                t_19.extend((
                    str(environment.call(context, (undefined(name='cell') if l_0_cell is missing else l_0_cell), l_3_c, _loop_vars=_loop_vars)),
                    ' | ',
                ))
            l_3_c = missing
            t_19.append(
                '\n',
            )
        l_2_row = missing
        if environment.getattr(l_1_t, 'note'):
            pass
            t_19.extend((
                '\n',
                str(environment.getattr(l_1_t, 'note')),
                '\n',
            ))
        return concat(t_19)
    context.exported_vars.add('table')
    context.vars['table'] = l_0_table = Macro(environment, macro, 'table', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_f):
        t_20 = []
        if l_1_f is missing:
            l_1_f = undefined("parameter 'f' was not provided", name='f')
        pass
        t_20.extend((
            '\n<a id="',
            str(environment.getattr(l_1_f, 'id')),
            '"></a>\n![',
            str(environment.getattr(l_1_f, 'alternative')),
            '](',
            str(environment.getattr(l_1_f, 'source')),
            ')\n\n**',
            str(environment.getattr(l_1_f, 'name')),
            '. ',
            str(environment.getattr(l_1_f, 'statement')),
            '** ',
            str(environment.getattr(l_1_f, 'explanation')),
            '\n',
        ))
        return concat(t_20)
    context.exported_vars.add('figure')
    context.vars['figure'] = l_0_figure = Macro(environment, macro, 'figure', ('f',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_number, l_1_title, l_1_body, l_1_turned):
        t_21 = []
        if l_1_id is missing:
            l_1_id = undefined("parameter 'id' was not provided", name='id')
        if l_1_number is missing:
            l_1_number = undefined("parameter 'number' was not provided", name='number')
        if l_1_title is missing:
            l_1_title = undefined("parameter 'title' was not provided", name='title')
        if l_1_body is missing:
            l_1_body = undefined("parameter 'body' was not provided", name='body')
        if l_1_turned is missing:
            l_1_turned = undefined("parameter 'turned' was not provided", name='turned')
        pass
        t_21.extend((
            '\n<a id="',
            str(l_1_id),
            '"></a>\n## ',
            str(l_1_number),
            ' ',
            str(l_1_title),
            '\n',
            str(l_1_body),
            '\n',
        ))
        return concat(t_21)
    context.exported_vars.add('section')
    context.vars['section'] = l_0_section = Macro(environment, macro, 'section', ('id', 'number', 'title', 'body', 'turned'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_d):
        t_22 = []
        if l_1_d is missing:
            l_1_d = undefined("parameter 'd' was not provided", name='d')
        pass
        t_22.extend((
            '# ',
            str(environment.getattr(l_1_d, 'title')),
            '\n',
        ))
        if environment.getattr(l_1_d, 'author'):
            pass
            t_22.extend((
                '\n',
                str(environment.getattr(l_1_d, 'author')),
                '\n',
            ))
        if environment.getattr(l_1_d, 'facts'):
            pass
            t_22.extend((
                '\n',
                str(environment.getattr(l_1_d, 'facts')),
                '\n',
            ))
        t_22.append(
            '\n',
        )
        for (l_2_id, l_2_number, l_2_title) in environment.getattr(l_1_d, 'contents'):
            _loop_vars = {}
            pass
            t_22.extend((
                '- [',
                str(l_2_number),
                ' ',
                str(l_2_title),
                '](#',
                str(l_2_id),
                ')\n',
            ))
        l_2_id = l_2_number = l_2_title = missing
        t_22.extend((
            str(environment.getattr(l_1_d, 'body')),
            '\n',
        ))
        return concat(t_22)
    context.exported_vars.add('document')
    context.vars['document'] = l_0_document = Macro(environment, macro, 'document', ('d',), False, False, False, context.eval_ctx.autoescape)

blocks = {}
debug_info = '1=12&2=25&3=38&4=51&5=84&6=111&7=128&9=135&11=141&13=148&15=154&17=162&19=167&24=174&26=181&28=187&30=194&32=200&35=208&37=213&40=222&42=233&43=235&45=241&47=249&48=254&51=261&53=269&54=274&57=283&59=293&60=298&63=305&65=312&67=318&68=355&70=362&71=364&73=371&75=383&77=393&78=399&81=411&83=415&86=421&88=428&89=430&91=434&93=444&95=459&96=461&97=465&99=471&100=478&101=481&103=485&105=488&107=492&110=498&111=503&113=512'
