import { defineRule } from '../../rule.ts';

/** A pod rose when it uses half as much again and the rise is a tenth of the node. */
const GROWTH = 1.5;
const SHARE_OF_NODE = 0.1;

/** Another pod on the same node uses much more than before. */
export const neighbourRose = defineRule({
  rule: 'neighbourRose',
  leadsTo: ['usage', 'crash', 'node', 'availability'],
  find({ usages }) {
    return usages
      .filter(({ from, to, nodeTotal }) => {
        const isLarge = nodeTotal === null || to - from >= nodeTotal * SHARE_OF_NODE;
        return isLarge && to >= from * GROWTH;
      })
      .map(({ object, atMs, metric, from, to }) => ({
        atMs,
        object,
        evidence: { rule: 'neighbourRose', metric, from, to },
      }));
  },
});
