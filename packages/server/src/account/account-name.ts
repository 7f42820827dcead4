/** SQL: what an account elsewhere is called, the name that its owner chose there first; of a row of `auth.identities` by its alias. */
export const toAccountNameSql = (identity: string) =>
  `coalesce(${identity}.identity_data -> 'custom_claims' ->> 'global_name',
    ${identity}.identity_data ->> 'full_name', ${identity}.identity_data ->> 'name')`;
