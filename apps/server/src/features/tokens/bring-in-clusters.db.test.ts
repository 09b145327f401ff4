import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { insertAccessToken } from '@gwanje/contract/users/access-tokens';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { rowsOf } from '@gwanje/testkit/testing/rows';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { addMetaGroup, addSubGroup, userNoOf } from '../../testing/world.ts';

const SCRIPT = join(import.meta.dirname, '../../../../../docs/examples/bring-in-clusters.mjs');
const run = promisify(execFile);

test('the documented script adds every cluster of a file with a token, once', async () => {
  const app = await startTestApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  using folder = temporaryFolder();
  const metaGroupId = await addMetaGroup(app.db, await userNoOf(app.db, 'group'), '신규 고객');
  const subGroupId = await addSubGroup(app.db, metaGroupId, '1차');
  const { token } = await (await app.signIn('group')).ok(insertAccessToken, {
    body: { name: 'bring in', role: 3, metaGroupIdList: [metaGroupId], days: 1 },
  });
  const csv = join(folder.path, 'clusters.csv');
  const out = join(folder.path, 'manifests');
  const names = Array.from({ length: 12 }, (_, index) => `고객-${index + 1}`);
  await writeFile(csv, names.map((name) => `${name},신규 고객,1차`).join('\n'));
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' });
  const env = { ...process.env, NODE_OPTIONS: '', GWANJE_URL: url, GWANJE_TOKEN: token };
  const bringIn = async () => (await run(process.execPath, [SCRIPT, csv, out], { env })).stdout.trimEnd();

  expect(await bringIn()).toMatch(/12 brought in, 0 left as they were$/);
  const rows = await rowsOf(app.db, 'cluster', { subGroupId }, ['hostId', 'name']);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  const files = await readdir(out);
  expect(files.toSorted()).toEqual(rows.map(({ hostId }) => `${hostId}.yaml`).toSorted());
  expect(await readFile(join(out, files[0] ?? ''), 'utf8')).toMatch(/kind: "?ClusterRole/);
  expect(await bringIn()).toMatch(/0 brought in, 12 left as they were$/);
});
