from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'formats/latex.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_strong = l_0_em = l_0_code = l_0_math = l_0_cite = l_0_ref = l_0_paragraph = l_0_heading = l_0_formula = l_0_headline = l_0_lead = l_0_care = l_0_opening = l_0_guarded = l_0_items = l_0_bibliography = l_0_literal = l_0_numbers = l_0_finding = l_0_table = l_0_plain = l_0_number = l_0_row = l_0_title = l_0_head = l_0_columns = l_0_caption = l_0_body_rows = l_0_settings = l_0_table_file = l_0_figure = l_0_figure_file = l_0_section = l_0_document = missing
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
        t_3 = environment.filters['list']
    except KeyError:
        @internalcode
        def t_3(*unused):
            raise TemplateRuntimeError("No filter named 'list' found.")
    try:
        t_4 = environment.filters['selectattr']
    except KeyError:
        @internalcode
        def t_4(*unused):
            raise TemplateRuntimeError("No filter named 'selectattr' found.")
    pass
    def macro(l_1_text):
        t_5 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_5.extend((
            '\\textbf{',
            str(l_1_text),
            '}',
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
            '\\emph{',
            str(l_1_text),
            '}',
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
            '\\texttt{',
            str(environment.call(context, environment.getattr(l_1_text, 'replace'), "'", '\\textquotesingle{}')),
            '}',
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
            '$',
        )
        for (l_2_kind, l_2_text) in l_1_parts:
            _loop_vars = {}
            pass
            if (l_2_kind == 'symbol'):
                pass
                t_8.append(
                    str(('\\chi' if (l_2_text == 'χ') else l_2_text)),
                )
            elif (l_2_kind == 'upper'):
                pass
                t_8.extend((
                    '^{',
                    str(l_2_text),
                    '}',
                ))
            else:
                pass
                t_8.extend((
                    '_{',
                    str(l_2_text),
                    '}',
                ))
        l_2_kind = l_2_text = missing
        t_8.append(
            '$',
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
            '\\citep{',
        )
        l_2_loop = missing
        for (l_2_key, l_2_label), l_2_loop in LoopContext(l_1_works, undefined):
            _loop_vars = {}
            pass
            t_9.extend((
                str(l_2_key),
                str((',' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 5 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            ))
        l_2_loop = l_2_key = l_2_label = missing
        t_9.append(
            '}',
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
            str(environment.getitem(environment.call(context, environment.getattr(l_1_label, 'split'), ' '), 0)),
            '~\\ref{',
            str(l_1_id),
            '}',
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
            str(l_1_text),
            '\n\n',
        ))
        return concat(t_11)
    context.exported_vars.add('paragraph')
    context.vars['paragraph'] = l_0_paragraph = Macro(environment, macro, 'paragraph', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_12 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_12.extend((
            '\\subsection*{',
            str(l_1_text),
            '}\n',
        ))
        return concat(t_12)
    context.exported_vars.add('heading')
    context.vars['heading'] = l_0_heading = Macro(environment, macro, 'heading', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_lines):
        t_13 = []
        if l_1_lines is missing:
            l_1_lines = undefined("parameter 'lines' was not provided", name='lines')
        pass
        if (t_2(l_1_lines) > 1):
            pass
            t_13.extend((
                '\\begin{gather*}\n',
                str(t_1(context.eval_ctx, l_1_lines, '\\\\\n')),
                '\n\\end{gather*}\n',
            ))
        else:
            pass
            t_13.extend((
                '\\[',
                str(environment.getitem(l_1_lines, 0)),
                '\\]\n',
            ))
        return concat(t_13)
    context.exported_vars.add('formula')
    context.vars['formula'] = l_0_formula = Macro(environment, macro, 'formula', ('lines',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_14 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_14.extend((
            '\\headline{',
            str(l_1_text),
            '}\n',
        ))
        return concat(t_14)
    context.exported_vars.add('headline')
    context.vars['headline'] = l_0_headline = Macro(environment, macro, 'headline', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_15 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_15.extend((
            '\\lead{',
            str(l_1_text),
            '}\n',
        ))
        return concat(t_15)
    context.exported_vars.add('lead')
    context.vars['lead'] = l_0_lead = Macro(environment, macro, 'lead', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_items):
        t_16 = []
        if l_1_items is missing:
            l_1_items = undefined("parameter 'items' was not provided", name='items')
        pass
        t_16.append(
            '\\begin{care}\n',
        )
        for (l_2_label, l_2_text) in l_1_items:
            _loop_vars = {}
            pass
            t_16.extend((
                '\\item[',
                str(l_2_label),
                '.] ',
                str(l_2_text),
                '\n',
            ))
        l_2_label = l_2_text = missing
        t_16.append(
            '\\end{care}\n',
        )
        return concat(t_16)
    context.exported_vars.add('care')
    context.vars['care'] = l_0_care = Macro(environment, macro, 'care', ('items',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_title, l_1_body):
        t_17 = []
        if l_1_id is missing:
            l_1_id = undefined("parameter 'id' was not provided", name='id')
        if l_1_title is missing:
            l_1_title = undefined("parameter 'title' was not provided", name='title')
        if l_1_body is missing:
            l_1_body = undefined("parameter 'body' was not provided", name='body')
        pass
        t_17.extend((
            '\\phantomsection\\label{',
            str(l_1_id),
            '}\n',
            str(l_1_body),
            '\n',
        ))
        return concat(t_17)
    context.exported_vars.add('opening')
    context.vars['opening'] = l_0_opening = Macro(environment, macro, 'opening', ('id', 'title', 'body'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_18 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_18.extend((
            str(('{}' if (l_1_text[:1] in ('[', '*')) else cond_expr_undefined("the inline if-expression on line 40 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            str(l_1_text),
        ))
        return concat(t_18)
    context.exported_vars.add('guarded')
    context.vars['guarded'] = l_0_guarded = Macro(environment, macro, 'guarded', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_texts):
        t_19 = []
        if l_1_texts is missing:
            l_1_texts = undefined("parameter 'texts' was not provided", name='texts')
        pass
        t_19.append(
            '\\begin{itemize}\n',
        )
        for l_2_text in l_1_texts:
            _loop_vars = {}
            pass
            t_19.extend((
                '\\item ',
                str(environment.call(context, (undefined(name='guarded') if l_0_guarded is missing else l_0_guarded), l_2_text, _loop_vars=_loop_vars)),
                '\n',
            ))
        l_2_text = missing
        t_19.append(
            '\\end{itemize}\n',
        )
        return concat(t_19)
    context.exported_vars.add('items')
    context.vars['items'] = l_0_items = Macro(environment, macro, 'items', ('texts',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_works):
        t_20 = []
        if l_1_works is missing:
            l_1_works = undefined("parameter 'works' was not provided", name='works')
        pass
        if l_1_works:
            pass
            t_20.append(
                '\\nocite{',
            )
            l_2_loop = missing
            for (l_2_key, l_2_text), l_2_loop in LoopContext(l_1_works, undefined):
                _loop_vars = {}
                pass
                t_20.extend((
                    str(l_2_key),
                    str((',' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 50 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
                ))
            l_2_loop = l_2_key = l_2_text = missing
            t_20.append(
                '}\n\\renewcommand{\\bibsection}{}\n\\bibliographystyle{plainnat}\n\\bibliography{references}\n',
            )
        return concat(t_20)
    context.exported_vars.add('bibliography')
    context.vars['bibliography'] = l_0_bibliography = Macro(environment, macro, 'bibliography', ('works',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text, l_1_raw):
        t_21 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        if l_1_raw is missing:
            l_1_raw = undefined("parameter 'raw' was not provided", name='raw')
        pass
        t_21.append(
            '\\begin{flushleft}\\small\\ttfamily\n',
        )
        for l_2_line in environment.call(context, environment.getattr(l_1_text, 'splitlines')):
            _loop_vars = {}
            pass
            t_21.extend((
                '\\mbox{}',
                str(environment.call(context, environment.getattr(l_2_line, 'replace'), '  ', '~~', _loop_vars=_loop_vars)),
                '\\\\\n',
            ))
        l_2_line = missing
        t_21.append(
            '\\end{flushleft}\n',
        )
        return concat(t_21)
    context.exported_vars.add('literal')
    context.vars['literal'] = l_0_literal = Macro(environment, macro, 'literal', ('text', 'raw'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_named):
        t_22 = []
        if l_1_named is missing:
            l_1_named = undefined("parameter 'named' was not provided", name='named')
        pass
        t_22.append(
            '% Every number of the findings by name: \\input{numbers}, then \\bench{method/metric/p}.\n\\makeatletter\n\\providecommand{\\bench}[1]{%\n  \\@ifundefined{bench@\\detokenize{#1}}{\\PackageError{benchreport}{No number is called \\detokenize{#1}}{See numbers.tex.}}%\n    {\\@nameuse{bench@\\detokenize{#1}}}}\n',
        )
        for (l_2_name, l_2_text) in l_1_named:
            _loop_vars = {}
            pass
            t_22.extend((
                '\\@namedef{bench@\\detokenize{',
                str(l_2_name),
                '}}{',
                str(l_2_text),
                '}\n',
            ))
        l_2_name = l_2_text = missing
        t_22.append(
            '\\makeatother\n',
        )
        return concat(t_22)
    context.exported_vars.add('numbers')
    context.vars['numbers'] = l_0_numbers = Macro(environment, macro, 'numbers', ('named',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_text):
        t_23 = []
        if l_1_text is missing:
            l_1_text = undefined("parameter 'text' was not provided", name='text')
        pass
        t_23.extend((
            str(l_1_text),
            '\n\n',
        ))
        return concat(t_23)
    context.exported_vars.add('finding')
    context.vars['finding'] = l_0_finding = Macro(environment, macro, 'finding', ('text',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_24 = []
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_24.extend((
            '\\input{tables/',
            str(environment.getattr(l_1_t, 'id')),
            '}\n',
        ))
        return concat(t_24)
    context.exported_vars.add('table')
    context.vars['table'] = l_0_table = Macro(environment, macro, 'table', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_c):
        t_25 = []
        if l_1_c is missing:
            l_1_c = undefined("parameter 'c' was not provided", name='c')
        pass
        if (environment.getattr(l_1_c, 'emphasis') == 'best'):
            pass
            t_25.extend((
                '\\textbf{',
                str(environment.getattr(l_1_c, 'text')),
                '}',
            ))
        elif (environment.getattr(l_1_c, 'emphasis') == 'second'):
            pass
            t_25.extend((
                '\\underline{',
                str(environment.getattr(l_1_c, 'text')),
                '}',
            ))
        else:
            pass
            t_25.append(
                str(environment.getattr(l_1_c, 'text')),
            )
        if environment.getattr(l_1_c, 'sup'):
            pass
            t_25.extend((
                '\\marked{',
                str(environment.getattr(l_1_c, 'sup')),
                '}',
            ))
        return concat(t_25)
    context.exported_vars.add('plain')
    context.vars['plain'] = l_0_plain = Macro(environment, macro, 'plain', ('c',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_c):
        t_26 = []
        if l_1_c is missing:
            l_1_c = undefined("parameter 'c' was not provided", name='c')
        pass
        if ((not environment.getattr(l_1_c, 'number')) or (environment.getattr(l_1_c, 'emphasis') == 'second')):
            pass
            t_26.extend((
                '{',
                str(environment.call(context, (undefined(name='plain') if l_0_plain is missing else l_0_plain), l_1_c)),
                '}',
            ))
        else:
            pass
            t_26.extend((
                str(('\\bfseries ' if (environment.getattr(l_1_c, 'emphasis') == 'best') else cond_expr_undefined("the inline if-expression on line 82 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
                str(environment.getattr(l_1_c, 'number')),
            ))
            if environment.getattr(l_1_c, 'sup'):
                pass
                t_26.extend((
                    '{\\textsuperscript{',
                    str(environment.getattr(l_1_c, 'sup')),
                    '}}',
                ))
        return concat(t_26)
    context.exported_vars.add('number')
    context.vars['number'] = l_0_number = Macro(environment, macro, 'number', ('c',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_cells, l_1_t):
        t_27 = []
        if l_1_cells is missing:
            l_1_cells = undefined("parameter 'cells' was not provided", name='cells')
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        l_2_loop = missing
        for l_2_c, l_2_loop in LoopContext(l_1_cells, undefined):
            _loop_vars = {}
            pass
            if environment.getattr(environment.getitem(environment.getattr(l_1_t, 'columns'), environment.getattr(l_2_loop, 'index0')), 'format'):
                pass
                t_27.append(
                    str(environment.call(context, (undefined(name='number') if l_0_number is missing else l_0_number), l_2_c, _loop_vars=_loop_vars)),
                )
            elif environment.getattr(l_2_loop, 'first'):
                pass
                t_27.append(
                    str(environment.call(context, (undefined(name='guarded') if l_0_guarded is missing else l_0_guarded), environment.call(context, (undefined(name='plain') if l_0_plain is missing else l_0_plain), l_2_c, _loop_vars=_loop_vars), _loop_vars=_loop_vars)),
                )
            else:
                pass
                t_27.append(
                    str(environment.call(context, (undefined(name='plain') if l_0_plain is missing else l_0_plain), l_2_c, _loop_vars=_loop_vars)),
                )
            t_27.append(
                str((' & ' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 83 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            )
        l_2_loop = l_2_c = missing
        t_27.append(
            ' \\\\\n',
        )
        return concat(t_27)
    context.exported_vars.add('row')
    context.vars['row'] = l_0_row = Macro(environment, macro, 'row', ('cells', 't'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_column):
        t_28 = []
        if l_1_column is missing:
            l_1_column = undefined("parameter 'column' was not provided", name='column')
        pass
        if environment.getattr(l_1_column, 'tall'):
            pass
            t_28.extend((
                '\\rotatebox{90}{\\parbox{',
                str(environment.getattr(l_1_column, 'tall')),
                '}{\\raggedright ',
                str(environment.getitem(environment.getattr(l_1_column, 'lines'), 0)),
                '}}',
            ))
        elif environment.getattr(l_1_column, 'turned'):
            pass
            t_28.extend((
                '\\rotatebox{90}{',
                str(environment.getitem(environment.getattr(l_1_column, 'lines'), 0)),
                '}',
            ))
        elif environment.getattr(l_1_column, 'stacked'):
            pass
            t_28.append(
                '\\shortstack[r]{',
            )
            l_2_loop = missing
            for l_2_line, l_2_loop in LoopContext(environment.getattr(l_1_column, 'lines'), undefined):
                _loop_vars = {}
                pass
                t_28.extend((
                    str(environment.call(context, (undefined(name='guarded') if l_0_guarded is missing else l_0_guarded), l_2_line, _loop_vars=_loop_vars)),
                    str(('\\\\' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 85 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
                ))
            l_2_loop = l_2_line = missing
            t_28.append(
                '}',
            )
        elif environment.getattr(l_1_column, 'format'):
            pass
            t_28.extend((
                '{',
                str(environment.getitem(environment.getattr(l_1_column, 'lines'), 0)),
                '}',
            ))
        else:
            pass
            t_28.append(
                str(environment.call(context, (undefined(name='guarded') if l_0_guarded is missing else l_0_guarded), environment.getitem(environment.getattr(l_1_column, 'lines'), 0))),
            )
        return concat(t_28)
    context.exported_vars.add('title')
    context.vars['title'] = l_0_title = Macro(environment, macro, 'title', ('column',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_29 = []
        l_1_namespace = resolve('namespace')
        l_1_place = resolve('place')
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_29.append(
            '\\toprule\n',
        )
        if environment.getattr(l_1_t, 'groups'):
            pass
            l_2_loop = missing
            for (l_2_name, l_2_width), l_2_loop in LoopContext(environment.getattr(l_1_t, 'groups'), undefined):
                _loop_vars = {}
                pass
                if l_2_name:
                    pass
                    t_29.extend((
                        '\\multicolumn{',
                        str(l_2_width),
                        '}{c}{',
                        str(l_2_name),
                        '}',
                    ))
                else:
                    pass
                    t_29.append(
                        str(environment.call_binop(context, '*', '& ', (l_2_width - 1))),
                    )
                t_29.append(
                    str((' & ' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 89 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
                )
            l_2_loop = l_2_name = l_2_width = missing
            t_29.append(
                ' \\\\\n',
            )
            l_1_place = environment.call(context, (undefined(name='namespace') if l_1_namespace is missing else l_1_namespace), at=1)
            for (l_2_name, l_2_width) in environment.getattr(l_1_t, 'groups'):
                _loop_vars = {}
                pass
                if l_2_name:
                    pass
                    t_29.extend((
                        '\\cmidrule(lr){',
                        str(environment.getattr((undefined(name='place') if l_1_place is missing else l_1_place), 'at')),
                        '-',
                        str(((environment.getattr((undefined(name='place') if l_1_place is missing else l_1_place), 'at') + l_2_width) - 1)),
                        '}',
                    ))
                if not isinstance(l_1_place, Namespace):
                    raise TemplateRuntimeError("cannot assign attribute on non-namespace object")
                l_1_place['at'] = (environment.getattr((undefined(name='place') if l_1_place is missing else l_1_place), 'at') + l_2_width)
            l_2_name = l_2_width = missing
            t_29.append(
                '\n',
            )
        if environment.getattr(l_1_t, 'headed'):
            pass
            if t_3(context.eval_ctx, t_4(context, environment.getattr(l_1_t, 'columns'), 'stacked')):
                pass
                t_29.append(
                    '\\addlinespace[2pt]\n',
                )
            l_2_loop = missing
            for l_2_column, l_2_loop in LoopContext(environment.getattr(l_1_t, 'columns'), undefined):
                _loop_vars = {}
                pass
                t_29.extend((
                    str(environment.call(context, (undefined(name='title') if l_0_title is missing else l_0_title), l_2_column, _loop_vars=_loop_vars)),
                    str((' & ' if (not environment.getattr(l_2_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 97 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
                ))
            l_2_loop = l_2_column = missing
            t_29.append(
                ' \\\\\n\\midrule\n',
            )
        return concat(t_29)
    context.exported_vars.add('head')
    context.vars['head'] = l_0_head = Macro(environment, macro, 'head', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_30 = []
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_30.extend((
            '@{',
            str(('\\extracolsep{\\fill}' if (not environment.getattr(l_1_t, 'narrow')) else cond_expr_undefined("the inline if-expression on line 101 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            '}',
        ))
        for l_2_column in environment.getattr(l_1_t, 'columns'):
            _loop_vars = {}
            pass
            if environment.getattr(l_2_column, 'format'):
                pass
                t_30.extend((
                    'S[table-format=',
                    str(environment.getattr(l_2_column, 'format')),
                ))
                if environment.getattr(l_2_column, 'raised'):
                    pass
                    t_30.extend((
                        '{\\textsuperscript{',
                        str(environment.getattr(l_2_column, 'raised')),
                        '}}',
                    ))
                t_30.append(
                    ']',
                )
            elif environment.getattr(l_2_column, 'held'):
                pass
                t_30.extend((
                    '>{\\raggedright\\arraybackslash}p{',
                    str(environment.getattr(l_2_column, 'held')),
                    '}',
                ))
            elif environment.getattr(l_2_column, 'words'):
                pass
                t_30.append(
                    'l',
                )
            else:
                pass
                t_30.append(
                    'r',
                )
        l_2_column = missing
        t_30.extend((
            '@{',
            str(('\\hspace{0.5em}' if (environment.getattr(l_1_t, 'alone') and environment.getattr(l_1_t, 'marked')) else cond_expr_undefined("the inline if-expression on line 101 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            '}',
        ))
        return concat(t_30)
    context.exported_vars.add('columns')
    context.vars['columns'] = l_0_columns = Macro(environment, macro, 'columns', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_31 = []
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_31.extend((
            '\\caption',
            str(('[]' if (environment.getattr(l_1_t, 'part') > 1) else cond_expr_undefined("the inline if-expression on line 102 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            '{',
        ))
        if environment.getattr(l_1_t, 'alone'):
            pass
            t_31.append(
                str(environment.getattr(l_1_t, 'statement')),
            )
        else:
            pass
            t_31.extend((
                '\\textbf{',
                str(environment.getattr(l_1_t, 'statement')),
                '}',
            ))
        t_31.extend((
            str(((' ' + environment.getattr(l_1_t, 'explanation')) if environment.getattr(l_1_t, 'explanation') else cond_expr_undefined("the inline if-expression on line 102 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            '}\\label{',
            str(environment.getattr(l_1_t, 'id')),
            '}',
        ))
        return concat(t_31)
    context.exported_vars.add('caption')
    context.vars['caption'] = l_0_caption = Macro(environment, macro, 'caption', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_32 = []
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        l_2_loop = missing
        for l_2_cells, l_2_loop in LoopContext(environment.getattr(l_1_t, 'rows'), undefined):
            _loop_vars = {}
            pass
            if (environment.getattr(l_2_loop, 'index0') in environment.getattr(l_1_t, 'apart')):
                pass
                t_32.append(
                    '\\addlinespace[2pt]\n',
                )
            t_32.append(
                str(environment.call(context, (undefined(name='row') if l_0_row is missing else l_0_row), l_2_cells, l_1_t, _loop_vars=_loop_vars)),
            )
        l_2_loop = l_2_cells = missing
        if environment.getattr(l_1_t, 'foot'):
            pass
            t_32.append(
                '\\midrule\n',
            )
            for l_2_cells in environment.getattr(l_1_t, 'foot'):
                _loop_vars = {}
                pass
                t_32.append(
                    str(environment.call(context, (undefined(name='row') if l_0_row is missing else l_0_row), l_2_cells, l_1_t, _loop_vars=_loop_vars)),
                )
            l_2_cells = missing
        return concat(t_32)
    context.exported_vars.add('body_rows')
    context.vars['body_rows'] = l_0_body_rows = Macro(environment, macro, 'body_rows', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_33 = []
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_33.extend((
            str(environment.getattr(l_1_t, 'command')),
            '\\setlength{\\tabcolsep}{',
            str(environment.getattr(l_1_t, 'gap')),
            '}\n',
        ))
        if environment.getattr(l_1_t, 'marked'):
            pass
            t_33.append(
                '\\providecommand{\\marked}[1]{\\rlap{\\textsuperscript{#1}}}\n',
            )
        if environment.getattr(l_1_t, 'siunitx'):
            pass
            t_33.append(
                '\\sisetup{mode=text,reset-text-series=false,group-digits=none,uncertainty-mode=separate,table-align-text-after=false}\n',
            )
        if (environment.getattr(l_1_t, 'part') > 1):
            pass
            t_33.extend((
                '\\addtocounter{table}{-1}\\def\\theHtable{',
                str(environment.getattr(l_1_t, 'id')),
                '}\n',
            ))
        return concat(t_33)
    context.exported_vars.add('settings')
    context.vars['settings'] = l_0_settings = Macro(environment, macro, 'settings', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_34 = []
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_34.extend((
            '% ',
            str(environment.getattr(l_1_t, 'name')),
            '. Needs \\usepackage{array,booktabs',
            str((',longtable' if environment.getattr(l_1_t, 'breaks') else cond_expr_undefined("the inline if-expression on line 128 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            str((',graphicx' if environment.getattr(l_1_t, 'turned') else cond_expr_undefined("the inline if-expression on line 128 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            str((',siunitx' if environment.getattr(l_1_t, 'siunitx') else cond_expr_undefined("the inline if-expression on line 128 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            str((',amssymb' if environment.getattr(l_1_t, 'triangles') else cond_expr_undefined("the inline if-expression on line 128 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            '}.\n',
        ))
        if environment.getattr(l_1_t, 'breaks'):
            pass
            if (environment.getattr(l_1_t, 'float') == 'table*'):
                pass
                t_34.append(
                    '% Longer than a page: input it after \\onecolumn.\n',
                )
            t_34.extend((
                '{',
                str(environment.call(context, (undefined(name='settings') if l_0_settings is missing else l_0_settings), l_1_t)),
                '\\setlength{\\LTcapwidth}{\\linewidth}\\setlength{\\LTleft}{0pt}\\setlength{\\LTright}{\\fill}',
            ))
            if environment.getattr(l_1_t, 'note'):
                pass
                t_34.append(
                    '\\setlength{\\LTpost}{2pt}',
                )
            t_34.extend((
                '\n\\begin{longtable}{',
                str(environment.call(context, (undefined(name='columns') if l_0_columns is missing else l_0_columns), l_1_t)),
                '}\n',
                str(environment.call(context, (undefined(name='caption') if l_0_caption is missing else l_0_caption), l_1_t)),
                '\\\\\n',
                str(environment.call(context, (undefined(name='head') if l_0_head is missing else l_0_head), l_1_t)),
                '\\endfirsthead\n',
                str(environment.call(context, (undefined(name='head') if l_0_head is missing else l_0_head), l_1_t)),
                '\\endhead\n\\bottomrule\n\\endfoot\n',
                str(environment.call(context, (undefined(name='body_rows') if l_0_body_rows is missing else l_0_body_rows), l_1_t)),
                '\\end{longtable}\n',
            ))
            if environment.getattr(l_1_t, 'note'):
                pass
                t_34.extend((
                    '\\noindent ',
                    str(environment.getattr(l_1_t, 'note')),
                    '\\par\\bigskip\n',
                ))
            t_34.append(
                '}\n',
            )
        else:
            pass
            t_34.extend((
                '\\begin{',
                str(environment.getattr(l_1_t, 'float')),
                '}[htbp]\n',
            ))
            if environment.getattr(l_1_t, 'alone'):
                pass
                t_34.append(
                    '\\setlength{\\belowcaptionskip}{5pt}\n',
                )
            t_34.extend((
                str(environment.call(context, (undefined(name='caption') if l_0_caption is missing else l_0_caption), l_1_t)),
                '\n',
                str(environment.call(context, (undefined(name='settings') if l_0_settings is missing else l_0_settings), l_1_t)),
            ))
            if environment.getattr(l_1_t, 'alone'):
                pass
                t_34.append(
                    '\\centering\n',
                )
            if environment.getattr(l_1_t, 'narrow'):
                pass
                t_34.extend((
                    '\\begin{tabular}{',
                    str(environment.call(context, (undefined(name='columns') if l_0_columns is missing else l_0_columns), l_1_t)),
                    '}\n',
                ))
            else:
                pass
                t_34.extend((
                    '\\begin{tabular*}{\\linewidth}{',
                    str(environment.call(context, (undefined(name='columns') if l_0_columns is missing else l_0_columns), l_1_t)),
                    '}\n',
                ))
            t_34.extend((
                str(environment.call(context, (undefined(name='head') if l_0_head is missing else l_0_head), l_1_t)),
                str(environment.call(context, (undefined(name='body_rows') if l_0_body_rows is missing else l_0_body_rows), l_1_t)),
                '\\bottomrule\n\\end{tabular',
                str(('*' if (not environment.getattr(l_1_t, 'narrow')) else cond_expr_undefined("the inline if-expression on line 161 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
                '}\n',
            ))
            if environment.getattr(l_1_t, 'note'):
                pass
                t_34.extend((
                    '\n\\smallskip\n\\parbox{',
                    str(environment.getattr(l_1_t, 'note_width')),
                    '}{\\raggedright ',
                    str(environment.getattr(l_1_t, 'note')),
                    '}\n',
                ))
            t_34.extend((
                '\\end{',
                str(environment.getattr(l_1_t, 'float')),
                '}\n',
            ))
        return concat(t_34)
    context.exported_vars.add('table_file')
    context.vars['table_file'] = l_0_table_file = Macro(environment, macro, 'table_file', ('t',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_f):
        t_35 = []
        if l_1_f is missing:
            l_1_f = undefined("parameter 'f' was not provided", name='f')
        pass
        t_35.extend((
            '\\input{figures/',
            str(environment.getattr(l_1_f, 'id')),
            '}\n',
        ))
        return concat(t_35)
    context.exported_vars.add('figure')
    context.vars['figure'] = l_0_figure = Macro(environment, macro, 'figure', ('f',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_f):
        t_36 = []
        if l_1_f is missing:
            l_1_f = undefined("parameter 'f' was not provided", name='f')
        pass
        t_36.extend((
            '% ',
            str(environment.getattr(l_1_f, 'name')),
            ', drawn ',
            str(environment.getattr(l_1_f, 'inches')),
            ' in wide. Needs \\usepackage{graphicx',
            str((',pgf' if environment.getattr(l_1_f, 'pgf') else cond_expr_undefined("the inline if-expression on line 174 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
        ))
        for l_2_package in environment.getattr(l_1_f, 'further'):
            _loop_vars = {}
            pass
            t_36.extend((
                ',',
                str(l_2_package),
            ))
        l_2_package = missing
        t_36.extend((
            '}.\n% \\input it from any folder: the file of the picture lies beside this one (before LaTeX of 2020-10, set \\graphicspath).\n\\begin{',
            str(environment.getattr(l_1_f, 'float')),
            '}[htbp]\n\\def\\beside{figures/}\\ifdefined\\CurrentFilePathUsed\\edef\\beside{\\ifx\\CurrentFilePathUsed\\empty\\else\\CurrentFilePathUsed/\\fi}\\fi\n',
        ))
        if environment.getattr(l_1_f, 'pgf'):
            pass
            t_36.extend((
                '\\input{\\beside ',
                str(environment.getattr(l_1_f, 'id')),
                '.pgf}\n',
            ))
        else:
            pass
            t_36.extend((
                '\\includegraphics{\\beside ',
                str(environment.getattr(l_1_f, 'id')),
                '.pdf}\n',
            ))
        t_36.extend((
            '\\caption{\\textbf{',
            str(environment.getattr(l_1_f, 'statement')),
            '}',
            str(((' ' + environment.getattr(l_1_f, 'explanation')) if environment.getattr(l_1_f, 'explanation') else cond_expr_undefined("the inline if-expression on line 183 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            '}\\label{',
            str(environment.getattr(l_1_f, 'id')),
            '}\n\\end{',
            str(environment.getattr(l_1_f, 'float')),
            '}\n',
        ))
        return concat(t_36)
    context.exported_vars.add('figure_file')
    context.vars['figure_file'] = l_0_figure_file = Macro(environment, macro, 'figure_file', ('f',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_id, l_1_number, l_1_title, l_1_body, l_1_turned):
        t_37 = []
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
        if environment.call(context, environment.getattr(environment.call(context, environment.getattr(l_1_body, 'strip')), 'startswith'), '\\input{tables/'):
            pass
            t_37.append(
                '% A new page rather than the first few rows of a table.\n\\vspace{0pt plus 20\\baselineskip}\\pagebreak[2]\\vspace{0pt plus -20\\baselineskip}\n',
            )
        t_37.extend((
            '\\section{',
            str(l_1_title),
            '}\\label{',
            str(l_1_id),
            '}\n',
            str(l_1_body),
            '\n',
        ))
        return concat(t_37)
    context.exported_vars.add('section')
    context.vars['section'] = l_0_section = Macro(environment, macro, 'section', ('id', 'number', 'title', 'body', 'turned'), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_d):
        t_38 = []
        l_1_facts = missing
        if l_1_d is missing:
            l_1_d = undefined("parameter 'd' was not provided", name='d')
        pass
        if environment.getattr(l_1_d, 'venue'):
            pass
            t_38.extend((
                '% Tables and figures have the widths of ',
                str(environment.getattr(l_1_d, 'venue')),
                ': in a paper of that class, \\input{tables/...} and \\input{figures/...}\n% as below, with the packages that each file names, and \\input{numbers} for \\bench{...}.\n',
            ))
        t_38.extend((
            '\\documentclass[',
            str(environment.getattr(l_1_d, 'size')),
            'pt,a4paper]{article}\n\\usepackage[T1]{fontenc}\n\\usepackage[utf8]{inputenc}\n\\usepackage{lmodern}\n\\usepackage{textcomp}\n\\usepackage[textwidth=',
            str(environment.getattr(l_1_d, 'width')),
            ',textheight=24cm]{geometry}\n\\usepackage{amsmath,amssymb,array,booktabs,longtable,graphicx}\n',
        ))
        if environment.getattr(l_1_d, 'siunitx'):
            pass
            t_38.append(
                '\\usepackage{siunitx}\n',
            )
        if environment.getattr(l_1_d, 'pgf'):
            pass
            t_38.append(
                '\\usepackage{pgf}\n',
            )
        t_38.append(
            '\\usepackage[font=small,labelfont=bf,labelsep=period,justification=raggedright,singlelinecheck=false]{caption}\n\\captionsetup[table]{position=top}\n\\usepackage[round]{natbib}\n\\renewcommand{\\bibfont}{\\small}\\setlength{\\bibsep}{2pt plus 1pt}\n',
        )
        if environment.getattr(l_1_d, 'headed'):
            pass
            t_38.append(
                '\\renewcommand{\\bibsection}{}\n',
            )
        t_38.extend((
            '\\usepackage[hidelinks]{hyperref}\n\\hypersetup{pdftitle={',
            str(environment.getattr(l_1_d, 'title')),
            '},pdfauthor={',
            str(environment.getattr(l_1_d, 'author')),
            '}}\n\\setlength{\\parindent}{0pt}\\setlength{\\parskip}{0.5em}\n\\emergencystretch=3em\\raggedbottom\n% Floats may fill most of a page.\n\\renewcommand{\\topfraction}{0.9}\\renewcommand{\\bottomfraction}{0.7}\\renewcommand{\\textfraction}{0.08}\n\\renewcommand{\\floatpagefraction}{0.75}\\setcounter{totalnumber}{5}\\extrafloats{200}\n\\makeatletter\\setlength{\\@fptop}{0pt}\\setlength{\\@fpsep}{16pt}\\makeatother\n% The answer: one sentence, then paragraphs in larger type, then what to bear in mind.\n\\newcommand{\\headline}[1]{{\\Large\\bfseries\\raggedright #1\\par}}\n\\newcommand{\\lead}[1]{{\\large #1\\par}}\n\\newenvironment{care}\n  {\\par\\bigskip\\hrule height 0.8pt\\smallskip\\small\\setlength{\\parskip}{0pt}\\setlength{\\topsep}{2pt}%\n   \\textbf{Read with care}\\begin{description}\\setlength{\\itemsep}{1pt}}\n  {\\end{description}\\smallskip\\hrule\\medskip}\n\\title{',
            str(environment.getattr(l_1_d, 'title')),
            '}\n',
        ))
        t_39 = []
        pass
        t_39.append(
            '\\normalsize ',
        )
        l_3_loop = missing
        for l_3_fact, l_3_loop in LoopContext(environment.getattr(l_1_d, 'facts'), undefined):
            _loop_vars = {}
            pass
            t_39.extend((
                str(l_3_fact),
                str((' \\textperiodcentered{} ' if (not environment.getattr(l_3_loop, 'last')) else cond_expr_undefined("the inline if-expression on line 235 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            ))
        l_3_loop = l_3_fact = missing
        l_1_facts = (Markup if context.eval_ctx.autoescape else identity)(concat(t_39))
        t_38.append(
            '\\author{',
        )
        if environment.getattr(l_1_d, 'author'):
            pass
            t_38.append(
                str(environment.getattr(l_1_d, 'author')),
            )
        else:
            pass
            t_38.extend((
                '\\parbox{0.9\\textwidth}{\\centering',
                str((undefined(name='facts') if l_1_facts is missing else l_1_facts)),
                '}',
            ))
        t_38.extend((
            '}\n\\date{',
            str(((undefined(name='facts') if l_1_facts is missing else l_1_facts) if environment.getattr(l_1_d, 'author') else cond_expr_undefined("the inline if-expression on line 237 in 'formats/latex.jinja' evaluated to false and no else section was defined."))),
            '}\n\\begin{document}\n\\maketitle\n',
            str(environment.getattr(l_1_d, 'body')),
            '\n\\end{document}\n',
        ))
        return concat(t_38)
    context.exported_vars.add('document')
    context.vars['document'] = l_0_document = Macro(environment, macro, 'document', ('d',), False, False, False, context.eval_ctx.autoescape)

blocks = {}
debug_info = '1=36&2=49&3=62&4=75&5=112&6=135&7=151&8=157&11=163&12=170&14=176&15=181&17=185&20=192&23=198&24=205&26=211&27=218&29=224&31=232&32=237&36=249&37=260&38=262&40=268&41=280&43=288&44=293&48=303&49=308&50=314&56=328&58=338&59=343&63=353&69=361&70=366&74=378&75=384&78=390&79=397&81=403&82=437&83=465&85=501&86=554&88=564&89=567&90=591&93=611&94=613&97=619&101=633&102=688&103=719&104=725&105=728&108=734&109=737&111=742&112=746&115=752&116=758&117=763&120=768&123=773&124=777&127=783&128=790&129=798&130=800&133=807&135=817&136=819&137=821&138=823&141=825&142=828&143=832&147=842&148=845&151=851&152=853&155=860&156=864&158=871&160=875&161=878&162=881&165=885&167=892&170=898&171=905&173=911&174=918&176=934&178=937&179=941&181=948&183=953&184=959&186=965&187=978&191=985&192=989&194=995&195=1001&196=1005&199=1010&204=1012&206=1015&209=1020&216=1028&220=1035&234=1039&235=1048&236=1060&237=1074&240=1076'
