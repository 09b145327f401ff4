import { ConfigError } from '../config/env.ts';
import type { Db } from './schema.ts';

/** The installation note of a database that `move-stores` has not filled completely. */
export const UNFINISHED_MOVE = 'unfinishedMove';

/** A process that worked on half of an installation would lose the other half. */
export async function requireFinishedMove(db: Db): Promise<void> {
  const mark = await db
    .selectFrom('installationNote')
    .select('key')
    .where('key', '=', UNFINISHED_MOVE)
    .executeTakeFirst();
  if (mark)
    throw new ConfigError(
      'GWANJE_DATABASE_URL names a database that holds an unfinished move of another one: run `npm run admin -- move-stores` again until it is done',
    );
}
