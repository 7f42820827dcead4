import { type FormEvent, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { findChoices } from '../../client/form/find-choices.ts';
import { useUnsaved } from '../../client/form/use-unsaved.ts';
import { useIntlState } from '../../intl/intl-root.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Field } from '../../ui/field.tsx';
import { FinderInput } from '../../ui/finder-input.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { ZoneOptions } from '../../ui/zone-options.tsx';
import type { OwnedLadderData } from './data.ts';
import { BackLink, useSetupSearch } from './from-setup.tsx';
import { NameFields } from './name-fields.tsx';
import { mayRetire, RetireButton } from './retire-button.tsx';
import './owner.css';
import { UndoSave, useFormer } from './undo-save.tsx';
import { useForm } from './use-form.ts';
import { useSaved } from './use-saved.ts';

const fieldNames = ['game', 'format', 'copy_of', 'name', 'slug', 'region', 'zone', 'summary'];
const formats = ['rung', 'rating', 'time_attack'] as const;
const findGames = findChoices('games');

/** A ladder: a new one, or one that is there with what comes next for it. */
export default function OwnedLadderPage({ data }: { data: OwnedLadderData }) {
  const t = useTranslations('owner');
  const undo = useFormer();
  const navigate = useNavigate();
  const setup = useSetupSearch();
  const { ladder, has_games } = data;
  return (
    <>
      <PageTop
        title={ladder === null ? t('ladders.add') : ladder.name}
        kicker={<BackLink kind="ladders" />}
      >
        {ladder !== null && (
          <p className="owner-acts">
            <ButtonLink href={`/ladders/${ladder.slug}`}>{t('look')}</ButtonLink>
            <ButtonLink href={`/admins/writing/ladders/${ladder.slug}`}>{t('texts')}</ButtonLink>
            {mayRetire(ladder) && <RetireButton kind="ladders" thing={ladder} />}
          </p>
        )}
      </PageTop>
      <div className="page owner">
        {ladder !== null && (
          <UndoSave
            kind="ladders"
            slug={ladder.slug}
            undo={undo}
            onBack={(slug) => navigate(`/admins/ladders/${slug}${setup}`)}
          />
        )}
        {ladder !== null && <NextSteps ladder={ladder} />}
        {ladder === null && !has_games ? (
          <EmptyState title={t('games.none')} reason={t('ladder.needs_game')}>
            <ButtonLink look="main" href="/admins/games/new">
              {t('games.add')}
            </ButtonLink>
          </EmptyState>
        ) : (
          <LadderForm key={`${ladder?.slug} ${undo.round}`} data={data} onSaved={undo.keep} />
        )}
      </div>
    </>
  );
}

function NextSteps({ ladder }: { ladder: NonNullable<OwnedLadderData['ladder']> }) {
  const t = useTranslations('owner.ladder');
  const season = useTranslations('owner.ladders.season');
  const menu = useTranslations('owner')('in_menus');
  const path = `/ladders/${ladder.slug}/admin`;
  return (
    <section>
      <SectionHead title={t('next')} id="next">
        {season(ladder.season ?? 'none')}
      </SectionHead>
      <p className="owner-acts">
        <ButtonLink href={`${path}/rules`}>{t('rules')}</ButtonLink>
        <ButtonLink href={`${path}#season`}>{t('season')}</ButtonLink>
        <ButtonLink href="/admins/offices#ladders">{t('admins')}</ButtonLink>
        <ButtonLink href={`/admins/menus?ladder=${ladder.slug}`}>{menu}</ButtonLink>
      </p>
    </section>
  );
}

interface LadderFormProps {
  data: OwnedLadderData;
  onSaved: ReturnType<typeof useFormer>['keep'];
}

function LadderForm({ data, onSaved }: LadderFormProps) {
  const t = useTranslations('owner');
  const { ladder } = data;
  const unsaved = useUnsaved();
  const form = useForm(fieldNames);
  const showSaved = useSaved('ladders');
  const { locale } = useIntlState();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const entries = [...new FormData(event.currentTarget)];
    const { summary, copy_of, ...given } = Object.fromEntries(
      entries.map(([name, value]) => [name, String(value)]),
    );
    const body = {
      ...given,
      ...(summary === undefined || summary.trim() === '' ? {} : { summary: { [locale]: summary } }),
      ...(copy_of === undefined || copy_of === '' ? {} : { copy_of }),
    };
    const path = ladder === null ? '/api/ladders' : `/api/ladders/${ladder.slug}/edit`;
    const saved = await form.send<{ slug: string }>(path, body);
    if (saved === null) {
      return;
    }
    unsaved.set(false);
    if (ladder !== null) {
      const { name, slug, region, zone } = ladder;
      onSaved({ slug: saved.slug, fields: { name, slug, region, zone } });
    }
    await showSaved(saved.slug, ladder?.slug);
  }
  return (
    <form
      method="post"
      className="owner-form"
      noValidate
      onInput={() => unsaved.set(true)}
      onSubmit={(event) => void submit(event)}
    >
      <p className="owner-wrong" role="alert">
        {form.wrong}
      </p>
      {ladder === null && <Beginning data={data} toError={form.toError} />}
      <LadderNames data={data} toError={form.toError} />
      {ladder === null && (
        <Field
          label={t('ladder.summary')}
          hint={t('ladder.summary_hint')}
          error={form.toError('summary')}
        >
          {(control) => <input {...control} name="summary" maxLength={300} />}
        </Field>
      )}
      <div>
        <Button type="submit" look="main" isBusy={form.isBusy}>
          {ladder === null ? t('ladders.add') : t('save')}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  data: OwnedLadderData;
  toError: (name: string) => string | undefined;
}

/** The game, the kind of competition and whose rules it begins with: what is settled once. */
function Beginning({ data: { only_game, has_ladders }, toError }: PartProps) {
  const t = useTranslations('owner.ladder');
  const toFormat = useTranslations('owner.ladders.formats');
  const [format, setFormat] = useState<(typeof formats)[number]>('rung');
  const findLadders = useMemo(() => findChoices('ladders', { format, retired: '' }), [format]);
  return (
    <>
      <Field label={t('game')} error={toError('game')}>
        {(control) => (
          <FinderInput control={control} name="game" first={only_game} find={findGames} />
        )}
      </Field>
      <fieldset className="owner-formats">
        <legend>{t('format')}</legend>
        {formats.map((one) => (
          <label key={one} className="owner-check">
            <input
              type="radio"
              name="format"
              value={one}
              checked={format === one}
              onChange={() => setFormat(one)}
            />
            <span>
              <b>{toFormat(one)}</b>
              <br />
              <span className="soft">{t(`formats.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {has_ladders && (
        <Field label={t('copy_of')} hint={t('copy_of_hint')} error={toError('copy_of')}>
          {(control) => (
            <FinderInput
              key={format}
              control={control}
              name="copy_of"
              first={null}
              none={t('copy_of_none')}
              find={findLadders}
            />
          )}
        </Field>
      )}
    </>
  );
}

function LadderNames({ data: { ladder, zones, zone }, toError }: PartProps) {
  const t = useTranslations('owner.ladder');
  return (
    <NameFields of="ladder" thing={ladder} longestSlug={60} toError={toError}>
      <Field label={t('region')} hint={t('region_hint')} error={toError('region')}>
        {(control) => (
          <input {...control} name="region" maxLength={40} defaultValue={ladder?.region ?? ''} />
        )}
      </Field>
      <Field label={t('zone')} hint={t('zone_hint')} error={toError('zone')}>
        {(control) => (
          <select {...control} name="zone" defaultValue={ladder?.zone ?? zone}>
            <ZoneOptions zones={zones} />
          </select>
        )}
      </Field>
    </NameFields>
  );
}
