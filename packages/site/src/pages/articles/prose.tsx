import { createElement, type ReactNode } from 'react';
import './prose.css';
import type { ProseNode } from './prose-node.ts';

/** Text that people wrote in Markdown; the server has made nodes of it, so no HTML is ever taken as it is. */
export function Prose({ nodes }: { nodes: readonly ProseNode[] }) {
  return <div className="prose">{toElements(nodes)}</div>;
}

function toElements(nodes: readonly ProseNode[]): ReactNode[] {
  return nodes.map((node, place) => {
    if (typeof node === 'string') {
      return node;
    }
    const properties = node.tag === 'a' ? { key: place, href: node.href } : { key: place };
    return createElement(
      node.tag,
      properties,
      ...(node.children.length > 0 ? toElements(node.children) : []),
    );
  });
}
