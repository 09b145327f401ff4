import { type OpenDatabase, openDatabase } from '@gwanje/backend/database/connection';

/** The database of a running installation, to create states that would otherwise take a day to arise. */
export function openInstallationDatabase(url: string): OpenDatabase {
  return openDatabase({ url });
}
