import { afterEach, describe, expect, it, vi } from 'vitest';
import { setRuntime } from '../runtime.ts';
import { unlinkAccount } from './linked-accounts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('unlinkAccount', () => {
  it('asks nothing of the server while nobody is signed in', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('fetch', fetched);
    setRuntime({ environment: { viewer: { get: () => null } } } as never);
    await expect(unlinkAccount('steam')).rejects.toThrow('User not logged in');
    expect(fetched).not.toHaveBeenCalled();
  });
});
