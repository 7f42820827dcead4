import { describe, expect, test } from 'vitest';
import { RestFailure } from '../failure.ts';
import { type Call, findRoutine } from './find-routine.ts';
import type { Parameter, Routine, Schema } from './schema.ts';

const parameter = (name: string, type = 'integer', isRequired = true): Parameter => ({
  ...{ name, type, isRequired, isVariadic: false },
});

const routine = (name: string, ...parameters: Parameter[]): Routine => ({
  ...{ name, parameters, isVolatile: true, returnsSet: false, returns: 'scalar', relation: null },
});

function toSchema(...routines: Routine[]): Schema {
  return {
    relations: new Map(),
    relationships: new Map(),
    routines: Map.groupBy(routines, ({ name }) => name),
  };
}

const schema = toSchema(
  routine('add', parameter('a'), parameter('b')),
  routine('greet', parameter('name', 'text'), parameter('times', 'integer', false)),
  routine('greet', parameter('name', 'text'), parameter('loud', 'boolean', false)),
  routine('take', parameter('', 'json')),
  routine('keep', parameter('', 'jsonb')),
  routine('note', parameter('', 'text')),
  routine('mark', parameter('', 'xml')),
  routine('count', parameter('', 'integer')),
  routine('both', parameter('', 'json')),
  routine('both', parameter('a')),
  routine('now'),
);

const call = (name: string, args: string[] = [], contentType: string | null = null): Call => ({
  ...{ name, args, contentType },
});

/** What is said of a call that no function, or several, would answer. */
function refuse(asked: Call) {
  try {
    findRoutine(schema, asked);
  } catch (thrown) {
    if (thrown instanceof RestFailure) {
      return { status: thrown.status, ...thrown.body };
    }
    throw thrown;
  }
  return expect.fail('one answers it');
}

describe('a function is found', () => {
  test.each<[what: string, asked: Call, parameters: string[]]>([
    ['by all its parameters', call('add', ['b', 'a']), ['a', 'b']],
    ['without any', call('now'), []],
    ['without any by a body of nothing', call('now', [], 'application/json'), []],
    ['by one that only it has', call('greet', ['name', 'times']), ['name', 'times']],
    ['by one that only the other has', call('greet', ['name', 'loud']), ['name', 'loud']],
    ['by a form', call('add', ['a', 'b'], 'application/x-www-form-urlencoded'), ['a', 'b']],
    ['by JSON', call('add', ['a', 'b'], 'application/json'), ['a', 'b']],
    ['by its names before one that takes all', call('both', ['a'], 'application/json'), ['a']],
    ['by all of a body where no names fit', call('both', ['x'], 'application/json'), ['']],
  ])('%s', (_what, asked, parameters) => {
    expect(findRoutine(schema, asked).parameters.map(({ name }) => name)).toEqual(parameters);
  });

  test.each([
    ['take', 'application/json', true],
    ['keep', 'application/json', true],
    ['note', 'text/plain', true],
    ['mark', 'text/xml', true],
    ['take', 'text/plain', false],
    ['take', 'application/x-www-form-urlencoded', false],
    ['keep', 'text/xml', false],
    ['note', 'application/json', false],
    ['mark', 'text/plain', false],
    ['count', 'application/json', false],
    ['count', 'text/plain', false],
    ['take', null, false],
    ['add', 'text/plain', false],
    ['now', 'text/plain', false],
  ])('that takes all of a body: %s by %s: %s', (name, contentType, isFound) => {
    const asked = call(name, ['any'], contentType);
    if (isFound) {
      expect(findRoutine(schema, asked).name).toBe(name);
    } else {
      expect(refuse(asked)).toMatchObject({ status: 404, code: 'PGRST202' });
    }
  });
});

describe('a call that no function answers is told', () => {
  test.each<[what: string, asked: Call, told: Partial<ReturnType<typeof refuse>>]>([
    [
      'with too few arguments',
      call('add', ['a']),
      {
        message: 'Could not find the function public.add(a) in the schema cache',
        details:
          'Searched for the function public.add with parameter a, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function public.add(a, b)',
      },
    ],
    [
      'with one too many, by their names in order',
      call('add', ['c', 'b', 'a']),
      {
        message: 'Could not find the function public.add(a, b, c) in the schema cache',
        details:
          'Searched for the function public.add with parameters a, b, c, but no matches were found in the schema cache.',
      },
    ],
    [
      'without arguments',
      call('add'),
      {
        message: 'Could not find the function public.add without parameters in the schema cache',
        details:
          'Searched for the function public.add without parameters, but no matches were found in the schema cache.',
      },
    ],
    [
      'by JSON, which could be a whole argument',
      call('add', ['x'], 'application/json'),
      {
        details:
          'Searched for the function public.add with parameter x or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      },
    ],
    [
      'under a name that is nearly right',
      call('nows'),
      { hint: 'Perhaps you meant to call the function public.now' },
    ],
    ['under a name that is nothing like one', call('zzzzzz'), { hint: null }],
  ])('%s', (_what, asked, told) => {
    expect(refuse(asked)).toMatchObject({ status: 404, code: 'PGRST202', ...told });
  });

  test('where several would, with all of them', () => {
    expect(refuse(call('greet', ['name']))).toEqual({
      status: 300,
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.greet(name => text, times => integer), public.greet(name => text, loud => boolean)',
      details: null,
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    });
  });
});
