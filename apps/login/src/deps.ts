import type { Database } from '@gwanje/backend/database/schema';
import type { Metrics } from '@gwanje/backend/observe/metrics';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { LoginSettings } from './config.ts';

export interface LoginDeps {
  readonly settings: LoginSettings;
  readonly db: Kysely<Database>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly now: () => Date;
}
