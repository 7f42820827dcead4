/** What a press in the toolbar does to a text with a selection. */
export interface Insertion {
  /** What is replaced. */
  from: number;
  to: number;
  text: string;
  /** What is selected afterwards. */
  selectFrom: number;
  selectTo: number;
}

export const marks = ['bold', 'italic', 'code', 'link'] as const;
export const lineMarks = ['heading', 'list', 'quote', 'table'] as const;
export type MarkdownAct = (typeof marks)[number] | (typeof lineMarks)[number];

const around = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
} as const;
const before = { heading: '## ', list: '- ', quote: '> ' } as const;
const table = '| A | B |\n| --- | --- |\n|  |  |\n';

/** Marks the selection, or the lines that it touches. */
export function markText(
  act: MarkdownAct,
  { text, from, to }: { text: string; from: number; to: number },
): Insertion {
  if (act === 'table') {
    const inserted = `${from === 0 ? '' : '\n\n'}${table}`;
    const place = from + inserted.length;
    return { from, to: from, text: inserted, selectFrom: place, selectTo: place };
  }
  if (act === 'heading' || act === 'list' || act === 'quote') {
    const start = text.lastIndexOf('\n', from - 1) + 1;
    const lines = text.slice(start, to).split('\n');
    const marked = lines.map((line) => before[act] + line).join('\n');
    const end = start + marked.length;
    return { from: start, to, text: marked, selectFrom: end, selectTo: end };
  }
  const [open, close] = around[act];
  const selected = text.slice(from, to);
  const selectFrom = from + open.length;
  const selectTo = selectFrom + selected.length;
  return { from, to, text: open + selected + close, selectFrom, selectTo };
}
