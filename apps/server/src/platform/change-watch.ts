import { type ChangeTopic, readVersions } from '@gwanje/backend/database/change-version';
import type { Db } from '@gwanje/backend/database/schema';

type TopicHandlers = { readonly [Topic in ChangeTopic]?: () => Promise<void> };

/** Calls a handler when any process on the database has changed something of its topic. */
export class ChangeWatch {
  readonly #db: Db;
  readonly #handlers: ReadonlyMap<ChangeTopic, () => Promise<void>>;
  /** The version that each handler has seen. */
  readonly #seen = new Map<ChangeTopic, number>();

  constructor(db: Db, handlers: TopicHandlers) {
    this.#db = db;
    this.#handlers = new Map(Object.entries(handlers) as [ChangeTopic, () => Promise<void>][]);
  }

  /** The first check calls every handler: something may have changed since the services were opened. */
  async check(): Promise<void> {
    const versions = await readVersions(this.#db);
    for (const [topic, onChange] of this.#handlers) {
      const version = versions.get(topic);
      if (version === undefined || version === this.#seen.get(topic)) continue;
      // After a failure the next check calls the handler again.
      await onChange();
      this.#seen.set(topic, version);
    }
  }
}
