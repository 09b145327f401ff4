import type { Db } from '@gwanje/backend/database/schema';
import { shiftsBetween } from '@gwanje/domain/duty/duty-shifts';
import type { Logger } from 'pino';
import { loadPeopleOf } from '../../alarms/duty/duty-people-repository.ts';
import { listAllRotas, rotaOf, type StoredRota } from '../../alarms/duty/rota-repository.ts';
import { contentOf, storedNames } from './handover-answers.ts';
import { insertDraft } from './handover-changes.ts';
import { searchTextOf } from './handover-content.ts';
import * as handovers from './handover-repository.ts';

/** How long a shift that ended is offered to be written down. The last one of each rota is offered longer. */
export const DUE_MS = 36 * 3_600_000;
/** Longer than the shifts reach back that are offered. How far back the job stores shifts that ended while no server ran. */
export const CATCH_UP_MS = 10 * 24 * 3_600_000;

interface Deps {
  readonly db: Db;
  readonly logger: Logger;
}

/**
 * Stores a draft of each shift that has ended, so that a shift which hands nothing over leaves a trace, also when its rota is
 * changed later. A draft that nobody writes in time gets the content that the system has drafted, and cannot be finished any
 * more. One that cannot be closed does not keep the others.
 */
export async function storeEndedShifts({ db, logger }: Deps, now: Date, keepMs: number): Promise<void> {
  const rotas = await listAllRotas(db);
  const peopleOf = await loadPeopleOf(db, rotas);
  const earliest = new Date(now.getTime() - Math.min(CATCH_UP_MS, keepMs));
  const ids = rotas.map(({ dutyRotaId }) => dutyRotaId);
  const isStored = await handovers.loadStoredShifts(db, ids, earliest);
  for (const rota of rotas)
    for (const shift of endedShifts(rota, earliest, now))
      if (!isStored({ dutyRotaId: rota.dutyRotaId, ...shift }))
        await insertDraft(db, rota, shift, peopleOf(rota), now);
  const unwritten = await handovers.listUnwritten(db, new Date(now.getTime() - DUE_MS), now);
  for (const { handoverId } of unwritten)
    await closeUnwritten({ db, logger }, handoverId, now).catch((err: unknown) =>
      logger.warn({ err, handoverId }, 'handover that nobody wrote not closed'),
    );
}

/** A shift that ended before its rota was made or changed may not have taken place. */
function endedShifts(rota: StoredRota, earliest: Date, now: Date) {
  if (rota.subGroupIds.length === 0) return [];
  const fromMs = Math.max(earliest.getTime(), rota.updatedAt.getTime());
  return shiftsBetween(rotaOf(rota), fromMs, now.getTime()).filter(({ toMs }) => toMs <= now.getTime());
}

/** Somebody may write it meanwhile, or another server may close it. */
async function closeUnwritten({ db, logger }: Deps, handoverId: number, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const stored = await handovers.lockHandover(trx, handoverId);
    if (stored?.state !== 'draft' || stored.version > 0) return;
    const content = await contentOf(trx, stored, now);
    await handovers.updateHandover(trx, handoverId, {
      state: 'notWritten',
      content: JSON.stringify(content),
      searchText: searchTextOf(content, [stored.rotaName, stored.shiftName, ...storedNames(stored)]),
      updatedAt: now,
    });
    logger.info({ handoverId }, 'handover closed that nobody wrote');
  });
}
