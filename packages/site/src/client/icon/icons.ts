import { addAPIProvider, type IconifyIcon, loadIcon } from '@iconify/react';
import { publicIconHost } from './public-icon-host.ts';

/** How the loader asks: the next host after `rotate`, no answer after `timeout`, addresses no longer than `maxURL`. */
export const iconLoaderOptions = { path: '/', maxURL: 500, rotate: 750, timeout: 5000 } as const;
/** How long one icon is waited for. */
export const iconFetchTimeout = 1500;

let isConfigured = false;

function configure(): void {
  if (isConfigured) {
    return;
  }
  isConfigured = true;
  addAPIProvider('', {
    ...iconLoaderOptions,
    resources: [`${location.origin}/api/icons`, publicIconHost],
  });
}

/** An icon's drawing, or null when it cannot be had in time; that is logged, and nothing waits for it. */
export async function loadDrawnIcon(name: string) {
  configure();
  try {
    const icon = await inTime(loadIcon(name));
    const { left = 0, top = 0, width = 16, height = 16, body } = icon;
    return { viewBox: `${left} ${top} ${width} ${height}`, body };
  } catch (error) {
    console.error('Failed to load custom icons', error);
    return null;
  }
}

function inTime(icon: Promise<Required<IconifyIcon>>): Promise<Required<IconifyIcon>> {
  const limit = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('The icon did not come in time.')), iconFetchTimeout);
  });
  return Promise.race([icon, limit]);
}
