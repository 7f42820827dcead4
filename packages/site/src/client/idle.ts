interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Nothing is fetched ahead for somebody who saves data or is on a slow line. */
export function mayPreload(connection: Connection | undefined): boolean {
  return connection?.saveData !== true && !/2g/.test(connection?.effectiveType ?? '');
}

/** What this browser says of its line; nothing where it does not tell. */
export function readConnection(): Connection | undefined {
  return (navigator as Navigator & { connection?: Connection }).connection;
}

export function waitUntilIdle(): Promise<void> {
  return new Promise((resolve) => {
    // Safari has no such thing.
    if (window.requestIdleCallback) {
      window.requestIdleCallback(() => resolve());
    } else {
      setTimeout(resolve, 200);
    }
  });
}
