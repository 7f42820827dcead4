import { expect, test } from 'vitest';
import { BufferBudget } from './buffer-budget.ts';

class Client {
  bufferedBytes = 0;
  isDropped = false;

  drop(): void {
    this.isDropped = true;
    this.bufferedBytes = 0;
  }
}

function send(budget: BufferBudget, client: Client, bytes: number): void {
  client.bufferedBytes += bytes;
  budget.add(client, bytes);
}

const listDropped = (clients: readonly Client[]) => clients.map((client) => client.isDropped);

test('the largest are dropped, and no more of them than needed, where all together are too much', () => {
  const budget = new BufferBudget(100);
  const clients = [new Client(), new Client(), new Client()];
  const [small, large, middle] = clients as [Client, Client, Client];
  send(budget, small, 10);
  send(budget, large, 60);
  send(budget, middle, 30);
  expect(listDropped(clients)).toEqual([false, false, false]);
  send(budget, small, 1);
  expect(listDropped(clients)).toEqual([false, true, false]);
});

test('so many are dropped that a quarter is free again', () => {
  const budget = new BufferBudget(100);
  const clients = [21, 20, 20, 20, 20].map((bytes) => {
    const client = new Client();
    send(budget, client, bytes);
    return client;
  });
  expect(listDropped(clients)).toEqual([true, true, false, false, false]);
});

test('what was read meanwhile does not count', () => {
  const budget = new BufferBudget(100);
  const [reader, other] = [new Client(), new Client()];
  for (let times = 0; times < 50; times += 1) {
    send(budget, reader, 40);
    reader.bufferedBytes = 0;
    send(budget, other, 1);
  }
  expect(listDropped([reader, other])).toEqual([false, false]);
  send(budget, other, 51);
  expect(other.isDropped).toBe(true);
});

test('who has gone is not counted', () => {
  const budget = new BufferBudget(100);
  const [gone, here] = [new Client(), new Client()];
  send(budget, gone, 90);
  budget.remove(gone);
  send(budget, here, 90);
  expect(listDropped([gone, here])).toEqual([false, false]);
});
