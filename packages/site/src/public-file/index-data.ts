import type { FileIndex } from './given.ts';

let index: FileIndex | null = null;

export function setIndex(given: FileIndex): void {
  index = given;
}

/** @throws before the file has been opened. */
export function getIndex(): FileIndex {
  if (index === null) {
    throw new Error('The file has not been opened yet.');
  }
  return index;
}
