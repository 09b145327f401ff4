import { createHash } from 'node:crypto';
import { raiseVersion } from '@gwanje/backend/database/change-version';
import type { Db } from '@gwanje/backend/database/schema';
import { type Audit, auditAs } from '@gwanje/backend/identity/audit';
import { secretAddressFields } from '@gwanje/contract/alarms/channels';
import type { AuditAction } from '@gwanje/contract/settings/audit-actions';
import { type Planned, type PlannedStep, planImport } from '@gwanje/domain/settings-file/plan';
import { entriesIn } from '@gwanje/domain/settings-file/settings-entries';
import type { FileError, ImportPlan, SettingsFile } from '@gwanje/kinds/calls/settings-file';
import { type EntryWork, findObjects, lockSettings, readUsers, writeEntry } from './entry-repository.ts';
import { readInstallation, withoutSecrets } from './settings-repository.ts';
import type { ReadFile } from './settings-yaml.ts';
import { writeYaml } from './settings-yaml-worker.ts';

export async function exportText(db: Db): Promise<string> {
  const { file } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => readInstallation(trx));
  return writeYaml(withoutSecrets(file));
}

export type PlannedImport =
  | { readonly errors: readonly FileError[]; readonly plan: null; readonly planId: null }
  | { readonly errors: readonly []; readonly plan: ImportPlan; readonly planId: string };

/** Plans the import without changing anything. */
export async function planFile(db: Db, read: ReadFile): Promise<PlannedImport> {
  const { file } = read;
  if (!file) return { errors: read.errors, plan: null, planId: null };
  const { planned } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((trx) => prepare(trx, file));
  return outcomeOf(planned, read);
}

/** Imports everything or nothing. With a plan id, answers `conflict` when the plan has changed since. */
export async function importFile(
  {
    db,
    user,
    now,
    by,
  }: Pick<EntryWork, 'db' | 'user' | 'now'> & { readonly by: Parameters<typeof auditAs>[1] },
  read: ReadFile,
  planId: string | undefined,
): Promise<PlannedImport | 'conflict'> {
  const { file } = read;
  if (!file) return { errors: read.errors, plan: null, planId: null };
  return db.transaction().execute(async (trx) => {
    await lockSettings(trx);
    const { planned, ids, users } = await prepare(trx, file);
    const outcome = outcomeOf(planned, read);
    if (outcome.plan === null) return outcome;
    if (planId !== undefined && planId !== outcome.planId) return 'conflict';
    const audit = auditAs(trx, by);
    await applySteps({ db: trx, user, now, users, ids }, planned.steps, audit);
    const { createList, changeList, warningList, sameCnt } = outcome.plan;
    // The import may have switched the monitoring of objects.
    await raiseVersion(trx, 'clusters');
    await audit('installation.import', null, {
      created: createList.length,
      changed: changeList.length,
      same: sameCnt,
      warnings: warningList.length,
    });
    return outcome;
  });
}

async function prepare(db: Db, file: SettingsFile) {
  const users = await readUsers(db);
  const { file: current, ids: idOf } = await readInstallation(db);
  const ids = new Map<string, number>();
  for (const { key, source } of entriesIn(current)) {
    const id = idOf.get(source);
    if (id !== undefined) ids.set(key, id);
  }
  const objects = await findObjects(db, file, ids);
  for (const [key, objectId] of objects) ids.set(key, objectId);
  const here = { file: current, users, objectKeys: new Set(objects.keys()) };
  return { planned: planImport(file, here), ids, users };
}

function outcomeOf({ errors, steps, plan }: Planned, { lines }: ReadFile): PlannedImport {
  if (errors.length > 0)
    return {
      errors: errors.map((fileError) => ({ ...fileError, line: lines[fileError.path] ?? null })),
      plan: null,
      planId: null,
    };
  const changes = steps.map(({ entry, changed, before }) => [entry.key, changed, before]);
  const planId = createHash('sha256')
    .update(JSON.stringify([changes, plan]))
    .digest('base64url');
  return { errors: [], plan, planId };
}

/** Runs in the caller's transaction: all steps or none. */
async function applySteps(work: EntryWork, steps: readonly PlannedStep[], audit: Audit): Promise<void> {
  for (const step of steps) {
    const { kind, nameList } = step.entry;
    const id = await writeEntry[kind](work, step, { ...step.before, ...step.changed });
    await audit(
      actionOf(step),
      { kind: kind === 'member' ? 'subGroup' : kind, id },
      {
        name: nameList.join(' / '),
        ...(step.isNew ? {} : { before: loggedFields(step, step.before) }),
        after: loggedFields(step, step.changed),
        by: 'import',
      },
    );
  }
}

const maskedFields: ReadonlySet<string> = new Set([...secretAddressFields, 'bodyTemplate']);

/** Masks webhook addresses, which may hold a secret: the log only shows that they changed. */
function loggedFields({ changed }: PlannedStep, fields: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => Object.hasOwn(changed, field))
      .map(([field, value]) => [field, maskedFields.has(field) ? '…' : value]),
  );
}

/** The same action names as the calls for single changes. */
function actionOf({ entry: { kind }, isNew }: PlannedStep): AuditAction {
  if (kind === 'member') return 'subGroup.grant';
  return kind === 'object' ? 'alarmSetting.update' : `${kind}.${isNew ? 'insert' : 'update'}`;
}
