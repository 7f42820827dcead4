/** A season's first three have a trophy: the condition on an entry's row, by its name in the statement. */
export const hasTrophySql = (entry: string) => `${entry}.final_place <= 3`;
