import { type OpenDatabase, openDatabase } from '@gwanje/backend/database/connection';
import { embeddedSocketDir } from '@gwanje/backend/database/embedded-address';

/** The database of a running installation, for states that it would need a day to get to. */
export function openInstallationDatabase(dataDir: string): OpenDatabase {
  return openDatabase({ socketDir: embeddedSocketDir(dataDir) });
}
