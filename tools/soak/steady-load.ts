import { underSteadyLoad } from '../bench/server/steady.ts';

/** Ten minutes of 100,000 pods: no batch refused or late, constant memory, lists within their time limits. */
const figures = await underSteadyLoad(Number(process.env.GWANJE_SOAK_SECONDS ?? 600));
let isGood = true;
for (const figure of figures) {
  const limit = Number(figure.goal.replace('<=', ''));
  const isMet = figure.value <= limit;
  isGood &&= isMet;
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${JSON.stringify(figure)}`);
}
process.exit(isGood ? 0 : 1);
