import { type Environment, positiveInt, readEnvironment } from '@gwanje/backend/config/env';
import { type CommonSettings, commonSettings, commonVariables } from '@gwanje/backend/config/settings';
import { z } from 'zod';

const variables = commonVariables.extend({
  GWANJE_COPYRIGHT: z.string().max(200).default(''),
  GWANJE_REQUESTS_PER_MINUTE: positiveInt.default(6000),
});

export interface ServerSettings extends CommonSettings {
  readonly port: number;
  readonly copyright: string;
  readonly requestsPerMinute: number;
}

export function readSettings(environment: Environment): ServerSettings {
  const env = readEnvironment(variables, environment);
  return {
    ...commonSettings(env),
    port: env.GWANJE_PORT,
    copyright: env.GWANJE_COPYRIGHT,
    requestsPerMinute: env.GWANJE_REQUESTS_PER_MINUTE,
  };
}
