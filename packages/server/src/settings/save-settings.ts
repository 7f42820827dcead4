import { keepAudit, listChanges } from '../engine/audit.ts';
import { type SettingsRow, settingsChannel, settingsColumns } from '../page/settings.ts';

type AuditedUnit = Parameters<typeof keepAudit>[0];

/** Sets some of the settings, with a line in the audit log, and tells every process. */
export async function saveSettings(
  unit: AuditedUnit,
  changed: Partial<SettingsRow>,
): Promise<void> {
  const { transaction } = unit;
  await transaction.query(
    'insert into public.league_settings default values on conflict do nothing',
  );
  const [before] = await transaction.query<SettingsRow>(
    `select ${settingsColumns} from public.league_settings for update`,
  );
  const after = { ...before, ...changed };
  await transaction.query(
    `update public.league_settings set (${settingsColumns}) =
       (select ${settingsColumns} from jsonb_populate_record(null::public.league_settings, $1::jsonb))`,
    [JSON.stringify(after)],
  );
  const changes = listChanges({ ...before }, after);
  if (Object.keys(changes).length > 0) {
    await keepAudit(unit, { act: 'settings_edited', kind: 'settings', subject: 'league', changes });
    await transaction.query('select pg_notify($1, $2)', [settingsChannel, '']);
  }
}
