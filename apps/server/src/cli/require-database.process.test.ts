import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { TestProcess } from '@gwanje/testkit/processes';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { requireInstallation } from './require-database.ts';

it('a data folder without a database is refused, one with a database is not', async () => {
  using folder = temporaryFolder();
  const settings = { dataDir: folder.path, databaseUrl: undefined };
  await expect(requireInstallation(settings)).rejects.toThrow(`there is none in ${folder.path}`);
  mkdirSync(join(folder.path, 'postgres'));
  await requireInstallation(settings);
});

it('a database that does not answer is named without its password', async () => {
  const refused = requireInstallation({ dataDir: '/', databaseUrl: 'postgres://me:secret@127.0.0.1:9/shop' });
  await expect(refused).rejects.toThrow(/127\.0\.0\.1:9\/shop cannot be used: .*ECONNREFUSED/);
  await expect(refused).rejects.not.toThrow('secret');
});

it.each([
  ['create-key-user', []],
  ['backup', ['backup.tar']],
  ['export', ['settings.yaml']],
])('%s says at once what is missing, without a question or a stack trace', async (command, args) => {
  using folder = temporaryFolder();
  await using admin = new TestProcess(join(import.meta.dirname, 'admin.ts'), {
    args: [command, ...args.map((name) => join(folder.path, name))],
    env: { GWANJE_DATA_DIR: join(folder.path, 'nothing') },
  });
  expect(await admin.exited).toEqual({ code: 1, signal: null });
  expect(admin.lines[0]).toMatch(/^No installation is running, and there is none in /);
  expect(admin.lines.join('\n')).not.toMatch(/^ {4}at |"stack"|User id/m);
});
