from jinja2.runtime import LoopContext, Macro, Markup, Namespace, TemplateNotFound, TemplateReference, TemplateRuntimeError, Undefined, escape, identity, internalcode, markup_join, missing, str_join
name = 'formats/typst.jinja'

def root(context, missing=missing, environment=environment):
    resolve = context.resolve_or_missing
    undefined = environment.undefined
    concat = environment.concat
    cond_expr_undefined = Undefined
    if 0: yield None
    l_0_cell = l_0_row = l_0_table = missing
    try:
        t_1 = environment.filters['length']
    except KeyError:
        @internalcode
        def t_1(*unused):
            raise TemplateRuntimeError("No filter named 'length' found.")
    pass
    def macro(l_1_c):
        t_2 = []
        if l_1_c is missing:
            l_1_c = undefined("parameter 'c' was not provided", name='c')
        pass
        t_2.append(
            '[',
        )
        if (environment.getattr(l_1_c, 'emphasis') == 'best'):
            pass
            t_2.extend((
                '#strong[',
                str(environment.getattr(l_1_c, 'text')),
                ']',
            ))
        elif (environment.getattr(l_1_c, 'emphasis') == 'second'):
            pass
            t_2.extend((
                '#underline[',
                str(environment.getattr(l_1_c, 'text')),
                ']',
            ))
        else:
            pass
            t_2.append(
                str(environment.getattr(l_1_c, 'text')),
            )
        if environment.getattr(l_1_c, 'sup'):
            pass
            t_2.extend((
                '#super[',
                str(environment.getattr(l_1_c, 'sup')),
                ']',
            ))
        elif environment.getattr(l_1_c, 'room'):
            pass
            t_2.extend((
                '#hide[#super[',
                str(environment.getattr(l_1_c, 'room')),
                ']]',
            ))
        t_2.append(
            ']',
        )
        return concat(t_2)
    context.exported_vars.add('cell')
    context.vars['cell'] = l_0_cell = Macro(environment, macro, 'cell', ('c',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_cells):
        t_3 = []
        if l_1_cells is missing:
            l_1_cells = undefined("parameter 'cells' was not provided", name='cells')
        pass
        t_3.append(
            '    ',
        )
        for l_2_c in l_1_cells:
            _loop_vars = {}
            pass
            t_3.extend((
                str(environment.call(context, (undefined(name='cell') if l_0_cell is missing else l_0_cell), l_2_c, _loop_vars=_loop_vars)),
                ', ',
            ))
        l_2_c = missing
        t_3.append(
            '\n',
        )
        return concat(t_3)
    context.exported_vars.add('row')
    context.vars['row'] = l_0_row = Macro(environment, macro, 'row', ('cells',), False, False, False, context.eval_ctx.autoescape)
    def macro(l_1_t):
        t_4 = []
        if l_1_t is missing:
            l_1_t = undefined("parameter 't' was not provided", name='t')
        pass
        t_4.extend((
            '#figure(\n  kind: table,\n  caption: figure.caption(position: top)[',
            str(environment.getattr(l_1_t, 'caption')),
            '],\n  [#set text(size: 0.8em)\n  #table(\n    columns: ',
            str(t_1(environment.getattr(l_1_t, 'columns'))),
            ',\n    align: (',
        ))
        for l_2_column in environment.getattr(l_1_t, 'columns'):
            _loop_vars = {}
            pass
            t_4.extend((
                str(('left' if environment.getattr(l_2_column, 'left') else 'right')),
                ', ',
            ))
        l_2_column = missing
        t_4.append(
            '),\n    stroke: none,\n    inset: (x: 4pt, y: 2.5pt),\n    table.hline(stroke: 0.8pt),\n    table.header(\n',
        )
        if environment.getattr(l_1_t, 'spans'):
            pass
            for l_2_span in environment.getattr(l_1_t, 'spans'):
                _loop_vars = {}
                pass
                t_4.extend((
                    'table.cell(colspan: ',
                    str(environment.getattr(l_2_span, 'width')),
                    ', align: center)[',
                    str(environment.getattr(l_2_span, 'name')),
                    '], ',
                ))
            l_2_span = missing
            t_4.append(
                '\n',
            )
            for l_2_span in environment.getattr(l_1_t, 'spans'):
                _loop_vars = {}
                pass
                if environment.getattr(l_2_span, 'name'):
                    pass
                    t_4.extend((
                        '      table.hline(start: ',
                        str(environment.getattr(l_2_span, 'start')),
                        ', end: ',
                        str(environment.getattr(l_2_span, 'end')),
                        ', stroke: 0.3pt),\n',
                    ))
            l_2_span = missing
        for l_2_column in environment.getattr(l_1_t, 'columns'):
            _loop_vars = {}
            pass
            t_4.extend((
                '[',
                str(environment.getattr(l_2_column, 'title')),
                '], ',
            ))
        l_2_column = missing
        t_4.append(
            '\n    ),\n    table.hline(stroke: 0.5pt),\n',
        )
        l_2_loop = missing
        for l_2_cells, l_2_loop in LoopContext(environment.getattr(l_1_t, 'rows'), undefined):
            _loop_vars = {}
            pass
            if (environment.getattr(l_2_loop, 'index0') in environment.getattr(l_1_t, 'rules')):
                pass
                t_4.append(
                    '    table.hline(stroke: 0.3pt),\n',
                )
            t_4.append(
                str(environment.call(context, (undefined(name='row') if l_0_row is missing else l_0_row), l_2_cells, _loop_vars=_loop_vars)),
            )
        l_2_loop = l_2_cells = missing
        if environment.getattr(l_1_t, 'foot'):
            pass
            t_4.append(
                '    table.hline(stroke: 0.5pt),\n',
            )
            for l_2_cells in environment.getattr(l_1_t, 'foot'):
                _loop_vars = {}
                pass
                t_4.append(
                    str(environment.call(context, (undefined(name='row') if l_0_row is missing else l_0_row), l_2_cells, _loop_vars=_loop_vars)),
                )
            l_2_cells = missing
        t_4.append(
            '    table.hline(stroke: 0.8pt),\n  )\n',
        )
        if environment.getattr(l_1_t, 'note'):
            pass
            t_4.extend((
                '  #align(left)[',
                str(environment.getattr(l_1_t, 'note')),
                ']\n',
            ))
        t_4.extend((
            '  ],\n) <',
            str(environment.getattr(l_1_t, 'id')),
            '>\n',
        ))
        return concat(t_4)
    context.exported_vars.add('table')
    context.vars['table'] = l_0_table = Macro(environment, macro, 'table', ('t',), False, False, False, context.eval_ctx.autoescape)

blocks = {}
debug_info = '1=18&2=65&5=87&8=94&11=96&12=99&17=110&18=112&20=126&21=129&22=133&26=139&30=152&31=155&34=161&35=164&37=169&38=173&42=179&43=183&46=188'
