import { parseRules } from '@muster/league';
import { type Content, contentKinds } from './content-kinds.ts';

type Refuse = (file: string, mistake: string) => never;

function checkGames(content: Content, refuse: Refuse): void {
  const games = new Set(content.games.map(({ slug }) => slug));
  for (const kind of ['ladders', 'articles', 'archives', 'servers'] as const) {
    for (const { slug, game } of content[kind]) {
      if (game !== null && !games.has(game)) {
        refuse(`${kind}/${slug}/${contentKinds[kind].file}`, `game is "${game}", which is no game`);
      }
    }
  }
}

function checkArticles(content: Content, refuse: Refuse): void {
  const ladders = new Set(content.ladders.map(({ slug }) => slug));
  for (const { slug, ladder } of content.articles) {
    if (ladder !== null && !ladders.has(ladder)) {
      refuse(
        `articles/${slug}/${contentKinds.articles.file}`,
        `ladder is "${ladder}", which is no ladder`,
      );
    }
  }
}

function checkMenus({ menus }: Content, refuse: Refuse): void {
  const ids = Object.values(menus).flatMap((items) => items.map(({ id }) => id));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) {
    refuse('menus.toml', `${twice} is there twice`);
  }
}

function checkRules({ ladders }: Content, refuse: Refuse): void {
  for (const { slug, rules } of ladders) {
    const parsed = parseRules(rules);
    if (parsed.ok) {
      continue;
    }
    const { path, minimum, maximum } = parsed.fault;
    const limits = maximum === null ? '' : `: it takes ${minimum ?? ''} to ${maximum}`;
    const mistake =
      parsed.by === 'limits' ? `is not possible${limits}` : 'contradicts another rule';
    refuse(`ladders/${slug}/ladder.toml`, `rules.${path} ${mistake}`);
  }
}

/** Looks at what files of content say of each other, and at rules that a ladder cannot have. */
export function checkContent(content: Content, refuse: Refuse): void {
  checkGames(content, refuse);
  checkArticles(content, refuse);
  checkMenus(content, refuse);
  checkRules(content, refuse);
}
