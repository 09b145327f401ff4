import { defineRule } from '../../rule.ts';

const FULL_PERCENT = 90;

/** A claim became nearly full. */
export const claimFilled = defineRule({
  rule: 'claimFilled',
  leadsTo: ['crash', 'start', 'storage', 'availability'],
  sameAs: ['claim.usage', 'claim.inodes', 'claim.daysUntilFull'],
  find({ claims }) {
    return claims
      .filter(({ toPercent }) => toPercent >= FULL_PERCENT)
      .map(({ object, atMs, fromPercent, toPercent }) => ({
        atMs,
        object,
        evidence: { rule: 'claimFilled', fromPercent, toPercent },
      }));
  },
});
