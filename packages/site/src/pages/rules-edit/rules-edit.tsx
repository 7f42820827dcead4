import { completeRules, createDefaultRules, type Rules } from '@muster/league';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { useUnsaved } from '../../client/form/use-unsaved.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { loosen } from '../../intl/intl-root.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { OfficeClosed } from '../../ui/office-closed.tsx';
import { FactLine, PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { listRuleSections, RulePeople } from '../ladder/rule-value.ts';
import { useRuleNames } from '../match/use-rule-names.ts';
import type { RulesEditData } from './data.ts';
import { findFault, isSameValue, writeField } from './draft.ts';
import { RuleRow } from './rule-row.tsx';
import { RulesDiff } from './rules-diff.tsx';
import './rules-edit.css';
import '../ladder/ladder.css';
import { RulesPreview } from './rules-preview.tsx';

/** The rules of the next season, in a form made from the very table that the rules page is made from. */
export default function RulesEditPage({ data }: { data: RulesEditData }) {
  const t = useTranslations('rules-edit');
  const { ladder, season, next } = data;
  const [former, setFormer] = useState<Rules | null>(null);
  return (
    <>
      <PageTop
        title={t('heading')}
        kicker={
          <>
            <a href={`/ladders/${ladder.slug}`}>{ladder.name}</a> ·{' '}
            <a href={`/ladders/${ladder.slug}/admin`}>{t('desk')}</a>
          </>
        }
      >
        <FactLine>
          <span>
            {next === null ? t('none_yet') : t('saved_version', { version: next.version })}
          </span>
          {season !== null && <span>{t('present', { season: season.name })}</span>}
        </FactLine>
      </PageTop>
      {data.may_edit ? (
        <RulesForm key={next?.version ?? 0} data={data} former={former} onSaved={setFormer} />
      ) : (
        <div className="page columns">
          <OfficeClosed isHeld={data.is_held}>
            <EmptyState title={t('not_yours')} />
          </OfficeClosed>
        </div>
      )}
    </>
  );
}

interface RulesFormProps {
  data: RulesEditData;
  /** What the rules were before they were saved just now. */
  former: Rules | null;
  onSaved: (former: Rules | null) => void;
}

function RulesForm({ data, former, onSaved }: RulesFormProps) {
  const t = useTranslations('rules-edit');
  const tRules = loosen(useTranslations('rule-names'));
  const toName = useRuleNames();
  const { ladder, season, next } = data;
  const [saved] = useState<Rules>(() => completeRules(next?.rules ?? season?.rules ?? {}));
  const [rules, setRules] = useState(saved);
  const [people, setPeople] = useState(data.people);
  const fault = findFault(rules);
  const isChanged = !isSameValue(rules, saved);
  const unsaved = useUnsaved();
  useEffect(() => unsaved.set(isChanged), [unsaved, isChanged]);
  const sections = listRuleSections(ladder.format);
  return (
    <RulePeople value={people}>
      <div className="page columns">
        <nav className="rules-jump" aria-label={t('parts')}>
          {['changes', ...sections.map(({ section }) => section), 'preview'].map((id) => (
            <a key={id} href={`#${id}`}>
              {id === 'changes' || id === 'preview' ? t(id) : tRules(`sections.${id}`)}
            </a>
          ))}
        </nav>
        <div className="stack">
          <noscript>
            <p className="soft">{t('no_script')}</p>
          </noscript>
          {sections.map(({ section, fields }) => (
            <section key={section} aria-labelledby={section}>
              <SectionHead title={tRules(`sections.${section}`)} id={section} />
              {fields.map((field) => (
                <RuleRow
                  key={field.path}
                  field={field}
                  rules={rules}
                  fault={fault}
                  onChange={(path, value) => setRules((draft) => writeField(draft, path, value))}
                  onKnown={(id, username) => setPeople((known) => ({ ...known, [id]: username }))}
                />
              ))}
            </section>
          ))}
          <section aria-labelledby="preview">
            <SectionHead title={t('preview')} id="preview">
              {t('preview_says')}
            </SectionHead>
            <RulesPreview rules={rules} format={ladder.format} />
          </section>
        </div>
        <aside className="stack rules-aside">
          <section aria-labelledby="changes">
            <SectionHead title={t('changes')} id="changes" />
            <RulesDiff before={season?.rules ?? createDefaultRules()} after={rules} />
            <SaveRules
              slug={ladder.slug}
              rules={isChanged ? rules : null}
              saved={saved}
              former={former}
              onSaved={onSaved}
              faultLabel={fault === null ? null : toName(fault.path)}
              faultPath={fault?.path ?? null}
            />
          </section>
        </aside>
      </div>
    </RulePeople>
  );
}

interface SaveRulesProps {
  slug: string;
  /** What is to be saved; null where nothing has changed. */
  rules: Rules | null;
  saved: Rules;
  former: Rules | null;
  onSaved: (former: Rules | null) => void;
  faultLabel: string | null;
  faultPath: string | null;
}

function SaveRules(props: SaveRulesProps) {
  const { slug, rules, saved, former, onSaved, faultLabel, faultPath } = props;
  const t = useTranslations('rules-edit');
  const toSentence = useRefusal();
  const reload = useReload();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<CommandError | null>(null);
  async function send(wanted: Rules, before: Rules | null, done: string) {
    setIsBusy(true);
    const answer = await sendCommand(`/api/ladders/${slug}/rules`, { rules: wanted });
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      return;
    }
    onSaved(before);
    void showToast({ kind: 'success', text: done });
    await reload();
  }
  return (
    <div className="rules-save">
      {faultLabel !== null && (
        <p className="rules-fault" role="alert">
          {t.rich('fault', {
            rule: () => <a href={`#${faultPath}`}>{faultLabel}</a>,
          })}
        </p>
      )}
      {error !== null && (
        <p className="rules-fault" role="alert">
          {toSentence(error)}
        </p>
      )}
      <Button
        look="main"
        isBusy={isBusy}
        disabled={rules === null || faultLabel !== null}
        onClick={() => void send(rules ?? saved, saved, t('saved'))}
      >
        {t('save')}
      </Button>
      {former !== null && (
        <Button isBusy={isBusy} onClick={() => void send(former, null, t('undone'))}>
          {t('undo')}
        </Button>
      )}
      <p className="soft">{t('save_says')}</p>
    </div>
  );
}
