import { useTranslations } from 'use-intl';
import { useViewer } from '../../app/environment.tsx';
import { TalkRoom } from '../match/talk-room.tsx';
import { useCommand } from '../team/use-command.ts';
import type { ScrimData, ScrimRoom } from './data.ts';

interface ScrimTalkProps {
  data: ScrimData;
  room: ScrimRoom;
}

/** What the two teams say to each other. */
export function ScrimTalk({ data, room }: ScrimTalkProps) {
  const t = useTranslations('scrim.talk');
  const { send, isBusy } = useCommand();
  const isHeld = useViewer()?.held !== undefined;
  const path = `/api/scrims/${data.id}/messages`;
  return (
    <TalkRoom
      words={{
        title: t('title'),
        who: t('who'),
        empty: t('empty'),
        message: t('message'),
        send: t('send'),
      }}
      kind="scrim_message"
      lines={room.messages}
      onSend={isHeld ? null : async (text) => (await send({ path, body: { text } })) !== null}
      isBusy={isBusy}
    />
  );
}
