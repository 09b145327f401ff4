import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { endPastProgress, notePastProgress, readPastProgress } from './past-progress.ts';

it('says how long the writer of the past needs while it writes, and nothing before, after and when it was killed', async () => {
  using folder = temporaryFolder();
  const read = () => readPastProgress(folder.path, Date.now());
  expect(await read()).toBeNull();

  await notePastProgress(folder.path, { remainingSec: null });
  expect(await read()).toEqual({ remainingSec: null });
  await notePastProgress(folder.path, { remainingSec: 170 });
  expect(await read()).toEqual({ remainingSec: 170 });

  const aMinuteAgo = new Date(Date.now() - 60_000);
  utimesSync(join(folder.path, 'past-progress.json'), aMinuteAgo, aMinuteAgo);
  expect(await read()).toBeNull();

  await notePastProgress(folder.path, { remainingSec: 1 });
  await endPastProgress(folder.path);
  expect(await read()).toBeNull();
});

it('takes an unreadable file for none', async () => {
  using folder = temporaryFolder();
  writeFileSync(join(folder.path, 'past-progress.json'), '{');
  expect(await readPastProgress(folder.path, Date.now())).toBeNull();
});
