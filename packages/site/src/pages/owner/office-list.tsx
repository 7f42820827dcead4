import { useTranslations } from 'use-intl';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Emblem } from '../../ui/emblem.tsx';
import { useCommand } from '../team/use-command.ts';
import type { Officer } from './data.ts';

/** An office that is about to be taken from somebody. */
export interface Taking {
  person: Officer;
  /** Where it is given. */
  path: string;
  office: string;
}

interface OfficeListProps extends Omit<Taking, 'person'> {
  people: readonly Officer[];
  /** Somebody must have it: the last one keeps it. */
  isKept?: boolean;
  onTake: (taking: Taking) => void;
}

/** Those who have an office. */
export function OfficeList({ people, isKept = false, path, office, onTake }: OfficeListProps) {
  const t = useTranslations('owner.offices');
  if (people.length === 0) {
    return <p className="soft">{t('nobody')}</p>;
  }
  return (
    <ul className="lines">
      {people.map((person) => (
        <li key={person.person_id} className="owner-person">
          <Emblem name={person.username} kind="person" size="small" />
          {person.user_id === null ? (
            <span>{person.username}</span>
          ) : (
            <a href={`/profiles/${person.user_id}`}>{person.username}</a>
          )}
          {!isKept && (
            <Button
              aria-label={t('take_from', { name: person.username, office })}
              onClick={() => onTake({ person, path, office })}
            >
              {t('take')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Asks once more before an office is taken. */
export function TakeDialog({ taking, onClose }: { taking: Taking | null; onClose: () => void }) {
  const t = useTranslations('owner.offices');
  const { send, isBusy } = useCommand();
  const name = taking?.person.username ?? '';
  async function take({ person, path }: Taking) {
    const done = t('taken', { name });
    await send({ path: `${path}/${person.person_id}`, method: 'DELETE', done });
    onClose();
  }
  return (
    <Dialog isOpen={taking !== null} onClose={onClose} title={t('take_title')}>
      {taking !== null && (
        <div className="owner-form">
          <p>{t('take_says', { name, office: taking.office })}</p>
          <p className="owner-acts">
            <Button look="danger" isBusy={isBusy} onClick={() => void take(taking)}>
              {t('take')}
            </Button>
            <Button onClick={onClose}>{t('leave')}</Button>
          </p>
        </div>
      )}
    </Dialog>
  );
}
