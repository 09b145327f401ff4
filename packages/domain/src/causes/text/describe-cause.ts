import type { CauseEvidence, CauseLine, FieldChange } from '@gwanje/kinds/calls/causes';
import { formatBytes, formatCores, formatNumber, formatPercent } from '../../formats/numbers.ts';
import { formatSpan } from '../../formats/time.ts';
import type { Language } from '../../i18n/language.ts';
import { causeMessages } from './cause-messages.ts';

type Change = Pick<FieldChange, 'from' | 'to'>;

/** One sentence: what changed, with the old and the new value. */
export function describeCause(evidence: CauseEvidence, language: Language): string {
  const say = causeMessages[language];
  switch (evidence.rule) {
    case 'imageChanged':
      return manyOf(evidence.changeList, language, (change) => say('imageChanged', fromTo(change)));
    case 'configurationChanged':
      return say('configurationChanged', { fields: fieldsOf(evidence.changeList) });
    case 'requestsChanged':
      return manyOf(evidence.changeList, language, (change) =>
        say('requestsChanged', { field: say(fieldKey(change.field)), ...fromTo(amounts(change)) }),
      );
    case 'replicasChanged':
      return say('replicasChanged', counts(evidence));
    case 'rolloutBegun':
      return say('rolloutBegun');
    case 'autoscalerScaled':
      return evidence.from === null
        ? say('autoscalerScaledTo', counts(evidence))
        : say('autoscalerScaled', counts(evidence));
    case 'workloadCreated':
    case 'workloadDeleted':
    case 'nodeCordoned':
    case 'nodeRebooted':
    case 'nodeNew':
    case 'nodeRemoved':
      return say(evidence.rule);
    case 'nodePressure':
    case 'nodeNotReady':
      return say(evidence.rule, { condition: evidence.condition });
    case 'neighbourRose': {
      const format = evidence.metric === 'cpuUsedCores' ? formatCores : formatBytes;
      const metric = say(evidence.metric === 'cpuUsedCores' ? 'cpu' : 'memory');
      return say('neighbourRose', { metric, from: format(evidence.from), to: format(evidence.to) });
    }
    case 'claimFilled':
      return say('claimFilled', { percent: formatPercent(evidence.toPercent) });
    case 'volumeFailed':
      return say('volumeFailed', { phase: evidence.to });
    case 'quotaHit':
      return evidence.resource === null
        ? say('quotaHit')
        : say('quotaHitResource', { resource: evidence.resource });
    case 'eventBurst':
      return say('eventBurst', { reason: evidence.reason, cnt: formatNumber(evidence.cnt) });
    case 'kubeletVersionChanged':
      return say('kubeletVersionChanged', fromTo(evidence));
    case 'agentVersionChanged':
      return say('agentVersionChanged', fromTo(evidence));
  }
}

/** `2분 10초 전`, or `10초 뒤` for a change that was reported after the alarm. */
export function describeDistance(distanceS: number, language: Language): string {
  const span = formatSpan(Math.abs(Math.round(distanceS)), language);
  return causeMessages[language](distanceS < 0 ? 'after' : 'before', { span });
}

/** A line for a message without a page around it: object, sentence and time. */
export function summariseCause(line: CauseLine, language: Language): string {
  const name = [line.namespace, line.name].filter((part) => part !== null && part !== '').join('/');
  const text = `${name}: ${describeCause(line.evidence, language)}`;
  return `${text} (${describeDistance(line.distanceS, language)})`;
}

const MAX_FIELDS = 3;

function manyOf(
  list: readonly FieldChange[],
  language: Language,
  describe: (change: FieldChange) => string,
): string {
  const [first] = list;
  if (!first) return '';
  const text = describe(first);
  return list.length === 1
    ? text
    : causeMessages[language]('andMore', { text, cnt: formatNumber(list.length - 1) });
}

function fieldsOf(list: readonly FieldChange[]): string {
  const fields = [...new Set(list.map(({ field }) => field))];
  const more = fields.length > MAX_FIELDS ? ' …' : '';
  return `${fields.slice(0, MAX_FIELDS).join(', ')}${more}`;
}

function fromTo({ from, to }: Change): { from: string; to: string } {
  return { from: from ?? '-', to: to ?? '-' };
}

function counts({ from, to }: { readonly from: number | null; readonly to: number | null }) {
  return { from: formatNumber(from), to: formatNumber(to) };
}

function amounts({ field, from, to }: FieldChange): Change {
  const format = field.startsWith('cpu') ? formatCores : formatBytes;
  const text = (value: string | null) => (value === null ? null : format(Number(value)));
  return { from: text(from), to: text(to) };
}

function fieldKey(field: string) {
  if (field === 'cpuRequestCores') return 'cpuRequest';
  if (field === 'cpuLimitCores') return 'cpuLimit';
  return field === 'memRequestBytes' ? 'memRequest' : 'memLimit';
}
