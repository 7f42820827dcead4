import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { DevPerson } from './person.ts';
import type { SignInTexts } from './texts.ts';

/** The page's only style; its hash stands in the policy, so nothing else may style or script it. */
const style = `
:root{color-scheme:dark light;--ground:oklch(.17 .008 25);--raised:oklch(.205 .01 25);--line:oklch(.3 .012 25);--strong:oklch(.5 .015 30);--ink:oklch(.95 .008 60);--soft:oklch(.74 .015 50);--act:oklch(.56 .195 27);--act-hover:oklch(.51 .185 27);--act-text:oklch(.78 .12 30);--focus:oklch(.9 .11 85)}
@media (prefers-color-scheme:light){:root{--ground:oklch(.975 .006 60);--raised:oklch(.995 .003 60);--line:oklch(.87 .012 50);--strong:oklch(.6 .02 40);--ink:oklch(.22 .015 25);--soft:oklch(.45 .02 35);--act:oklch(.53 .195 27);--act-hover:oklch(.47 .18 27);--act-text:oklch(.48 .175 27);--focus:oklch(.45 .16 260)}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 "Public Sans Variable",system-ui,sans-serif}
.bar{background:oklch(.33 .115 25);border-bottom:1px solid oklch(.27 .1 25);color:oklch(.96 .01 60);padding:14px 0}
.bar p,main{max-width:760px;margin:0 auto;padding:0 16px}
.bar p,h1,h2{font-family:"Sofia Sans Extra Condensed","Arial Narrow",sans-serif;font-weight:800;text-transform:uppercase;line-height:.95;letter-spacing:.01em}
.bar p{font-size:22px}
main{padding:32px 16px 64px}
#hint{margin-top:8px}
h1{font-size:48px;margin:0 0 12px}
h2{font-size:27px;margin:40px 0 12px;padding-top:16px;border-top:1px solid var(--line)}
p{margin:0 0 12px}
.soft{color:var(--soft)}
label{display:block;font-weight:600;margin-bottom:4px}
.row{display:flex;gap:8px;flex-wrap:wrap}
input{flex:1 1 220px;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:var(--raised);border:1px solid var(--strong);border-radius:3px}
button{min-height:44px;padding:8px 20px;font:inherit;font-weight:700;color:oklch(.99 .005 60);background:var(--act);border:0;border-radius:3px;cursor:pointer}
button:hover{background:var(--act-hover)}
.error{border-left:3px solid var(--act);padding:8px 12px;background:var(--raised)}
ul{list-style:none;margin:0;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));column-gap:24px}
li{border-bottom:1px solid var(--line)}
li a{display:block;min-height:44px;padding:9px 0;color:inherit;text-decoration:none;overflow-wrap:anywhere}
li a:hover,li a:focus-visible{color:var(--act-text)}
li span{color:var(--soft);font-size:14px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.cancel{display:inline-block;margin-top:32px;color:var(--act-text);padding:8px 0}
`;

/** Nothing loads, nothing runs, nobody frames it. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256')
  .update(style)
  .digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

export interface SignInPage {
  texts: SignInTexts;
  people: readonly DevPerson[];
  /** What the request asked for, to be sent again with a name. */
  query: Readonly<Record<string, string>>;
  cancelUrl: string;
  /** What was typed and refused. */
  refusedName: string | null;
}

/** The page on which somebody says who they are. Links and one form: it works without scripts. */
export function renderSignIn(page: SignInPage): HtmlEscapedString | Promise<HtmlEscapedString> {
  const { texts, people, query, refusedName } = page;
  const hidden = Object.entries(query).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const describedBy = refusedName === null ? 'hint' : 'error hint';
  return renderDocument(
    texts,
    html`<h1>${texts.heading}</h1>
<p class="soft">${texts.explanation}</p>
<h2>${texts.newHeading}</h2>
<form method="get" action="authorize">${hidden}
${refusedName === null ? '' : html`<p class="error" id="error" role="alert">${texts.badName}</p>`}
<label for="person">${texts.nameLabel}</label>
<div class="row"><input id="person" name="person" required minlength="2" maxlength="32"
 autocomplete="nickname" value="${refusedName ?? ''}" aria-describedby="${describedBy}"${refusedName === null ? '' : raw(' aria-invalid="true"')}>
<button>${texts.signIn}</button></div>
<p class="soft" id="hint">${texts.nameHint}</p>
</form>
<h2>${texts.peopleHeading}</h2>
${people.length === 0 ? html`<p class="soft">${texts.noPeople}</p>` : html`<ul>${people.map((person) => renderPerson(person, query))}</ul>`}
<a class="cancel" href="${page.cancelUrl}">${texts.cancel}</a>`,
  );
}

/** The page for an address that no sign-in led to. */
export function renderRefusal(texts: SignInTexts): HtmlEscapedString | Promise<HtmlEscapedString> {
  return renderDocument(
    texts,
    html`<h1>${texts.title}</h1><p class="error" role="alert">${texts.badRequest}</p>`,
  );
}

function renderPerson(person: DevPerson, query: Readonly<Record<string, string>>) {
  const search = new URLSearchParams({ ...query, person: person.username });
  const name = person.global_name ?? person.username;
  const handle = name === person.username ? '' : html`\n<span>@${person.username}</span>`;
  return html`<li><a href="authorize?${search.toString()}">${name}${handle}</a></li>`;
}

function renderDocument(texts: SignInTexts, body: HtmlEscapedString | Promise<HtmlEscapedString>) {
  return html`<!doctype html>
<html lang="${texts.tag}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${texts.title}</title><style>${raw(style)}</style></head>
<body><header class="bar"><p>${texts.title}</p></header><main>${body}</main></body></html>`;
}
