import { describe, expect, it } from 'vitest';
import { checkPageAreas, listAreas } from './page-areas.ts';

describe('the check of the texts of pages', () => {
  it('finds areas by namespace, by whole keys and in heads', () => {
    expect(listAreas("const t = useTranslations('team.roster');")).toEqual(['team']);
    expect(listAreas("const t = useTranslations(\n  'ladder-admin',\n);")).toEqual([
      'ladder-admin',
    ]);
    expect(listAreas('const t = useTranslations(); t("refusals.late")')).toEqual(['refusals']);
    expect(listAreas("(data, translate) => ({ title: translate('match.title') })")).toEqual([
      'match',
    ]);
  });

  it('finds nothing to say of the pages as they are', () => {
    expect(checkPageAreas()).toEqual([]);
  });
});
