import { type FormEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { findChoices } from '../../client/form/find-choices.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import { useIntlState } from '../../intl/intl-root.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { FinderInput } from '../../ui/finder-input.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import '../owner/owner.css';
import { RetireButton } from '../owner/retire-button.tsx';
import { useForm } from '../owner/use-form.ts';
import type { ServerProtocol } from '../servers/data.ts';
import type { OwnedServerData } from './data.ts';

const fieldNames = ['page', 'game', 'name', 'protocol', 'host', 'port', 'region', 'note'];
const findGames = findChoices('games');
const protocols: readonly ServerProtocol[] = ['a2s', 'quake2', 'portal', 'manual'];
/** Where servers of a protocol are mostly asked. */
const usualPorts: Partial<Record<string, string>> = { a2s: '27015', quake2: '27910' };

/** A game server: a new one, or one that is listed. */
export default function OwnedServerPage({ data }: { data: OwnedServerData }) {
  const t = useTranslations('server-admin');
  const { server } = data;
  return (
    <>
      <PageTop
        title={server === null ? t('add') : server.name}
        kicker={<a href="/admins/servers">{t('titles.servers')}</a>}
      >
        {server !== null && (
          <p className="owner-acts">
            <ButtonLink href={`/servers/${server.page}`}>{t('look')}</ButtonLink>
            <RetireButton kind="servers" thing={server} />
          </p>
        )}
      </PageTop>
      <div className="page owner">
        <ServerForm key={server?.slug ?? ''} data={data} />
      </div>
    </>
  );
}

/** What a filled form says, as the command takes it. */
function toBody(form: FormData, note: Record<string, string>): Record<string, unknown> {
  const get = (name: string) => String(form.get(name) ?? '').trim();
  return {
    page: get('page'),
    game: get('game') || null,
    name: get('name'),
    protocol: get('protocol'),
    host: get('host') || null,
    port: get('port') === '' ? null : Number(get('port')),
    region: get('region'),
    note,
  };
}

/** Texts with one of them as it is now; an empty one is gone. */
function setNote(note: Record<string, string>, locale: string, text: string) {
  const { [locale]: _former, ...others } = note;
  return text === '' ? others : { ...others, [locale]: text };
}

function ServerForm({ data }: { data: OwnedServerData }) {
  const { server, game, pages } = data;
  const t = useTranslations('server-admin');
  const form = useForm(fieldNames);
  const navigate = useNavigate();
  const { locale } = useIntlState();
  const lists = useId();
  const [protocol, setProtocol] = useState<string>(server?.protocol ?? 'a2s');
  const isAsked = protocol === 'a2s' || protocol === 'quake2';
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = String(given.get('note') ?? '').trim();
    const path = server === null ? '/api/servers' : `/api/servers/${server.slug}/edit`;
    const body = toBody(given, setNote(server?.note ?? {}, locale, text));
    if ((await form.send(path, body)) !== null) {
      void showToast({ kind: 'success', text: server === null ? t('added') : t('saved') });
      await navigate('/admins/servers');
    }
  }
  return (
    <form method="post" className="owner-form" noValidate onSubmit={(event) => void submit(event)}>
      <p className="owner-wrong" role="alert">
        {form.wrong}
      </p>
      <div className="owner-two">
        <Field label={t('name')} hint={t('name_hint')} error={form.toError('name')}>
          {(control) => (
            <input {...control} name="name" maxLength={80} defaultValue={server?.name} />
          )}
        </Field>
        <Field label={t('page')} hint={t('page_hint')} error={form.toError('page')}>
          {(control) => (
            <>
              <input
                {...control}
                name="page"
                list={lists}
                maxLength={60}
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={server?.page ?? pages[0]}
              />
              <datalist id={lists}>
                {pages.map((page) => (
                  <option key={page} value={page} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label={t('game')} hint={t('game_hint')} error={form.toError('game')}>
          {(control) => (
            <FinderInput
              control={control}
              name="game"
              first={game}
              none={t('game_none')}
              find={findGames}
            />
          )}
        </Field>
        <Field
          label={t('protocol')}
          hint={t(`protocol_hints.${protocols.find((known) => known === protocol) ?? 'manual'}`)}
          error={form.toError('protocol')}
        >
          {(control) => (
            <select
              {...control}
              name="protocol"
              value={protocol}
              onChange={({ target }) => setProtocol(target.value)}
            >
              {protocols.map((known) => (
                <option key={known} value={known}>
                  {t(`protocols.${known}`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          label={t('host')}
          hint={isAsked ? t('host_hint') : t('host_optional')}
          error={form.toError('host')}
        >
          {(control) => (
            <input
              {...control}
              name="host"
              maxLength={300}
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={server?.host ?? ''}
            />
          )}
        </Field>
        <Field label={t('port')} hint={t('port_hint')} error={form.toError('port')}>
          {(control) => (
            <input
              {...control}
              name="port"
              inputMode="numeric"
              maxLength={5}
              placeholder={usualPorts[protocol]}
              defaultValue={server?.port ?? ''}
            />
          )}
        </Field>
        <Field label={t('region')} hint={t('region_hint')} error={form.toError('region')}>
          {(control) => (
            <input {...control} name="region" maxLength={40} defaultValue={server?.region} />
          )}
        </Field>
        <Field label={t('note')} hint={t('note_hint')} error={form.toError('note')}>
          {(control) => (
            <input
              {...control}
              name="note"
              maxLength={200}
              defaultValue={server?.note[locale] ?? ''}
            />
          )}
        </Field>
      </div>
      <div>
        <Button type="submit" look="main" isBusy={form.isBusy}>
          {server === null ? t('add') : t('save')}
        </Button>
      </div>
    </form>
  );
}
