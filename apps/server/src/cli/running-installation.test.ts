import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '@gwanje/testkit/temporary-folder';
import { expect, it } from 'vitest';
import { CommandError } from './command-error.ts';
import { chooseInstallation, findRunningServers } from './running-installation.ts';

const shop = { GWANJE_DATA_DIR: '/srv/shop', GWANJE_LOGIN_URL: 'https://login.example.com' };
const bank = { GWANJE_DATA_DIR: '/srv/bank', GWANJE_DATABASE_URL: 'postgres://db/bank' };
const named = { GWANJE_DATA_DIR: '/srv/bank' };
const database = { GWANJE_DATABASE_URL: 'postgres://db/x' };
const usual = { GWANJE_DATA_DIR: resolve('.data'), GWANJE_PORT: '4200' };

it.each([
  ['the named folder, with the variables of its server', named, [shop, bank], bank],
  ['the only one that runs', {}, [bank], bank],
  ['the one in the usual folder', {}, [bank, usual, shop], usual],
  ['the named folder, whatever runs', named, [shop], named],
  ['the named database', database, [bank], database],
  ['the usual folder when nothing runs', { GWANJE_PORT: '1' }, [], { GWANJE_PORT: '1' }],
])('a command works on %s', (_what, own, servers, chosen) => {
  expect(chooseInstallation(own, servers)).toEqual(chosen);
});

it('asks for the data folder when several installations run', () => {
  expect(() => chooseInstallation({}, [shop, bank])).toThrow(CommandError);
  expect(() => chooseInstallation({}, [shop, bank])).toThrow('GWANJE_DATA_DIR=/srv/bank npm run admin');
});

it('reads the variables of running servers, and of no other process', () => {
  using folder = temporaryFolder();
  const add = (pid: string, args: readonly string[], variables: readonly string[]) => {
    mkdirSync(join(folder.path, pid));
    writeFileSync(join(folder.path, pid, 'cmdline'), args.join('\0'));
    writeFileSync(join(folder.path, pid, 'environ'), variables.join('\0'));
  };
  const ours = ['node', '/opt/gwanje/apps/server/src/main.ts', ''];
  add('12', ours, ['HOME=/root', 'GWANJE_DATA_DIR=/srv/a=b', '']);
  add('13', ['node', '/opt/gwanje/apps/login/src/main.ts', ''], ['GWANJE_DATA_DIR=/srv/c']);
  add('14', ['grep', 'apps/server/src/main.ts.bak'], ['GWANJE_DATA_DIR=/srv/d']);
  mkdirSync(join(folder.path, '15'));
  add('self', ['node', 'apps/server/src/main.ts'], ['GWANJE_DATA_DIR=/srv/e']);
  expect(findRunningServers(folder.path)).toEqual([{ GWANJE_DATA_DIR: '/srv/a=b' }]);
  expect(findRunningServers(join(folder.path, 'absent'))).toEqual([]);
});
