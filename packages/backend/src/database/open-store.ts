import type { CommonSettings } from '../config/settings.ts';
import { type DatabaseAddress, type OpenDatabase, openDatabase } from './connection.ts';
import { embeddedSocketDir } from './embedded-address.ts';
import { migrateToLatest } from './migrate.ts';
import { requireFinishedMove } from './unfinished-move.ts';

export function databaseAddress(settings: Pick<CommonSettings, 'databaseUrl' | 'dataDir'>): DatabaseAddress {
  return settings.databaseUrl
    ? { url: settings.databaseUrl }
    : { socketDir: embeddedSocketDir(settings.dataDir) };
}

/** Opens the configuration store for a process: updates the schema, then opens a pool. */
export async function openStore(
  settings: Pick<CommonSettings, 'databaseUrl' | 'dataDir'>,
): Promise<OpenDatabase> {
  const address = databaseAddress(settings);
  await migrateToLatest(address);
  const database = openDatabase(address);
  try {
    await requireFinishedMove(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
