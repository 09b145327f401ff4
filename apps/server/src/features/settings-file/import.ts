import { createHash } from 'node:crypto';
import type { Database } from '@gwanje/backend/database/schema';
import type { FileFault, ImportPlan, SettingsFile } from '@gwanje/contract/settings/settings-file';
import { type Planned, planImport } from '@gwanje/domain/settings-file/plan';
import { type Kysely, sql } from 'kysely';
import { type ApplyWork, applySteps } from './apply.ts';
import { type FoundUser, findObjects, readIds, readUsers } from './ids.ts';
import { readInstallation, withoutSecrets } from './read-installation.ts';
import type { ReadFile } from './settings-yaml.ts';
import { writeYaml } from './settings-yaml-worker.ts';

type Db = Kysely<Database>;

export async function exportText(db: Db): Promise<string> {
  const file = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => readInstallation(trx));
  return writeYaml(withoutSecrets(file));
}

export type PlannedImport =
  | { readonly faults: readonly FileFault[]; readonly plan: null; readonly planId: null }
  | { readonly faults: readonly []; readonly plan: ImportPlan; readonly planId: string };

/** Plans the import without changing anything. */
export async function planFile(db: Db, read: ReadFile): Promise<PlannedImport> {
  const { file } = read;
  if (!file) return { faults: read.faults, plan: null, planId: null };
  const { planned } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => prepare(trx, file));
  return outcomeOf(planned, read);
}

/** Imports everything or nothing. With a plan id, answers `conflict` when the plan has changed since. */
export async function importFile(
  work: Pick<ApplyWork, 'db' | 'user' | 'now'> & {
    readonly auditWith: (db: Db) => ApplyWork['audit'];
  },
  read: ReadFile,
  planId: string | undefined,
): Promise<PlannedImport | 'conflict'> {
  const { file } = read;
  if (!file) return { faults: read.faults, plan: null, planId: null };
  return work.db.transaction().execute(async (trx) => {
    // The lock stops other changes of names between reading and writing.
    await sql`lock table meta_group, sub_group, sub_group_member, alarm_template, cluster, webhook, event_alarm,
      alarm_setting in share row exclusive mode`.execute(trx);
    const { planned, ids, users } = await prepare(trx, file);
    const outcome = outcomeOf(planned, read);
    if (outcome.plan === null) return outcome;
    if (planId !== undefined && planId !== outcome.planId) return 'conflict';
    const audit = work.auditWith(trx);
    await applySteps({ db: trx, user: work.user, now: work.now, audit, users, ids }, planned.steps);
    const { createList, changeList, warningList, sameCnt } = outcome.plan;
    await audit({
      action: 'installation.import',
      detail: {
        created: createList.length,
        changed: changeList.length,
        same: sameCnt,
        warnings: warningList.length,
      },
    });
    return outcome;
  });
}

async function prepare(
  db: Db,
  file: SettingsFile,
): Promise<{
  readonly planned: Planned;
  readonly ids: Map<string, number>;
  readonly users: ReadonlyMap<string, FoundUser>;
}> {
  const ids = await readIds(db);
  const users = await readUsers(db);
  const objects = await findObjects(db, file, ids);
  for (const [key, objectId] of objects) ids.set(key, objectId);
  const here = { file: await readInstallation(db), users, objectKeys: new Set(objects.keys()) };
  return { planned: planImport(file, here), ids, users };
}

function outcomeOf({ faults, steps, plan }: Planned, { lines }: ReadFile): PlannedImport {
  if (faults.length > 0)
    return {
      faults: faults.map((fault) => ({ ...fault, line: lines[fault.path] ?? null })),
      plan: null,
      planId: null,
    };
  const told = steps.map(({ entry, changed, before }) => [entry.key, changed, before]);
  const planId = createHash('sha256')
    .update(JSON.stringify([told, plan]))
    .digest('base64url');
  return { faults: [], plan, planId };
}
