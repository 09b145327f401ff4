import type { Database } from '@gwanje/backend/database/schema';
import { addRow } from '@gwanje/testkit/testing/rows';
import type { Insertable, Kysely } from 'kysely';
import { named } from '../../../platform/store/row-repository.ts';

type Values = Partial<Insertable<Database['reportSchedule']>> & {
  readonly metaGroupId: number;
  readonly now: Date;
};

let addedCnt = 0;

/** Adds a schedule that is due on Mondays at nine in Seoul. */
export async function addReportSchedule(db: Kysely<Database>, { now, ...values }: Values): Promise<number> {
  const { reportScheduleId } = await addRow(db, 'reportSchedule', {
    ...named(`보고서 ${++addedCnt}`),
    kind: 'weekly',
    timeZone: 'Asia/Seoul',
    time: '09:00',
    recipientList: '["noc@example.com"]',
    language: 'ko',
    isOn: true,
    scopeUserNo: null,
    activeFrom: now,
    createdAt: now,
    updatedAt: now,
    ...values,
  });
  return reportScheduleId;
}
