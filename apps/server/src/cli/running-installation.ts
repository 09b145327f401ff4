import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '@gwanje/backend/config/env';
import { DEFAULT_DATA_DIR } from '@gwanje/backend/config/settings';
import { CommandError } from './command-error.ts';

/** The entry of the server, as `npm start`, `npm run server` and the images name it. */
const SERVER_ENTRY = /(?:^|\/)apps\/server\/src\/main\.ts$/;

/** The variables of this product of every server that runs on this machine and that this user may look at. */
export function findRunningServers(processFolder = '/proc'): Environment[] {
  const pids = readFolder(processFolder).filter((name) => /^[0-9]+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      const args = readFileSync(join(processFolder, pid, 'cmdline'), 'utf8').split('\0');
      if (!args.some((arg) => SERVER_ENTRY.test(arg))) return [];
      const variables = readFileSync(join(processFolder, pid, 'environ'), 'utf8').split('\0');
      const pairs = variables
        .filter((variable) => variable.startsWith('GWANJE_'))
        .map((variable) => [
          variable.slice(0, variable.indexOf('=')),
          variable.slice(variable.indexOf('=') + 1),
        ]);
      return [Object.fromEntries(pairs)];
    } catch {
      // The process has ended, or belongs to another user.
      return [];
    }
  });
}

/** Only Linux has this folder. */
function readFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/**
 * The variables for a command: those of the server that runs on its data folder, or else, without a data
 * folder or a database in its own environment, those of the only server that runs here.
 */
export function chooseInstallation(own: Environment, servers: readonly Environment[]): Environment {
  if (own.GWANJE_DATABASE_URL) return own;
  const running = servers.find((server) => dataDirOf(server) === dataDirOf(own));
  if (running || own.GWANJE_DATA_DIR) return { ...running, ...own };
  const folders = new Set(servers.map(dataDirOf));
  if (folders.size > 1)
    throw new CommandError(
      [
        'Several installations run here. Name the one that is meant:',
        ...[...folders].map((folder) => `  GWANJE_DATA_DIR=${folder} npm run admin -- …`),
      ].join('\n'),
    );
  return { ...servers[0], ...own };
}

function dataDirOf(environment: Environment): string {
  return resolve(environment.GWANJE_DATA_DIR || DEFAULT_DATA_DIR);
}
