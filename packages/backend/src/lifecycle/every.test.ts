import { pino } from 'pino';
import { expect, test } from 'vitest';
import { every } from './every.ts';

const logger = pino({ level: 'silent' });

test('repeats, survives a failing run, and runs never overlap', async () => {
  let running = 0;
  let rounds = 0;
  let overlapped = false;
  const enough = Promise.withResolvers<void>();
  await using _chore = every(1, logger, 'test', async () => {
    overlapped ||= ++running > 1;
    await new Promise((resolve) => setTimeout(resolve, 3));
    running--;
    if (++rounds === 4) enough.resolve();
    if (rounds % 2 === 1) throw new Error('this round failed');
  });
  await enough.promise;
  expect(overlapped).toBe(false);
});

test('disposing waits for the current run and starts no other', async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  let rounds = 0;
  const chore = every(1, logger, 'test', async () => {
    rounds++;
    begun.resolve();
    await finish.promise;
  });
  await begun.promise;
  let isDisposed = false;
  const disposed = chore[Symbol.asyncDispose]().then(() => {
    isDisposed = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(isDisposed).toBe(false);
  finish.resolve();
  await disposed;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(rounds).toBe(1);
});
