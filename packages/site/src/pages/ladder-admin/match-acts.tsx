import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PreviewPlace } from '../ruling/preview.tsx';
import { RuleField } from '../ruling/rule-field.tsx';
import { usePreview } from '../ruling/use-preview.ts';
import { ActForm, MomentField, ReasonField, toInstant } from './act-form.tsx';
import type { RunningMatch } from './data.ts';

/** Gives whoever must act more time. */
export function DeadlineForm({ match, onDone }: { match: RunningMatch; onDone: () => void }) {
  const t = useTranslations('ladder-admin');
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const until = toInstant(typed);
  return (
    <ActForm
      path={`/api/matches/${match.id}/deadline`}
      body={{ until, reason, version: match.version }}
      button={t('extend')}
      isReady={until !== null && reason.trim() !== ''}
      onDone={onDone}
    >
      <MomentField label={t('until')} typed={typed} onChange={setTyped} />
      <ReasonField reason={reason} onChange={setReason} />
    </ActForm>
  );
}

const nothingAsked = {};

/** Voids one running match, after showing what that moves: it then counts for nobody. */
export function VoidForm({ match, onDone }: { match: RunningMatch; onDone: () => void }) {
  const t = useTranslations('ladder-admin');
  const [rule, setRule] = useState('');
  const [reason, setReason] = useState('');
  const preview = usePreview(`/api/matches/${match.id}/void/preview`, nothingAsked);
  return (
    <ActForm
      path={`/api/matches/${match.id}/void`}
      body={{ rule, reason, version: match.version }}
      button={t('void')}
      look="danger"
      isReady={preview.effects !== null && rule !== '' && reason.trim() !== ''}
      onDone={onDone}
    >
      <p>{t('void_says')}</p>
      <PreviewPlace preview={preview} />
      <RuleField rule={rule} onChange={setRule} />
      <ReasonField reason={reason} onChange={setReason} />
    </ActForm>
  );
}
