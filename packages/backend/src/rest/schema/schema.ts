/** A table or view that requests can name. */
export interface Relation {
  name: string;
  /** Types by column, in the columns' order, as they can stand in SQL under any search path. */
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
}

export interface Column {
  type: string;
  /** The SQL of its default, as far as an insert can name it. */
  default: string | null;
}

/** The columns of one table and those of another that they lead to. */
export type ColumnPairs = readonly (readonly [own: string, other: string])[];

/** A way from the rows of one table to those of another. */
export interface Relationship {
  from: string;
  to: string;
  kind: 'many-to-one' | 'one-to-one' | 'one-to-many' | 'many-to-many';
  constraint: string;
  /** Of a many-to-many: the columns of `from` and of the junction. */
  columns: ColumnPairs;
  junction: Junction | null;
}

export interface Junction {
  table: string;
  constraint: string;
  /** The columns of the table that is reached, and of the junction. */
  columns: ColumnPairs;
}

/** A parameter of a function; one without a name has the empty one. */
export interface Parameter {
  name: string;
  type: string;
  isRequired: boolean;
  isVariadic: boolean;
}

export interface Routine {
  name: string;
  parameters: readonly Parameter[];
  isVolatile: boolean;
  returnsSet: boolean;
  returns: 'void' | 'scalar' | 'composite';
  /** The table whose rows it returns. */
  relation: string | null;
}

/** What requests can name, read once and never changed. */
export interface Schema {
  relations: ReadonlyMap<string, Relation>;
  /** By the table that they start from. */
  relationships: ReadonlyMap<string, readonly Relationship[]>;
  routines: ReadonlyMap<string, readonly Routine[]>;
}
