import {
  ConfigError,
  type Environment,
  flag,
  port,
  positiveInt,
  readEnvironment,
} from '@gwanje/backend/config/env';
import { commonSettings, commonVariables } from '@gwanje/backend/config/settings';
import { checkPort, type ListenAddress } from '@gwanje/backend/lifecycle/open-port';

const variables = commonVariables.extend({
  GWANJE_DEMO: flag.default(true),
  GWANJE_DEMO_PODS: positiveInt.default(1500),
  GWANJE_DEMO_HISTORY_HOURS: positiveInt.default(26),
  GWANJE_SIM_PORT: port.default(0),
});

/** The settings of `npm start`. The processes that it starts read their own. */
export function readStartSettings(environment: Environment) {
  const env = readEnvironment(variables, environment);
  return {
    ...commonSettings(env),
    port: env.GWANJE_PORT,
    loginPort: env.GWANJE_LOGIN_PORT,
    pods: env.GWANJE_DEMO_PODS,
    historySec: env.GWANJE_DEMO_HISTORY_HOURS * 3600,
    simulatorPort: env.GWANJE_SIM_PORT,
  };
}

/** Fails before anything is started, with one line for each port that is taken. */
export async function checkPorts(addresses: readonly ListenAddress[]): Promise<void> {
  const problems: string[] = [];
  for (const address of addresses) {
    try {
      await checkPort(address);
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'));
}
