import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { LeaseState } from '@gwanje/backend/database/lease';
import type { Db } from '@gwanje/backend/database/schema';
import { auditAs } from '@gwanje/backend/identity/audit';
import { findUserByNo, toUser } from '@gwanje/backend/identity/users';
import { every } from '@gwanje/backend/lifecycle/every';
import { DutyRotaId } from '@gwanje/contract/definition/fields';
import { shiftsBetween } from '@gwanje/domain/duty/duty-shifts';
import type { Logger } from 'pino';
import { listRotasOf, rotaOf, type StoredRota } from '../../alarms/duty/rota-repository.ts';
import { finishDraft, insertItem, takeOverStored } from '../../features/handover/handover-changes.ts';
import { lockHandover } from '../../features/handover/handover-repository.ts';
import type { Work } from '../../platform/http/call.ts';
import { findOldestBatch, hasFinishedHandovers, listSubGroupIds } from './demo-repository.ts';

/** How long the demo waits with taking over a handover. */
const READING_MS = 5 * 60_000;
const NOTES = [
  '특이 사항 없습니다. 바뀐 워크로드와 노드 목록을 확인해 주세요.',
  '미결 사항 한 건을 이어서 확인해 주세요.',
];
const OPEN_ITEM = '운영 클러스터의 볼륨 사용률을 확인하고, 필요하면 증설을 요청하기';

const CHECK_EVERY_MS = 2_000;

interface SeedOptions {
  readonly db: Db;
  /** The folder in which `npm start` notes that the objects of the past are written. */
  readonly demoDir: string;
  readonly lease: LeaseState;
  readonly logger: Logger;
}

/** Waits until the objects of the past are written: a handover needs no samples. */
export function seedHandoversLater({ db, demoDir, lease, logger }: SeedOptions): AsyncDisposable {
  const seeding = every(CHECK_EVERY_MS, logger, 'seed handovers of the demo', async () => {
    if (!lease.isHeld() || !existsSync(join(demoDir, 'past-written'))) return;
    void seeding[Symbol.asyncDispose]();
    await seedHandovers(db, new Date());
  });
  return seeding;
}

/**
 * Finishes the handovers of the last shifts that ended in the past of the demo clusters, as their people would have done: the
 * newest waits to be taken over. Not in an installation that has finished handovers.
 */
export async function seedHandovers(db: Db, now: Date): Promise<void> {
  const beganAt = await findOldestBatch(db);
  if (!beganAt || (await hasFinishedHandovers(db))) return;
  await db.transaction().execute(async (trx) => {
    for (const rota of await listRotasOf(trx, await listSubGroupIds(trx)))
      await handOverShifts(trx, rota, beganAt, now);
  });
}

async function handOverShifts(db: Db, rota: StoredRota, beganAt: Date, now: Date): Promise<void> {
  const dutyRotaId = DutyRotaId.parse(rota.dutyRotaId);
  const shifts = shiftsBetween(rotaOf(rota), beganAt.getTime(), now.getTime());
  const ended = shifts.filter(({ toMs }) => toMs + READING_MS < now.getTime()).slice(-NOTES.length);
  for (const [index, shift] of ended.entries()) {
    const [person, next] = [shift.people[0], shifts[shifts.indexOf(shift) + 1]?.people[0]];
    if (!person) continue;
    const work = await workOf(db, person.userNo, new Date(shift.toMs));
    const isLast = index === ended.length - 1;
    if (!isLast) await insertItem(work, dutyRotaId, OPEN_ITEM);
    const notes = NOTES[index] ?? '';
    const { shiftId, date } = shift;
    const written = { dutyRotaId, shiftId, date, notes, remarkList: [] };
    const { handoverId } = await finishDraft(work, written, new Set(rota.subGroupIds));
    const stored = await lockHandover(db, handoverId);
    if (!isLast && next && stored)
      await takeOverStored(await workOf(db, next.userNo, new Date(shift.toMs + READING_MS)), stored);
  }
}

async function workOf(db: Db, userNo: number, now: Date): Promise<Work> {
  const row = await findUserByNo(db, userNo);
  if (!row) throw new Error(`the rota of the demo names the user ${userNo}, who does not exist`);
  const user = toUser(row);
  return { db, user, now, audit: auditAs(db, { actor: user }) };
}
