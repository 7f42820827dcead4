import { describe, expect, it } from 'vitest';
import { escapeXml, getText, listChildren, listPath, parseXml } from './xml.ts';

describe('a document', () => {
  it.each([
    ['without its end', '<a'],
    ['that is closed by another name', '<a></b>'],
    ['with a value that stands in no quotes', '<a b=c/>'],
    ['with a name that stands for nothing', '<a>&nobody;</a>'],
    ['of no elements', 'no'],
    ['with a type', '<!DOCTYPE a><a/>'],
    ['with a type that makes words of its own', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'],
  ])('%s is none', (_what, text) => {
    expect(() => parseXml(text)).toThrow();
  });

  it('is read from its outermost element on', () => {
    expect(parseXml('<?xml version="1.0"?><a b="c"/>').getAttribute('b')).toBe('c');
  });
});

describe('elements', () => {
  const root = parseXml(
    '<a xmlns="urn:one" xmlns:t="urn:two"><b>1</b><t:b>2</t:b><c><b>3</b><b>4</b></c><c><b>5</b></c>b</a>',
  );

  it('are found directly inside, by their name and whose name it is', () => {
    expect(listChildren(root, 'urn:one', 'b').map(getText)).toEqual(['1']);
    expect(listChildren(root, 'urn:two', 'b').map(getText)).toEqual(['2']);
    expect(listChildren(root, 'urn:three', 'b')).toEqual([]);
  });

  it('are found by a path, in their order', () => {
    expect(listPath(root, 'urn:one', ['c', 'b']).map(getText)).toEqual(['3', '4', '5']);
    expect(listPath(root, 'urn:two', ['c', 'b'])).toEqual([]);
  });

  it('have a text without what stands around it, and none where there is none', () => {
    expect(getText(parseXml('<a> \n one two </a>'))).toBe('one two');
    expect(getText(undefined)).toBe('');
  });
});

it('what is written into a document is read from it again', () => {
  const text = `a & b < c > "d" 'e' &amp;`;
  expect(escapeXml(text)).toBe(`a &amp; b &lt; c &gt; &quot;d&quot; 'e' &amp;amp;`);
  expect(parseXml(`<a b="${escapeXml(text)}"/>`).getAttribute('b')).toBe(text);
});
