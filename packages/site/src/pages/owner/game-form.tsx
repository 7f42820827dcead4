import type { FormEvent } from 'react';
import { useTranslations } from 'use-intl';
import { useNavigate } from '../../app/router.tsx';
import { useUnsaved } from '../../client/form/use-unsaved.ts';
import { useIntlState } from '../../intl/intl-root.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Check } from '../../ui/check.tsx';
import { Field } from '../../ui/field.tsx';
import { PageTop } from '../../ui/page-top.tsx';
import { factKeys, type GameFields, type OwnedGameData } from './data.ts';
import { BackLink, useSetupSearch } from './from-setup.tsx';
import { GamePicture } from './game-picture.tsx';
import { NameFields } from './name-fields.tsx';
import { mayRetireGame, RetireButton } from './retire-button.tsx';
import './owner.css';
import { UndoSave, useFormer } from './undo-save.tsx';
import { toLines, useForm } from './use-form.ts';
import { useSaved } from './use-saved.ts';

const fieldNames = [
  'name',
  'short_name',
  'slug',
  'tagline',
  'facts',
  'maps',
  'modes',
  'sides',
  'identity_kinds',
];

const nothing: GameFields = {
  slug: '',
  name: '',
  short_name: '',
  facts: [],
  maps: [],
  modes: [],
  sides: [],
  identity_kinds: [],
  has_casual_page: true,
};

/** A game: a new one, or one that is there. */
export default function OwnedGamePage({ data: { game } }: { data: OwnedGameData }) {
  const t = useTranslations('owner');
  const undo = useFormer();
  const navigate = useNavigate();
  const setup = useSetupSearch();
  return (
    <>
      <PageTop
        title={game === null ? t('games.add') : game.name}
        kicker={<BackLink kind="games" />}
      >
        {game !== null && (
          <p className="owner-acts">
            {game.has_casual_page && (
              <ButtonLink href={`/games/${game.slug}`}>{t('look')}</ButtonLink>
            )}
            <ButtonLink href={`/admins/writing/games/${game.slug}`}>{t('texts')}</ButtonLink>
            {game.has_casual_page && (
              <ButtonLink href={`/admins/menus?game=${game.slug}`}>{t('in_menus')}</ButtonLink>
            )}
            {mayRetireGame(game) && <RetireButton kind="games" thing={game} />}
          </p>
        )}
      </PageTop>
      <div className="page owner">
        {game !== null && (
          <UndoSave
            kind="games"
            slug={game.slug}
            undo={undo}
            onBack={(slug) => navigate(`/admins/games/${slug}${setup}`)}
          />
        )}
        <GameForm key={`${game?.slug} ${undo.round}`} game={game} onSaved={undo.keep} />
        {game !== null && <GamePicture game={game} />}
      </div>
    </>
  );
}

/** What a filled form says, as the command takes it. */
function toBody(form: FormData): Record<string, unknown> {
  const get = (name: string) => String(form.get(name) ?? '');
  return {
    name: get('name'),
    // Most names are short enough.
    short_name: get('short_name').trim() || get('name').trim().slice(0, 20).trim(),
    slug: get('slug'),
    has_casual_page: form.has('has_casual_page'),
    facts: factKeys.flatMap((key) => {
      const value = get(`fact-${key}`).trim();
      return value === '' ? [] : [{ key, value }];
    }),
    maps: toLines(get('maps')),
    modes: toLines(get('modes')),
    sides: toLines(get('sides')),
    identity_kinds: toLines(get('identity_kinds').replaceAll(',', '\n')),
  };
}

/** The fields of a game as the command takes them, without what only the page shows. */
function toFields({
  picture: _picture,
  is_retired: _retired,
  ...fields
}: NonNullable<OwnedGameData['game']>) {
  return fields;
}

interface GameFormProps extends OwnedGameData {
  onSaved: ReturnType<typeof useFormer>['keep'];
}

function GameForm({ game, onSaved }: GameFormProps) {
  const t = useTranslations('owner');
  const unsaved = useUnsaved();
  const form = useForm(fieldNames);
  const showSaved = useSaved('games');
  const { locale } = useIntlState();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const tagline = String(given.get('tagline') ?? '').trim();
    const texts = tagline === '' ? {} : { tagline: { [locale]: tagline } };
    const path = game === null ? '/api/games' : `/api/games/${game.slug}/edit`;
    const saved = await form.send<{ slug: string }>(path, { ...toBody(given), ...texts });
    if (saved === null) {
      return;
    }
    unsaved.set(false);
    if (game !== null) {
      onSaved({ slug: saved.slug, fields: toFields(game) });
    }
    await showSaved(saved.slug, game?.slug);
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
      <NameFields of="game" thing={game} longestSlug={40} toError={form.toError}>
        <ShortNameField game={game ?? nothing} toError={form.toError} />
      </NameFields>
      {game === null && (
        <Field
          label={t('game.tagline')}
          hint={t('game.tagline_hint')}
          error={form.toError('tagline')}
        >
          {(control) => <input {...control} name="tagline" maxLength={300} />}
        </Field>
      )}
      <GameLists game={game ?? nothing} toError={form.toError} />
      <GameFacts facts={game?.facts ?? []} />
      <Check name="has_casual_page" defaultChecked={game?.has_casual_page ?? true}>
        {t('game.has_casual_page')}
      </Check>
      <div>
        <Button type="submit" look="main" isBusy={form.isBusy}>
          {game === null ? t('games.add') : t('save')}
        </Button>
      </div>
    </form>
  );
}

interface PartProps {
  game: GameFields;
  toError: (name: string) => string | undefined;
}

function ShortNameField({ game, toError }: PartProps) {
  const t = useTranslations('owner.game');
  return (
    <Field label={t('short_name')} hint={t('short_name_hint')} error={toError('short_name')}>
      {(control) => (
        <input {...control} name="short_name" maxLength={20} defaultValue={game.short_name} />
      )}
    </Field>
  );
}

const listNames = ['maps', 'modes', 'sides', 'identity_kinds'] as const;

function GameLists({ game, toError }: PartProps) {
  const t = useTranslations('owner.game');
  return (
    <div className="owner-two">
      {listNames.map((name) => (
        <Field key={name} label={t(name)} hint={t(`${name}_hint`)} error={toError(name)}>
          {(control) => (
            <textarea
              {...control}
              name={name}
              rows={name === 'maps' ? 6 : 3}
              defaultValue={game[name].join('\n')}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

const ofAnyGame = factKeys.slice(0, 5);
const ofVideoGames = factKeys.slice(5);

function GameFacts({ facts }: Pick<GameFields, 'facts'>) {
  const t = useTranslations('owner.game');
  const read = (key: string) => facts.find((fact) => fact.key === key)?.value ?? '';
  const listFields = (keys: readonly (typeof factKeys)[number][]) => (
    <div className="owner-two">
      {keys.map((key) => (
        <Field key={key} label={t(`fact.${key}`)}>
          {(control) => (
            <input {...control} name={`fact-${key}`} maxLength={200} defaultValue={read(key)} />
          )}
        </Field>
      ))}
    </div>
  );
  return (
    <fieldset>
      <legend>{t('facts')}</legend>
      {listFields(ofAnyGame)}
      <details open={ofVideoGames.some((key) => read(key) !== '')}>
        <summary>{t('facts_of_video_games')}</summary>
        {listFields(ofVideoGames)}
      </details>
    </fieldset>
  );
}
