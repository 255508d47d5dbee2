from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'formats/html.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_strong = l_0_em = l_0_code = l_0_math = l_0_cite = l_0_ref = l_0_unbroken = l_0_page = l_0_paragraph = l_0_heading = l_0_formula = l_0_headline = l_0_lead = l_0_care = l_0_opening = l_0_items = l_0_bibliography = l_0_literal = l_0_finding = l_0_table_row = l_0_row_block = l_0_here = l_0_statement = l_0_table = l_0_figure = l_0_explored = l_0_section = l_0_title_block = l_0_document = l_0_contents = l_0_paper = l_0_single_table = l_0_outline = missing
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
        t_3 = environment.filters['round']
    except KeyError:
        @internalcode
        def t_3(*unused):
            raise TemplateRuntimeError("No filter named 'round' found.")
    try:
        t_4 = environment.tests['none']
    except KeyError:
        @internalcode
        def t_4(*unused):
            raise TemplateRuntimeError("No test named 'none' found.")
    pass
    def macro(l_1_text):
        t_5 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_5.extend((
            '<strong>',
            str(l_1_text),
            '</strong>',
        ))
        return concat(t_5)
    context.exported_vars.add('strong')
    context.vars['strong'] = l_0_strong = Macro(environment, macro, 'strong', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_6 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_6.extend((
            '<em>',
            str(l_1_text),
            '</em>',
        ))
        return concat(t_6)
    context.exported_vars.add('em')
    context.vars['em'] = l_0_em = Macro(environment, macro, 'em', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_7 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_7.extend((
            '<code>',
            str(l_1_text),
            '</code>',
        ))
        return concat(t_7)
    context.exported_vars.add('code')
    context.vars['code'] = l_0_code = Macro(environment, macro, 'code', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_parts):
        t_8 = []
        if l_1_parts is missing:
            l_1_parts = undefined("parameter 'parts' was not provided", name='parts')
        pass
        t_8.append(
            '<span class="math">',
        )
        for (l_2_kind, l_2_text) in l_1_parts:
            _loop_vars = {}
            pass
            if (l_2_kind == 'symbol'):
                pass
                t_8.extend((
                    '<i>',
                    str(l_2_text),
                    '</i>',
                ))
            elif (l_2_kind == 'upper'):
                pass
                t_8.extend((
                    '<sup>',
                    str(l_2_text),
                    '</sup>',
                ))
            else:
                pass
                t_8.extend((
                    '<sub>',
                    str(l_2_text),
                    '</sub>',
                ))
        l_2_kind = l_2_text = missing
        t_8.append(
            '</span>',
        )
        return concat(t_8)
    context.exported_vars.add('math')
    context.vars['math'] = l_0_math = Macro(environment, macro, 'math', ('parts',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_works):
        t_9 = []
        if l_1_works is missing:
            l_1_works = undefined("parameter 'works' was not provided", name='works')
        pass
        t_9.append(
            '(',
        )
        l_2_loop = missing
        for (l_2_key, l_2_label), l_2_loop in LoopContext(l_1_works, undefined):
            _loop_vars = {}
            pass
            t_9.extend((
                '<a href="#work-',
                str(l_2_key),
                '">',
                str(l_2_label),
                '</a>',
                str(('; ' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 5 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            ))
        l_2_loop = l_2_key = l_2_label = missing
        t_9.append(
            ')',
        )
        return concat(t_9)
    context.exported_vars.add('cite')
    context.vars['cite'] = l_0_cite = Macro(environment, macro, 'cite', ('works',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_label):
        t_10 = []
        if l_1_id is missing:
            l_1_id = undefined("parameter 'id' was not provided", name='id')
        if l_1_label is missing:
            l_1_label = undefined("parameter 'label' was not provided", name='label')
        pass
        t_10.extend((
            '<a class="ref" href="#',
            str(l_1_id),
            '">',
            str(l_1_label),
            '</a>',
        ))
        return concat(t_10)
    context.exported_vars.add('ref')
    context.vars['ref'] = l_0_ref = Macro(environment, macro, 'ref', ('id', 'label'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_11 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_11.extend((
            '<span class="unbroken">',
            str(l_1_text),
            '</span>',
        ))
        return concat(t_11)
    context.exported_vars.add('unbroken')
    context.vars['unbroken'] = l_0_unbroken = Macro(environment, macro, 'unbroken', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_label):
        t_12 = []
        if l_1_id is missing:
            l_1_id = undefined("parameter 'id' was not provided", name='id')
        if l_1_label is missing:
            l_1_label = undefined("parameter 'label' was not provided", name='label')
        pass
        t_12.extend((
            '<a class="page',
            str((' of-section' if environment.call(context, environment.getattr(l_1_label, 'startswith'), 'Section ') else cond_expr_undefined("the inline if-expression on line 8 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            '" href="#',
            str(l_1_id),
            '"></a>',
        ))
        return concat(t_12)
    context.exported_vars.add('page')
    context.vars['page'] = l_0_page = Macro(environment, macro, 'page', ('id', 'label'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_13 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_13.extend((
            '<p>',
            str(l_1_text),
            '</p>\n',
        ))
        return concat(t_13)
    context.exported_vars.add('paragraph')
    context.vars['paragraph'] = l_0_paragraph = Macro(environment, macro, 'paragraph', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_14 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_14.extend((
            '<h3>',
            str(l_1_text),
            '</h3>\n',
        ))
        return concat(t_14)
    context.exported_vars.add('heading')
    context.vars['heading'] = l_0_heading = Macro(environment, macro, 'heading', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_lines):
        t_15 = []
        if l_1_lines is missing:
            l_1_lines = undefined("parameter 'lines' was not provided", name='lines')
        pass
        t_15.extend((
            '<p class="formula">',
            str(t_1(context.eval_ctx, l_1_lines, '<br>')),
            '</p>\n',
        ))
        return concat(t_15)
    context.exported_vars.add('formula')
    context.vars['formula'] = l_0_formula = Macro(environment, macro, 'formula', ('lines',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_16 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_16.extend((
            '<p class="headline">',
            str(l_1_text),
            '</p>\n',
        ))
        return concat(t_16)
    context.exported_vars.add('headline')
    context.vars['headline'] = l_0_headline = Macro(environment, macro, 'headline', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_17 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_17.extend((
            '<p class="lead">',
            str(l_1_text),
            '</p>\n',
        ))
        return concat(t_17)
    context.exported_vars.add('lead')
    context.vars['lead'] = l_0_lead = Macro(environment, macro, 'lead', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_items):
        t_18 = []
        if l_1_items is missing:
            l_1_items = undefined("parameter 'items' was not provided", name='items')
        pass
        t_18.append(
            '<div class="care" role="note" aria-label="Read with care">\n<p class="label">Read with care</p>\n<div class="remarks">\n',
        )
        for (l_2_label, l_2_text) in l_1_items:
            _loop_vars = {}
            pass
            t_18.extend((
                '<p><strong>',
                str(l_2_label),
                '.</strong> ',
                str(l_2_text),
                '</p>\n',
            ))
        l_2_label = l_2_text = missing
        t_18.append(
            '</div>\n</div>\n',
        )
        return concat(t_18)
    context.exported_vars.add('care')
    context.vars['care'] = l_0_care = Macro(environment, macro, 'care', ('items',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_title, l_1_body):
        t_19 = []
        if l_1_id is missing:
            l_1_id = undefined("parameter 'id' was not provided", name='id')
        if l_1_title is missing:
            l_1_title = undefined("parameter 'title' was not provided", name='title')
        if l_1_body is missing:
            l_1_body = undefined("parameter 'body' was not provided", name='body')
        pass
        t_19.extend((
            '<section id="',
            str(l_1_id),
            '" class="opening" aria-label="',
            str(l_1_title),
            '">\n',
            str(l_1_body),
            '\n</section>\n',
        ))
        return concat(t_19)
    context.exported_vars.add('opening')
    context.vars['opening'] = l_0_opening = Macro(environment, macro, 'opening', ('id', 'title', 'body'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_texts):
        t_20 = []
        if l_1_texts is missing:
            l_1_texts = undefined("parameter 'texts' was not provided", name='texts')
        pass
        t_20.append(
            '<ul>\n',
        )
        for l_2_text in l_1_texts:
            _loop_vars = {}
            pass
            t_20.extend((
                '<li>',
                str(l_2_text),
                '</li>\n',
            ))
        l_2_text = missing
        t_20.append(
            '</ul>\n',
        )
        return concat(t_20)
    context.exported_vars.add('items')
    context.vars['items'] = l_0_items = Macro(environment, macro, 'items', ('texts',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_works):
        t_21 = []
        if l_1_works is missing:
            l_1_works = undefined("parameter 'works' was not provided", name='works')
        pass
        t_21.append(
            '<ul class="works">\n',
        )
        for (l_2_key, l_2_text) in l_1_works:
            _loop_vars = {}
            pass
            t_21.extend((
                '<li id="work-',
                str(l_2_key),
                '">',
                str(l_2_text),
                '</li>\n',
            ))
        l_2_key = l_2_text = missing
        t_21.append(
            '</ul>\n',
        )
        return concat(t_21)
    context.exported_vars.add('bibliography')
    context.vars['bibliography'] = l_0_bibliography = Macro(environment, macro, 'bibliography', ('works',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text, l_1_raw):
        t_22 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        if l_1_raw is missing:
            l_1_raw = undefined("parameter 'raw' was not provided", name='raw')
        pass
        t_22.extend((
            '<pre>',
            str(l_1_text),
            '</pre>\n',
        ))
        return concat(t_22)
    context.exported_vars.add('literal')
    context.vars['literal'] = l_0_literal = Macro(environment, macro, 'literal', ('text', 'raw'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_23 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_23.extend((
            '<p class="finding">',
            str(l_1_text),
            '</p>\n',
        ))
        return concat(t_23)
    context.exported_vars.add('finding')
    context.vars['finding'] = l_0_finding = Macro(environment, macro, 'finding', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_row, l_1_rule):
        t_24 = []
        if l_1_row is missing:
            l_1_row = undefined("parameter 'row' was not provided", name='row')
        if l_1_rule is missing:
            l_1_rule = ''
        pass
        t_24.append(
            '<tr',
        )
        if l_1_rule:
            pass
            t_24.extend((
                ' class="',
                str(l_1_rule),
                '"',
            ))
        t_24.append(
            '>',
        )
        for l_2_cell in l_1_row:
            _loop_vars = {}
            pass
            if environment.getattr(l_2_cell, 'head'):
                pass
                t_24.append(
                    '<th scope="row"',
                )
            else:
                pass
                t_24.append(
                    '<td',
                )
            t_24.extend((
                ' class="',
                str(environment.getattr(l_2_cell, 'align')),
                str((' best' if (environment.getattr(l_2_cell, 'emphasis') == 'best') else cond_expr_undefined("the inline if-expression on line 59 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
                '"',
            ))
            if (not t_4(environment.getattr(l_2_cell, 'value'))):
                pass
                t_24.extend((
                    ' data-value="',
                    str(environment.getattr(l_2_cell, 'value')),
                    '"',
                ))
            t_24.append(
                '>',
            )
            if (environment.getattr(l_2_cell, 'emphasis') == 'second'):
                pass
                t_24.extend((
                    '<span class="second">',
                    str(environment.getattr(l_2_cell, 'text')),
                    '</span>',
                ))
            else:
                pass
                t_24.append(
                    str(environment.getattr(l_2_cell, 'text')),
                )
            t_24.append(
                str(environment.getattr(l_2_cell, 'blank')),
            )
            if environment.getattr(l_2_cell, 'sup'):
                pass
                t_24.extend((
                    '<sup>',
                    str(environment.getattr(l_2_cell, 'sup')),
                    '</sup>',
                ))
            if environment.getattr(l_2_cell, 'head'):
                pass
                t_24.append(
                    '</th>',
                )
            else:
                pass
                t_24.append(
                    '</td>',
                )
        l_2_cell = missing
        t_24.append(
            '</tr>',
        )
        return concat(t_24)
    context.exported_vars.add('table_row')
    context.vars['table_row'] = l_0_table_row = Macro(environment, macro, 'table_row', ('row', 'rule'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_line, l_1_t):
        t_25 = []
        if l_1_line is missing:
            l_1_line = undefined("parameter 'line' was not provided", name='line')
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_25.extend((
            '<tr class="block',
            str((str_join((' ', environment.getattr(l_1_line, 'rule'), )) if environment.getattr(l_1_line, 'rule') else cond_expr_undefined("the inline if-expression on line 60 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            '"><td colspan="',
            str(t_2(environment.getattr(l_1_t, 'columns'))),
            '"><img class="rows" alt="rows" style="--rows:',
            str(environment.getattr(l_1_line, 'rows')),
            '" src="',
            str(environment.getattr(l_1_line, 'block')),
            '"></td></tr>',
        ))
        return concat(t_25)
    context.exported_vars.add('row_block')
    context.vars['row_block'] = l_0_row_block = Macro(environment, macro, 'row_block', ('line', 't'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_name):
        t_26 = []
        if l_1_id is missing:
            l_1_id = undefined("parameter 'id' was not provided", name='id')
        if l_1_name is missing:
            l_1_name = undefined("parameter 'name' was not provided", name='name')
        pass
        t_26.extend((
            '<a class="here" href="#',
            str(l_1_id),
            '" aria-label="Link to ',
            str(l_1_name),
            '">#</a>',
        ))
        return concat(t_26)
    context.exported_vars.add('here')
    context.vars['here'] = l_0_here = Macro(environment, macro, 'here', ('id', 'name'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_item):
        t_27 = []
        if l_1_item is missing:
            l_1_item = undefined("parameter 'item' was not provided", name='item')
        pass
        t_27.extend((
            '<span class="statement">',
            str(environment.getattr(l_1_item, 'statement')),
            '</span>',
        ))
        if environment.getattr(l_1_item, 'explanation'):
            pass
            t_27.extend((
                ' <span class="how">',
                str(environment.getattr(l_1_item, 'explanation')),
                '</span>',
            ))
        return concat(t_27)
    context.exported_vars.add('statement')
    context.vars['statement'] = l_0_statement = Macro(environment, macro, 'statement', ('item',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_28 = []
        l_1_rules = l_1_rows = missing
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        (l_1_rules, l_1_rows) = (environment.getattr(l_1_t, 'rules'), environment.getattr(l_1_t, 'rows'))
        t_28.extend((
            '<div class="exhibit table',
            str((' wide' if environment.getattr(l_1_t, 'wide') else cond_expr_undefined("the inline if-expression on line 65 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            str((str_join((' ', environment.getattr(l_1_t, 'setting'), )) if environment.getattr(l_1_t, 'setting') else cond_expr_undefined("the inline if-expression on line 65 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            str((' short' if (t_2((undefined(name='rows') if l_1_rows is missing else l_1_rows)) <= 14) else ' long')),
            str((' blocks' if environment.getattr(l_1_t, 'lines') else cond_expr_undefined("the inline if-expression on line 65 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            str((' complete' if environment.getattr(l_1_t, 'complete') else cond_expr_undefined("the inline if-expression on line 65 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            str((' dense' if environment.getattr(l_1_t, 'dense') else cond_expr_undefined("the inline if-expression on line 65 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            str((' turned' if environment.getattr(l_1_t, 'turned') else cond_expr_undefined("the inline if-expression on line 65 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            '" id="',
            str(environment.getattr(l_1_t, 'id')),
            '">\n<p class="caption"><span id="',
            str(environment.getattr(l_1_t, 'id')),
            '-caption"><span class="name">',
            str(environment.getattr(l_1_t, 'name')),
            '.</span> ',
            str(environment.call(context, (undefined(name='statement') if l_0_statement is missing else l_0_statement), l_1_t)),
            '</span>',
            str(environment.call(context, (undefined(name='here') if l_0_here is missing else l_0_here), environment.getattr(l_1_t, 'id'), environment.getattr(l_1_t, 'name'))),
            '</p>\n<div class="scroll" role="region" aria-labelledby="',
            str(environment.getattr(l_1_t, 'id')),
            '-caption" tabindex="0">\n<table aria-labelledby="',
            str(environment.getattr(l_1_t, 'id')),
            '-caption">\n',
        ))
        if environment.getattr(l_1_t, 'names'):
            pass
            t_28.append(
                '<colgroup>',
            )
            for l_2_width in environment.getattr(l_1_t, 'names'):
                _loop_vars = {}
                pass
                t_28.extend((
                    '<col style="width:',
                    str(t_3(l_2_width, 1)),
                    'mm">',
                ))
            l_2_width = missing
            t_28.extend((
                '<col span="',
                str((t_2(environment.getattr(l_1_t, 'columns')) - t_2(environment.getattr(l_1_t, 'names')))),
                '"></colgroup>\n',
            ))
        if environment.getattr(l_1_t, 'headed'):
            pass
            t_28.append(
                '<thead>\n',
            )
            if environment.getattr(l_1_t, 'groups'):
                pass
                t_28.append(
                    '<tr class="groups">',
                )
                l_2_loop = missing
                for (l_2_name, l_2_width), l_2_loop in LoopContext(environment.getattr(l_1_t, 'groups'), undefined):
                    _loop_vars = {}
                    pass
                    t_28.extend((
                        '<th colspan="',
                        str(l_2_width),
                        '" scope="colgroup" class="',
                        str(('spans' if l_2_name else cond_expr_undefined("the inline if-expression on line 75 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
                        str((' gap' if (not environment.getattr(l_2_loop, 'first')) else cond_expr_undefined("the inline if-expression on line 75 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
                        '"><span>',
                        str(l_2_name),
                        '</span></th>',
                    ))
                l_2_loop = l_2_name = l_2_width = missing
                t_28.append(
                    '</tr>\n',
                )
            t_28.append(
                '<tr',
            )
            if environment.getattr(l_1_t, 'turned'):
                pass
                t_28.extend((
                    ' style="height:',
                    str(t_3(environment.getattr(l_1_t, 'turned'), 1)),
                    'mm"',
                ))
            t_28.append(
                '>',
            )
            l_2_loop = missing
            for l_2_column, l_2_loop in LoopContext(environment.getattr(l_1_t, 'columns'), undefined):
                _loop_vars = {}
                pass
                t_28.extend((
                    '<th scope="col" class="',
                    str(environment.getattr(l_2_column, 'align')),
                    '">',
                ))
                if (environment.getattr(l_1_t, 'turned') and (not environment.call(context, environment.getattr(environment.getattr(l_2_column, 'align'), 'startswith'), 'left', _loop_vars=_loop_vars))):
                    pass
                    t_28.extend((
                        '<span>',
                        str(environment.getattr(l_2_column, 'title')),
                        '</span>',
                    ))
                else:
                    pass
                    t_28.append(
                        str(environment.getattr(l_2_column, 'title')),
                    )
                if environment.getattr(l_1_t, 'widest'):
                    pass
                    t_28.extend((
                        '<span class="widest">',
                        str(environment.getitem(environment.getattr(l_1_t, 'widest'), environment.getattr(l_2_loop, 'index0'))),
                        '</span>',
                    ))
                t_28.append(
                    '</th>',
                )
            l_2_loop = l_2_column = missing
            t_28.append(
                '</tr>\n</thead>\n',
            )
        t_28.append(
            '<tbody>\n',
        )
        t_29 = 1
        for l_2_line in environment.getattr(l_1_t, 'lines'):
            _loop_vars = {}
            pass
            t_28.extend((
                str((environment.call(context, (undefined(name='row_block') if l_0_row_block is missing else l_0_row_block), l_2_line, l_1_t, _loop_vars=_loop_vars) if environment.getattr(l_2_line, 'block') else environment.call(context, (undefined(name='table_row') if l_0_table_row is missing else l_0_table_row), environment.getattr(l_2_line, 'cells'), environment.getattr(l_2_line, 'rule'), _loop_vars=_loop_vars))),
                '\n',
            ))
            t_29 = 0
        l_2_line = missing
        if t_29:
            pass
            l_3_loop = missing
            for l_3_row, l_3_loop in LoopContext((undefined(name='rows') if l_1_rows is missing else l_1_rows), undefined):
                _loop_vars = {}
                pass
                t_28.extend((
                    str(environment.call(context, (undefined(name='table_row') if l_0_table_row is missing else l_0_table_row), l_3_row, ('ruled' if (environment.getattr(l_3_loop, 'index0') in (undefined(name='rules') if l_1_rules is missing else l_1_rules)) else ''), _loop_vars=_loop_vars)),
                    '\n',
                ))
            l_3_loop = l_3_row = missing
        t_28.append(
            '</tbody>\n',
        )
        if environment.getattr(l_1_t, 'foot'):
            pass
            t_28.append(
                '<tfoot>\n',
            )
            for l_2_row in environment.getattr(l_1_t, 'foot'):
                _loop_vars = {}
                pass
                t_28.extend((
                    str(environment.call(context, (undefined(name='table_row') if l_0_table_row is missing else l_0_table_row), l_2_row, _loop_vars=_loop_vars)),
                    '\n',
                ))
            l_2_row = missing
            t_28.append(
                '</tfoot>\n',
            )
        t_28.append(
            '</table>\n</div>\n',
        )
        if environment.getattr(l_1_t, 'note'):
            pass
            t_28.extend((
                '<p class="note">',
                str(environment.getattr(l_1_t, 'note')),
                '</p>\n',
            ))
        t_28.append(
            '</div>\n',
        )
        return concat(t_28)
    context.exported_vars.add('table')
    context.vars['table'] = l_0_table = Macro(environment, macro, 'table', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_f):
        t_30 = []
        if l_1_f is missing:
            l_1_f = undefined("parameter 'f' was not provided", name='f')
        pass
        t_30.extend((
            '<figure class="exhibit" id="',
            str(environment.getattr(l_1_f, 'id')),
            '">\n',
            str(environment.getattr(l_1_f, 'source')),
            '\n<figcaption><span class="name">',
            str(environment.getattr(l_1_f, 'name')),
            '.</span> ',
            str(environment.call(context, (undefined(name='statement') if l_0_statement is missing else l_0_statement), l_1_f)),
            str(environment.call(context, (undefined(name='here') if l_0_here is missing else l_0_here), environment.getattr(l_1_f, 'id'), environment.getattr(l_1_f, 'name'))),
            '</figcaption>\n</figure>\n',
        ))
        return concat(t_30)
    context.exported_vars.add('figure')
    context.vars['figure'] = l_0_figure = Macro(environment, macro, 'figure', ('f',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_ids, l_1_body):
        t_31 = []
        if l_1_ids is missing:
            l_1_ids = undefined("parameter 'ids' was not provided", name='ids')
        if l_1_body is missing:
            l_1_body = undefined("parameter 'body' was not provided", name='body')
        pass
        t_31.extend((
            '<div id="every-result-grid" data-ids="',
            str(t_1(context.eval_ctx, l_1_ids, ' ')),
            '"></div>\n<noscript>\n',
            str(l_1_body),
            '\n</noscript>\n',
        ))
        return concat(t_31)
    context.exported_vars.add('explored')
    context.vars['explored'] = l_0_explored = Macro(environment, macro, 'explored', ('ids', 'body'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_number, l_1_title, l_1_body, l_1_turned):
        t_32 = []
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
        t_32.extend((
            '<section id="',
            str(l_1_id),
            '"',
            str((' class="turned"' if l_1_turned else cond_expr_undefined("the inline if-expression on line 116 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            '>\n<h2><span class="number">',
            str(l_1_number),
            '</span> ',
            str(l_1_title),
            str(environment.call(context, (undefined(name='here') if l_0_here is missing else l_0_here), l_1_id, 'this section')),
            '</h2>\n',
        ))
        if (l_1_id in ('methods', 'references')):
            pass
            t_32.extend((
                '<div class="twofold">\n',
                str(l_1_body),
                '\n</div>\n',
            ))
        else:
            pass
            t_32.extend((
                str(l_1_body),
                '\n',
            ))
        t_32.append(
            '</section>\n',
        )
        return concat(t_32)
    context.exported_vars.add('section')
    context.vars['section'] = l_0_section = Macro(environment, macro, 'section', ('id', 'number', 'title', 'body', 'turned'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_d):
        t_33 = []
        if l_1_d is missing:
            l_1_d = undefined("parameter 'd' was not provided", name='d')
        pass
        t_33.extend((
            '<header>\n<p class="kicker">Benchmark report</p>\n<h1>',
            str(environment.getattr(l_1_d, 'title')),
            '</h1>\n',
        ))
        if environment.getattr(l_1_d, 'author'):
            pass
            t_33.extend((
                '<p class="author">',
                str(environment.getattr(l_1_d, 'author')),
                '</p>\n',
            ))
        if environment.getattr(l_1_d, 'facts'):
            pass
            t_33.append(
                '<p class="facts">',
            )
            l_2_loop = missing
            for l_2_fact, l_2_loop in LoopContext(environment.getattr(l_1_d, 'facts'), undefined):
                _loop_vars = {}
                pass
                t_33.append(
                    str(l_2_fact),
                )
                if (not environment.getattr(l_2_loop, 'last')):
                    pass
                    t_33.append(
                        '<span class="bar"> </span>',
                    )
            l_2_loop = l_2_fact = missing
            t_33.append(
                '</p>\n',
            )
        t_33.append(
            '</header>\n',
        )
        return concat(t_33)
    context.exported_vars.add('title_block')
    context.vars['title_block'] = l_0_title_block = Macro(environment, macro, 'title_block', ('d',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_d):
        t_34 = []
        if l_1_d is missing:
            l_1_d = undefined("parameter 'd' was not provided", name='d')
        pass
        t_34.extend((
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="generator" content="benchreport">\n<title>',
            str(environment.getattr(l_1_d, 'title')),
            '</title>\n',
        ))
        if environment.getattr(l_1_d, 'description'):
            pass
            t_34.extend((
                '<meta name="description" content="',
                str(environment.getattr(l_1_d, 'description')),
                '">\n',
            ))
        t_34.extend((
            '<style>\n',
            str(environment.getattr(l_1_d, 'style')),
            '\n</style>\n</head>\n<body>\n<a class="skip" href="#the-report">Skip to content</a>\n<nav aria-label="Contents">\n<p class="brand">',
            str(environment.getattr(l_1_d, 'title')),
            '</p>\n<ol>\n',
        ))
        for (l_2_id, l_2_number, l_2_title) in environment.getattr(l_1_d, 'contents'):
            _loop_vars = {}
            pass
            t_34.extend((
                '<li><a href="#',
                str(l_2_id),
                '"><span class="number">',
                str(l_2_number),
                '</span>',
                str(l_2_title),
                '</a></li>\n',
            ))
        l_2_id = l_2_number = l_2_title = missing
        t_34.extend((
            '</ol>\n</nav>\n<main id="the-report" tabindex="-1">\n',
            str(environment.call(context, (undefined(name='title_block') if l_0_title_block is missing else l_0_title_block), l_1_d)),
            '\n',
            str(environment.getattr(l_1_d, 'body')),
            '\n</main>\n<div id="said" role="status" aria-live="polite"></div>\n',
            str(environment.getattr(l_1_d, 'parts')),
            '\n',
        ))
        if environment.getattr(l_1_d, 'data'):
            pass
            t_34.extend((
                '<script type="application/json" id="page-data">',
                str(environment.getattr(l_1_d, 'data')),
                '</script>\n',
            ))
        t_34.extend((
            '<script>',
            str(environment.getattr(l_1_d, 'script')),
            '</script>\n</body>\n</html>\n',
        ))
        return concat(t_34)
    context.exported_vars.add('document')
    context.vars['document'] = l_0_document = Macro(environment, macro, 'document', ('d',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_entries):
        t_35 = []
        if l_1_entries is missing:
            l_1_entries = undefined("parameter 'entries' was not provided", name='entries')
        pass
        t_35.append(
            '<nav class="listed" id="contents">\n<h2 class="unnumbered">Contents</h2>\n<ol>\n',
        )
        for (l_2_target, l_2_number, l_2_words) in l_1_entries:
            _loop_vars = {}
            pass
            t_35.extend((
                '<li><span class="number">',
                str(l_2_number),
                '</span><a href="#',
                str(l_2_target),
                '">',
                str(l_2_words),
                '</a></li>\n',
            ))
        l_2_target = l_2_number = l_2_words = missing
        t_35.append(
            '</ol>\n</nav>\n',
        )
        return concat(t_35)
    context.exported_vars.add('contents')
    context.vars['contents'] = l_0_contents = Macro(environment, macro, 'contents', ('entries',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_d):
        t_36 = []
        if l_1_d is missing:
            l_1_d = undefined("parameter 'd' was not provided", name='d')
        pass
        t_36.extend((
            '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>',
            str(environment.getattr(l_1_d, 'title')),
            '</title>\n<meta name="generator" content="benchreport">\n',
        ))
        if environment.getattr(l_1_d, 'description'):
            pass
            t_36.extend((
                '<meta name="description" content="',
                str(environment.getattr(l_1_d, 'description')),
                '">\n',
            ))
        if environment.getattr(l_1_d, 'author'):
            pass
            t_36.extend((
                '<meta name="author" content="',
                str(environment.getattr(l_1_d, 'author')),
                '">\n',
            ))
        if environment.getattr(l_1_d, 'keywords'):
            pass
            t_36.extend((
                '<meta name="keywords" content="',
                str(environment.getattr(l_1_d, 'keywords')),
                '">\n',
            ))
        if environment.getattr(l_1_d, 'created'):
            pass
            t_36.extend((
                '<meta name="dcterms.created" content="',
                str(environment.getattr(l_1_d, 'created')),
                '">\n<meta name="dcterms.modified" content="',
                str(environment.getattr(l_1_d, 'created')),
                '">\n',
            ))
        t_36.extend((
            '<style>\n',
            str(environment.getattr(l_1_d, 'style')),
            '\n</style>\n</head>\n<body>\n',
            str(environment.call(context, (undefined(name='title_block') if l_0_title_block is missing else l_0_title_block), l_1_d)),
            '\n',
            str(environment.getattr(l_1_d, 'opening')),
            '\n',
        ))
        if environment.getattr(l_1_d, 'contents'):
            pass
            t_36.extend((
                str(environment.call(context, (undefined(name='contents') if l_0_contents is missing else l_0_contents), environment.getattr(l_1_d, 'contents'))),
                '\n',
            ))
        t_36.extend((
            str(environment.getattr(l_1_d, 'body')),
            '\n</body>\n</html>\n',
        ))
        return concat(t_36)
    context.exported_vars.add('paper')
    context.vars['paper'] = l_0_paper = Macro(environment, macro, 'paper', ('d',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_table):
        t_37 = []
        if l_1_table is missing:
            l_1_table = undefined("parameter 'table' was not provided", name='table')
        pass
        t_37.extend((
            '<div class="benchreport-table">\n<style>\n.benchreport-table{font:14px/1.4 system-ui,sans-serif;font-variant-numeric:tabular-nums lining-nums;color:#111;max-width:100%}\n.benchreport-table .caption{margin:0 0 .5em;max-width:50em}\n.benchreport-table .caption b{font-weight:600}\n.benchreport-table .here{display:none}\n.benchreport-table .scroll{overflow-x:auto}\n.benchreport-table table{border-collapse:collapse;border-top:1.5px solid #111;border-bottom:1.5px solid #111}\n.benchreport-table th,.benchreport-table td{padding:.15em .6em;font-weight:400;text-align:right;white-space:nowrap;border:0;background:none}\n.benchreport-table .left{text-align:left}\n.benchreport-table .best{font-weight:700}\n.benchreport-table .second{text-decoration:underline}\n.benchreport-table thead tr:last-child th{border-bottom:1px solid #111;vertical-align:bottom}\n.benchreport-table .groups th{text-align:center}\n.benchreport-table .spans span{display:block;border-bottom:1px solid #999}\n.benchreport-table tfoot tr:first-child>*,.benchreport-table .ruled>*{border-top:1px solid #111}\n.benchreport-table .marked{padding-right:1.1em}\n.benchreport-table sup{position:absolute;font-size:.7em;line-height:1}\n.benchreport-table .note{margin:.5em 0 0;font-size:.9em;max-width:55em}\n</style>\n',
            str(l_1_table),
            '</div>\n',
        ))
        return concat(t_37)
    context.exported_vars.add('single_table')
    context.vars['single_table'] = l_0_single_table = Macro(environment, macro, 'single_table', ('table',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_r):
        t_38 = []
        if l_1_r is missing:
            l_1_r = undefined("parameter 'r' was not provided", name='r')
        pass
        t_38.extend((
            '<div>\n<p><strong>',
            str(environment.getattr(l_1_r, 'title')),
            '</strong></p>\n',
        ))
        for (l_2_kind, l_2_text) in environment.getattr(l_1_r, 'texts'):
            _loop_vars = {}
            pass
            t_38.append(
                '<p>',
            )
            if (l_2_kind == 'headline'):
                pass
                t_38.extend((
                    '<strong>',
                    str(l_2_text),
                    '</strong>',
                ))
            else:
                pass
                t_38.append(
                    str(l_2_text),
                )
            t_38.append(
                '</p>\n',
            )
        l_2_kind = l_2_text = missing
        t_38.extend((
            str((environment.call(context, (undefined(name='single_table') if l_0_single_table is missing else l_0_single_table), environment.getattr(l_1_r, 'table')) if environment.getattr(l_1_r, 'table') else cond_expr_undefined("the inline if-expression on line 247 in 'formats/html.jinja' evaluated to false and no else section was defined."))),
            '<p><small>The whole report: <code>report.show()</code>, or <code>report.write("report.html")</code>.</small></p>\n</div>\n',
        ))
        return concat(t_38)
    context.exported_vars.add('outline')
    context.vars['outline'] = l_0_outline = Macro(environment, macro, 'outline', ('r',), False, False, False, context.eval_ctx.autoescape)

blocks = {}
debug_info = '1=36&2=49&3=62&4=75&5=114&6=141&7=158&8=171&9=188&10=195&12=201&13=208&15=214&16=221&18=227&19=234&21=240&22=247&24=253&28=261&29=266&34=278&35=289&36=293&39=299&41=307&42=312&46=322&48=330&49=335&53=347&54=356&56=362&57=369&59=375&60=463&61=484&62=501&63=521&64=527&65=530&66=540&67=548&68=550&69=553&70=558&72=572&74=577&75=583&77=603&81=652&82=656&84=664&85=668&89=675&91=680&92=684&98=694&99=698&103=707&104=714&105=716&106=718&109=727&110=736&112=738&115=744&116=759&117=763&118=769&120=773&123=779&127=788&130=795&131=798&132=802&134=805&135=811&139=832&143=839&144=842&145=846&148=851&154=853&156=856&157=861&162=871&163=873&166=875&167=878&168=882&170=887&174=893&178=901&179=906&184=920&189=927&191=930&192=934&194=937&195=941&197=944&198=948&200=951&201=955&202=957&205=962&209=964&210=966&211=969&212=972&214=976&218=982&239=989&241=995&243=1002&244=1005&245=1011&247=1028'
