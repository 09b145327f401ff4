import { openStore } from '@gwanje/backend/database/open-store';
import { auditAs } from '@gwanje/backend/identity/audit';
import type { ServerSettings } from '../../config.ts';
import { type Notes, writeInstallationNote } from '../../features/installation/installation-repository.ts';
import { BY_COMMAND } from '../command.ts';

const ACTIONS = { lastBackup: 'installation.backup', lastRestore: 'installation.restore' } as const;

/** Records a finished backup or restore for the installation page, and in the audit log. */
export async function noteDone<Key extends keyof Notes>(
  settings: ServerSettings,
  key: Key,
  note: Notes[Key],
  detail: Readonly<Record<string, unknown>>,
): Promise<void> {
  const store = await openStore(settings);
  try {
    await store.db.transaction().execute(async (trx) => {
      await writeInstallationNote(trx, key, note, new Date());
      await auditAs(trx, BY_COMMAND)(ACTIONS[key], null, detail);
    });
  } finally {
    await store.close();
  }
}
