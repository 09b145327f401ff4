import type { PushPayload } from '@gwanje/contract/alarms/push';
import type { Language } from '@gwanje/domain/i18n/language';
import type { MessageFacts } from '../../message-facts.ts';
import { variablesOf } from '../../message-variables.ts';
import { translate } from '../../notification-messages.ts';

type AlarmMessage = Extract<MessageFacts, { readonly alarm: unknown }>;

const MAX_TITLE = 120;
const MAX_TEXT = 300;

/** What the screen of a locked telephone may show: level, item, object and time. Values and memos stay in the console. */
export function pushPayloadOf(facts: MessageFacts, deliveryId: string, language: Language): PushPayload {
  // The link has no host: the service worker opens it on the host that it belongs to.
  const variables = variablesOf(facts, deliveryId, language, '');
  const { severity: level, action, item, cluster, namespace, name, link } = variables;
  const isOver = action === 'resolve';
  if (!('alarm' in facts)) {
    const [first] = facts.list;
    const title = `[${variables.level}] ${item}`;
    const text = [...new Set(facts.list.map((alarm) => alarm.cluster))].join(', ');
    return {
      ...cut(title, text),
      level: level === 'critical' ? 'critical' : 'warning',
      isOver,
      at: first?.changedAt ?? new Date(0).toISOString(),
      link,
      tag: 'gwanje-summary',
    };
  }
  const { alarm, reason } = facts;
  const isSaid = isOver || reason === 'test' || reason === 'escalated';
  const title = `[${isSaid ? translate[language](`reason.${reason}`) : variables.level}] ${item}`;
  const where = [cluster, namespace, alarm.target === 'cluster' ? '' : name].filter((part) => part !== '');
  return {
    ...cut(title, [where.join(' / '), ...stepOf(facts, language)].join(' · ')),
    level: level === 'critical' ? 'critical' : 'warning',
    isOver,
    at: isOver ? alarm.changedAt : alarm.occurredAt,
    link,
    tag: variables.incident,
  };
}

function stepOf({ escalation }: AlarmMessage, language: Language): string[] {
  if (!escalation) return [];
  const { rotaName: rota, step } = escalation;
  return [translate[language]('duty.shortStep', { rota, step })];
}

/** Push services refuse messages over 4 kB. */
function cut(title: string, text: string): Pick<PushPayload, 'title' | 'text'> {
  return { title: shorten(title, MAX_TITLE), text: shorten(text, MAX_TEXT) };
}

function shorten(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max - 1)}…`.toWellFormed() : text;
}
