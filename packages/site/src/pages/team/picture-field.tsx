import { useRef, useState } from 'react';
import { addRefusalTexts, sendFile } from '../../client/command.ts';
import type { CommandError } from '../../client/command-answer.ts';
import { showToast } from '../../client/show-toast.ts';
import { useRefusal } from '../../client/use-refusal.ts';
import { useReload } from '../../client/use-reload.ts';
import { Button } from '../../ui/button.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { Shield } from '../../ui/shield.tsx';
import './team.css';
import { useCommand } from './use-command.ts';

interface ChosenPicture {
  file: File;
  /** For the page to show before it is sent. */
  address: string;
}

/** What stands around a picture that is chosen. */
export interface PictureTexts {
  title: string;
  preview: string;
  reason: string;
  choose: string;
  act: string;
  remove: string;
  saved: string;
}

interface PictureFieldProps {
  /** Where it is sent, and taken away. */
  path: string;
  name: string;
  picture: string | null;
  texts: PictureTexts;
}

/** A picture of something: chosen, looked at as it will be cut, then sent; or taken away. */
export function PictureField({ path, name, picture, texts }: PictureFieldProps) {
  const toSentence = useRefusal();
  const { send, isBusy } = useCommand();
  const own = usePicture(path, texts.saved);
  return (
    <section className="team-logo">
      <SectionHead title={texts.title} id="logo" />
      {own.chosen === null ? (
        <Shield name={name} picture={picture} size="large" />
      ) : (
        <img className="team-logo-shown" src={own.chosen.address} alt={texts.preview} />
      )}
      <p className="soft">{texts.reason}</p>
      <p className="field-error" role="alert">
        {own.error !== null && toSentence(own.error)}
      </p>
      <div className="team-acts">
        <PictureButton
          label={texts.choose}
          onChoose={(file) => void own.choose(file)}
          isMain={own.chosen === null}
        />
        {own.chosen !== null && (
          <Button look="main" isBusy={own.isSending} onClick={() => void own.submit()}>
            {texts.act}
          </Button>
        )}
        {own.chosen === null && picture !== null && (
          <Button isBusy={isBusy} onClick={() => void send({ path, method: 'DELETE' })}>
            {texts.remove}
          </Button>
        )}
      </div>
    </section>
  );
}

interface PictureButtonProps {
  label: string;
  onChoose: (file: File) => void;
  isMain: boolean;
}

function PictureButton({ label, onChoose, isMain }: PictureButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
        aria-label={label}
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
        {label}
      </Button>
    </>
  );
}

function usePicture(path: string, saved: string) {
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
    const answer = await sendFile(path, chosen.file, { onProgress: () => {} });
    setIsSending(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      return;
    }
    setChosen(null);
    void showToast({ kind: 'success', text: saved });
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
