import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import type { TeamData } from './data.ts';
import { useCommand } from './use-command.ts';

interface TeamDialogProps {
  isOpen: boolean;
  onClose: () => void;
  data: TeamData;
}

/** Makes somebody else captain and oneself co-captain, in that order, so that the team is never without. */
export function HandOverDialog({ isOpen, onClose, data }: TeamDialogProps) {
  const t = useTranslations('team.hand_over');
  const { send, isBusy } = useCommand();
  const own = data.viewer?.person_id ?? '';
  const others = data.members.filter(({ person_id }) => data.viewer?.heirs.includes(person_id));
  async function handOver(form: FormData) {
    const members = `/api/teams/${data.slug}/members`;
    const heir = String(form.get('person'));
    const given = await send({ path: `${members}/${heir}`, body: { role: 'captain' } });
    if (given !== null) {
      await send({ path: `${members}/${own}`, body: { role: 'co_captain' } });
      onClose();
    }
  }
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title')}>
      <form
        method="post"
        className="team-dialog"
        onSubmit={(event) => {
          event.preventDefault();
          void handOver(new FormData(event.currentTarget));
        }}
      >
        <p>{t('reason')}</p>
        <Field label={t('to')}>
          {(control) => (
            <select {...control} name="person">
              {others.map(({ person_id, username }) => (
                <option key={person_id} value={person_id}>
                  {username}
                </option>
              ))}
            </select>
          )}
        </Field>
        <div>
          <Button type="submit" look="main" isBusy={isBusy}>
            {t('act')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
