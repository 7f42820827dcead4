import { createElement, type ReactNode } from 'react';
import { useEnvironment } from '../../app/environment.tsx';
import { nameLeague } from './name-league.ts';
import './prose.css';
import type { ProseNode } from './prose-node.ts';

/**
 * Text that people wrote in Markdown, with the league's name where it asks for it; the server has made nodes of it,
 * so no HTML is ever taken as it is.
 */
export function Prose({ nodes, lang }: { nodes: readonly ProseNode[]; lang?: string }) {
  const { league_name } = useEnvironment().shell;
  return (
    <div className="prose" lang={lang}>
      {toElements(nodes, league_name)}
    </div>
  );
}

type Element = Exclude<ProseNode, string>;

/** What of an element is more than its tag. */
function toProperties(node: Element): object {
  switch (node.tag) {
    case 'a':
      return { href: node.href, rel: node.rel };
    case 'img': {
      const { src, alt, width, height } = node;
      return { src, alt, width, height, loading: 'lazy', decoding: 'async' };
    }
    case 'th':
    case 'td':
      return { className: node.align === undefined ? undefined : `prose-${node.align}` };
    default:
      return {};
  }
}

function toElements(nodes: readonly ProseNode[], league: string): ReactNode[] {
  return nodes.map((node, place) => {
    if (typeof node === 'string') {
      return nameLeague(node, league);
    }
    const element = createElement(
      node.tag,
      { key: place, ...toProperties(node) },
      ...(node.children.length > 0 ? toElements(node.children, league) : []),
    );
    // A table that is wider than the page moves by itself, not the page.
    return node.tag === 'table' ? (
      <div key={element.key} className="prose-wide">
        {element}
      </div>
    ) : (
      element
    );
  });
}
