import { underSteadyLoad } from '../bench/steady.ts';

/** Ten minutes of a hundred thousand pods: nothing refused, nothing late, memory flat, lists within their budget. */
const figures = await underSteadyLoad(Number(process.env.GWANJE_SOAK_SECONDS ?? 600));
let isGood = true;
for (const figure of figures) {
  const limit = Number(figure.goal.replace('<=', ''));
  const isMet = figure.value <= limit;
  isGood &&= isMet;
  console.log(`${isMet ? 'met   ' : 'MISSED'} ${JSON.stringify(figure)}`);
}
process.exit(isGood ? 0 : 1);
