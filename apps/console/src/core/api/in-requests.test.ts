import { expect, test } from 'vitest';
import { inRequests } from './in-requests.ts';

test('splits a list that is too long for one request', async () => {
  const sizes: number[] = [];
  const send = async (some: readonly unknown[]) => sizes.push(some.length);
  await inRequests(Array.from({ length: 2001 }), send);
  expect(sizes).toEqual([1000, 1000, 1]);
});

test('sends no request without items', async () => inRequests([], () => Promise.reject(new Error('sent'))));
