import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment } from '../../app/environment.tsx';
import { sendCommand } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';
import { useRefusal } from '../../client/command/use-refusal.ts';
import { Button } from '../../ui/button.tsx';
import { PictureButton } from '../team/picture-button.tsx';
import { usePicture } from '../team/use-picture.ts';
import type { SettingsData, SettingsFields } from './data.ts';
import './settings.css';
import { keepUndo } from './undo.ts';
import { UndoLine } from './undo-line.tsx';

/** Every document names the logo anew, so a new one it must be. */
function showSaved(former: Partial<SettingsFields> | null): void {
  keepUndo('logo', former);
  window.location.reload();
}

/** The league's logo: chosen, looked at, then sent; taken away; and each of it taken back. */
export function LogoForm({ data: { set } }: { data: SettingsData }) {
  const t = useTranslations('settings.logo');
  const toSentence = useRefusal();
  const own = usePicture('/api/settings/logo', () => showSaved({ logo: set.logo }));
  const [error, setError] = useState<CommandError | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  async function change(changed: Partial<SettingsFields>, former: Partial<SettingsFields> | null) {
    setIsBusy(true);
    const answer = await sendCommand('/api/settings', changed);
    setIsBusy(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) {
      showSaved(former);
    }
  }
  const wrong = own.error ?? error;
  return (
    <div className="settings-form">
      <UndoLine part="logo" isBusy={isBusy} onUndo={(former) => void change(former, null)} />
      <p>{t('hint')}</p>
      <p className="field-error" role="alert">
        {wrong !== null && toSentence(wrong)}
      </p>
      <Shown address={own.chosen?.address ?? null} logo={set.logo} />
      <div className="settings-logo-acts">
        <PictureButton
          label={t(own.chosen === null && set.logo === null ? 'choose' : 'choose_other')}
          onChoose={(file) => void own.choose(file)}
          isMain={own.chosen === null}
        />
        {own.chosen !== null && (
          <>
            <Button look="main" isBusy={own.isSending} onClick={() => void own.submit()}>
              {t('act')}
            </Button>
            <Button onClick={own.leave}>{t('leave')}</Button>
          </>
        )}
        {own.chosen === null && set.logo !== null && (
          <Button isBusy={isBusy} onClick={() => void change({ logo: null }, { logo: set.logo })}>
            {t('remove')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** The logo in its places: one that was just chosen, or the one that holds. */
function Shown({ address, logo }: { address: string | null; logo: string | null }) {
  const t = useTranslations('settings.logo');
  const { shell } = useEnvironment();
  if (address === null && logo === null) {
    return <p className="soft">{t('none')}</p>;
  }
  const toForm = (file: string) => address ?? `/api/league-logos/${logo}/${file}`;
  return (
    <figure className="settings-preview">
      <figcaption className="soft">{t(address === null ? 'holds' : 'chosen')}</figcaption>
      <p className="settings-preview-bar settings-logo-bar display">
        <img src={toForm('bar.webp')} alt={t('bar')} /> {shell.league_name}
      </p>
      <div className="settings-logo-forms">
        <figure>
          <img src={toForm('icon.png')} width={32} height={32} alt="" />
          <figcaption className="soft">{t('icon')}</figcaption>
        </figure>
        <figure>
          <img src={toForm('app.png')} width={60} height={60} alt="" />
          <figcaption className="soft">{t('app')}</figcaption>
        </figure>
        <figure>
          <img src={toForm('link.jpg')} width={180} height={94} alt="" />
          <figcaption className="soft">{t('link')}</figcaption>
        </figure>
      </div>
    </figure>
  );
}
