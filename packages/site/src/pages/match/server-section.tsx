import type { ReactNode } from 'react';
import { SectionHead } from '../../ui/section-head.tsx';

interface ServerSectionProps {
  words: Record<'title' | 'who' | 'none' | 'address' | 'password', string>;
  /** Null while nobody has named one; an empty password is none. */
  server: { address: string; password: string } | null;
  /** How who may name it does so. */
  children: ReactNode;
}

/** Where both sides connect, in a match and in a scrim alike. */
export function ServerSection({ words, server, children }: ServerSectionProps) {
  return (
    <section aria-labelledby="server">
      <SectionHead title={words.title} id="server">
        {words.who}
      </SectionHead>
      {server === null ? (
        <p className="soft">{words.none}</p>
      ) : (
        <dl className="server-place">
          <dt>{words.address}</dt>
          <dd>{server.address}</dd>
          {server.password !== '' && (
            <>
              <dt>{words.password}</dt>
              <dd>{server.password}</dd>
            </>
          )}
        </dl>
      )}
      {children}
    </section>
  );
}
