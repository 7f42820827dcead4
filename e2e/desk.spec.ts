import { randomUUID } from 'node:crypto';
import { openDatabase } from '@muster/database';
import { expect } from '@playwright/test';
import { obey, readPage } from './world/api-person.ts';
import { bringAdmin } from './world/bring-admin.ts';
import { type ApiTeam, bringApiTeam } from './world/live-match.ts';
import { test } from './world/test.ts';
import { Texts } from './world/texts.ts';

const url = process.env.MUSTER_URL ?? '';
const dataDir = process.env.MUSTER_DATA_DIR ?? '';

/** A challenge whose deadline has passed and that the clock has left behind, which by itself it never does. */
async function bringStuckMatch(above: ApiTeam, below: ApiTeam): Promise<void> {
  const { match } = await obey({ url }, below.captain, '/api/ladders/bf6-2v2-tanks/challenges', {
    entry: below.entry,
    opponent: above.entry,
    nonce: randomUUID(),
  });
  const opened = await openDatabase({ dataDir, join: true, applicationName: 'desk.spec' });
  await opened.database.query(
    "update public.matches set deadline = now() - interval '2 hours' where id = $1",
    [match],
  );
  await opened.close();
}

test('an admin on a phone finds what waits, presses through, acts, and the queue follows by itself', async ({
  browser,
}) => {
  const [above, below] = [await bringApiTeam({ url }), await bringApiTeam({ url })];
  await bringStuckMatch(above, below);
  const setting = { url, texts: new Texts('en'), tag: 'en-US', isPhone: true };
  const admin = await bringAdmin({ browser, setting, dataDir, kind: 'Sunday' });
  const { page, texts } = admin;
  await admin.open('/admins');
  const queue = page.locator('.queue-line');
  const lineOf = (kind: 'dispute' | 'match' | 'case') =>
    queue.filter({ has: page.getByText(texts.say(`admins.queue.kind.${kind}`), { exact: true }) });
  const stuck = lineOf('match').filter({ hasText: below.name });
  await expect(stuck).toContainText(texts.say('admins.queue.reason.late'));
  await expect(lineOf('dispute').first()).toBeVisible();

  // What somebody reports meanwhile comes up without a touch.
  const { data } = await readPage(url, `/teams/${above.slug}`);
  await obey({ url }, below.captain, '/api/reports', { kind: 'team', id: data.id, reason: 'name' });
  const report = lineOf('case').filter({ hasText: above.name });
  await expect(report).toContainText(texts.say('admins.queue.reason.name'));
  await admin.expectInOrder();

  // The desk stays open; each thing is acted on in a page of its own.
  const other = await admin.context.newPage();
  const goTo = async (line: typeof stuck) => {
    await other.goto((await line.getByRole('link').last().getAttribute('href')) ?? '');
    await expect(other.locator('html[data-alive]')).toBeAttached();
  };
  await goTo(stuck);
  const running = other.locator('li').filter({ hasText: below.name });
  await running
    .getByRole('button', { name: texts.say('ladder-admin.void') })
    .first()
    .tap();
  await running.getByLabel(texts.say('ruling.rule')).selectOption('report.evidence');
  await running.getByLabel(texts.say('ladder-admin.reason_label')).fill('Nothing moved any more.');
  await running.locator('button[type="submit"]').tap();
  await expect(stuck).toHaveCount(0);

  const dispute = lineOf('dispute')
    .filter({ hasText: texts.say('admins.queue.nobody') })
    // There another spec takes one.
    .filter({ hasNot: page.locator('a[href="/ladders/squad-4v4-cc"]') })
    .first();
  const about = (await dispute.locator('.queue-about').textContent()) ?? '';
  // Meanwhile another may have come first.
  await goTo(queue.filter({ hasText: about }));
  await other.getByRole('button', { name: texts.say('case-holder.take'), exact: true }).tap();
  const mine = queue.filter({ hasText: about }).locator('.queue-own');
  await expect(mine).toBeVisible();
  await other.getByRole('button', { name: texts.say('case-holder.give_back'), exact: true }).tap();
  await expect(mine).toHaveCount(0);

  await goTo(report);
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByText(above.name).first()).toBeVisible();
});
