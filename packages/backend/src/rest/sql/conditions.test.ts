import { describe, expect, test } from 'vitest';
import { readFilter, readLogic } from '../request/read-conditions.ts';
import type { Relation } from '../schema/schema.ts';
import { type Source, toConditionSql } from './conditions.ts';
import { SqlWriter } from './sql-writer.ts';

const column = (type: string) => ({ type, default: null });
const relation = {
  name: 'players',
  primaryKey: ['id'],
  columns: new Map([
    ['id', column('integer')],
    ['data', column('json')],
    ['more', column('jsonb')],
    ['words', column('tsvector')],
  ]),
} as unknown as Relation;
const source: Source = { alias: 't', relation };

/** A parameter of the query as SQL, with the values that stand in their places. */
function toSql(key: string, value: string): [string, ...unknown[]] {
  const writer = new SqlWriter();
  const isLogic = /(^|\.)(and|or)$/.test(key);
  const { value: condition } = isLogic ? readLogic(key, value) : readFilter(key, value);
  const sql = toConditionSql(writer, source, condition, () => null);
  return [sql, ...writer.values];
}

describe('a filter', () => {
  test.each([
    ['eq.1', '(t."id" = $1)', '1'],
    ['neq.1', '(t."id" <> $1)', '1'],
    ['gt.1', '(t."id" > $1)', '1'],
    ['gte.1', '(t."id" >= $1)', '1'],
    ['lt.1', '(t."id" < $1)', '1'],
    ['lte.1', '(t."id" <= $1)', '1'],
    ['like.*a*', '(t."id" like $1)', '%a%'],
    ['ilike.a*', '(t."id" ilike $1)', 'a%'],
    ['match.^*', '(t."id" ~ $1)', '^*'],
    ['imatch.^*', '(t."id" ~* $1)', '^*'],
    ['cs.{1}', '(t."id" @> $1)', '{1}'],
    ['cd.{1}', '(t."id" <@ $1)', '{1}'],
    ['ov.{1}', '(t."id" && $1)', '{1}'],
    ['sl.(1,2)', '(t."id" << $1)', '(1,2)'],
    ['sr.(1,2)', '(t."id" >> $1)', '(1,2)'],
    ['nxr.(1,2)', '(t."id" &< $1)', '(1,2)'],
    ['nxl.(1,2)', '(t."id" &> $1)', '(1,2)'],
    ['adj.(1,2)', '(t."id" -|- $1)', '(1,2)'],
    ['not.eq.1', 'not (t."id" = $1)', '1'],
    ['eq(any).{1,2}', '(t."id" = any ($1))', '{1,2}'],
    ['gt(all).{1,2}', '(t."id" > all ($1))', '{1,2}'],
    ['like(any).{a*,*b}', '(t."id" like any ($1))', '{a%,%b}'],
    ['eq.', '(t."id" = $1)', ''],
    ['eq.a,b)', '(t."id" = $1)', 'a,b)'],
    ['eq.not.eq.1', '(t."id" = $1)', 'not.eq.1'],
    ['in.(1,"a,b",c)', '(t."id" = any ($1))', '{"1","a,b","c"}'],
    ['in.()', '(t."id" = any ($1))', '{}'],
    ['in.(,)', '(t."id" = any ($1))', '{"",""}'],
    ['not.in.(1)', 'not (t."id" = any ($1))', '{"1"}'],
    ['isdistinct.1', '(t."id" is distinct from $1)', '1'],
    ['fts.a', '(to_tsvector(t."id") @@ to_tsquery($1))', 'a'],
    ['plfts.a', '(to_tsvector(t."id") @@ plainto_tsquery($1))', 'a'],
    ['phfts.a', '(to_tsvector(t."id") @@ phraseto_tsquery($1))', 'a'],
    ['wfts.a', '(to_tsvector(t."id") @@ websearch_to_tsquery($1))', 'a'],
  ])('id=%s', (value, sql, ...values) => {
    expect(toSql('id', value)).toEqual([sql, ...values]);
  });

  test.each([
    ['null', 'null'],
    ['NULL', 'null'],
    ['not_null', 'not null'],
    ['true', 'true'],
    ['false', 'false'],
    ['unknown', 'unknown'],
  ])('id=is.%s', (value, sql) => {
    expect(toSql('id', `is.${value}`)).toEqual([`(t."id" is ${sql})`]);
    expect(toSql('id', `not.is.${value}`)).toEqual([`not (t."id" is ${sql})`]);
  });

  test('of words names their language for both sides', () => {
    const text = 'to_tsvector($1::regconfig, t."id") @@ to_tsquery($1::regconfig, $2)';
    const [sql, ...values] = toSql('id', 'fts(english).a');
    expect([sql.replaceAll('$2::', '$1::').replace('$3', '$2'), new Set(values)]).toEqual([
      `(${text})`,
      new Set(['english', 'a']),
    ]);
    expect(toSql('words', 'fts.a')).toEqual(['(t."words" @@ to_tsquery($1))', 'a']);
  });

  test.each([
    ['data->a', /^\(t\."data"->'a' = \$1\)$/],
    ['data->a->0->>b', /^\(t\."data"->'a'->0->>'b' = \$1\)$/],
    ['more->>a', /^\(t\."more"->>'a' = \$1\)$/],
    ['id->>a', /^\(to_jsonb\(t\."id"\)->>'a' = \$1\)$/],
  ])('looks into %s', (key, sql) => {
    const writer = new SqlWriter();
    const { value: condition } = readFilter(key, 'eq.1');
    const written = toConditionSql(writer, source, condition, () => null);
    const filled = written.replace(/->(>?)\$(\d+)(?:::\w+)?/g, (_, more, at) => {
      const held = writer.values[Number(at) - 1];
      return `->${more}${typeof held === 'number' || /^\d+$/.test(String(held)) ? held : `'${held}'`}`;
    });
    expect(filled.replace(/= \$\d+/, '= $1')).toMatch(sql);
  });

  test.each([
    '',
    'eq',
    '1',
    'is.nothing',
    'is',
    'in.1',
    'in.(1',
    'eq(some).1',
    'not.not.eq.1',
    'constructor.1',
    'fts(english.a',
    'like(any)a',
    'isdistinct',
  ])('is not id=%s', (value) => {
    expect(() => toSql('id', value)).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 'PGRST100' }) }),
    );
  });
});

describe('several filters', () => {
  test.each([
    ['or', '(id.eq.1,id.eq.2)', '((t."id" = $1) or (t."id" = $2))', '1', '2'],
    ['and', '(id.eq.1,id.eq.2)', '((t."id" = $1) and (t."id" = $2))', '1', '2'],
    ['not.or', '(id.eq.1)', 'not ((t."id" = $1))', '1'],
    ['not.and', '(id.not.eq.1)', 'not (not (t."id" = $1))', '1'],
    [
      'or',
      '( id.eq.1 , and(id.gt.2, id.lt.3) )',
      '((t."id" = $1 ) or ((t."id" > $2) and (t."id" < $3)))',
      '1 ',
      '2',
      '3',
    ],
    [
      'or',
      '(not.and(id.eq.1,id.eq.2),id.eq.3)',
      '(not ((t."id" = $1) and (t."id" = $2)) or (t."id" = $3))',
      '1',
      '2',
      '3',
    ],
    [
      'or',
      '(id.in.(1,2),id.eq."a,b")',
      '((t."id" = any ($1)) or (t."id" = $2))',
      '{"1","2"}',
      'a,b',
    ],
    ['or', '(id.cs.{1,2},id.is.null)', '((t."id" @> $1) or (t."id" is null))', '{1,2}'],
  ])('%s=%s', (key, value, sql, ...values) => {
    const [written, ...held] = toSql(key, value);
    const bare = (text: string) => text.replaceAll(' )', ')');
    expect([bare(written), ...held.map((each) => String(each).trim())]).toEqual([
      bare(sql),
      ...values.map((each) => each.trim()),
    ]);
  });

  test.each([
    '',
    '()',
    '(id.eq.1',
    'id.eq.1',
    '(id.eq.1))',
    '(id)',
    '(id.eq.1)x',
    '(id.eq.1;id.eq.2)',
  ])('are not or=%s', (value) => {
    // A value reaches to the next comma, so that a semicolon is part of it.
    if (value.includes(';')) {
      expect(toSql('or', value)[1]).toBe('1;id.eq.2');
      return;
    }
    expect(() => toSql('or', value)).toThrow(
      expect.objectContaining({ body: expect.objectContaining({ code: 'PGRST100' }) }),
    );
  });
});
