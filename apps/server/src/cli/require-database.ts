import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openPool } from '@gwanje/backend/database/connection';
import type { ServerSettings } from '../config.ts';
import { CommandError } from './command-error.ts';

type Address = Pick<ServerSettings, 'databaseUrl' | 'dataDir'>;

const CONNECT_WITHIN_MS = 5_000;

/** Fails at once when there is no installation, before a command asks questions or creates an empty one. */
export async function requireInstallation(settings: Address): Promise<void> {
  if (settings.databaseUrl !== undefined) return requireDatabase(settings);
  if (existsSync(join(settings.dataDir, 'postgres'))) return;
  throw new CommandError(
    [
      `No installation is running, and there is none in ${settings.dataDir}.`,
      'Start one first:           GWANJE_DEMO=0 npm start',
      'or name its data folder:   GWANJE_DATA_DIR=… npm run admin -- …',
      'or its database:           GWANJE_DATABASE_URL=postgres://… npm run admin -- …',
    ].join('\n'),
  );
}

/** A command reports an unusable database within seconds. Servers wait a minute for one that is still starting. */
export async function requireDatabase({ databaseUrl }: Address): Promise<void> {
  if (databaseUrl === undefined) return;
  const pool = openPool({ url: databaseUrl }, { poolSize: 1, connectWithinMs: CONNECT_WITHIN_MS });
  try {
    await pool.query('select 1');
  } catch (error) {
    throw new CommandError(
      `The database ${addressOf(databaseUrl)} cannot be used: ${reasonOf(error)}.\nGWANJE_DATABASE_URL must be the same as for the server.`,
    );
  } finally {
    await pool.end();
  }
}

/** Without user and password. */
export function addressOf(databaseUrl: string): string {
  const url = URL.parse(databaseUrl);
  return url ? `${url.host}${url.pathname}` : 'in GWANJE_DATABASE_URL';
}

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : 'it does not answer';
}
