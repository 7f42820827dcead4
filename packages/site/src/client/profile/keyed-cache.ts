/**
 * Remembers what was fetched by key for as long as the tab lives. Who asks while the answer is on its
 * way waits for the same answer; a failure is not remembered.
 */
export function createKeyedCache<Value>(fetchValue: (key: string) => Promise<Value>) {
  const values = new Map<string, Promise<Value>>();
  return {
    get(key: string): Promise<Value> {
      const known = values.get(key);
      if (known !== undefined) {
        return known;
      }
      const asked = fetchValue(key).catch((error: unknown) => {
        values.delete(key);
        throw error;
      });
      values.set(key, asked);
      return asked;
    },
    set(key: string, value: Value): void {
      values.set(key, Promise.resolve(value));
    },
    delete(key: string): void {
      values.delete(key);
    },
    clear(): void {
      values.clear();
    },
  };
}
