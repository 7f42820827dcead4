import { useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { addRefusalTexts, sendFile } from '../../client/command.ts';
import type { CommandError } from '../../client/command-answer.ts';
import { showToast } from '../../client/show-toast.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { useReload } from '../../client/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Shield } from '../../ui/shield.tsx';
import type { TeamEditData } from './data.ts';
import { useCommand } from './use-command.ts';

interface ChosenPicture {
  file: File;
  /** For the page to show before it is sent. */
  address: string;
}

/** The team's picture: chosen, looked at as it will be cut, then sent; or taken away. */
export function LogoField({ data }: { data: TeamEditData }) {
  const t = useTranslations('team-forms.logo');
  const toSentence = useRefusal();
  const { send, isBusy } = useCommand();
  const logo = useLogo(data.slug);
  return (
    <section className="team-logo">
      <SectionHead title={t('title')} id="logo" />
      {logo.chosen === null ? (
        <Shield name={data.name} picture={data.logo} size="large" />
      ) : (
        <img className="team-logo-shown" src={logo.chosen.address} alt={t('preview')} />
      )}
      <p className="soft">{t('reason')}</p>
      <p className="field-error" role="alert">
        {logo.error !== null && toSentence(logo.error)}
      </p>
      <div className="team-acts">
        <PictureButton onChoose={(file) => void logo.choose(file)} isMain={logo.chosen === null} />
        {logo.chosen !== null && (
          <Button look="main" isBusy={logo.isSending} onClick={() => void logo.submit()}>
            {t('act')}
          </Button>
        )}
        {logo.chosen === null && data.logo !== null && (
          <Button
            isBusy={isBusy}
            onClick={() => void send({ path: `/api/teams/${data.slug}/logo`, method: 'DELETE' })}
          >
            {t('remove')}
          </Button>
        )}
      </div>
    </section>
  );
}

function PictureButton({ onChoose, isMain }: { onChoose: (file: File) => void; isMain: boolean }) {
  const t = useTranslations('team-forms.logo');
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        aria-label={t('choose')}
        tabIndex={-1}
        onChange={(event) => {
          const file = event.target.files?.[0];
          if (file !== undefined) {
            onChoose(file);
          }
          event.target.value = '';
        }}
      />
      <Button look={isMain ? 'main' : 'quiet'} onClick={() => input.current?.click()}>
        {t('choose')}
      </Button>
    </>
  );
}

function useLogo(slug: string) {
  const t = useTranslations('team-forms.logo');
  const reload = useReload();
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  const [error, setError] = useState<CommandError | null>(null);
  const [isSending, setIsSending] = useState(false);
  async function choose(file: File) {
    setError(null);
    const address = await readAddress(file);
    const isPicture = await isReadable(address);
    setChosen(isPicture ? { file, address } : null);
    if (isPicture) {
      return;
    }
    await addRefusalTexts();
    setError({ code: 'picture_broken', params: {} });
  }
  async function submit() {
    if (chosen === null) {
      return;
    }
    setIsSending(true);
    const answer = await sendFile(`/api/teams/${slug}/logo`, chosen.file, { onProgress: () => {} });
    setIsSending(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      return;
    }
    setChosen(null);
    void showToast({ kind: 'success', text: t('saved') });
    await reload();
  }
  return { chosen, error, isSending, choose, submit };
}

/** Whether the browser can draw it: what is no picture is refused at once, and never shown. */
async function isReadable(address: string): Promise<boolean> {
  const picture = new Image();
  picture.src = address;
  return picture.decode().then(
    () => true,
    () => false,
  );
}

/** A `data:` address: the page may show those, and no others of its own making. */
function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}
