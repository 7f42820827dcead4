import { describe, expect, it } from 'vitest';
import { toProse } from './markdown.ts';

describe('Markdown', () => {
  it('becomes nodes: headings below the page’s own, paragraphs, lists', () => {
    expect(toProse('# Head\n\nA **bold** _word_.\n\n1. one\n2. two')).toEqual([
      { tag: 'h2', children: ['Head'] },
      {
        tag: 'p',
        children: [
          'A ',
          { tag: 'strong', children: ['bold'] },
          ' ',
          { tag: 'em', children: ['word'] },
          '.',
        ],
      },
      {
        tag: 'ol',
        children: [
          { tag: 'li', children: ['one'] },
          { tag: 'li', children: ['two'] },
        ],
      },
    ]);
  });

  it('keeps HTML as text', () => {
    const nodes = toProse('<script>alert(1)</script>\n\nx <img src=x onerror=alert(1)>');
    expect(nodes).toEqual([
      { tag: 'p', children: ['<script>alert(1)</script>'] },
      { tag: 'p', children: ['x <img src=x onerror=alert(1)>'] },
    ]);
  });

  it('makes links, and leaves those that run something as text', () => {
    expect(toProse('[rules](/ladders/tanks/rules)')).toEqual([
      { tag: 'p', children: [{ tag: 'a', href: '/ladders/tanks/rules', children: ['rules'] }] },
    ]);
    expect(JSON.stringify(toProse('[x](javascript:alert(1))'))).not.toContain('"href"');
  });

  it('keeps code and breaks', () => {
    expect(toProse('`a<b`  \nnext\n\n    four')).toEqual([
      {
        tag: 'p',
        children: [{ tag: 'code', children: ['a<b'] }, { tag: 'br', children: [] }, 'next'],
      },
      { tag: 'pre', children: [{ tag: 'code', children: ['four'] }] },
    ]);
  });
});
