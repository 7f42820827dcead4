import { describe, expect, it } from 'vitest';
import type { ViewerData } from '../document-data.ts';
import { renderPage } from '../pages/testing/render-page.tsx';
import { TopBar } from './top-bar.tsx';

const viewer: ViewerData = {
  ...{ user_id: 'u', person_id: 'p', username: 'Rook', is_site_admin: false, is_editor: false },
  ...{ unread: 0, desk: null, note: null },
};

const draw = (who: ViewerData | null) =>
  renderPage(TopBar as () => React.ReactNode, null, { viewer: who, locale: 'en' });

/** Where the links within a part of the markup lead, in their order. */
const listLinks = (markup: string) => [...markup.matchAll(/href="([^"]*)"/g)].map(([, to]) => to);

/** In the bar of a wide screen, and on a phone what its one button opens. */
function pickMenu(markup: string): string {
  const [, inside = expect.fail()] = /<nav id="site-menu"[^>]*>(.*?)<\/nav>/.exec(markup) ?? [];
  return inside;
}

/** What stands in the bar itself, on a phone too. */
function pickPerson(markup: string): string {
  const [, inside = expect.fail()] = /<div class="bar-person">(.*)<\/div>/.exec(markup) ?? [];
  return inside;
}

describe('the bar', () => {
  it('leads to teams and boards, on a phone by the press of its one button', () => {
    const markup = draw(null);
    expect(listLinks(pickMenu(markup)).slice(0, 2)).toEqual(['/teams', '/boards']);
    expect(markup).toContain('<nav id="site-menu" class="bar-nav" popover="auto"');
    expect(markup).toContain('popoverTarget="site-menu"');
    expect(listLinks(markup)).not.toContain('/me');
  });

  it('has one’s own matches beside the menus: one press away on a phone', () => {
    const markup = draw(viewer);
    const [first] = listLinks(pickPerson(markup));
    expect(first).toBe('/me');
    expect(listLinks(pickMenu(markup))).not.toContain('/me');
  });

  it.each([
    ['somebody', null, []],
    ['somebody in office', 3, ['/admins']],
  ])('has in the account menu of %s their matches first', (_who, desk, office) => {
    const [, , ...menu] = listLinks(pickPerson(draw({ ...viewer, desk })));
    expect(menu).toEqual(['/me', '/profiles/u', ...office, '/account']);
  });
});
