import { afterEach, beforeEach, vi } from 'vitest';

/** What a command prints on its standard output, a line each, emptied before each test of the file. */
export function catchLines(): string[] {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => {
      lines.push(String(line));
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return lines;
}
