import { useFormatter, useTranslations } from 'use-intl';
import { loosen } from '../../intl/intl-root.tsx';
import { EventSentence } from '../match/event-sentence.tsx';
import type { Names } from '../match/log-line.ts';
import type { OfficeAct } from './data.ts';

const dateLook = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** What somebody in office did, in a sentence; an act without one, in the word that the log has for it. */
export function ActSentence({ act, names }: { act: OfficeAct; names: Names }) {
  const { line } = act;
  if (line === null) {
    return <KeptSentence act={act} />;
  }
  return act.person === null ? (
    <EventSentence line={line} names={names} sides={null} />
  ) : (
    <PersonSentence act={act} data={line.data} />
  );
}

/** An office or a sanction: of whom it was, not who gave it. */
function PersonSentence({ act, data }: { act: OfficeAct; data: Record<string, unknown> }) {
  const t = loosen(useTranslations('events'));
  const format = useFormatter();
  const { person, act: type } = act;
  const { kind, until } = data;
  if (!t.has(type)) {
    return toPlainWords(type);
  }
  return t(type, {
    person: person?.username ?? '?',
    kind: typeof kind === 'string' ? kind : 'other',
    until: typeof until === 'string' ? format.dateTime(new Date(until), dateLook) : 'none',
  });
}

function KeptSentence({ act: { act, subject } }: { act: OfficeAct }) {
  const t = loosen(useTranslations('office-log.acts'));
  const things = loosen(useTranslations('office-log.things'));
  const { kind = '' } = subject ?? {};
  const name = toName(subject, things);
  const words = t.has(act) ? t(act, { subject: name, kind }) : `${toPlainWords(act)}: ${name}`;
  return subject === null || subject.href === null ? words : <a href={subject.href}>{words}</a>;
}

/** A case is named by the kind of thing that it is about: what that said, or was called, is read there. */
function toName(subject: OfficeAct['subject'], things: ReturnType<typeof loosen>): string {
  const { name = '', kind = '' } = subject ?? {};
  return kind === 'case' && things.has(name) ? things(name) : name;
}

const toPlainWords = (type: string) => type.replaceAll('_', ' ');
