import { type OpenDatabase, openDatabase } from '@gwanje/backend/database/connection';
import { embeddedSocketDir } from '@gwanje/backend/database/embedded-address';

/** The database of a running installation, to create states that would otherwise take a day to arise. */
export function openInstallationDatabase(dataDir: string): OpenDatabase {
  return openDatabase({ socketDir: embeddedSocketDir(dataDir) });
}
