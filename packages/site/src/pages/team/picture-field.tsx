import { useRefusal } from '../../client/command/use-refusal.ts';
import { useReload } from '../../client/live/use-reload.ts';
import { showToast } from '../../client/toast/show-toast.ts';
import type { EmblemKind } from '../../emblem/outlines.ts';
import { Button } from '../../ui/button.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { PictureButton } from './picture-button.tsx';
import './team.css';
import { useCommand } from './use-command.ts';
import { usePicture } from './use-picture.ts';

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
  kind: EmblemKind;
  picture: string | null;
  texts: PictureTexts;
}

/** A picture of something: chosen, looked at as it will be cut, then sent; or taken away. */
export function PictureField({ path, name, kind, picture, texts }: PictureFieldProps) {
  const toSentence = useRefusal();
  const { send, isBusy } = useCommand();
  const reload = useReload();
  const own = usePicture(path, async () => {
    void showToast({ kind: 'success', text: texts.saved });
    await reload();
  });
  return (
    <section className="team-logo">
      <SectionHead title={texts.title} id="logo" />
      {own.chosen === null ? (
        <Emblem name={name} kind={kind} picture={picture} size="large" />
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
