import { identityKind } from '@muster/league';
import { factKeys } from '@muster/site/pages/owner/data.ts';
import * as v from 'valibot';
import { line, names, slug } from '../http/fields.ts';
import { renders, revision, textKinds } from '../writing/kinds.ts';

const kinds = v.pipe(v.array(v.pipe(v.string(), v.regex(identityKind))), v.maxLength(20));

/** What a game is beside its texts. */
const fields = {
  slug: slug(40),
  name: line(80),
  short_name: line(20),
  facts: v.pipe(
    v.array(v.object({ key: v.picklist(factKeys), value: line(200) })),
    v.maxLength(20),
  ),
  maps: names(200),
  modes: names(200),
  sides: v.pipe(
    names(2),
    v.check((sides) => sides.length !== 1, 'two or none'),
  ),
  identity_kinds: kinds,
  has_casual_page: v.boolean(),
  position: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100_000)),
};

const { texts } = textKinds.games;

const others = {
  facts: v.exactOptional(fields.facts),
  maps: v.exactOptional(fields.maps),
  modes: v.exactOptional(fields.modes),
  sides: v.exactOptional(fields.sides),
  identity_kinds: v.exactOptional(fields.identity_kinds),
  has_casual_page: v.exactOptional(fields.has_casual_page),
  position: v.exactOptional(fields.position),
  tagline: v.exactOptional(texts.tagline.wrapped),
  about: v.exactOptional(texts.about.wrapped),
};

export const newGame = v.object({
  slug: fields.slug,
  name: fields.name,
  short_name: fields.short_name,
  ...others,
});

export const editedGame = v.object({
  slug: v.exactOptional(fields.slug),
  name: v.exactOptional(fields.name),
  short_name: v.exactOptional(fields.short_name),
  ...others,
  revision: v.exactOptional(revision),
  of: renders,
});

/** A game as its table has it, without its texts. */
export type Game = Omit<Required<v.InferOutput<typeof newGame>>, 'tagline' | 'about'>;

export const gameColumns = Object.keys(fields);
