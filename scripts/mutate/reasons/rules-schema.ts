import { toReasons } from '../reason.ts';

export const rulesSchemaReasons = toReasons('rules-schema.ts', {
  'Each path has a section and a name; what stands for their absence is for the compiler.': [
    ["const [section = '', name = ''] = field.path.split('.');", `'' -> "Stryker was here!"`],
  ],
});
