import { meetsGoal } from '../bench/figure.ts';
import { measureSteadyLoad } from '../bench/server/steady.ts';

/** Runs the steady-load benchmark for ten minutes and fails if a figure misses its goal. */
const figures = await measureSteadyLoad(Number(process.env.GWANJE_SOAK_SECONDS ?? 600));
let isGood = true;
for (const figure of figures) {
  const isMet = meetsGoal(figure.value, figure.goal);
  isGood &&= isMet;
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${JSON.stringify(figure)}`);
}
process.exit(isGood ? 0 : 1);
