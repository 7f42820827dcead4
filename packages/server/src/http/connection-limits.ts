/** How many connections the process takes at once; each is one of the files that the system lets it open. */
export interface ConnectionLimits {
  connections: number;
  /** Of one address, as the system sees it. */
  connectionsOfOne: number;
  /** Of all connections those that listen to hints. */
  sockets: number;
  socketsOfOne: number;
}

/** What a system allows that does not say. */
const usualFiles = 1024;
/** The database's connections, files that are read, pipes to children: they have these for themselves. */
const fewestKept = 200;

/** The limits for a process that may have so many files open; null where that is not known. */
export function toConnectionLimits(files: number | null): ConnectionLimits {
  const open = files ?? usualFiles;
  const connections = Math.min(25_000, Math.max(32, open - Math.max(fewestKept, open * 0.25)));
  const sockets = Math.min(20_000, connections * 0.8);
  return {
    connections: Math.floor(connections),
    connectionsOfOne: Math.floor(Math.min(1000, connections / 8)),
    sockets: Math.floor(sockets),
    socketsOfOne: Math.floor(Math.min(500, sockets / 8)),
  };
}

/** How many files this process may have open, which Node has already raised as far as it may; null where unknown. */
export function readFileLimit(): number | null {
  const report: Report = process.report.getReport();
  return toFiles(report.userLimits?.open_files?.soft);
}

/** A limit as Node's report has it: a number, `unlimited`, or nothing. */
export function toFiles(soft: unknown): number | null {
  return typeof soft === 'number' ? soft : soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : null;
}

interface Report {
  userLimits?: { open_files?: { soft?: unknown } };
}
