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

  it('makes tables with their alignment, and strikes through', () => {
    expect(toProse('a | b\n:-- | --:\n~~c~~ | d')).toEqual([
      {
        tag: 'table',
        children: [
          {
            tag: 'thead',
            children: [
              {
                tag: 'tr',
                children: [
                  { tag: 'th', align: 'left', children: ['a'] },
                  { tag: 'th', align: 'right', children: ['b'] },
                ],
              },
            ],
          },
          {
            tag: 'tbody',
            children: [
              {
                tag: 'tr',
                children: [
                  { tag: 'td', align: 'left', children: [{ tag: 's', children: ['c'] }] },
                  { tag: 'td', align: 'right', children: ['d'] },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  it('shows own pictures at their size, and others by their words', () => {
    const src = `/api/pictures/${'a'.repeat(32)}/640x480.webp`;
    expect(toProse(`![A *tank*](${src})`)).toEqual([
      {
        tag: 'p',
        children: [{ tag: 'img', src, alt: 'A *tank*', width: 640, height: 480, children: [] }],
      },
    ]);
    for (const other of [
      `https://pictures.example${src}`,
      `//pictures.example${src}`,
      `/api/pictures/${'a'.repeat(31)}/640x480.webp`,
      `/api/pictures/${'a'.repeat(32)}/0x480.webp`,
      `/api/pictures/../x/${'a'.repeat(32)}/640x480.webp`,
      'data:image/svg+xml,x',
    ]) {
      expect(JSON.stringify(toProse(`![A tank](${other})`))).not.toContain('"img"');
    }
  });

  it('says of links outward that they lead there', () => {
    const rel = 'external noopener nofollow';
    expect(toProse('[x](https://example.org)')).toMatchObject([{ children: [{ rel }] }]);
    expect(toProse('[x](//example.org)')).toMatchObject([{ children: [{ rel }] }]);
    expect(JSON.stringify(toProse('[x](/about)'))).not.toContain('rel');
  });

  it('takes out what would turn the direction of what stands beside it', () => {
    expect(toProse('a\u202Eb\u2066c\u200Fd')).toEqual([{ tag: 'p', children: ['abc\u200Fd'] }]);
  });

  it('shows what is beyond 20,000 characters as it stands', () => {
    const start = 'x'.repeat(19_998);
    expect(toProse(`${start}*a`)).toEqual([{ tag: 'p', children: [`${start}*a`] }]);
    expect(toProse(`${start}\n\n*a*`)).toEqual([
      { tag: 'p', children: [start] },
      { tag: 'p', children: ['*a*'] },
    ]);
  });
});

describe('a hostile article', () => {
  const fill = (text: string) => text.repeat(20_000 / text.length).slice(0, 20_000);
  const cells = (columns: number, rows: number) =>
    [`|${'a|'.repeat(columns)}`, `|${'-|'.repeat(columns)}`, ...Array(rows).fill('|a')].join('\n');
  const articles: Record<string, string> = {
    'many brackets': fill('['),
    'many pictures': fill('!['),
    'links in links': fill('[a]('),
    'stars that never end': fill('**a*b'),
    'stars and lines': fill('*a_ '),
    'deep quotes': fill('> '),
    'deep lists': fill('- '),
    'a huge table': cells(2000, 2000),
    'dashes that end in a letter': `${'-'.repeat(19_999)}x`,
    'many paragraphs': fill('a\n\n'),
    'many references': fill('[a]: b\n'),
    scripts: fill('<script>alert(1)</script>'),
  };

  it.each(Object.entries(articles))('of %s holds nobody up', (_what, article) => {
    const measure = () => {
      const before = process.cpuUsage();
      toProse(article);
      return process.cpuUsage(before).user / 1000;
    };
    // 40 ms at worst where nothing else runs; the processor's own time, the best of some, so that others do not count.
    expect(Math.min(...Array.from({ length: 5 }, measure))).toBeLessThan(100);
  });

  const deepestOf = (nodes: readonly unknown[]): number =>
    Math.max(
      0,
      ...nodes.map((node) =>
        typeof node === 'object' && node !== null && 'children' in node
          ? 1 + deepestOf(Array.isArray(node.children) ? node.children : [])
          : 0,
      ),
    );

  it.each([
    ['quotes', (deep: number) => `${'> '.repeat(deep)}within`, 19, 20],
    [
      'lists',
      (deep: number) =>
        Array.from({ length: deep }, (_, at) => `${'  '.repeat(at)}- within`).join('\n'),
      9,
      10,
    ],
  ])(
    'loses no word of %s that are too deep, nor of what follows them',
    (_what, write, fits, over) => {
      for (const deep of [fits, over, 60]) {
        const words = JSON.stringify(toProse(`${write(deep)}\n\nafter`));
        expect([deep, words.includes('within'), words.includes('after')]).toEqual([
          deep,
          true,
          true,
        ]);
      }
      expect(deepestOf(toProse(write(over)))).toBeLessThan(deepestOf(toProse(write(fits))));
    },
  );

  it('goes no deeper than twenty', () => {
    for (const article of Object.values(articles)) {
      expect(deepestOf(toProse(article))).toBeLessThanOrEqual(21);
    }
    expect(deepestOf(toProse('> > a'))).toBe(3);
  });

  it('has a table of a thousand rows, and one that fills itself up as text', () => {
    const tags = (source: string) =>
      toProse(source).map((node) => typeof node !== 'string' && node.tag);
    expect(tags(cells(3, 1000))).toEqual(['table']);
    expect(tags(cells(100, 100))).toEqual(['p']);
  });

  it('shows scripts as what was written', () => {
    const [paragraph] = toProse('<script>alert(1)</script>');
    expect(paragraph).toEqual({ tag: 'p', children: ['<script>alert(1)</script>'] });
  });
});
