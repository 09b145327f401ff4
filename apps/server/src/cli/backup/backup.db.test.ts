import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger } from '@gwanje/backend/observe/logger';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { readSettings, type ServerSettings } from '../../config.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { openAdminSocket } from '../admin-socket.ts';
import { VerifiedArchive } from './archive-reader.ts';
import { backup } from './backup.ts';
import type { Manifest } from './manifest.ts';
import { restore } from './restore.ts';

/* The shortest way through a backup. backup.process.test.ts tests it under load and with every damage. */

it('a backup of a running server is restored elsewhere as it was, and refused when one byte is wrong', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder()).path;
  const app = stack.use(await startTestApp());
  const { metricStore } = app.services;
  const logger = createLogger('server', 'silent');
  stack.use(await openAdminSocket({ dataDir: app.settings.dataDir, metricStore, logger }));
  await collectedScene(app);
  const file = join(folder, 'backup.tar');
  await run(backup, app.settings, file);

  const empty = async (name: string) => {
    const { address, close } = await openTestDatabase();
    stack.defer(close);
    if (!('url' in address)) throw new Error('a server is needed');
    return readSettings({ GWANJE_DATABASE_URL: address.url, GWANJE_DATA_DIR: join(folder, name) });
  };
  const restored = await empty('restored');
  await run(restore, restored, file);
  const again = join(folder, 'again.tar');
  await run(backup, restored, again);
  expect(await tablesIn(again)).toEqual(await tablesIn(file));

  const bytes = await readFile(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  const damaged = join(folder, 'damaged.tar');
  await writeFile(damaged, bytes);
  await expect(run(restore, await empty('refused'), damaged)).rejects.toThrow();
});

const run = (command: typeof backup, settings: ServerSettings, path: string) =>
  command(settings, { args: [path], say: () => {} });

/** Backup and restore write to two tables themselves. */
async function tablesIn(file: string): Promise<Manifest['tables']> {
  const { manifest } = await VerifiedArchive.open(file);
  return manifest.tables.filter(({ name }) => name !== 'audit' && name !== 'installation_note');
}
