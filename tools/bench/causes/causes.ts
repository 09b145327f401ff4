import { type Figure, figure } from '../figure.ts';
import { sharesOf } from './cause-rank.ts';
import { addWaitingClusters, startCauseServer } from './cause-server.ts';
import type { FaultScenario } from './fault-scenario.ts';
import { runScenarios, type ScenarioResult } from './scenario-run.ts';
import { heldOutScenarios, openScenarios } from './scenarios/registry.ts';

/** For those who tune the rules: the held-out half is neither run nor shown. */
const IS_OPEN_ONLY = process.argv.includes('--open');
/** `--only=NAME,NAME`: these scenarios of the open half. Each has its own cluster, so its result is the same. */
const ONLY = process.argv
  .find((argument) => argument.startsWith('--only='))
  ?.slice('--only='.length)
  .split(',');
const HOUR_MS = 3_600_000;

/** Runs all faults and ranks their true causes. */
export async function measureCauses(): Promise<readonly Figure[]> {
  const halves: Readonly<Record<string, readonly FaultScenario[]>> = IS_OPEN_ONLY
    ? { open: openScenarios.filter(({ name }) => ONLY?.includes(name) ?? true) }
    : { open: openScenarios, held_out: heldOutScenarios };
  const results = await measureHalves(Object.values(halves).flat());
  return Object.entries(halves).flatMap(([half, scenarios]) =>
    figuresOf(
      half,
      results.filter(({ scenario }) => scenarios.includes(scenario)),
    ),
  );
}

async function measureHalves(scenarios: readonly FaultScenario[]): Promise<ScenarioResult[]> {
  const began = new Date(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS);
  await using server = await startCauseServer(began);
  const clusters = await addWaitingClusters(
    server,
    scenarios.map(({ name }) => name),
  );
  return await runScenarios(server, scenarios, clusters, began, {
    onResult: IS_OPEN_ONLY ? printLines : undefined,
  });
}

/** For the tuning: what the server found, as soon as it is asked. Only the open half may be shown. */
function printLines({ scenario, rank, lines }: ScenarioResult): void {
  console.error(`${scenario.name}: ${scenario.breaks}; rank ${rank ?? 'none'}`);
  for (const { rules, namespace, name, relation, distanceS, score } of lines) {
    const object = namespace === null ? name : `${namespace}/${name}`;
    console.error(
      `  ${score.toFixed(3)} ${rules.join(' + ')}: ${object}, ${relation}, ${distanceS} s before`,
    );
  }
}

function figuresOf(half: string, results: readonly ScenarioResult[]): Figure[] {
  const { firstPct, firstThreePct } = sharesOf(results.map(({ rank }) => rank));
  return [
    ...results.map(({ scenario, rank, raisedAfterMin, lines, otherAlarmCnt }) =>
      figure(
        `cause.${half}.${scenario.name}`,
        rank ?? 0,
        raisedAfterMin === undefined
          ? 'rank; no alarm was raised'
          : `rank of ${lines.length}, alarm after ${raisedAfterMin} min, ${otherAlarmCnt} other alarms`,
        '',
        0,
      ),
    ),
    figure(`cause.${half}_first_pct`, firstPct, `% of ${results.length}`, '>= 70'),
    figure(`cause.${half}_first_three_pct`, firstThreePct, `% of ${results.length}`, '>= 90'),
  ];
}
