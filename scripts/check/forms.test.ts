import { expect, it } from 'vitest';
import { countBareForms } from './forms.ts';

it.each([
  ['<form method="post" onSubmit={(event) => void submit(event)}>', 0],
  ['<form className="x" onSubmit={(event) => void submit(event)} method="post">', 0],
  ['<form\n  action={path}\n  className="x"\n>', 0],
  ['<form className="x" onSubmit={submit}>', 1],
  ['<form onSubmit={(event) => void submit(event)}><a action="x" /></form>', 1],
  ['<form>', 1],
  ['<form><form method="get">', 1],
  ['<form.ReportForm kind={kind} />', 0],
])('%j has so many forms that would be sent as an address: %i', (source, count) => {
  expect(countBareForms(source)).toBe(count);
});
