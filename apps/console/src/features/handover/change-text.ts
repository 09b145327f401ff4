import type { HandoverChange } from '@gwanje/contract/duty/handovers';
import { rolloutPhases } from '@gwanje/kinds/workload/record';
import type { Translate } from '#core/i18n/i18n.ts';

/** What changed of a workload or node, and how often. */
export function changeText(change: HandoverChange, t: Translate): string {
  const { what, cnt } = change;
  const rollout = rolloutText(change, t);
  const parts = what === 'rollout' ? [rollout] : [valuesText(change, t), rollout];
  if (what === 'rollout' && cnt > 0) parts.push(t('handover.sameImages'));
  const text = parts.filter(Boolean).join(' · ');
  return cnt > 1 ? `${text} (${t('handover.times', { cnt })})` : text;
}

function valuesText({ what, from, to }: HandoverChange, t: Translate): string {
  if (what === 'isSchedulable') return t(to === 'true' ? 'handover.uncordoned' : 'handover.cordoned');
  if (what === 'isSuspended') return t(to === 'true' ? 'handover.suspended' : 'handover.resumed');
  const shown = (value: string) => (what === 'images' ? value.replaceAll(',', ', ') : value);
  const values =
    from !== null && to !== null ? `: ${from === to ? shown(to) : `${shown(from)} → ${shown(to)}`}` : '';
  return t(`handover.what.${what}`) + values;
}

function rolloutText({ what, rolloutPhase }: HandoverChange, t: Translate): string {
  const phase = rolloutPhases.find((one) => one === rolloutPhase);
  if (phase) return t(`handover.rollout.${phase}`);
  return what === 'rollout' ? t('handover.what.rollout') : '';
}
