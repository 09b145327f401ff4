import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { openTestDatabase } from '@gwanje/testkit/databases';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, inject, it } from 'vitest';
import { readSettings } from '../../config.ts';
import { moveStores } from './move-stores.ts';

/* The shortest move. move-stores.process.test.ts moves twelve days, also to metric engines and after a kill. */

it('moves an embedded database to an empty server, and refuses a server that holds something', async () => {
  await using stack = new AsyncDisposableStack();
  const dataDir = stack.use(temporaryFolder()).path;
  cpSync(inject('embeddedTemplate'), join(dataDir, 'postgres'), { recursive: true });
  const { db, address, close } = await openTestDatabase();
  stack.defer(close);
  if (!('url' in address)) throw new Error('a server is needed');
  const settings = readSettings({ GWANJE_DATA_DIR: dataDir, GWANJE_DATABASE_URL: address.url });
  const lines: string[] = [];
  const move = () => moveStores(settings, { args: [], say: (line) => lines.push(line) });
  await move();
  expect(lines.join('\n')).toMatch(/moved: \d+ rows/);
  const actions = await db.selectFrom('audit').select('action').execute();
  expect(actions).toEqual([{ action: 'installation.move' }]);
  await db.deleteFrom('installationNote').execute();
  await expect(move()).rejects.toThrow('is not empty: the table audit has rows');
});
