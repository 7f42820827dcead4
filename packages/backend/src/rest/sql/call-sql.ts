import type { Body } from '../request/read-body.ts';
import { isWholeBody } from '../schema/find-routine.ts';
import type { Parameter, Routine } from '../schema/schema.ts';
import { quote, type SqlWriter, toArrayText } from './sql-writer.ts';

/** What a function is called with: the arguments of a query, or a body. */
export type CallInput =
  | { kind: 'args'; args: readonly (readonly [string, string])[] }
  | { kind: 'body'; body: Body };

/** The rows of a function's answer; a value that is no row is the column `scalar`. */
export function toCallSql(writer: SqlWriter, routine: Routine, input: CallInput): string {
  const name = `"public".${quote(routine.name)}`;
  const toRows = (args: string) =>
    routine.returns === 'composite'
      ? `${name}(${args}) as answer`
      : `lateral (select ${name}(${args}) as scalar) as answer`;
  if (isWholeBody(routine)) {
    const type = routine.parameters[0]?.type ?? 'text';
    const text = input.kind === 'body' ? input.body.text : '';
    return `select answer.* from ${toRows(`${writer.add(text)}::${type}`)}`;
  }
  if (input.kind === 'args') {
    const given = new Map(Map.groupBy(input.args, ([key]) => key));
    const args = routine.parameters
      .filter((parameter) => given.has(parameter.name))
      .map((parameter) => {
        const values = given.get(parameter.name)?.map(([, value]) => value) ?? [];
        const value = parameter.isVariadic ? toArrayText(values) : values.at(-1);
        return toArgument(parameter, `${writer.add(value)}::${parameter.type}`);
      });
    return `select answer.* from ${toRows(args.join(', '))}`;
  }
  const { body } = input;
  const named = routine.parameters.filter((parameter) => body.keys.includes(parameter.name));
  if (named.length === 0) {
    return `select answer.* from ${toRows('')}`;
  }
  const types = named.map((parameter) => `${quote(parameter.name)} ${parameter.type}`);
  const json = `${writer.add(body.isObject ? `[${body.text}]` : body.text)}::json`;
  const record = `(select * from json_to_recordset(${json}) as body (${types.join(', ')}) limit 1) as body`;
  const args = named.map((parameter) => toArgument(parameter, `body.${quote(parameter.name)}`));
  return `select answer.* from ${record}, ${toRows(args.join(', '))}`;
}

function toArgument({ name, isVariadic }: Parameter, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quote(name)} := ${value}`;
}
