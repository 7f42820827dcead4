import { getRuntime } from '../runtime.ts';

/** Brings what shows the match at hand, once there is one. */
export function watchPin(): void {
  const { viewer } = getRuntime().environment;
  const look = () => {
    if (viewer.get()?.pin != null) {
      stop();
      void import('./show-pin.tsx').then(({ showPin }) => showPin());
    }
  };
  const stop = viewer.subscribe(look);
  look();
}
