import { useState } from 'react';
import { addRefusalTexts, sendFile } from '../../client/command/command.ts';
import type { CommandError } from '../../client/command/command-answer.ts';

interface ChosenPicture {
  file: File;
  /** For the page to show before it is sent. */
  address: string;
}

/** A picture that is looked at before it is sent to `path`; `onSaved` gets the answer once it is there. */
export function usePicture<Data>(path: string, onSaved: (data: Data) => Promise<void> | void) {
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
    const answer = await sendFile<Data>(path, chosen.file, { onProgress: () => {} });
    setIsSending(false);
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) {
      return;
    }
    setChosen(null);
    await onSaved(answer.data);
  }
  return { chosen, error, isSending, choose, submit, leave: () => setChosen(null) };
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
