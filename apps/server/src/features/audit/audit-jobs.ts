import { eraseFromLog } from '@gwanje/backend/audit-log/erase-entries';
import { eraseFromFiles } from '@gwanje/backend/audit-log/erase-files';
import { isVerificationDue, noteVerification } from '@gwanje/backend/audit-log/log-state';
import { recordReceiverChange } from '@gwanje/backend/audit-log/receivers';
import { sealEntries } from '@gwanje/backend/audit-log/seal-entries';
import { readChainEnds } from '@gwanje/backend/audit-log/sealed-entries';
import { verifyLog } from '@gwanje/backend/audit-log/verify-log';
import type { LeaseState } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import { every } from '@gwanje/backend/lifecycle/every';
import type { Logger } from 'pino';
import { OutboundHttpClient } from '../../alarms/notifications/clients/outbound-http-client.ts';
import type { ServerSettings } from '../../config.ts';
import { AllowList } from '../../platform/outside-address.ts';
import { AuditForwarder } from './forward/audit-forwarder.ts';

const SEAL_EVERY_MS = 3_000;
/** How often the end of the chain goes to the process log, which often is outside this machine. */
const REPORT_EVERY_MS = 60 * 60_000;
const ERASE_EVERY_MS = 10_000;
const ERASE_FILES_EVERY_MS = 10 * 60_000;
const VERIFY_IF_DUE_EVERY_MS = 60 * 60_000;

interface AuditDeps {
  readonly settings: ServerSettings;
  readonly db: Db;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly lease: LeaseState;
}

/** The jobs of the audit log. One server of several does them. */
export function openAuditJobs({ settings, db, logger, now, lease }: AuditDeps): AsyncDisposable {
  const stack = new AsyncDisposableStack();
  const http = new OutboundHttpClient(new AllowList(settings.notify.outsideAllow));
  stack.defer(() => http.close());
  const { host } = new URL(settings.publicUrl);
  const forwarder = new AuditForwarder({
    db,
    receivers: settings.auditReceivers,
    http,
    lease,
    logger,
    now,
    host,
  });
  const whenHeld = (intervalMs: number, name: string, job: () => Promise<unknown>) =>
    stack.use(
      every(intervalMs, logger, name, async () => {
        if (lease.isHeld()) await job();
      }),
    );
  whenHeld(SEAL_EVERY_MS, 'seal the audit log', () => sealEntries(db, now()));
  let isListRecorded = false;
  whenHeld(SEAL_EVERY_MS, 'forward the audit log', async () => {
    if (!isListRecorded) {
      const names = settings.auditReceivers.map(({ name }) => name);
      await recordReceiverChange(db, names, now());
      isListRecorded = true;
    }
    await forwarder.run();
  });
  whenHeld(ERASE_EVERY_MS, 'erase persons from the audit log', () => eraseFromLog(db, now()));
  // On every server: each has its own files.
  stack.use(
    every(ERASE_FILES_EVERY_MS, logger, 'erase persons from exported files', async () => {
      await eraseFromFiles(db, settings.auditExportDir);
    }),
  );
  whenHeld(REPORT_EVERY_MS, 'report the end of the audit log', async () => {
    const { last } = await readChainEnds(db);
    logger.info({ chainNo: last.no, hash: last.hash }, 'the audit log is sealed up to here');
  });
  whenHeld(VERIFY_IF_DUE_EVERY_MS, 'verify the audit log', async () => {
    if (!(await isVerificationDue(db, now()))) return;
    const found = await verifyLog(db);
    await noteVerification(db, found, now());
    if (found.problem) logger.error({ problem: found.problem }, 'the audit log was changed from outside');
  });
  return stack;
}
