import type { Database } from '@gwanje/backend/database/schema';
import { SharedRequestCounts } from '@gwanje/backend/http/shared-request-counts';
import type { Kysely } from 'kysely';

/**
 * Counts requests together with the other login sites on the same database. Each site writes its counts once a second and
 * reads those of the others. While the database is away it counts alone.
 */
export class LoginRequestCounts {
  readonly counts: SharedRequestCounts;
  readonly #site = crypto.randomUUID();
  readonly #db: Kysely<Database>;
  #clearedWindowNo = 0;

  constructor(db: Kysely<Database>, requestsPerMinute: number, now: () => Date) {
    this.#db = db;
    this.counts = new SharedRequestCounts(requestsPerMinute, () => now().getTime());
  }

  async exchange(): Promise<void> {
    const report = this.counts.report();
    const { windowNo } = this.counts;
    if (report) await this.#write(report.windowNo, report.counts);
    const rows = await this.#db
      .selectFrom('loginRequestCount')
      .select(['site', 'key', 'cnt'])
      .where('windowNo', '=', windowNo)
      .where('site', '<>', this.#site)
      .execute();
    for (const [site, ofSite] of Map.groupBy(rows, (row) => row.site))
      this.counts.receive(site, { windowNo, counts: ofSite.map(({ key, cnt }) => [key, cnt]) });
    if (this.#clearedWindowNo === windowNo) return;
    await this.#db.deleteFrom('loginRequestCount').where('windowNo', '<', windowNo).execute();
    this.#clearedWindowNo = windowNo;
  }

  async #write(windowNo: number, counts: readonly (readonly [string, number])[]): Promise<void> {
    await this.#db
      .insertInto('loginRequestCount')
      .values(counts.map(([key, cnt]) => ({ site: this.#site, key, windowNo, cnt })))
      .onConflict((conflict) =>
        conflict.columns(['windowNo', 'key', 'site']).doUpdateSet((eb) => ({ cnt: eb.ref('excluded.cnt') })),
      )
      .execute();
  }
}
