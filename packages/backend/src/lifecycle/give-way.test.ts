import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

const MODULE = new URL('./give-way.ts', import.meta.url).href;

it.runIf(process.platform === 'linux')('a thread that gives way leaves the main one as it was', async () => {
  const before = getPriority();
  const worker = new Worker(
    `const { getPriority } = require('node:os');
     import(${JSON.stringify(MODULE)}).then(({ giveWay }) => {
       giveWay({ withPool: true });
       require('node:worker_threads').parentPort.postMessage(getPriority());
     });`,
    { eval: true },
  );
  const [priority] = await once(worker, 'message');
  await once(worker, 'exit');
  expect(priority).toBe(5);
  expect(getPriority()).toBe(before);
});
