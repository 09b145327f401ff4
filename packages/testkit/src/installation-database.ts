import { type OpenDatabase, openDatabase } from '@gwanje/backend/database/connection';
import { embeddedSocketDir } from '@gwanje/backend/database/embedded-address';

/** Of an installation that runs: for what would take it a day to come to by itself. */
export function openInstallationDatabase(dataDir: string): OpenDatabase {
  return openDatabase({ socketDir: embeddedSocketDir(dataDir) });
}
